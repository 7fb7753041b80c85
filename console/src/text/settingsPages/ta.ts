// Tamil text of all pages of a project's settings. Most people open one after the other, so they load
// together.
const areas = import.meta.glob<Record<string, string>>(
  '../{apiKeys,callbacks,codeProfiles,codes,dropIns,sendUrls,settings,smpp,webhooks}/ta.ts',
  { eager: true, import: 'ta' },
);

export const ta: Record<string, string> = Object.assign({}, ...Object.values(areas));

// The Tamil translation, a file of its own that only readers of Tamil load.
import { errors, sentences } from './sentences/ta.ts';
import { translationOf } from './translation.ts';

const areas = import.meta.glob<Record<string, string>>(
  [
    './*/ta.ts',
    // Without the words that load beside their page (parts.ts), and the sentences above.
    '!./{api,apiResources,billing,callbacks,codeProfiles,codes,dropIns,apiKeys,senderRequest,sendUrls,settings,settingsPages,smpp,team,webhooks,sentences}/*',
  ],
  { eager: true, import: 'ta' },
);

export const tamil = translationOf(areas, errors, sentences);

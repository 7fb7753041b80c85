// Twilio's ids: two letters and 32 hexadecimal digits, which are those of our ids.

/** A project, a message, the default sender of a project, its service of codes, and a verification. */
type Kind = 'AC' | 'SM' | 'MG' | 'VA' | 'VE';

/** The SID of an id of ours. */
export const sidOf = (kind: Kind, id: string): string => kind + id.replaceAll('-', '');

/** The id of a SID; undefined if it is no SID of this kind. */
export function idOf(kind: Kind, sid: string): string | undefined {
  const hex = /^[A-Z]{2}([0-9a-f]{8})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{4})([0-9a-f]{12})$/.exec(sid);
  return hex && sid.startsWith(kind) ? hex.slice(1).join('-') : undefined;
}

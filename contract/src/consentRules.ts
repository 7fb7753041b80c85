// The rules of consents that screens and rules of countries need without the schemas of the calls.
/**
 * GIVEN: the person agreed. INFERRED: it follows from a relationship, such as a purchase. WITHDRAWN: the
 * person took it back.
 */
export const CONSENT_KINDS = ['GIVEN', 'INFERRED', 'WITHDRAWN'] as const;
export type ConsentKind = (typeof CONSENT_KINDS)[number];

/** The origin of a record: a member of the team, a key of the public API, or a file. */
export const CONSENT_ORIGINS = ['CONSOLE', 'API', 'IMPORT'] as const;
export type ConsentOrigin = (typeof CONSENT_ORIGINS)[number];

/**
 * A country's rule about advertising to a person without consent. OFF: it is sent. WARN: it is sent, and
 * reviews count it. ENFORCE: it is not sent.
 */
export const CONSENT_RULES = ['OFF', 'WARN', 'ENFORCE'] as const;
export type ConsentRule = (typeof CONSENT_RULES)[number];

/** The longest texts of a record, in UTF-16 units. */
export const CONSENT_LIMITS = { source: 100, wording: 1_000, proof: 2_000 } as const;

/** The records of one number that answers have. */
export const MAX_CONSENTS = 1_000;

const TIME_FUTURE = 'The time of the statement cannot be in the future';
/** The error of an end that is no time, or too early. */
export const EXPIRY_INVALID =
  'The end of a consent must be a time with its offset after the time of the statement; WITHDRAWN has no end';

/** The most numbers that one call asks about. */
export const MAX_ASKED = 1_000;

/** The clock of a caller may be ahead by this much. */
const AHEAD_MS = 5 * 60_000;

type Given = { kind: ConsentKind; at: string; expires_at?: string | null | undefined };

/** The wrong fields of a record whose fields are right by themselves, each with its error. */
export function consentProblems({ kind, at, expires_at }: Given): Record<string, string> {
  if (Date.parse(at) > Date.now() + AHEAD_MS) return { at: TIME_FUTURE };
  if (!expires_at) return {};
  const isLater = kind !== 'WITHDRAWN' && Date.parse(expires_at) > Date.parse(at);
  return isLater ? {} : { expires_at: EXPIRY_INVALID };
}

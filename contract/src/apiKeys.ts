// Named API keys of a project: each has scopes, and may have an end, a list of addresses, a rate and a daily
// cap. The live and the test key of the project are beside them (projects.ts) and have every scope.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { commaList, empty, formValue, instant, line, mode, money, wholeNumberOrNone } from './common.ts';
import { networkList } from './networks.ts';
import { KEY_CAP_INVALID, KEY_SCOPES_REQUIRED, NAME_NEEDED, RATE_INVALID } from './sentences/settings.ts';

/** The calls that a key may make, in groups. calls.ts names the scope of each call of the public API. */
export const SCOPES = [
  'messages:send',
  'messages:read',
  'verify',
  'verify:profiles',
  'consents',
  'optouts',
  'contacts',
  'campaigns',
  'templates',
  'conversations',
  'events',
  'webhooks',
  'prices',
  'balance',
] as const;
export type Scope = (typeof SCOPES)[number];

/**
 * Limits of named keys. `keys`: the most working keys of a project. `perSecond`: calls per
 * second; each message of a batch is one.
 */
export const KEY_LIMITS = { keys: 20, networks: 20, perSecond: 1_000, overlapHours: 168 } as const;

const isScope = (text: string): text is Scope => (SCOPES as readonly string[]).includes(text);

/** Scopes between commas, each once and in the order of SCOPES. */
const scopeList = commaList
  .refine((scopes) => scopes.every(isScope), { error: `Choose scopes from ${SCOPES.join(', ')}` })
  .refine((scopes) => scopes.length > 0, { error: KEY_SCOPES_REQUIRED })
  .transform((scopes) => SCOPES.filter((scope) => scopes.includes(scope)));

const EXPIRY_INVALID =
  'expires_at must be an instant in the future and within ten years, such as 2027-01-31T00:00:00Z';
const OVERLAP_INVALID = `overlap_hours must be a whole number from 0 to ${KEY_LIMITS.overlapHours}`;

const TEN_YEARS_MS = 3653 * 86_400_000;

function isWithinYears(text: string): boolean {
  if (!z.iso.datetime({ offset: true }).safeParse(text).success) return false;
  const aheadMs = Date.parse(text) - Date.now();
  return aheadMs > 0 && aheadMs <= TEN_YEARS_MS;
}

/**
 * POST /projects/{id}/api_keys. `networks`: the addresses and ranges that may use the key; all may if it is
 * empty. `daily_cap`: the most that the key may spend in LIVE on a day of the project, in major units. Empty
 * fields set no limit. `expires_at`: an instant after which the key no longer works.
 */
export const createKeyRequest = z.object({
  name: line(50, {
    required: NAME_NEEDED,
    tooLong: 'The name is too long: at most 50 characters',
    controls: 'The name cannot hold line breaks',
  }),
  mode,
  scopes: scopeList,
  networks: networkList(KEY_LIMITS.networks),
  per_second: wholeNumberOrNone(1, KEY_LIMITS.perSecond, RATE_INVALID),
  daily_cap: formValue.refine(
    (value) => value === '' || (/^\d{1,9}(\.\d{1,4})?$/.test(value) && Number(value) > 0),
    KEY_CAP_INVALID,
  ),
  expires_at: formValue
    .refine((value) => value === '' || isWithinYears(value), { error: EXPIRY_INVALID })
    .transform((value) => (value === '' ? null : new Date(value))),
});

/** POST …/rotate: for how many hours the old key goes on working. Empty or 0: it ends at once. */
export const rotateKeyRequest = z.object({
  overlap_hours: wholeNumberOrNone(0, KEY_LIMITS.overlapHours, OVERLAP_INVALID),
});

/**
 * A named key. `ending` is its last four characters. `created_by` is the name of the person, null once the
 * account is deleted. `last_used_at` may be a minute late. `rotated_at`: when a new key took its name; it
 * works until `expires_at`. `spent_today`: what it and the keys it was rotated from spent on this day of the
 * project; null without a cap.
 */
const namedKey = z.object({
  id: z.string(),
  name: z.string(),
  mode,
  ending: z.string(),
  scopes: z.array(z.enum(SCOPES)),
  networks: z.array(z.string()),
  per_second: z.number().int().nullable(),
  daily_cap: money.nullable(),
  spent_today: money.nullable(),
  created_at: instant,
  created_by: z.string().nullable(),
  last_used_at: instant.nullable(),
  expires_at: instant.nullable(),
  rotated_at: instant.nullable(),
});
export type NamedKey = z.infer<typeof namedKey>;

/** The new key with its secret, which no other answer has. */
const newKeyAnswer = namedKey.extend({ api_key: z.string() });
export type NewNamedKey = z.infer<typeof newKeyAnswer>;

export const namedKeyCalls = {
  'GET /projects/:id/api_keys': { answer: z.array(namedKey) },
  'POST /projects/:id/api_keys': { body: createKeyRequest, answer: newKeyAnswer },
  'POST /projects/:id/api_keys/:key_id/rotate': { body: rotateKeyRequest, answer: newKeyAnswer },
  'DELETE /projects/:id/api_keys/:key_id': { answer: empty },
} satisfies Calls;

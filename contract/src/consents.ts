// Consents: what a person allowed a team to send as advertising, with proof. Records are added and never
// changed.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { instant, mode, NO_CONTROLS } from './common.ts';
import {
  CONSENT_KINDS,
  CONSENT_LIMITS,
  CONSENT_ORIGINS,
  consentProblems,
  EXPIRY_INVALID,
  MAX_ASKED,
} from './consentRules.ts';
import { typedNumber } from './contacts.ts';
import * as described from './sentences/consents.ts';
import { NUMBER_REQUIRED } from './sentences/contacts.ts';

const KIND_INVALID = 'The kind of a consent must be GIVEN, INFERRED or WITHDRAWN';
const TIME_REQUIRED =
  'A consent needs the time of the statement with its offset, such as 2026-11-27T09:30:00+05:30';
const SOURCE_REQUIRED = 'Enter how the person made the statement, such as a form on your site';
const TEXT_LONG = 'A text of the consent is too long';

const text = (max: number) =>
  z
    .string()
    .trim()
    .max(max, TEXT_LONG)
    .regex(/^\P{Cc}*$/u, NO_CONTROLS)
    .nullish()
    .transform((given) => given ?? '');

/** The fields of a record besides the number, as a form, a call or a row of a file gives them. */
export const consentFields = z.object({
  kind: z.enum(CONSENT_KINDS, { error: KIND_INVALID }).describe(described.CONSENT_KIND),
  at: z.iso.datetime({ offset: true, error: TIME_REQUIRED }).describe(described.CONSENT_AT),
  source: text(CONSENT_LIMITS.source)
    .refine((given) => given !== '', { error: SOURCE_REQUIRED })
    .describe(described.CONSENT_SOURCE),
  wording: text(CONSENT_LIMITS.wording).describe(described.CONSENT_WORDING),
  proof: text(CONSENT_LIMITS.proof).describe(described.CONSENT_PROOF),
  expires_at: z.iso
    .datetime({ offset: true, error: EXPIRY_INVALID })
    .or(z.literal('').transform(() => null))
    .nullish()
    .describe(described.CONSENT_EXPIRES),
});
export type ConsentFields = z.output<typeof consentFields>;

/** Adds the errors of times that do not fit together. */
export function checkTimes({ value, issues }: z.core.ParsePayload<ConsentFields>): void {
  for (const [field, message] of Object.entries(consentProblems(value)))
    issues.push({ code: 'custom', message, path: [field], input: value });
}

/** A record. `number` is E.164; `origin` tells how it came here, and `recorded_at` when. */
export const consent = z.object({
  number: z.string().describe(described.CONSENT_NUMBER),
  mode: mode.describe(described.CONSENT_MODE),
  kind: z.enum(CONSENT_KINDS).describe(described.CONSENT_KIND),
  at: instant.describe(described.CONSENT_AT),
  source: z.string().describe(described.CONSENT_SOURCE),
  wording: z.string().describe(described.CONSENT_WORDING),
  proof: z.string().describe(described.CONSENT_PROOF),
  expires_at: instant.nullable().describe(described.CONSENT_EXPIRES),
  origin: z.enum(CONSENT_ORIGINS).describe(described.CONSENT_ORIGIN),
  recorded_at: instant.describe(described.CONSENT_RECORDED),
});
export type Consent = z.infer<typeof consent>;

const ofMode = { mode: mode.default('LIVE') };

/** POST /v1/web/consents: a number as typed. */
const recordConsentRequest = z
  .object({ ...ofMode, number: typedNumber(NUMBER_REQUIRED), ...consentFields.shape })
  .check(checkTimes);

/** GET /v1/web/consents: the records of one number. */
const consentsQuery = z.object({ ...ofMode, number: typedNumber(NUMBER_REQUIRED) });

/**
 * The newest statement first. `allowed`: whether the records allow advertising to the number now. An opt-out
 * stops messages whatever the records say.
 */
const consentsAnswer = z.object({
  number: z.string(),
  allowed: z.boolean(),
  consents: z.array(consent),
});
export type ConsentHistory = z.infer<typeof consentsAnswer>;

/** POST /consents/lacking: the recipients (E.164) of messages that need consent. */
const lackingRequest = z.object({
  ...ofMode,
  numbers: z.array(z.string().regex(/^\+\d{7,15}$/, NUMBER_REQUIRED)).max(MAX_ASKED),
});
const lackingAnswer = z.object({ numbers: z.array(z.string()) });

export const consentCalls = {
  'GET /consents': { action: 'read', query: consentsQuery, answer: consentsAnswer },
  /** An archive of the number's consents and opt-outs, for a complaint. */
  'GET /consents/proof.zip': { action: 'read', query: consentsQuery },
  /** Those of the numbers whose records allow no messages that need consent. */
  'POST /consents/lacking': { action: 'send', body: lackingRequest, answer: lackingAnswer },
  'POST /consents': { action: 'contacts', body: recordConsentRequest, answer: consent },
} satisfies Calls;

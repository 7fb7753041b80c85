// The kind and dates of documents of requests for sender ids, as staff read them off. Below /v1/staff.
import { z } from 'zod';

/**
 * AUTHORITY: a letter of the owner for its agent. NETWORK_LETTER: of a network that has registered the name.
 */
export const EVIDENCE_KINDS = [
  'BUSINESS_REGISTRATION',
  'TRADE_MARK',
  'DOMAIN',
  'AUTHORITY',
  'NETWORK_LETTER',
  'OTHER',
] as const;
const kind = z.enum(EVIDENCE_KINDS, { error: 'Choose the kind of the document' });
export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

/**
 * `expires_on`: the last day (UTC); null if the document has no end. `over`: that day is past. For each kind,
 * the document of a name that lasts longest counts.
 */
export const evidence = z.object({
  kind,
  issued_on: z.string().nullable(),
  expires_on: z.string().nullable(),
  over: z.boolean(),
});
export type NotedEvidence = z.infer<typeof evidence>;

const DAY_INVALID = 'Give a date such as 2027-06-30, or leave it empty';
const day = z
  .string({ error: DAY_INVALID })
  .trim()
  .transform((text) => (text === '' ? null : text))
  .pipe(z.iso.date({ error: DAY_INVALID }).nullable())
  .nullable()
  .default(null);

/** POST /sender_ids/{id}/documents/{document}/evidence: replaces what was noted before. */
export const evidenceRequest = z
  .object({ kind, issued_on: day, expires_on: day })
  .refine(({ issued_on: from, expires_on: until }) => from === null || until === null || from <= until, {
    error: 'The last day is before the day of issue',
    path: ['expires_on'],
  });

// One-time codes of a team, as the guard counts them. Only LIVE is counted.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { commaList, instant, money } from './common.ts';
import { guardMode, projectAnswer } from './projects.ts';
import { PREFIX_IN_BOTH, PREFIX_INVALID, PREFIXES_MANY } from './sentences/settings.ts';

/** The number of days that are counted, with today. */
export const CODE_DAYS = 30;

const counts = {
  /** Codes that were sent, with own ones of reported outcome. A code that was sent again counts once. */
  started: z.int(),
  /** Codes that were typed in. */
  approved: z.int(),
  /** Codes that the guard refused. */
  blocked: z.int(),
  /** Codes that were sent and that the guard would have refused, in projects where it only watches. */
  watched: z.int(),
};

const DIGITS = 'Give the digits of a blocked prefix';

/**
 * GET /codes: the last days in UTC. `days` has each of them, the oldest first. `countries` has the ten with
 * most codes; `dial_code` is null for the sum of the others. `blocks`: the prefixes that the guard blocks
 * now, at most 100, those with the latest end first. `cost_per_code`: the average price of a code with its
 * repetitions, from the last thousand; null without any.
 */
const codesAnswer = z.object({
  ...counts,
  cost_per_code: money.nullable(),
  days: z.array(z.object({ date: z.iso.date(), ...counts })),
  countries: z.array(
    z.object({ dial_code: z.string().nullable(), countries: z.array(z.string()), ...counts }),
  ),
  blocks: z.array(z.object({ prefix: z.string(), until: instant })),
});
export type Codes = z.infer<typeof codesAnswer>;

/** POST /codes/unblock. */
const unblockRequest = z.object({ prefix: z.string({ error: DIGITS }).regex(/^\d{1,10}$/, DIGITS) });

const MOST_PREFIXES = 100;
// Also ranges of no country, such as satellite phones (881, 882), to which robots send.
const isPrefix = (typed: string) => /^[1-9]\d{0,14}$/.test(typed);

/** Prefixes as typed, with or without plus signs; each once, in order. */
const prefixes = commaList
  .transform((values) => [...new Set(values.map((value) => value.replaceAll(/^\+|\s/g, '')))].sort())
  .refine((values) => values.every(isPrefix), { error: PREFIX_INVALID })
  .refine((values) => values.length <= MOST_PREFIXES, { error: PREFIXES_MANY })
  .default([]);

/**
 * POST /projects/{id}/code_guard: replaces the mode and both lists of the guard of one-time codes. `allowed`:
 * prefixes that it does not judge. `refused`: prefixes to which no code goes, whatever the mode is.
 */
export const codeGuardRequest = z
  .object({ mode: guardMode, allowed: prefixes, refused: prefixes })
  .refine(({ allowed, refused }) => allowed.every((prefix) => !refused.includes(prefix)), {
    ...{ error: PREFIX_IN_BOTH, path: ['refused'] },
  });

/** Unblocking answers 1001 if the prefix is not blocked. */
export const codeCalls = {
  'GET /codes': { answer: codesAnswer },
  'POST /projects/:id/code_guard': { body: codeGuardRequest, answer: projectAnswer },
  'POST /codes/unblock': { action: 'projects', body: unblockRequest, answer: codesAnswer },
} satisfies Calls;

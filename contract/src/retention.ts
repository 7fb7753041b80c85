// How long the service keeps data.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';

/** A number of days; null means forever. */
const days = z.number().int().nullable();

/**
 * GET /retention: days until these are deleted: the texts of messages, the messages themselves (whole
 * months), the documents of a request after its decision, and the log of callbacks. `closed`: days from the
 * deletion of an account or team to the removal of its data.
 */
const retentionAnswer = z.object({
  texts: days,
  messages: days,
  documents: days,
  callbacks: days,
  closed: z.number().int(),
});
export type RetentionDays = z.infer<typeof retentionAnswer>;

/** Whether the text of a message is still stored. A deleted text is empty although its length is not 0. */
export const isTextKept = ({ body, length }: { body: string; length: number }): boolean =>
  body !== '' || length === 0;

export const retentionCalls = {
  'GET /retention': { anyTeam: true, answer: retentionAnswer },
} satisfies Calls;

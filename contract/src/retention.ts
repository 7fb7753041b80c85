// For how long the service keeps what it knows.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';

/** Days; null: for ever. */
const days = z.number().int().nullable();

/**
 * GET /retention: for how long the texts of messages are kept, the messages themselves (whole months), the
 * documents of a request after its decision, and the log of callbacks. `closed`: how long after an account or
 * a team was deleted what it kept is removed.
 */
const retentionAnswer = z.object({
  texts: days,
  messages: days,
  documents: days,
  callbacks: days,
  closed: z.number().int(),
});
export type RetentionDays = z.infer<typeof retentionAnswer>;

/** Whether the text of a message is still kept: one that had characters and has none any more is not. */
export const isTextKept = ({ body, length }: { body: string; length: number }): boolean =>
  body !== '' || length === 0;

export const retentionCalls = {
  'GET /retention': { anyTeam: true, answer: retentionAnswer },
} satisfies Calls;

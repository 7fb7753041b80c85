// What the public API tells of many messages and calls customers' servers with: a file of its own, as the console has none of it.
import { z } from 'zod';
import { events, failure, messageRow, missingParts, status, wholeNumber } from './messages.ts';

/** GET /v1/messages: dates are days in the project's time zone, both included; pages count from one. */
export const publicListQuery = z.object({
  from: z
    .string()
    .optional()
    .describe(
      "The first day, yyyy-MM-dd in the project's time zone, included; without it from the first message on.",
    ),
  to: z
    .string()
    .optional()
    .describe("The last day, yyyy-MM-dd in the project's time zone, included; without it up to now."),
  page_num: wholeNumber(1, 100_000_000, 'page_num must be a whole number from 1').describe(
    'Which page, counted from 1.',
  ),
  page_size: wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100').describe(
    'How many messages a page holds.',
  ),
  sort_order: z
    .enum(['ASC', 'DESC'], { error: 'sort_order must be ASC or DESC' })
    .describe('ASC: oldest first. DESC: newest first.'),
});

export const publicListAnswer = z.object({
  total_results: z.number().int().describe('How many messages there are in all of those days.'),
  total_pages: z.number().int().describe('How many pages that is; past the last one `results` is empty.'),
  page_num: z.number().int().describe('The page as asked for.'),
  page_size: z.number().int().describe('The size as asked for.'),
  results: z.array(messageRow).describe('The messages of this page.'),
});

/** What is posted to `status_callback`, signed, at each status of a message after ACCEPTED. */
export const statusCallbackPayload = z.object({
  id: messageRow.shape.id,
  project_id: messageRow.shape.project_id,
  status: status.describe('The status that it has come to: SENT, DELIVERED or FAILED.'),
  mode: messageRow.shape.mode,
  to: messageRow.shape.to,
  from: messageRow.shape.from,
  events: events.describe('When it came to each state; what came after this status is null.'),
  failure: failure.describe('Why it failed; null where it has not.'),
  sequence: z
    .number()
    .int()
    .min(1)
    .describe(
      'The place of this status among those of the message, from 1. Calls can arrive late or again: one with a lower number than one that you have seen is older.',
    ),
});
export type StatusCallbackPayload = z.infer<typeof statusCallbackPayload>;

/** What is posted, signed, to the URL that a project has for incoming messages, once for each of them. */
export const incomingCallbackPayload = z.object({
  id: messageRow.shape.id,
  project_id: messageRow.shape.project_id,
  direction: z.literal('INCOMING').describe('INCOMING: a phone has sent this message to the project.'),
  status: z.literal('DELIVERED').describe('DELIVERED: the project has all of it that came.'),
  mode: messageRow.shape.mode,
  from: z
    .string()
    .describe('The number of the phone in E.164, or the short number or name that it came from.'),
  to: z.string().describe('The number of the project that it came to.'),
  body: z.string().describe('The text; it may be empty.'),
  segments: messageRow.shape.segments,
  missing_parts: missingParts,
  accepted_at: messageRow.shape.accepted_at,
  sequence: z.literal(1).describe('Always 1: an incoming message has one status.'),
});
export type IncomingCallbackPayload = z.infer<typeof incomingCallbackPayload>;

// The log of messages in the public API, and the calls to customers' servers. They have their own file
// because the console uses none of it.
import { z } from 'zod';
import { events, failure, messageRow, missingParts, wholeNumber } from '../messages/messages.ts';
import { CALLBACK_STATUSES } from '../messages/statuses.ts';
import {
  CALLBACK_SEQUENCE,
  CALLBACK_STATUS,
  CALLBACK_TIMELINE,
  LIST_FROM,
  LIST_ORDER,
  LIST_PAGE,
  LIST_PAGE_ANSWER,
  LIST_PAGES,
  LIST_RESULTS,
  LIST_SIZE,
  LIST_SIZE_ANSWER,
  LIST_TO,
  LIST_TOTAL,
  MESSAGE_FAILURE,
} from '../sentences/api.ts';

/** GET /v1/messages: dates are days in the project's time zone, both included; pages count from one. */
export const publicListQuery = z.object({
  from: z.string().optional().describe(LIST_FROM),
  to: z.string().optional().describe(LIST_TO),
  page_num: wholeNumber(1, 100_000_000, 'page_num must be a whole number from 1').describe(LIST_PAGE),
  page_size: wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100').describe(LIST_SIZE),
  sort_order: z.enum(['ASC', 'DESC'], { error: 'sort_order must be ASC or DESC' }).describe(LIST_ORDER),
});

export const publicListAnswer = z.object({
  total_results: z.number().int().describe(LIST_TOTAL),
  total_pages: z.number().int().describe(LIST_PAGES),
  page_num: z.number().int().describe(LIST_PAGE_ANSWER),
  page_size: z.number().int().describe(LIST_SIZE_ANSWER),
  results: z.array(messageRow).describe(LIST_RESULTS),
});

/** The body that is posted to `status_callback`, signed, at each status of a message after ACCEPTED. */
export const statusCallbackPayload = z.object({
  id: messageRow.shape.id,
  project_id: messageRow.shape.project_id,
  status: z.enum(CALLBACK_STATUSES).describe(CALLBACK_STATUS),
  mode: messageRow.shape.mode,
  to: messageRow.shape.to,
  from: messageRow.shape.from,
  events: events.describe(CALLBACK_TIMELINE),
  failure: failure.describe(MESSAGE_FAILURE),
  sequence: z.number().int().min(1).describe(CALLBACK_SEQUENCE),
});
export type StatusCallbackPayload = z.infer<typeof statusCallbackPayload>;

/** The signed body that is posted to a project's URL for incoming messages, once for each message. */
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

// The log in the public API, and the payloads of callbacks. They have their own file because the console does
// not use them.
import { z } from 'zod';
import { clientReference, events, failure, messageRow, missingParts } from '../messages/messages.ts';
import { CALLBACK_STATUSES } from '../messages/statuses.ts';
import { wholeNumber } from '../paging.ts';
import * as api from '../sentences/api.ts';

/**
 * GET /v1/messages. Dates are days in the time zone of the project, both included. Pages are counted from
 * one.
 */
export const publicListQuery = z.object({
  from: z.string().optional().describe(api.LIST_FROM),
  to: z.string().optional().describe(api.LIST_TO),
  page_num: wholeNumber(1, 100_000_000, 'page_num must be a whole number from 1').describe(api.LIST_PAGE),
  page_size: wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100').describe(api.LIST_SIZE),
  sort_order: z.enum(['ASC', 'DESC'], { error: 'sort_order must be ASC or DESC' }).describe(api.LIST_ORDER),
  client_reference: clientReference.optional().describe(api.LIST_CLIENT_REFERENCE),
});

export const publicListAnswer = z.object({
  total_results: z.number().int().describe(api.LIST_TOTAL),
  total_pages: z.number().int().describe(api.LIST_PAGES),
  page_num: z.number().int().describe(api.LIST_PAGE_ANSWER),
  page_size: z.number().int().describe(api.LIST_SIZE_ANSWER),
  results: z.array(messageRow).describe(api.LIST_RESULTS),
});

/** The signed body that is posted to `status_callback` for each status after ACCEPTED. */
export const statusCallbackPayload = z.object({
  id: messageRow.shape.id,
  project_id: messageRow.shape.project_id,
  status: z.enum(CALLBACK_STATUSES).describe(api.CALLBACK_STATUS),
  mode: messageRow.shape.mode,
  to: messageRow.shape.to,
  from: messageRow.shape.from,
  sender_shown: z.string().nullable().describe(api.MESSAGE_SENDER_SHOWN),
  client_reference: z.string().nullable().describe(api.MESSAGE_CLIENT_REFERENCE),
  events: events.describe(api.CALLBACK_TIMELINE),
  failure: failure.describe(api.MESSAGE_FAILURE),
  sequence: z.number().int().min(1).describe(api.CALLBACK_SEQUENCE),
});
export type StatusCallbackPayload = z.infer<typeof statusCallbackPayload>;

/** The signed body that is posted to the URL of a project for each incoming message. */
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

// The log in the public API, and the payloads of callbacks. They have their own file because the console does
// not use them.
import { z } from 'zod';
import { id } from '../common.ts';
import { clientReference, events, failure, messageRow, missingParts } from '../messages/messages.ts';
import { CALLBACK_STATUSES, PUBLIC_STATUSES } from '../messages/statuses.ts';
import { wholeNumber } from '../paging.ts';
import * as api from '../sentences/api.ts';
import { LIMIT, TWO_CURSORS, unknownParameter } from './cursors.ts';

const PAGE_NUM = 'page_num must be a whole number from 1';
const PAGE_SIZE = 'page_size must be a whole number from 1 to 100';
const SORT_ORDER = 'sort_order must be ASC or DESC';
const MIXED = 'Use page_num and page_size, or limit, after and before, but not both';
const NO_PAGES =
  'sender, recipient, status and campaign_id work with limit, after and before, not with page_num and page_size';
const RECIPIENT = 'recipient must be a number in E.164, such as +94771234567, or a short number';
const SENDER = 'sender must be 1 to 64 characters';
const STATUS = `status must be one of ${PUBLIC_STATUSES.join(', ')}`;

/** The filters that a list has from a cursor on, and not by pages: pages would have to count all matches. */
const filters = {
  sender: z.string({ error: SENDER }).min(1, SENDER).max(64, SENDER).optional().describe(api.LIST_SENDER),
  // In a URL, a `+` that is not encoded is a blank.
  recipient: z
    .string({ error: RECIPIENT })
    .regex(/^[+ ]?[1-9]\d{2,14}$/, RECIPIENT)
    .optional()
    .describe(api.LIST_RECIPIENT),
  status: z.enum(PUBLIC_STATUSES, { error: STATUS }).optional().describe(api.LIST_STATUS),
  campaign_id: id.optional().describe(api.LIST_CAMPAIGN),
};
const FILTERS = Object.keys(filters) as (keyof typeof filters)[];

/**
 * GET /v1/messages. Dates are days in the time zone of the project, both included. A list is read by pages
 * counted from one, or from a message on with `limit`, `after` and `before`.
 */
export const publicListQuery = z
  .object({
    from: z.string().optional().describe(api.LIST_FROM),
    to: z.string().optional().describe(api.LIST_TO),
    page_num: wholeNumber(1, 100_000_000, PAGE_NUM).optional().describe(api.LIST_PAGE),
    page_size: wholeNumber(1, 100, PAGE_SIZE).optional().describe(api.LIST_SIZE),
    sort_order: z.enum(['ASC', 'DESC'], { error: SORT_ORDER }).optional().describe(api.LIST_ORDER),
    limit: wholeNumber(1, 100, LIMIT).optional().describe(api.LIST_LIMIT),
    after: id.optional().describe(api.LIST_AFTER),
    before: id.optional().describe(api.LIST_BEFORE),
    client_reference: clientReference.optional().describe(api.LIST_CLIENT_REFERENCE),
    ...filters,
  })
  .check(({ value, issues }) => {
    for (const [field, message] of Object.entries(problemsOf(value)))
      issues.push({ code: 'custom', message, path: [field], input: value });
  });
type PublicListQuery = {
  [Name in
    | 'page_num'
    | 'page_size'
    | 'sort_order'
    | 'limit'
    | 'after'
    | 'before'
    | keyof typeof filters]?: unknown;
};

/** Whether a list is read from a message on, not by pages. */
export const isFromCursor = (query: PublicListQuery): boolean =>
  hasCursor(query) || FILTERS.some((name) => query[name] !== undefined);

const hasCursor = ({ limit, after, before }: PublicListQuery): boolean =>
  limit !== undefined || after !== undefined || before !== undefined;

/** The error of a parameter that a list from a cursor on does not have; null if it has all. */
export function unknownInList(query: Readonly<Record<string, unknown>>): string | null {
  const name = Object.keys(query).find((one) => !Object.hasOwn(publicListQuery.shape, one));
  return name === undefined || !isFromCursor(query) ? null : unknownParameter(name);
}

/** The wrong fields of a query, each with its error. */
function problemsOf(query: PublicListQuery): Record<string, string> {
  const { page_num, page_size, sort_order, after, before } = query;
  if (isFromCursor(query)) {
    const mixed = hasCursor(query) ? MIXED : NO_PAGES;
    return {
      ...(page_num !== undefined && { page_num: mixed }),
      ...(page_size !== undefined && { page_size: mixed }),
      ...(after !== undefined && before !== undefined && { before: TWO_CURSORS }),
    };
  }
  return {
    ...(page_num === undefined && { page_num: PAGE_NUM }),
    ...(page_size === undefined && { page_size: PAGE_SIZE }),
    ...(sort_order === undefined && { sort_order: SORT_ORDER }),
  };
}

/** A page of the log, with the totals. */
export const messageList = z.object({
  total_results: z.number().int().describe(api.LIST_TOTAL),
  total_pages: z.number().int().describe(api.LIST_PAGES),
  page_num: z.number().int().describe(api.LIST_PAGE_ANSWER),
  page_size: z.number().int().describe(api.LIST_SIZE_ANSWER),
  results: z.array(messageRow).describe(api.LIST_RESULTS),
});

/** Messages of the log from a cursor on. */
export const messageListFromCursor = z.object({
  results: z.array(messageRow).describe(api.LIST_RESULTS),
  next: id.nullable().describe(api.LIST_NEXT),
});

export const publicListAnswer = z.union([messageList, messageListFromCursor]);

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

// Prices, carrier links and message traces as staff work with them, under /v1/staff.

import { z } from 'zod';
import { regionCode } from '../accounts/accounts.ts';
import type { Calls } from '../calls/call.ts';
import { id, instant, mode, money } from '../common.ts';
import { explanationStep } from '../messages/explanation.ts';
import { API_TYPES, DIRECTIONS, MESSAGE_STATES, SHOWN_STATUSES } from '../messages/statuses.ts';
import { reasonRequest, teamRef } from './accounts.ts';

/**
 * GET /prices?region=: the list valid now, or at an instant, and those to come. GET /prices/export is the
 * list as CSV.
 */
const staffPricesQuery = z.object({ region: regionCode, at: instant.optional() });
const staffPricesAnswer = z.object({
  region: regionCode,
  currency: z.string(),
  valid_from: instant,
  rows: z.array(z.object({ dial_prefix: z.string(), name: z.string(), price: money })),
  upcoming: z.array(z.object({ valid_from: instant, rows: z.number().int() })),
});
export type StaffPrices = z.infer<typeof staffPricesAnswer>;

/** The largest CSV of prices, in characters. */
export const MAX_PRICES_CSV = 500_000;

/**
 * POST /prices/preview: a whole list as CSV (columns dial_prefix, name, price; header line; the empty prefix
 * is everywhere else) and when it counts from: an instant to come, or null for now.
 */
export const pricesUpload = z.object({
  region: regionCode,
  valid_from: instant.nullable(),
  csv: z.string().min(1, 'Choose a CSV file').max(MAX_PRICES_CSV, 'The file is too large for a price list'),
});

/**
 * The changes that an upload would make to the list valid just before. With `problems` it cannot be applied.
 */
const pricesPreview = z.object({
  currency: z.string(),
  changes: z.array(
    z.object({
      kind: z.enum(['ADDED', 'REMOVED', 'CHANGED']),
      dial_prefix: z.string(),
      name: z.string(),
      old_price: money.nullable(),
      new_price: money.nullable(),
    }),
  ),
  unchanged: z.number().int(),
  problems: z.array(z.object({ line: z.number().int(), problem: z.string() })),
  /**
   * The digest of the compared lists. POST /prices requires it, so only the previewed changes are applied.
   */
  digest: z.string(),
});
export type PricesPreview = z.infer<typeof pricesPreview>;

/**
 * POST /prices: applies the previewed upload; 409/1013 if the list has changed since. "Now" is a second
 * later, when every process knows of it. Answers as GET /prices does.
 */
const applyPricesRequest = pricesUpload.extend({ digest: z.string().max(100) });

/** POST /prices/cancel: takes back a list that does not count yet; 409/1013 where it does, or is about to. */
const cancelPricesRequest = z.object({ region: regionCode, valid_from: instant });

/**
 * How far a link is trusted, best first: LOWERED takes less, PROBING one message at a time to see whether it
 * works again, CLOSED nothing.
 */
export const LINK_HEALTH = ['OPEN', 'LOWERED', 'PROBING', 'CLOSED'] as const;

/**
 * A carrier link over all processes that work it. `window` is how many messages may be unanswered at once and
 * `in_flight` how many are; `rate` what it took a second lately and `throughput` what it may; `queue` what
 * waits for it and others of its routes; `health` what is measured of its answers, in words where it is not
 * open. `message_id_hint`: lately receipts matched no message as the link's message_id is set, and would have
 * as `would_match`; `number` if only the number differs. `receipts_set_aside`: receipts that could not be
 * worked off, and why the latest could not.
 */
const carrierLink = z.object({
  id,
  mode,
  host: z.string(),
  state: z.enum(['BOUND', 'PARTLY_BOUND', 'DOWN', 'PAUSED']),
  paused_state: z.object({ at: instant, by: z.string(), reason: z.string() }).nullable(),
  health: z.object({ state: z.enum(LINK_HEALTH), words: z.string().nullable() }),
  sessions: z.number().int(),
  bound_sessions: z.number().int(),
  window: z.number().int(),
  in_flight: z.number().int(),
  throughput: z.number().int(),
  rate: z.number(),
  queue: z.object({ due: z.number().int(), oldest_seconds: z.number().int() }),
  message_id_hint: z
    .object({ message_id: z.string(), would_match: z.string(), receipts: z.number().int(), seen_at: instant })
    .nullable(),
  receipts_set_aside: z.object({ count: z.number().int(), reason: z.string(), at: instant }).nullable(),
  processes: z.number().int(),
  seen_at: instant,
});
export type CarrierLink = z.infer<typeof carrierLink>;

/** GET /carriers. POST /carriers/{id}/pause and /resume take a reason and answer the list. */
const carriersAnswer = z.array(carrierLink);

/**
 * A step of a message. `detail` is words for people; `data` is the carrier's data, decoded, if there is any.
 */
const traceStep = z.object({
  at: instant,
  kind: z.enum([
    'ACCEPTED',
    'QUEUED',
    'ATTEMPT',
    'SUBMITTED',
    'SENT',
    'RECEIPT',
    'DELIVERED',
    'FAILED',
    'MONEY',
  ]),
  detail: z.string(),
  link: z.string().nullable(),
  data: z.record(z.string(), z.string()).nullable(),
});
export type TraceStep = z.infer<typeof traceStep>;

/**
 * GET /messages/{id}/trace. `explanation` says why it took its way, with links; `waiting` says where it is
 * while it has not left; null afterwards.
 */
export const messageTrace = z.object({
  message: z.object({
    id,
    mode,
    direction: z.enum(DIRECTIONS),
    api_type: z.enum(API_TYPES),
    from: z.string(),
    to: z.string(),
    masked_body: z.string(),
    encoding: z.enum(['GSM7', 'UNICODE']),
    length: z.number().int(),
    segments: z.number().int(),
    cost: money,
    charged: money,
    currency: z.string(),
    status: z.enum(SHOWN_STATUSES),
    state: z.enum(MESSAGE_STATES),
    failure: z.object({ code: z.string(), description: z.string() }).nullable(),
    accepted_at: instant,
    send_at: instant.nullable(),
  }),
  team: teamRef,
  project: z.object({ id, name: z.string() }),
  waiting: z
    .object({
      route: z.string(),
      priority: z.number().int(),
      due_at: instant,
      expires_at: instant,
      attempts: z.number().int(),
      link: z.string().nullable(),
      lease_until: instant.nullable(),
      doubt_until: instant.nullable(),
    })
    .nullable(),
  refs: z.array(
    z.object({
      link: z.string(),
      carrier_id: z.string(),
      part: z.number().int(),
      parts: z.number().int(),
      outcome: z.enum(['delivered', 'undelivered']).nullable(),
      at: instant,
    }),
  ),
  steps: z.array(traceStep),
  explanation: z.array(explanationStep),
});
export type MessageTrace = z.infer<typeof messageTrace>;

const pricesFileQuery = staffPricesQuery.omit({ at: true });
/** Links are named by the operator. */
const ofLink = { id };

export const operationCalls = {
  'GET /prices': { staffAction: 'read', query: staffPricesQuery, answer: staffPricesAnswer },
  'GET /prices/export': { staffAction: 'read', query: pricesFileQuery },
  'POST /prices/preview': { staffAction: 'prices', body: pricesUpload, answer: pricesPreview },
  'POST /prices': { staffAction: 'prices', body: applyPricesRequest, answer: staffPricesAnswer },
  'POST /prices/cancel': { staffAction: 'prices', body: cancelPricesRequest, answer: staffPricesAnswer },
  'GET /carriers': { staffAction: 'read', answer: carriersAnswer },
  'POST /carriers/:id/pause': {
    staffAction: 'carriers',
    params: ofLink,
    body: reasonRequest,
    answer: carriersAnswer,
  },
  'POST /carriers/:id/resume': {
    staffAction: 'carriers',
    params: ofLink,
    body: reasonRequest,
    answer: carriersAnswer,
  },
} satisfies Calls;

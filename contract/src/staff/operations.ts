// Price lists, carrier links and message traces. Below /v1/staff.

import { z } from 'zod';
import { regionCode } from '../accounts/accounts.ts';
import type { Calls } from '../calls/call.ts';
import { id, instant, mode, money } from '../common.ts';
import { explanationStep, STATUS_MEANINGS } from '../messages/explanation.ts';
import { API_TYPES, DIRECTIONS, MESSAGE_STATES, SHOWN_STATUSES } from '../messages/statuses.ts';
import { reasonRequest, teamRef } from './accounts.ts';

/**
 * GET /prices: the list of a region that is valid now, or at an instant, and later lists. GET /prices/export
 * is the list as CSV.
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

/** The largest CSV of prices, in UTF-16 units. */
export const MAX_PRICES_CSV = 500_000;

/**
 * POST /prices/preview: a complete list as CSV, and the instant from which it is valid, null for now. The
 * columns are dial_prefix, name and price, with a header line. The empty prefix matches all other numbers.
 */
export const pricesUpload = z.object({
  region: regionCode,
  valid_from: instant.nullable(),
  csv: z.string().min(1, 'Choose a CSV file').max(MAX_PRICES_CSV, 'The file is too large for a price list'),
});

/**
 * The changes of an upload to the list that is valid just before it. With `problems` it cannot be applied.
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
 * POST /prices: applies a previewed upload. 409/1013 if the list has changed since. A list for now is valid
 * one second later, so every process knows it. Returns as GET /prices.
 */
const applyPricesRequest = pricesUpload.extend({ digest: z.string().max(100) });

/** POST /prices/cancel: removes a list that is not valid yet. 409/1013 if it is, or is about to be. */
const cancelPricesRequest = z.object({ region: regionCode, valid_from: instant });

/**
 * The health of a link, best first. LOWERED: it takes fewer messages. PROBING: one message at a time tests
 * whether it has recovered. CLOSED: none.
 */
export const LINK_HEALTH = ['OPEN', 'LOWERED', 'PROBING', 'CLOSED'] as const;

/**
 * A carrier link, over all processes that run it. `window`: the most unanswered messages; `in_flight`: the
 * present ones. `rate`: messages per second lately; `throughput`: the most allowed. `queue`: waiting messages
 * of its routes, which other links may share. `health.words` describes the measured answers, null if it is
 * OPEN. `message_id_hint`: recent receipts matched no message with the configured message_id, but would with
 * `would_match`; `number` means that only the number differs. `receipts_set_aside`: receipts that could not
 * be processed, and the reason of the latest. `receipts_dropped`: receipts without a message that were more
 * than a link keeps, from `since` until the latest at `at`. `delivery`: messages that ended by a receipt in
 * the last 30 minutes, null if none did; `usual_share` is the delivered share of the week before, null if few
 * ended then, and `is_low` says that the share fell. `balance`: of the account at the carrier, null if nobody
 * asks for it; `amount` is null before the first answer, and `fault` says why the last one had none.
 * `fixed_sender`: recipients see the sender of the account, so it carries no message whose sender a register
 * decides. `last_hour`: messages in each of the last 60 minutes, oldest first, as counted for the link's
 * curves.
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
  receipts_dropped: z.object({ count: z.number().int(), since: instant, at: instant }).nullable(),
  delivery: z
    .object({
      delivered: z.number().int(),
      ended: z.number().int(),
      usual_share: z.number().nullable(),
      is_low: z.boolean(),
    })
    .nullable(),
  balance: z
    .object({
      amount: z.string().nullable(),
      currency: z.string().nullable(),
      at: instant.nullable(),
      below: z.string().nullable(),
      is_low: z.boolean(),
      fault: z.string().nullable(),
    })
    .nullable(),
  last_hour: z.object({
    submitted: z.array(z.number().int()),
    delivered: z.array(z.number().int()),
    failed: z.array(z.number().int()),
  }),
  fixed_sender: z.boolean(),
  processes: z.number().int(),
  seen_at: instant,
});
export type CarrierLink = z.infer<typeof carrierLink>;

/** GET /carriers, POST /carriers/{id}/pause and POST /carriers/{id}/resume. */
const carriersAnswer = z.array(carrierLink);

/**
 * The messages of a link in a time step, over all processes. `submitted`: written to the carrier, each
 * attempt by itself. `refused`: for good or for now, without `throttled`. `receipt_seconds`: the mean time
 * from the carrier's answer to the receipt, null without receipts.
 */
const linkCounts = z.object({
  at: instant,
  submitted: z.number().int(),
  taken: z.number().int(),
  refused: z.number().int(),
  throttled: z.number().int(),
  delivered: z.number().int(),
  failed: z.number().int(),
  receipt_seconds: z.number().nullable(),
});
export type LinkCounts = z.infer<typeof linkCounts>;

/** The time steps of a link's curves: minutes of the last hour, and quarters of an hour of the last 48. */
export const LINK_CURVES = {
  hour: { step_seconds: 60, steps: 60 },
  two_days: { step_seconds: 900, steps: 192 },
} as const;

/**
 * GET /carriers/{id}: a link with its curves, oldest step first, and the codes by which its carrier refused
 * most messages in 24 hours. `code` is null for all codes beyond the first ones of a link. `meaning` is the
 * sentence of the carrier's documents, `status` the class of an SMPP status; null if the code has none.
 */
const carrierLinkAnswer = z.object({
  link: carrierLink,
  hour: z.array(linkCounts),
  two_days: z.array(linkCounts),
  refusals: z.array(
    z.object({
      code: z.string().nullable(),
      meaning: z.string().nullable(),
      status: z.enum(STATUS_MEANINGS).nullable(),
      count: z.number().int(),
    }),
  ),
});
export type CarrierLinkAnswer = z.infer<typeof carrierLinkAnswer>;

/** A step of a message. `detail` is a sentence; `data` is the decoded data of the carrier, if any. */
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
 * GET /messages/{id}/trace. `explanation` is the customer's explanation with the names of links. `waiting` is
 * the state of its row in the queue; null once it has left.
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
/** The operator names links. */
const ofLink = { id };

export const operationCalls = {
  'GET /prices': { staffAction: 'read', query: staffPricesQuery, answer: staffPricesAnswer },
  'GET /prices/export': { staffAction: 'read', query: pricesFileQuery },
  'POST /prices/preview': { staffAction: 'prices', body: pricesUpload, answer: pricesPreview },
  'POST /prices': { staffAction: 'prices', body: applyPricesRequest, answer: staffPricesAnswer },
  'POST /prices/cancel': { staffAction: 'prices', body: cancelPricesRequest, answer: staffPricesAnswer },
  'GET /carriers': { staffAction: 'read', answer: carriersAnswer },
  'GET /carriers/:id': { staffAction: 'read', params: ofLink, answer: carrierLinkAnswer },
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

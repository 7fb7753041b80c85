// Messages: sending one, looking one up, reading the log. The public API and the console share these shapes.
import { z } from 'zod';
import { callbackAttempt } from './callbacks.ts';
import { errorAnswer, id, instant, mode, money, namedRange } from './common.ts';
import { API_TYPES, DIRECTIONS, FAILURE_CODES, PLATFORMS, PUBLIC_STATUSES } from './statuses.ts';

const optionalText = (max: number) => z.string().max(max).nullish();

/** The fields that say what to send; each is checked further by `accept`, which answers with its own code. */
const content = {
  to: z.string({ error: 'Give the phone number in `to`' }).min(1, 'Give the phone number in `to`'),
  from: z.string({ error: 'Give the sender id in `from`' }).min(1, 'Give the sender id in `from`'),
  body: z.string({ error: 'Content is required' }).min(1, 'Content is required'),
  send_at: optionalText(40),
};

/** POST /v1/messages. `project_id` and `mode` may be repeated and must then agree with the key. */
export const sendRequest = z.object({
  ...content,
  status_callback: optionalText(2048),
  project_id: optionalText(64),
  mode: optionalText(8),
});
export type SendRequest = z.infer<typeof sendRequest>;

/** Most messages of one POST /v1/messages/batch, and its longest body in bytes. */
export const MAX_BATCH_MESSAGES = 1_000;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** POST /v1/messages/batch: each is checked and charged by itself, so that one that is refused keeps none of the others. */
export const batchRequest = z.object({
  messages: z
    .array(z.unknown(), { error: 'Give a list of messages' })
    .min(1, 'Give at least one message')
    .max(MAX_BATCH_MESSAGES, `At most ${MAX_BATCH_MESSAGES.toLocaleString('en-US')} messages in a batch`),
});

/** POST /v1/web/messages: the same, for a signed-in person who names the project and the mode. */
export const consoleSendRequest = z.object({ ...content, project_id: id, mode });

const direction = z.enum(DIRECTIONS, { error: 'direction must be OUTGOING or INCOMING' });
const status = z.enum(PUBLIC_STATUSES, { error: 'status must be ACCEPTED, SENT, DELIVERED or FAILED' });

const events = z.object({
  accepted_at: instant,
  queued_at: instant.nullable(),
  sent_at: instant.nullable(),
  delivered_at: instant.nullable(),
  failed_at: instant.nullable(),
});

const failure = z.object({ code: z.string(), description: z.string() }).nullable();

/** A row of a log. */
export const messageRow = z.object({
  id,
  project_id: id,
  accepted_at: instant,
  direction,
  api_type: z.enum(API_TYPES),
  from: z.string(),
  to: z.string(),
  segments: z.number().int(),
  status,
  mode,
});
export type MessageRow = z.infer<typeof messageRow>;

const wholeMessage = messageRow.extend({
  body: z.string(),
  length: z.number().int(),
  cost: money,
  currency: z.string(),
  send_at: instant.nullable(),
  events,
  failure,
});

/**
 * What the public API says of one message. `length` counts characters. `send_at`: when it is scheduled for, null for at once; of a
 * promotional sender whose project holds messages in quiet hours, their end in the recipient's country where it is later than what was asked for.
 */
export const smsObject = wholeMessage.extend({
  number_metadata: z.object({
    dial_code: z.string(),
    region: z.string().nullable(),
    local_number: z.string(),
    number_type: z.string(),
  }),
  status_callback: z.string().nullable(),
});
export type SmsObject = z.infer<typeof smsObject>;

/** What became of each message of a batch, in its order. */
export const batchAnswer = z.object({ results: z.array(z.union([smsObject, errorAnswer])) });

/** What the console's details page shows of one message. `refunded`: its cost went back
 * to the balance. `last_status` is null where the last attempt had no answer; the oldest attempt comes first. */
export const messageDetail = wholeMessage.extend({
  platform: z.enum(PLATFORMS),
  refunded: z.boolean(),
  encoding: z.enum(['GSM7', 'UNICODE']),
  status_callback: z
    .object({
      url: z.string(),
      last_status: z.number().int().nullable(),
      last_attempt_at: instant.nullable(),
      attempt_count: z.number().int(),
      attempts: z.array(callbackAttempt),
    })
    .nullable(),
});
export type MessageDetail = z.infer<typeof messageDetail>;

/** A whole number of a query, held to its bounds; `message` says so. */
export const wholeNumber = (min: number, max: number, message: string) =>
  z
    .string({ error: message })
    .regex(/^\d{1,9}$/, message)
    .transform(Number)
    .pipe(z.int().min(min, message).max(max, message));

/** GET /v1/messages: dates are days in the project's time zone, both included; pages count from one. */
export const publicListQuery = z.object({
  from: z.string().optional(),
  to: z.string().optional(),
  page_num: wholeNumber(1, 100_000_000, 'page_num must be a whole number from 1'),
  page_size: wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100'),
  sort_order: z.enum(['ASC', 'DESC'], { error: 'sort_order must be ASC or DESC' }),
});

export const publicListAnswer = z.object({
  total_results: z.number().int(),
  total_pages: z.number().int(),
  page_num: z.number().int(),
  page_size: z.number().int(),
  results: z.array(messageRow),
});

/**
 * What the console's log is read by: a range by name, or from and to; neither is all there is. `q` is how a number or a sender id begins, a
 * message id, or what rows show of one (`019aa0b4…3f9c21`, `3f9c21`), which is looked for among the newest 100,000 of those days. `failure`
 * leaves those that failed for this reason.
 */
const logFilter = {
  project_id: id,
  mode,
  range: namedRange.optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  sort_order: z.enum(['ASC', 'DESC'], { error: 'sort_order must be ASC or DESC' }).default('DESC'),
  status: status.optional(),
  direction: direction.optional(),
  failure: z.enum(FAILURE_CODES, { error: 'failure must be the code of a reason' }).optional(),
  q: z.string().max(64).optional(),
};

/** GET /v1/web/messages; pages count from zero. */
export const consoleListQuery = z.object({
  ...logFilter,
  page_num: wholeNumber(0, 100_000_000, 'page_num must be a whole number from 0').default(0),
  page_size: wholeNumber(1, 100, 'page_size must be a whole number from 1 to 100').default(25),
});

/** GET /v1/web/messages/report.pdf and report.csv: the same log as one file. */
export const reportQuery = z.object(logFilter);

/** A search shows no more than this many messages. */
export const MAX_FOUND = 10_000;

/** `more`: a search found more than MAX_FOUND, and the totals count those only. */
export const consoleListAnswer = z.object({
  results: z.array(messageRow),
  total_pages: z.number().int(),
  total: z.number().int(),
  more: z.boolean(),
});
export type ConsoleList = z.infer<typeof consoleListAnswer>;

// Messages: sending one, looking one up, reading the log. The public API and the console share these shapes.
import { z } from 'zod';
import { callbackAttempt } from './callbacks.ts';
import { errorAnswer, id, instant, mode, money, namedRange } from './common.ts';
import { API_TYPES, DIRECTIONS, FAILURE_CODES, PLATFORMS, PUBLIC_STATUSES } from './statuses.ts';

// Descriptions are those of the public API's reference: GET /v1/openapi.json is made from these schemas.

const optionalText = (max: number, description: string) =>
  z.string().max(max).nullish().describe(description);

/** The fields that say what to send; each is checked further by `accept`, which answers with its own code. */
const content = {
  to: z
    .string({ error: 'Give the phone number in `to`' })
    .min(1, 'Give the phone number in `to`')
    .meta({
      description:
        'The phone number of the recipient with its country code. Blanks, dots, hyphens and brackets are left out, and `00` reads as `+`.',
      examples: ['+94771234567'],
    }),
  from: z
    .string({ error: 'Give the sender id in `from`' })
    .min(1, 'Give the sender id in `from`')
    .meta({
      description:
        'The sender id that the recipient sees: one that is approved for the project. In TEST any well-formed one (3 to 11 letters, digits, blanks or underscores, at least one letter), and `SANDBOX`.',
      examples: ['SANDBOX'],
    }),
  body: z
    .string({ error: 'Content is required' })
    .min(1, 'Content is required')
    .meta({
      description:
        'The text: at most 1600 characters and 10 segments. One segment holds 160 characters of GSM 03.38, or 70 of other alphabets.',
      examples: ['Your order 48213 has left Colombo.'],
    }),
  send_at: optionalText(
    40,
    "When to send it: yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd, with an optional `Z` or offset (UTC without one), at most a year ahead. Null or nothing sends it now.",
  ),
};

/** POST /v1/messages. `project_id` and `mode` may be repeated and must then agree with the key. */
export const sendRequest = z.object({
  ...content,
  status_callback: optionalText(
    2048,
    'An http or https URL that is called when the message is sent, delivered or has failed: see the webhook `messageStatus`.',
  ),
  project_id: optionalText(64, 'May repeat the project of the key; another one answers 1001.'),
  mode: optionalText(8, 'May repeat the mode of the key, TEST or LIVE; the other one answers 1004.'),
});
export type SendRequest = z.infer<typeof sendRequest>;

/** Most messages of one POST /v1/messages/batch, and its longest body in bytes. */
export const MAX_BATCH_MESSAGES = 1_000;
export const MAX_BATCH_BYTES = 4 * 1024 * 1024;

/** POST /v1/messages/batch: each is checked and charged by itself, so that one that is refused keeps none of the others. */
export const batchRequest = z.object({
  messages: z
    // Each is read by itself, as a `sendRequest`, so that one that is wrong keeps none of the others.
    .array(z.unknown().meta({ $ref: '#/components/schemas/SendRequest' }), {
      error: 'Give a list of messages',
    })
    .min(1, 'Give at least one message')
    .max(MAX_BATCH_MESSAGES, `At most ${MAX_BATCH_MESSAGES.toLocaleString('en-US')} messages in a batch`)
    .describe('The messages, each as POST /v1/messages takes it.'),
});

/** POST /v1/web/messages: the same, for a signed-in person who names the project and the mode. */
export const consoleSendRequest = z.object({ ...content, project_id: id, mode });

const direction = z.enum(DIRECTIONS, { error: 'direction must be OUTGOING or INCOMING' });
export const status = z.enum(PUBLIC_STATUSES, {
  error: 'status must be ACCEPTED, SENT, DELIVERED or FAILED',
});

/** When a message came to each of its states; null for those that it has not come to. */
export const events = z.object({
  accepted_at: instant.describe('When it was accepted. All instants are ISO 8601 in UTC with milliseconds.'),
  queued_at: instant.nullable().describe('When it was first handed to a carrier link.'),
  sent_at: instant.nullable().describe('When a carrier had taken all of it.'),
  delivered_at: instant.nullable().describe('When the handset had it, as the carrier says.'),
  failed_at: instant.nullable().describe('When it failed.'),
});

/** Why a message failed; null where it has not. */
export const failure = z
  .object({
    code: z.string().describe(`The reason: ${FAILURE_CODES.join(', ')}.`),
    description: z.string().describe("The reason in words, with the carrier's own code where it gave one."),
  })
  .nullable();

/** A row of a log. */
export const messageRow = z.object({
  id: id.describe('The id of the message: opaque text, at most 64 characters.'),
  project_id: id.describe('The project that it belongs to.'),
  accepted_at: instant.describe('When it was accepted.'),
  direction: direction.describe(
    'OUTGOING for what the project sends, INCOMING for what a phone has sent to a number of the project.',
  ),
  api_type: z
    .enum(API_TYPES)
    .describe('MESSAGING for single messages and batches, CAMPAIGN for those of a campaign.'),
  from: z
    .string()
    .describe('The sender id that the recipient sees; of an incoming message the number of the phone.'),
  to: z
    .string()
    .describe(
      'The number of the recipient in E.164, such as +94771234567; of an incoming message the number of the project.',
    ),
  segments: z.number().int().describe('How many segments it is charged as.'),
  status: status.describe(
    'ACCEPTED: waits to be sent. SENT: a carrier has taken it. DELIVERED: the handset has it, or of an incoming message the project. FAILED: see `failure`.',
  ),
  mode: mode.describe('TEST: nothing leaves and nothing is charged. LIVE: it is sent.'),
});
export type MessageRow = z.infer<typeof messageRow>;

export const missingParts = z
  .number()
  .int()
  .describe(
    'How many parts of a long incoming message did not come; its text has `[…]` in their places. Else 0.',
  );

const wholeMessage = messageRow.extend({
  body: z
    .string()
    .describe('The text as it is sent. Empty once it is no longer kept, while `length` is what it was.'),
  length: z.number().int().describe('How many characters it has.'),
  cost: money.describe(
    'What it costs, in major units of `currency` with at most four decimals; in TEST what it would cost.',
  ),
  currency: z.string().describe("The currency of the team's region (ISO 4217)."),
  send_at: instant
    .nullable()
    .describe(
      'When it is scheduled for; null for at once. A promotional message of a project that keeps quiet hours may be held until their end.',
    ),
  events: events.describe('When it came to each state.'),
  failure: failure.describe('Why it failed; null where it has not.'),
  missing_parts: missingParts,
});

/**
 * What the public API says of one message. `length` counts characters. `send_at`: when it is scheduled for, null for at once; of a
 * promotional sender whose project holds messages in quiet hours, their end in the recipient's country where it is later than what was asked for.
 */
export const smsObject = wholeMessage.extend({
  number_metadata: z
    .object({
      dial_code: z.string().describe('The country calling code without `+`.'),
      region: z.string().nullable().describe('The country (ISO 3166 alpha-2), where it is known.'),
      local_number: z.string().describe('The number without its country code.'),
      number_type: z.string().describe('Such as MOBILE, FIXED_LINE or UNKNOWN.'),
    })
    .describe("What is known about the recipient's number, of an incoming message about the phone's."),
  status_callback: z
    .string()
    .nullable()
    .describe('The URL that its statuses, or an incoming message itself, are posted to, or null.'),
});
export type SmsObject = z.infer<typeof smsObject>;

/** What became of each message of a batch, in its order. */
export const batchAnswer = z.object({
  results: z
    .array(z.union([smsObject, errorAnswer]))
    .describe('For each message, in order, the SMS object or the error that it was refused with.'),
});

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

/**
 * `more`: a search found more than MAX_FOUND, and the totals count those only. `kept_from`: the days asked for begin before this, and of what was
 * accepted then nothing is kept; null where all of them are kept.
 */
export const consoleListAnswer = z.object({
  results: z.array(messageRow),
  total_pages: z.number().int(),
  total: z.number().int(),
  more: z.boolean(),
  kept_from: instant.nullable(),
});
export type ConsoleList = z.infer<typeof consoleListAnswer>;

/** A destination, by its dial code and the countries that have it, to which a new team's messages wait until staff release it. */
export const hold = z.object({
  destination: z.string(),
  countries: z.array(z.string()),
  held_at: instant,
  waiting: z.number().int(),
});
export type Hold = z.infer<typeof hold>;

/** GET /holds: those of the team. */
export const holdsAnswer = z.object({ holds: z.array(hold) });

// Messages: sending, looking up, and the log. The public API and the console share these schemas.
import { z } from 'zod';
import { callbackAttempt } from '../callbacks.ts';
import { givenId, id, instant, mode, money, namedRange, search } from '../common.ts';
import { boundedPageOf, paging } from '../paging.ts';
import * as api from '../sentences/api.ts';
import { CONTENT_REQUIRED } from '../sentences/sending.ts';
import { FAILURE_CODES } from './failures.ts';
import {
  API_TYPES,
  CARRIER_REASON_CODES,
  DIRECTIONS,
  PLATFORMS,
  PUBLIC_STATUSES,
  SHOWN_STATUSES,
} from './statuses.ts';

// The descriptions are part of GET /v1/openapi.json, which is generated from these schemas.

export const optionalText = (max: number, description: string) =>
  z.string().max(max).nullish().describe(description);

const REFERENCE = 'client_reference must be 1 to 64 printable characters';

/**
 * A customer's own reference of a message. Format characters are allowed, because Sinhala needs joiners.
 */
export const clientReference = z
  .string({ error: REFERENCE })
  .regex(/^(?=.*[^\p{Z}\p{Cf}])[^\p{Cc}\p{Cs}\p{Zl}\p{Zp}]{1,64}$/u, REFERENCE);

/** The content of a message to send. `accept` checks it further and answers more specific codes. */
export const content = {
  to: z
    .string({ error: 'Give the phone number in `to`' })
    .min(1, 'Give the phone number in `to`')
    .meta({
      description: api.SEND_TO,
      examples: ['+94771234567'],
    }),
  from: z
    .string({ error: 'Give the sender id in `from`' })
    .min(1, 'Give the sender id in `from`')
    .meta({
      description: api.SEND_FROM,
      examples: ['SANDBOX'],
    }),
  body: z
    .string({ error: CONTENT_REQUIRED })
    .min(1, CONTENT_REQUIRED)
    .meta({
      description: api.SEND_BODY,
      examples: ['Your order 48213 has left Colombo.'],
    }),
  send_at: optionalText(40, api.SEND_AT),
};

/** POST /v1/web/messages: as POST /v1/messages, with the project and mode that the key would decide. */
export const consoleSendRequest = z.object({ ...content, project_id: givenId, mode });

const direction = z.enum(DIRECTIONS, { error: 'direction must be OUTGOING or INCOMING' });
const status = z.enum(PUBLIC_STATUSES, {
  error: `status must be one of ${PUBLIC_STATUSES.join(', ')}`,
});

/** When a message reached each state; null for states that it has not reached. */
export const events = z.object({
  accepted_at: instant.describe(api.TIME_ACCEPTED),
  queued_at: instant.nullable().describe(api.TIME_SUBMITTED),
  sent_at: instant.nullable().describe(api.TIME_SENT),
  delivered_at: instant.nullable().describe(api.TIME_DELIVERED),
  failed_at: instant.nullable().describe(api.TIME_FAILED),
});

/** Why a message failed; null if it has not. */
export const failure = z
  .object({
    code: z.string().describe(`The reason: ${FAILURE_CODES.join(', ')}.`),
    reason: z
      .string()
      .nullable()
      .describe(
        `The meaning of the carrier's code: ${CARRIER_REASON_CODES.join(', ')}; null if it gave none that is known.`,
      ),
    description: z.string().describe(api.FAILURE_DESCRIPTION),
  })
  .nullable();

/** A row of the log. */
export const messageRow = z.object({
  id: id.describe(api.MESSAGE_ID),
  project_id: id.describe(api.MESSAGE_PROJECT),
  accepted_at: instant.describe(api.MESSAGE_ACCEPTED),
  direction: direction.describe(api.MESSAGE_DIRECTION),
  api_type: z.enum(API_TYPES).describe(api.MESSAGE_API_TYPE),
  from: z.string().describe(api.MESSAGE_FROM),
  to: z.string().describe(api.MESSAGE_TO),
  segments: z.number().int().describe(api.MESSAGE_SEGMENTS),
  status: status.describe(api.MESSAGE_STATUS),
  mode: mode.describe(api.MESSAGE_MODE),
});
export type MessageRow = z.infer<typeof messageRow>;

/** The status in the console: a cancelled message is not FAILED. */
export const shownStatus = z.enum(SHOWN_STATUSES, {
  error: `status must be one of ${SHOWN_STATUSES.join(', ')}`,
});

/** A row of the log in the console. */
export const shownRow = messageRow.extend({ status: shownStatus });
export type ShownRow = z.infer<typeof shownRow>;

/**
 * A row of a customer's log. `excerpt`: how the text begins; null if it is not kept. `contact`: the name of
 * the other person; null if they are not a contact.
 */
export const logRow = shownRow.extend({ excerpt: z.string().nullable(), contact: z.string().nullable() });
export type LogRow = z.infer<typeof logRow>;

export const missingParts = z.number().int().describe(api.MESSAGE_MISSING_PARTS);

const wholeMessage = messageRow.extend({
  body: z.string().describe(api.MESSAGE_BODY),
  length: z.number().int().describe(api.MESSAGE_LENGTH),
  cost: money.describe(api.MESSAGE_COST),
  currency: z.string().describe(api.CURRENCY),
  send_at: instant.nullable().describe(api.MESSAGE_SCHEDULED),
  events: events.describe(api.MESSAGE_TIMELINE),
  failure: failure.describe(api.MESSAGE_FAILURE),
  missing_parts: missingParts,
  sender_shown: z.string().nullable().describe(api.MESSAGE_SENDER_SHOWN),
});

/**
 * A message in the public API. `length` counts characters. `send_at` is the scheduled time, null for an
 * immediate message. If the project holds messages of a promotional sender in quiet hours, it is their end in
 * the country of the recipient, when that is later than the requested time.
 */
export const smsObject = wholeMessage.extend({
  number_metadata: z
    .object({
      dial_code: z.string().describe(api.NUMBER_DIAL_CODE),
      region: z.string().nullable().describe(api.NUMBER_COUNTRY),
      local_number: z.string().describe(api.NUMBER_NATIONAL),
      number_type: z.string().describe(api.NUMBER_TYPE),
    })
    .describe(api.MESSAGE_NUMBER),
  status_callback: z.string().nullable().describe(api.MESSAGE_CALLBACK),
  client_reference: z.string().nullable().describe(api.MESSAGE_CLIENT_REFERENCE),
});
export type SmsObject = z.infer<typeof smsObject>;

/**
 * A message on the details page of the console. `refunded`: its cost was returned to the balance. `attempts`
 * are oldest first; `last_status` is null if the last one had no answer.
 */
export const messageDetail = wholeMessage.extend({
  status: shownStatus,
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

/**
 * The filter of the console's log. The range is named, or `from` and `to`; all messages without it. `q` is
 * the beginning of a number or sender id, a message id, or its short form in rows (`019aa0b4…3f9c21`,
 * `3f9c21`), which is only searched in the newest 100,000 messages of the range. `failure` selects messages
 * that failed for this reason.
 */
const logFilter = {
  project_id: givenId,
  mode,
  range: namedRange.optional(),
  from: z.string().optional(),
  to: z.string().optional(),
  sort_order: z.enum(['ASC', 'DESC'], { error: 'sort_order must be ASC or DESC' }).default('DESC'),
  status: shownStatus.optional(),
  direction: direction.optional(),
  failure: z.enum(FAILURE_CODES, { error: 'failure must be the code of a reason' }).optional(),
  q: search,
};

/** GET /v1/web/messages. */
export const consoleListQuery = z.object({ ...logFilter, ...paging });

/** Whether an export has the texts of messages. They are personal, so only on request. */
export const withText = z
  .enum(['true', 'false'], { error: 'with_text must be true or false' })
  .default('false')
  .transform((value) => value === 'true');

/** GET /v1/web/messages/report.pdf and report.csv: the log as a file. The PDF has no texts. */
export const reportQuery = z.object({ ...logFilter, with_text: withText });

/** The maximum number of messages that a search counts and shows. */
export const MAX_FOUND = 10_000;

/**
 * `more`: a search found more than MAX_FOUND; the totals exclude them. `kept_from`: messages accepted before
 * it are deleted, and the range begins earlier; null if all of the range is kept.
 */
export const consoleListAnswer = boundedPageOf(logRow).extend({ kept_from: instant.nullable() });
export type ConsoleList = z.infer<typeof consoleListAnswer>;

/**
 * Why a text is held. BRAND: it names a brand beside a link that is not the brand's. MIXED: a word has
 * letters of several scripts. ADDRESS: a link to a bare IP address. SHORTENER: a shortened link. ADVERT: a
 * further campaign of the team that looks like advertising, over a sender that is not promotional.
 */
export const TEXT_REASONS = ['BRAND', 'MIXED', 'ADDRESS', 'SHORTENER', 'ADVERT'] as const;
export type TextReason = (typeof TEXT_REASONS)[number];

/** Why messages of a team wait. MANY: signs beyond the most that are listed one by one. */
const HOLD_REASONS = [...TEXT_REASONS, 'MANY'] as const;
export type HoldReason = (typeof HOLD_REASONS)[number];

/**
 * Messages of a team that wait until staff release them: those of a new team to a destination (a dial code,
 * with its countries), or those whose text has a sign of fraud. `reason` is null for a destination;
 * otherwise `destination` has what was found in the texts, for BRAND the brand and the host of the link, and
 * for MANY that word.
 */
export const hold = z.object({
  destination: z.string(),
  countries: z.array(z.string()),
  reason: z.enum(HOLD_REASONS).nullable(),
  held_at: instant,
  waiting: z.number().int(),
});

/** GET /holds: the held destinations and texts of the team. */
export const holdsAnswer = z.object({ holds: z.array(hold) });

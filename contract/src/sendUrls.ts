// Send URLs: each sends a message when it is called, for programs that can call a URL and no more.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { commaList, empty, flag, formValue, instant, line, mode, wholeNumberOrNone } from './common.ts';
import {
  NAME_NEEDED,
  RATE_INVALID,
  SEND_URL_BODY,
  SEND_URL_CODE,
  SEND_URL_FIELD,
  SEND_URL_NUMBERS,
  SEND_URL_RECIPIENTS,
  SEND_URL_SENDER,
} from './sentences/settings.ts';

/** The most URLs of a project, the most numbers that one sends to, and its highest rate. */
export const SEND_URL_LIMITS = { urls: 20, recipients: 10, perMinute: 1_000 } as const;

/**
 * The program that calls a URL. GENERIC: any. ALERTMANAGER and GRAFANA: notifications of their webhooks.
 * SUPABASE: the hook with which Supabase Auth sends its codes.
 */
export const SEND_URL_FORMATS = ['GENERIC', 'ALERTMANAGER', 'GRAFANA', 'SUPABASE'] as const;
export type SendUrlFormat = (typeof SEND_URL_FORMATS)[number];

/** A field of a call; a point leads into an object: `alert.title`. */
const FIELD = /^[\w-]+(?:\.[\w-]+)*$/;

/** Whether calls of this format name their number themselves. */
export const namesNumber = (format: SendUrlFormat): boolean => format === 'SUPABASE';

/** The rate of a URL that is created without one. Codes are for many people, and their calls are signed. */
export const usualRate = (format: SendUrlFormat): number => (format === 'SUPABASE' ? 600 : 60);

/**
 * POST /projects/{id}/send_urls. `recipients`: numbers between commas; if it is empty, each call of a GENERIC
 * URL names one in its field `recipient_field`. `body`: the text, with fields of the call in braces:
 * `{alert.title}`. `signed`: calls of Grafana without a signature are refused; those of Supabase always are.
 * `per_minute`: how many calls it takes in a minute; the usual rate of its format if it is empty.
 */
export const createSendUrlRequest = z
  .object({
    name: line(50, {
      required: NAME_NEEDED,
      tooLong: 'The name is too long: at most 50 characters',
      controls: 'The name cannot hold line breaks',
    }),
    mode,
    format: z.enum(SEND_URL_FORMATS, { error: 'format must be one of those listed' }).default('GENERIC'),
    signed: flag,
    sender: z.string({ error: SEND_URL_SENDER }).trim().min(1, SEND_URL_SENDER).max(20, SEND_URL_SENDER),
    recipients: commaList.refine((numbers) => numbers.length <= SEND_URL_LIMITS.recipients, {
      error: SEND_URL_RECIPIENTS,
    }),
    recipient_field: formValue.refine((text) => text === '' || (FIELD.test(text) && text.length <= 64), {
      error: SEND_URL_FIELD,
    }),
    per_minute: wholeNumberOrNone(1, SEND_URL_LIMITS.perMinute, RATE_INVALID),
    body: z.string({ error: SEND_URL_BODY }).trim().min(1, SEND_URL_BODY).max(1_600, SEND_URL_BODY),
  })
  .check(({ value, issues }) => {
    const { format, recipients, recipient_field, body } = value;
    if (format === 'SUPABASE' && !body.includes('{code}'))
      issues.push({ code: 'custom', message: SEND_URL_CODE, path: ['body'], input: value });
    if (recipients.length > 0 || namesNumber(format)) return;
    if (format === 'GENERIC' && recipient_field !== '') return;
    const message = format === 'GENERIC' ? SEND_URL_RECIPIENTS : SEND_URL_NUMBERS;
    issues.push({ code: 'custom', message, path: ['recipients'], input: value });
  });

/** A URL. `ending` is the last four characters of its token. */
const sendUrl = z.object({
  id: z.string(),
  name: z.string(),
  mode,
  format: z.enum(SEND_URL_FORMATS),
  signed: z.boolean(),
  ending: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  recipient_field: z.string().nullable(),
  per_minute: z.int(),
  body: z.string(),
  created_at: instant,
});
export type SendUrl = z.infer<typeof sendUrl>;

/**
 * The new URL with its address, and with the secret that signs its calls, if they can be signed. No other
 * answer has them. The last segment of the address is the token, which may also come as a Bearer token.
 */
const newSendUrl = sendUrl.extend({ url: z.string(), secret: z.string().nullable() });
export type NewSendUrl = z.infer<typeof newSendUrl>;

export const sendUrlCalls = {
  'GET /projects/:id/send_urls': { answer: z.array(sendUrl) },
  'POST /projects/:id/send_urls': { body: createSendUrlRequest, answer: newSendUrl },
  'DELETE /projects/:id/send_urls/:url_id': { answer: empty },
} satisfies Calls;

// Send URLs: each sends a message when it is called, for programs that can call a URL and no more.
import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { commaList, empty, formValue, instant, line, mode } from './common.ts';
import {
  NAME_NEEDED,
  SEND_URL_BODY,
  SEND_URL_FIELD,
  SEND_URL_RECIPIENTS,
  SEND_URL_SENDER,
} from './sentences/settings.ts';

/** The most URLs of a project, and the most numbers that one sends to. */
export const SEND_URL_LIMITS = { urls: 20, recipients: 10 } as const;

/** A field of a call; a point leads into an object: `alert.title`. */
const FIELD = /^[\w-]+(?:\.[\w-]+)*$/;

/**
 * POST /projects/{id}/send_urls. `recipients`: numbers between commas; if it is empty, each call names one in
 * its field `recipient_field`. `body`: the text, with fields of the call in braces: `{alert.title}`.
 */
export const createSendUrlRequest = z
  .object({
    name: line(50, {
      required: NAME_NEEDED,
      tooLong: 'The name is too long: at most 50 characters',
      controls: 'The name cannot hold line breaks',
    }),
    mode,
    sender: z.string({ error: SEND_URL_SENDER }).trim().min(1, SEND_URL_SENDER).max(20, SEND_URL_SENDER),
    recipients: commaList.refine((numbers) => numbers.length <= SEND_URL_LIMITS.recipients, {
      error: SEND_URL_RECIPIENTS,
    }),
    recipient_field: formValue.refine((text) => text === '' || (FIELD.test(text) && text.length <= 64), {
      error: SEND_URL_FIELD,
    }),
    body: z.string({ error: SEND_URL_BODY }).trim().min(1, SEND_URL_BODY).max(1_600, SEND_URL_BODY),
  })
  .check(({ value, issues }) => {
    if (value.recipients.length > 0 || value.recipient_field !== '') return;
    issues.push({ code: 'custom', message: SEND_URL_RECIPIENTS, path: ['recipients'], input: value });
  });

/** A URL. `ending` is the last four characters of its token. */
const sendUrl = z.object({
  id: z.string(),
  name: z.string(),
  mode,
  ending: z.string(),
  sender: z.string(),
  recipients: z.array(z.string()),
  recipient_field: z.string().nullable(),
  body: z.string(),
  created_at: instant,
});
export type SendUrl = z.infer<typeof sendUrl>;

/** The new URL with its address, which no other answer has. */
const newSendUrl = sendUrl.extend({ url: z.string() });
export type NewSendUrl = z.infer<typeof newSendUrl>;

export const sendUrlCalls = {
  'GET /projects/:id/send_urls': { answer: z.array(sendUrl) },
  'POST /projects/:id/send_urls': { body: createSendUrlRequest, answer: newSendUrl },
  'DELETE /projects/:id/send_urls/:url_id': { answer: empty },
} satisfies Calls;

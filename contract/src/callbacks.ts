// Status callbacks: attempts to post to the URL of a customer, and the secret that signs them.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { instant } from './common.ts';
import { CALLBACK_STATUSES } from './messages/statuses.ts';

/**
 * One attempt to post a status. `answer` is the HTTP status, or null if there was no answer; `error` then has
 * the reason.
 */
export const callbackAttempt = z.object({
  status: z.enum(CALLBACK_STATUSES),
  answer: z.number().int().nullable(),
  error: z.string().nullable(),
  at: instant,
  duration_ms: z.number().int(),
});
export type CallbackAttempt = z.infer<typeof callbackAttempt>;

/**
 * GET /projects/{id}/callback_secret, and POST …/rotate, which returns the new secret. `secret` has the
 * format of Standard Webhooks 1.0. Calls are also signed with the previous secret until
 * `previous_valid_until`.
 */
const callbackSecretAnswer = z.object({
  secret: z.string(),
  rotated_at: instant.nullable(),
  previous_valid_until: instant.nullable(),
});
export type CallbackSecret = z.infer<typeof callbackSecretAnswer>;

export const callbackSecretCalls = {
  'GET /projects/:id/callback_secret': { answer: callbackSecretAnswer },
  'POST /projects/:id/callback_secret/rotate': { answer: callbackSecretAnswer },
} satisfies Calls;

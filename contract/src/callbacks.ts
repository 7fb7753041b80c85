// Status callbacks: what is posted to a project's own server about its messages, the outcome, and the secret
// that signs it.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { instant } from './common.ts';
import { CALLBACK_STATUSES } from './messages/statuses.ts';

/** An attempt to post a status to a URL: the HTTP status of its answer, or in words why there was none. */
export const callbackAttempt = z.object({
  status: z.enum(CALLBACK_STATUSES),
  answer: z.number().int().nullable(),
  error: z.string().nullable(),
  at: instant,
  duration_ms: z.number().int(),
});
export type CallbackAttempt = z.infer<typeof callbackAttempt>;

/**
 * GET /v1/web/projects/:id/callback_secret, and POST …/rotate, which answers the new one. `secret` is as
 * Standard Webhooks 1.0 writes it; until `previous_valid_until` calls are signed with the one before it too.
 */
export const callbackSecretAnswer = z.object({
  secret: z.string(),
  rotated_at: instant.nullable(),
  previous_valid_until: instant.nullable(),
});
export type CallbackSecret = z.infer<typeof callbackSecretAnswer>;

export const callbackSecretCalls = {
  'GET /projects/:id/callback_secret': { answer: callbackSecretAnswer },
  'POST /projects/:id/callback_secret/rotate': { answer: callbackSecretAnswer },
} satisfies Calls;

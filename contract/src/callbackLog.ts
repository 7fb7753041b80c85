// The log of status callbacks: searching attempts, replaying them, and testing a URL. All calls are the
// console's.

import { z } from 'zod';
import { callbackAttempt } from './callbacks.ts';
import type { Calls } from './calls/call.ts';
import { id, instant, mode, search } from './common.ts';
import { CALLBACK_STATUSES } from './messages/statuses.ts';
import { boundedPageOf, paging } from './paging.ts';

const callbackStatus = z.enum(CALLBACK_STATUSES, {
  error: `status must be one of ${CALLBACK_STATUSES.join(', ')}`,
});

/** TAKEN: the answer was 2xx. FAILED: any other answer, or none. */
const outcome = z.enum(['TAKEN', 'FAILED'], { error: 'outcome must be TAKEN or FAILED' });

const at = z.iso.datetime({ offset: true, error: 'Give a time as yyyy-MM-ddTHH:mm:ssZ' });

/** The maximum number of attempts that the log counts and shows. */
export const MAX_ATTEMPTS_FOUND = 10_000;

/**
 * GET /v1/web/projects/{id}/callback_attempts: newest first. `q` is a message id or the whole number of a
 * recipient.
 */
export const attemptsQuery = z.object({
  mode,
  from: at.optional(),
  to: at.optional(),
  status: callbackStatus.optional(),
  outcome: outcome.optional(),
  q: search,
  ...paging,
});

/**
 * An attempt in the log. `sequence` is that of the payload. `replay` is 0 for the original callback, then
 * counts its replays.
 */
const loggedAttempt = callbackAttempt.extend({
  message_id: id,
  to: z.string().nullable(),
  sequence: z.number().int(),
  replay: z.number().int(),
  attempt: z.number().int(),
});
export type LoggedAttempt = z.infer<typeof loggedAttempt>;

/** `more`: there are more than MAX_ATTEMPTS_FOUND; the totals exclude them. */
const attemptsAnswer = boundedPageOf(loggedAttempt);
export type AttemptsList = z.infer<typeof attemptsAnswer>;

/** The maximum number of attempts in the span of one replay. */
export const MAX_REPLAYED = 100_000;

/**
 * POST /v1/web/projects/{id}/callback_replays: sends the callbacks that were attempted from `from` up to `to`
 * again. With `outcome` FAILED it sends only those that no attempt has delivered since. A `to` in the future
 * counts as now. The same Idempotency-Key returns the first replay. Returns 409/1013 while another replay of
 * the project runs, and 1002 above MAX_REPLAYED.
 */
const replayRequest = z
  .object({
    mode,
    from: at,
    to: at,
    outcome: z.enum(['FAILED', 'ALL'], { error: 'outcome must be FAILED or ALL' }),
  })
  .refine(({ from, to }) => Date.parse(from) < Date.parse(to), {
    error: '`to` must come after `from`',
    path: ['to'],
  });

/**
 * A replay. `queued` counts the messages whose callbacks are sent again. `ended_at` is null while it searches
 * for more.
 */
const callbackReplay = z.object({
  id,
  mode,
  from: instant,
  to: instant,
  outcome: z.enum(['FAILED', 'ALL']),
  queued: z.number().int(),
  created_at: instant,
  ended_at: instant.nullable(),
});
export type CallbackReplay = z.infer<typeof callbackReplay>;

/** GET /v1/web/projects/{id}/callback_replays: the newest 20. */
const replaysQuery = z.object({ mode });
const replaysAnswer = z.array(callbackReplay);

/**
 * POST /v1/web/projects/{id}/callback_tests: calls a URL once, signed like a real callback, with an invented
 * message. At most 10 per minute for a project.
 */
const testCallbackRequest = z.object({
  url: z.string({ error: 'Give a URL' }).min(1, 'Give a URL').max(2048),
});

/**
 * The request that was posted, and its result: the HTTP status of the answer, or the reason if there was
 * none.
 */
export const callbackTest = z.object({
  answer: z.number().int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type CallbackTest = z.infer<typeof callbackTest>;

export const callbackLogCalls = {
  'GET /projects/:id/callback_attempts': { query: attemptsQuery, answer: attemptsAnswer },
  'GET /projects/:id/callback_replays': { query: replaysQuery, answer: replaysAnswer },
  'POST /projects/:id/callback_replays': { body: replayRequest, answer: callbackReplay },
  'POST /projects/:id/callback_tests': { body: testCallbackRequest, answer: callbackTest },
} satisfies Calls;

// The log of a project's status callbacks: searching its attempts, sending them again, and calling a URL to
// test it. All calls are the console's.

import { z } from 'zod';
import { callbackAttempt } from './callbacks.ts';
import type { Calls } from './calls/call.ts';
import { id, instant, mode } from './common.ts';
import { CALLBACK_STATUSES } from './messages/statuses.ts';
import { boundedPageOf, paging } from './paging.ts';

const callbackStatus = z.enum(CALLBACK_STATUSES, {
  error: `status must be one of ${CALLBACK_STATUSES.join(', ')}`,
});

/** TAKEN: a 2xx was answered. FAILED: anything else, or nothing. */
const outcome = z.enum(['TAKEN', 'FAILED'], { error: 'outcome must be TAKEN or FAILED' });

const at = z.iso.datetime({ offset: true, error: 'Give a time as yyyy-MM-ddTHH:mm:ssZ' });

/** The log counts and shows no more than this many attempts. */
export const MAX_ATTEMPTS_FOUND = 10_000;

/**
 * GET /v1/web/projects/:id/callback_attempts: newest first; pages count from zero. `q`: a message id, or the
 * whole number of a recipient.
 */
export const attemptsQuery = z.object({
  mode,
  from: at.optional(),
  to: at.optional(),
  status: callbackStatus.optional(),
  outcome: outcome.optional(),
  q: z.string().max(64).optional(),
  ...paging,
});

/**
 * An attempt in the log. `sequence` is that of the payload; `replay` counts how often it was sent again, 0
 * for the first time.
 */
const loggedAttempt = callbackAttempt.extend({
  message_id: id,
  to: z.string().nullable(),
  sequence: z.number().int(),
  replay: z.number().int(),
  attempt: z.number().int(),
});
export type LoggedAttempt = z.infer<typeof loggedAttempt>;

/** `more`: there are more than MAX_ATTEMPTS_FOUND, and the totals count those only. */
const attemptsAnswer = boundedPageOf(loggedAttempt);
export type AttemptsList = z.infer<typeof attemptsAnswer>;

/** Most attempts in the span that one request sends again. */
export const MAX_REPLAYED = 100_000;

/**
 * POST /v1/web/projects/:id/callback_replays: sends the callbacks attempted from `from` up to `to` again.
 * With `outcome` FAILED, the usual case, it sends only those that nobody has accepted since. A `to` in the
 * future counts as now. If repeated with the same Idempotency-Key, it returns the first replay. Answers
 * 409/1013 while another replay of the project is running, and 1002 if it would exceed MAX_REPLAYED.
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
 * A replay of a span. `queued`: messages whose callbacks are sent again; `ended_at` null while it looks for
 * more.
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

/** GET /v1/web/projects/:id/callback_replays: the newest 20. */
const replaysQuery = z.object({ mode });
const replaysAnswer = z.array(callbackReplay);

/**
 * POST /v1/web/projects/:id/callback_tests: calls a URL once, signed as real ones are, with a message that
 * does not exist. At most 10 a minute for a project.
 */
const testCallbackRequest = z.object({
  url: z.string({ error: 'Give a URL' }).min(1, 'Give a URL').max(2048),
});

/**
 * The posted body and its result: the HTTP status of the answer, or the reason in words if there was none.
 */
const testCallbackAnswer = z.object({
  answer: z.number().int().nullable(),
  error: z.string().nullable(),
  duration_ms: z.number().int(),
  headers: z.record(z.string(), z.string()),
  body: z.string(),
});
export type CallbackTest = z.infer<typeof testCallbackAnswer>;

export const callbackLogCalls = {
  'GET /projects/:id/callback_attempts': { query: attemptsQuery, answer: attemptsAnswer },
  'GET /projects/:id/callback_replays': { query: replaysQuery, answer: replaysAnswer },
  'POST /projects/:id/callback_replays': { body: replayRequest, answer: callbackReplay },
  'POST /projects/:id/callback_tests': { body: testCallbackRequest, answer: testCallbackAnswer },
} satisfies Calls;

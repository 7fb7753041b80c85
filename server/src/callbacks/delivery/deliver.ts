// Delivers status callbacks: calls each message's URL in status order, and retries failed calls at growing
// intervals.
import { publicStatus } from '@godwit/contract/messages/statuses';
import { isDatabaseAway } from '../../db/commit/batchCommit.ts';
import type { Signals } from '../../db/signals.ts';
import { startLoop } from '../../jobs/loop.ts';
import { notifyMessages } from '../../live/changes.ts';
import type { Services } from '../../services.ts';
import { SpanKind, traced } from '../../tracing.ts';
import { type Attempt, type ClaimedCallback, endCall, postponeCall } from '../queries.ts';
import { signingSecrets } from '../secret.ts';
import { CALLBACKS_TOPIC } from '../wake.ts';
import { payloadOf } from './payload.ts';
import { openPicker, WAIT_MS } from './pick.ts';
import { openPoster, type Posted, type Poster, type PosterOptions } from './post.ts';
import { retryAfterMs } from './retries.ts';
import { callHeaders } from './sign.ts';

/** Longer than an attempt can take. */
const LEASE_MS = 60_000;
/** On stop, calls still in flight after this are abandoned. Their leases end and they are tried again. */
const STOP_MS = 2_000;

export type DeliverOptions = { leaseMs?: number; poster?: Omit<PosterOptions, 'allowPrivate'> };

/** Starts delivery. Several processes may run it, since each call is claimed by one of them. */
export function startCallbacks(
  services: Services,
  signals: Pick<Signals, 'on'>,
  { leaseMs = LEASE_MS, poster: posterOptions = {} }: DeliverOptions = {},
): { stop(): Promise<void> } {
  const { pool, settings, log } = services;
  const poster = openPoster({ ...posterOptions, allowPrivate: settings.callbacksAllowPrivate });
  const picker = openPicker({ pool, log }, { leaseMs });
  const inFlight = new Set<ClaimedCallback>();

  const loop = startLoop({
    name: 'delivering callbacks',
    log,
    everyMs: WAIT_MS,
    wakeOn: { signals, topic: CALLBACKS_TOPIC },
    stopMs: STOP_MS,
    async round({ begin }) {
      const { claimed, waitMs } = await picker.pick([...inFlight]);
      for (const callback of claimed) {
        inFlight.add(callback);
        // If the attempt cannot be stored, the lease ends and the call is tried again.
        begin(() => call(services, poster, callback).finally(() => inFlight.delete(callback)), {
          message: callback.messageId,
        });
      }
      return waitMs;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await poster.close();
    },
  };
}

/** Makes one attempt and stores its result. */
async function call(services: Services, poster: Poster, callback: ClaimedCallback): Promise<void> {
  const { pool, log } = services;
  const { messageId, attempts, projectId, mode } = callback;
  const startedAt = new Date();
  const startedMs = performance.now();
  const { answer, error } = await traced(
    'callback',
    {
      parent: callback.traceparent,
      kind: SpanKind.CLIENT,
      attributes: {
        'godwit.message.id': messageId,
        'godwit.status': callback.status,
        'godwit.attempt': attempts,
      },
    },
    () => post(services, poster, callback, startedAt),
    (posted) => (posted.answer === null ? {} : { 'http.response.status_code': posted.answer }),
  );
  const made: Attempt = { answer, error, startedAt, durationMs: Math.round(performance.now() - startedMs) };
  const isTaken = answer !== null && answer >= 200 && answer < 300;
  const afterMs = isTaken ? null : retryAfterMs(attempts, Math.random());
  const state = await (afterMs === null
    ? endCall(pool, callback, made)
    : postponeCall(pool, callback, made, afterMs));
  if (!isTaken)
    log.info({ message: messageId, attempts, answer, error, afterMs }, 'A callback was not accepted');
  // The details page shows the attempts.
  notifyMessages([{ id: messageId, projectId, mode, status: publicStatus(state) }]);
}

/**
 * Builds, signs and posts a call. A call that cannot be built counts as an attempt, or it would be retried
 * for ever.
 */
async function post(
  services: Services,
  poster: Poster,
  callback: ClaimedCallback,
  at: Date,
): Promise<Posted> {
  let body: string;
  let headers: Record<string, string>;
  try {
    body = payloadOf(callback);
    const secrets = await signingSecrets(services, callback);
    // Lets receivers recognize a repeated call.
    const id = `${callback.messageId}-${callback.sequence}`;
    headers = callHeaders({ id, at, body }, secrets);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    services.log.error({ err, message: callback.messageId }, 'A callback cannot be built');
    return { answer: null, error: 'The callback could not be written or signed.' };
  }
  return await poster.post(callback.url, headers, body);
}

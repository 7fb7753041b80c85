// Calls the URLs that wait for statuses, each message's in order; a call that is not taken is repeated, ever less often.
import { publicStatus } from '@godwit/contract/statuses';
import type { Signals } from '../db/signals.ts';
import { isDatabaseAway } from '../db/together.ts';
import { startLoop } from '../jobs/loop.ts';
import { notifyMessages } from '../live/changes.ts';
import type { Services } from '../services.ts';
import { SpanKind, traced } from '../tracing.ts';
import { payloadOf } from './payload.ts';
import { openPicker, WAIT_MS } from './pick.ts';
import { openPoster, type Posted, type Poster, type PosterOptions } from './post.ts';
import { type Attempt, type ClaimedCallback, endCall, postponeCall } from './queries.ts';
import { retryAfterMs } from './retries.ts';
import { signingSecrets } from './secret.ts';
import { callHeaders } from './sign.ts';
import { CALLBACKS_TOPIC } from './wake.ts';

/** Longer than an attempt can take. */
const LEASE_MS = 60_000;
/** What is still under way when we stop is left; its lease ends and it is tried again. */
const STOP_MS = 2_000;

export type DeliverOptions = { leaseMs?: number; poster?: Omit<PosterOptions, 'allowPrivate'> };

/** Starts delivering; several processes may, as each call is claimed by one of them. */
export function startCallbacks(
  services: Services,
  signals: Pick<Signals, 'on'>,
  { leaseMs = LEASE_MS, poster: posterOptions = {} }: DeliverOptions = {},
): { stop(): Promise<void> } {
  const { pool, settings, log } = services;
  const poster = openPoster({ ...posterOptions, allowPrivate: settings.callbacksAllowPrivate });
  const picker = openPicker({ pool, log }, { leaseMs });
  const underWay = new Set<ClaimedCallback>();

  const loop = startLoop({
    name: 'delivering callbacks',
    log,
    everyMs: WAIT_MS,
    wakeOn: { signals, topic: CALLBACKS_TOPIC },
    stopMs: STOP_MS,
    async round({ begin }) {
      const { claimed, waitMs } = await picker.pick([...underWay]);
      for (const callback of claimed) {
        underWay.add(callback);
        // Where the attempt cannot be stored, the lease ends and the call is tried again.
        begin(() => call(services, poster, callback).finally(() => underWay.delete(callback)), {
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

/** Makes one attempt and stores what came of it. */
async function call(services: Services, poster: Poster, callback: ClaimedCallback): Promise<void> {
  const { pool, log } = services;
  const { messageId, attempts, projectId, mode } = callback;
  const startedAt = new Date();
  const startedMs = performance.now();
  const { answer, error } = await traced(
    'callback',
    {
      parent: callback.traceParent,
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
    log.info({ message: messageId, attempts, answer, error, afterMs }, 'A callback was not taken');
  // The details show the attempts.
  notifyMessages([{ id: messageId, projectId, mode, status: publicStatus(state) }]);
}

/** Writes, signs and posts a call. One that cannot even be written is an attempt as well, or it would be made for ever. */
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
    // Receivers know by it a call that comes twice.
    const id = `${callback.messageId}-${callback.sequence}`;
    headers = callHeaders({ id, at, body }, secrets);
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    services.log.error({ err, message: callback.messageId }, 'A callback cannot be written');
    return { answer: null, error: 'The callback could not be written or signed.' };
  }
  return await poster.post(callback.url, headers, body);
}

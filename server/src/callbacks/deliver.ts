// Tells statuses to the URLs that wait for them, each message's in order; what is not taken is told again, ever less often.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicStatus } from '@godwit/contract/statuses';
import type { Signals } from '../db/signals.ts';
import { isDatabaseAway } from '../db/together.ts';
import { tellMessages } from '../live/changes.ts';
import type { Services } from '../services.ts';
import { callIdOf, payloadOf } from './payload.ts';
import { openPicker } from './pick.ts';
import { openPoster, type Posted, type Poster, type PosterOptions } from './post.ts';
import { type ClaimedCallback, endCall, postponeCall, type Receiver, type Try } from './queries.ts';
import { retryAfterMs } from './retries.ts';
import { signingSecrets } from './secret.ts';
import { signatureHeaders } from './sign.ts';
import { CALLBACKS_TOPIC } from './wake.ts';

/** Longer than a try can take. */
const LEASE_MS = 60_000;
const AFTER_ERROR_MS = 1_000;
/** What is still under way when we stop is left; its lease ends and it is tried again. */
const STOP_MS = 2_000;

export type DeliverOptions = { leaseMs?: number; poster?: Omit<PosterOptions, 'allowPrivate'> };

/** Starts delivering; several processes may, as each call is taken by one of them. */
export function startCallbacks(
  services: Services,
  signals: Pick<Signals, 'on'>,
  { leaseMs = LEASE_MS, poster: posterOptions = {} }: DeliverOptions = {},
): { stop(): Promise<void> } {
  const { pool, settings, log } = services;
  const poster = openPoster({ ...posterOptions, allowPrivate: settings.callbacksAllowPrivate });
  const picker = openPicker({ pool, log }, { leaseMs });
  const underWay = new Map<Promise<void>, Receiver>();
  let stopped = false;
  let pause = new AbortController();
  const wake = () => pause.abort();
  const stopListening = signals.on(CALLBACKS_TOPIC, wake);

  async function work(): Promise<void> {
    while (!stopped) {
      pause = new AbortController();
      const { claimed, restMs } = await picker.pick([...underWay.values()]);
      for (const callback of claimed) start(callback);
      if (restMs > 0) await sleep(restMs, undefined, { signal: pause.signal }).catch(() => {});
    }
  }

  function start(callback: ClaimedCallback): void {
    const calling = call(services, poster, callback)
      // Its lease ends and it is tried again.
      .catch((err) =>
        log.error({ err, message: callback.messageId }, 'could not keep what came of a callback'),
      )
      .finally(() => {
        underWay.delete(calling);
        wake();
      });
    underWay.set(calling, callback);
  }

  async function run(): Promise<void> {
    while (!stopped) {
      await work().catch(async (err: unknown) => {
        if (stopped) return;
        log.error({ err }, 'Delivering callbacks failed; it is tried again');
        await sleep(AFTER_ERROR_MS, undefined, { signal: pause.signal }).catch(() => {});
      });
    }
  }

  const running = run();
  return {
    async stop() {
      stopped = true;
      stopListening();
      wake();
      await running;
      await Promise.race([Promise.all(underWay.keys()), sleep(STOP_MS, undefined, { ref: false })]);
      await poster.close();
    },
  };
}

/** Makes one try and keeps what came of it. */
async function call(services: Services, poster: Poster, callback: ClaimedCallback): Promise<void> {
  const { pool, log } = services;
  const { messageId, attempts, projectId, mode } = callback;
  const startedAt = new Date();
  const startedMs = performance.now();
  const { answer, error } = await post(services, poster, callback, startedAt);
  const tried: Try = { answer, error, startedAt, durationMs: Math.round(performance.now() - startedMs) };
  const isTaken = answer !== null && answer >= 200 && answer < 300;
  const afterMs = isTaken ? null : retryAfterMs(attempts, Math.random());
  const state =
    afterMs === null
      ? await endCall(pool, callback, tried)
      : await postponeCall(pool, callback, tried, afterMs);
  if (!isTaken)
    log.info({ message: messageId, attempts, answer, error, afterMs }, 'A callback was not taken');
  // The details show the tries.
  tellMessages([{ id: messageId, projectId, mode, status: publicStatus(state) }]);
}

/** Writes, signs and posts a call. One that cannot even be written is a try as well, or it would be made for ever. */
async function post(
  services: Services,
  poster: Poster,
  callback: ClaimedCallback,
  at: Date,
): Promise<Posted> {
  let body: string;
  let signature: Record<string, string>;
  try {
    body = payloadOf(callback);
    signature = signatureHeaders(
      { id: callIdOf(callback), at, body },
      await signingSecrets(services, callback),
    );
  } catch (err) {
    if (isDatabaseAway(err)) throw err;
    services.log.error({ err, message: callback.messageId }, 'A callback cannot be written');
    return { answer: null, error: 'The callback could not be written or signed.' };
  }
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Godwit-Callbacks/1',
    ...signature,
  };
  return await poster.post(callback.url, headers, body);
}

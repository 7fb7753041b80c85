// Tells statuses to the URLs that wait for them, each message's in order; what is not taken is told again, ever less often.
import { setTimeout as sleep } from 'node:timers/promises';
import { publicStatus } from '@godwit/contract/statuses';
import type { Signals } from '../db/signals.ts';
import { tellMessages } from '../live/changes.ts';
import type { Services } from '../services.ts';
import { callIdOf, payloadOf } from './payload.ts';
import { openPoster, type PosterOptions, SOCKETS_PER_HOST } from './post.ts';
import {
  type ClaimedCallback,
  claimCallbacks,
  endCall,
  NO_RECEIVER,
  postponeCall,
  type Receiver,
  receiversAfter,
  type Try,
} from './queries.ts';
import { retryAfterMs } from './retries.ts';
import { signingSecrets } from './secret.ts';
import { signatureHeaders } from './sign.ts';
import { CALLBACKS_TOPIC } from './wake.ts';

/** So that slow receivers, however many, of one team leave room for the others. */
const MAX_OF_TEAM = 50;
const MAX_OF_ALL = 500;
/** Receivers looked at in one step; they take turns. */
const MAX_RECEIVERS = 200;
/** Longer than a try can take. */
const LEASE_MS = 60_000;
const POLL_MS = 1_000;
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
  const underWay = new Map<Promise<void>, Receiver>();
  let after = NO_RECEIVER;
  let stopped = false;
  let pause = new AbortController();
  const wake = () => pause.abort();
  const stopListening = signals.on(CALLBACKS_TOPIC, wake);

  async function work(): Promise<void> {
    while (!stopped) {
      pause = new AbortController();
      const receivers = await receiversAfter(pool, after, MAX_RECEIVERS);
      const isLast = receivers.length < MAX_RECEIVERS;
      after = isLast ? NO_RECEIVER : receivers.at(-1)!;
      const open = roomFor(
        receivers.filter(({ isDue }) => isDue),
        [...underWay.values()],
      );
      const claimed = open.length > 0 ? await claimCallbacks(pool, open, leaseMs) : [];
      for (const callback of claimed) start(callback);
      if (isLast && claimed.length === 0)
        await sleep(POLL_MS, undefined, { signal: pause.signal }).catch(() => {});
    }
  }

  function start(callback: ClaimedCallback): void {
    const calling = call(services, poster.post, callback)
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
        await sleep(POLL_MS, undefined, { signal: pause.signal }).catch(() => {});
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

/** How many more calls each receiver may have under way; those with no room are left out. */
function roomFor(
  receivers: readonly Receiver[],
  underWay: readonly Receiver[],
): (Receiver & { room: number })[] {
  const hosts = countBy(underWay, ({ host }) => host);
  const teams = countBy(underWay, ({ teamId }) => teamId);
  let all = underWay.length;
  return receivers.flatMap(({ teamId, host }) => {
    const ofHost = hosts.get(host) ?? 0;
    const ofTeam = teams.get(teamId) ?? 0;
    const room = Math.min(SOCKETS_PER_HOST - ofHost, MAX_OF_TEAM - ofTeam, MAX_OF_ALL - all);
    if (room <= 0) return [];
    hosts.set(host, ofHost + room);
    teams.set(teamId, ofTeam + room);
    all += room;
    return [{ teamId, host, room }];
  });
}

function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string): Map<string, number> {
  const counts = new Map<string, number>();
  for (const item of items) counts.set(keyOf(item), (counts.get(keyOf(item)) ?? 0) + 1);
  return counts;
}

/** Makes one try and keeps what came of it. */
async function call(
  services: Services,
  post: ReturnType<typeof openPoster>['post'],
  callback: ClaimedCallback,
): Promise<void> {
  const { pool, log } = services;
  const { messageId, attempts, projectId, mode } = callback;
  const startedAt = new Date();
  const body = payloadOf(callback);
  const secrets = await signingSecrets(services, callback);
  const headers = {
    'content-type': 'application/json',
    'user-agent': 'Godwit-Callbacks/1',
    ...signatureHeaders({ id: callIdOf(callback), at: startedAt, body }, secrets),
  };
  const { answer, error } = await post(callback.url, headers, body);
  const tried: Try = { answer, error, startedAt, durationMs: Date.now() - startedAt.getTime() };
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

// The loop that makes the calls of a queue. Several processes may run it, because one of them claims each
// call.

import type { Queue, Receiver } from '../../db/callQueue.ts';
import type { Signals } from '../../db/signals.ts';
import { startLoop } from '../../jobs/loop.ts';
import type { Services } from '../../services.ts';
import { openPicker, WAIT_MS } from './pick.ts';
import { openPoster, type Poster, type PosterOptions } from './post.ts';

/** Longer than an attempt can take. */
const LEASE_MS = 60_000;
/** On stop, calls still in flight after this are abandoned. Their leases end and they are tried again. */
const STOP_MS = 2_000;

/** Shorter times for tests. */
export type CallLoopOptions = { leaseMs?: number; poster?: Omit<PosterOptions, 'allowPrivate'> };

type Calls<Call extends Receiver> = {
  name: string;
  queue: Queue<Call>;
  wakeOn: { signals: Pick<Signals, 'on'>; topic: string };
  /** Makes a call and stores its result. If that fails, the lease ends and the call is made again. */
  make(call: Call, poster: Poster): Promise<void>;
  /** Names the call in the log. */
  about(call: Call): object;
};

/** Starts making the calls of a queue. */
export function startCallLoop<Call extends Receiver>(
  { pool, settings, log }: Services,
  { name, queue, wakeOn, make, about }: Calls<Call>,
  { leaseMs = LEASE_MS, poster: posterOptions = {} }: CallLoopOptions,
): { stop(): Promise<void> } {
  const poster = openPoster({ ...posterOptions, allowPrivate: settings.callbacksAllowPrivate });
  const picker = openPicker({ pool, log }, { queue, leaseMs });
  const inFlight = new Set<Call>();

  const loop = startLoop({
    ...{ name, log, everyMs: WAIT_MS, wakeOn, stopMs: STOP_MS },
    async round({ begin }) {
      const { claimed, waitMs } = await picker.pick([...inFlight]);
      for (const call of claimed) {
        inFlight.add(call);
        begin(() => make(call, poster).finally(() => inFlight.delete(call)), about(call));
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

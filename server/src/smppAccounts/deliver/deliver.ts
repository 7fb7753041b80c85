// Delivers receipts and incoming messages to customers bound here: in due order per account, as many at once
// as its binds' windows allow, accounts in round robin. Without a bind they wait in the database. A client
// that does not answer occupies its windows and no more.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { CALLBACKS_TOPIC } from '../../callbacks/wake.ts';
import type { Signals } from '../../db/signals.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import type { Binds, Bound } from '../binds/binds.ts';
import { openIncoming } from './incoming.ts';
import type { Share } from './queries.ts';
import { openReceipts } from './receipts.ts';

const LOOK_MS = 1_000;
const STOP_MS = 2_000;
/** Limits of a round, so the first of many accounts does not wait for the last. */
const ROUND = { accounts: 50, delivers: 50 };

/** Starts delivering over the binds of this process. */
export function startDelivers(
  means: { pool: Pool; log: Logger },
  signals: Pick<Signals, 'on'>,
  binds: Pick<Binds, 'receivers'>,
): Loop {
  const sources = [openReceipts(means.pool), openIncoming(means)];
  const nextShares = openTurns();
  const sending = startLoop({
    name: 'delivering over SMPP',
    log: means.log,
    everyMs: LOOK_MS,
    wakeOn: { signals, topic: CALLBACKS_TOPIC },
    stopMs: STOP_MS,
    async round({ begin }) {
      const receivers = binds.receivers();
      if (receivers.size === 0) return undefined;
      const shares = nextShares(receivers);
      // They share the windows, so each is first in every other round.
      sources.reverse();
      let count = 0;
      for (const source of sources) {
        const left = [...shares.values()].filter(({ capacity }) => capacity > 0);
        if (left.length === 0) break;
        const claimed = await source.claim(left);
        for (const one of claimed) {
          shares.get(one.systemId)!.capacity--;
          begin(() => one.send(receivers.get(one.systemId)!), { message: one.messageId });
        }
        count += claimed.length;
      }
      return count > 0 ? 0 : undefined;
    },
  });
  return {
    wake: sending.wake,
    async stop() {
      await sending.stop();
      await Promise.all(sources.map((source) => source.drained()));
    },
  };
}

/** Gives the accounts of each round: those that were served the longest ago. */
function openTurns() {
  /** Accounts already served, the longest ago first. */
  const served = new Set<string>();
  return (receivers: ReadonlyMap<string, Bound[]>): Map<string, Share> => {
    const waiting = [...receivers.keys()].filter((systemId) => !served.has(systemId));
    const again = [...served].filter((systemId) => receivers.has(systemId));
    const next = [...waiting, ...again].slice(0, ROUND.accounts);
    served.clear();
    for (const systemId of again) if (!next.includes(systemId)) served.add(systemId);
    for (const systemId of next) served.add(systemId);
    return new Map(
      next.map((systemId) => [
        systemId,
        { systemId, capacity: Math.min(ROUND.delivers, freeWindowOf(receivers.get(systemId)!)) },
      ]),
    );
  };
}

const freeWindowOf = (bound: readonly Bound[]): number =>
  bound.reduce((sum, { connection }) => sum + connection.freeWindow(), 0);

// Exports share the process and the database: one piece at a time, round robin by team, with a pause after
// each.
import type { FastifyReply } from 'fastify';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import { pauseAfter } from '../jobs/interval.ts';
import { isRefusal, RefusalError, refuse } from '../refusal.ts';

export type Exports = {
  /**
   * Takes a slot of the team until the answer ends; its signal aborts then. Throws tooManyRequests if the
   * team has none left.
   */
  enter(teamId: string, reply: Pick<FastifyReply, 'raw'>): AbortSignal;
  /** Yields each piece when the team is next. Throws a refusal if that takes too long. */
  inTurn<T>(teamId: string, pieces: AsyncGenerator<T, void>, signal?: AbortSignal): AsyncGenerator<T, void>;
};

/** A team's exports: each of them as fast as its reader takes it. */
const MOST_OF_TEAM = 4;
const TURNS = {
  // One piece that hangs in the database does not stop all others.
  atOnce: 2,
  waitMs: 60_000,
  busy: 'Other exports are being made. Try again shortly.',
};
const TOO_MANY = `Your team has ${MOST_OF_TEAM} exports under way: wait for one of them.`;

/** Opens the one line of all exports of a process. */
export function openExports(): Exports {
  const inTurn = openFairScheduler(TURNS);
  const placeOf = openSlots(MOST_OF_TEAM, TOO_MANY);
  return {
    enter: (teamId, { raw }) => placeOf(teamId, raw),
    async *inTurn(teamId, pieces, signal) {
      try {
        for (;;) {
          const piece = await inTurn(teamId, () => pauseAfter(() => pieces.next(), signal), signal);
          if (isRefusal(piece)) throw new RefusalError(piece);
          if (piece.done) return;
          yield piece.value;
        }
      } finally {
        await pieces.return();
      }
    },
  };
}

/**
 * Opens `most` slots for each key. Taking one returns a signal that aborts when the answer ends and the
 * slot is free again. Throws tooManyRequests with the description `full` if all are taken.
 */
export function openSlots(
  most: number,
  full: string,
): (key: string, raw: FastifyReply['raw']) => AbortSignal {
  const taken = new Map<string, number>();
  return (key, raw) => {
    const count = taken.get(key) ?? 0;
    if (count >= most)
      throw new RefusalError(refuse('tooManyRequests', { description: full, retryAfterSeconds: 10 }));
    taken.set(key, count + 1);
    return whenClosed(raw, () => {
      const left = taken.get(key)! - 1;
      if (left === 0) taken.delete(key);
      else taken.set(key, left);
    });
  };
}

/**
 * Calls `leave` when an answer ends, then aborts the returned signal. If the client disconnected during the
 * lookup, it does so at once, because `close` does not fire again.
 */
export function whenClosed(raw: FastifyReply['raw'], leave: () => void = () => {}): AbortSignal {
  const over = new AbortController();
  const end = () => {
    leave();
    over.abort();
  };
  if (raw.destroyed) end();
  else raw.once('close', end);
  return over.signal;
}

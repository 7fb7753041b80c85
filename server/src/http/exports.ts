// Exports share what they take of the process and of the database: a piece at a time, teams in turn, with a pause after each.
import type { FastifyReply } from 'fastify';
import { pauseAfter } from '../jobs/interval.ts';
import { openTurns } from '../jobs/turns.ts';
import { isRefusal, RefusalError, refuse } from '../refusal.ts';

export type Exports = {
  /**
   * Takes a place of the team until the answer is over, however it ends; its signal aborts then. Throws the refusal tooManyRequests
   * where the team has as many under way as it may.
   */
  enter(teamId: string, reply: Pick<FastifyReply, 'raw'>): AbortSignal;
  /** Yields the pieces as they come; each is made when it is the team's turn. Throws a refusal where that does not come in time. */
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
  const inTurn = openTurns(TURNS);
  const placeOf = openPlaces(MOST_OF_TEAM, TOO_MANY);
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
 * Opens `most` places for each key: taking one returns a signal that aborts when the answer is over, and the place is free again. Throws the
 * refusal tooManyRequests with the description `full` where all are taken.
 */
export function openPlaces(
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
 * Returns a signal that aborts when an answer is over, after `leave` was called; at once where the client has gone already, as while its
 * data was looked up: its `close` does not come again.
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

/** A text as a PDF can show it, or null: the fonts that every reader has hold the letters of western Europe; others would print as nothing. */
export function printable(text: string): string | null {
  return /^[\x20-\x7e\xa0-\xff‘’“”–—…€•]*$/.test(text) ? text : null;
}

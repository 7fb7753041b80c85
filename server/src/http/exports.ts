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
/** Opens the one line of all exports of a process. */
export function openExports(): Exports {
  const inTurn = openTurns(TURNS);
  const running = new Map<string, number>();
  return {
    enter(teamId, { raw }) {
      const count = running.get(teamId) ?? 0;
      if (count >= MOST_OF_TEAM) {
        const description = `Your team has ${MOST_OF_TEAM} exports under way: wait for one of them.`;
        throw new RefusalError(refuse('tooManyRequests', { description, retryAfterSeconds: 10 }));
      }
      running.set(teamId, count + 1);
      return whenClosed(raw, () => {
        const left = running.get(teamId)! - 1;
        if (left === 0) running.delete(teamId);
        else running.set(teamId, left);
      });
    },
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

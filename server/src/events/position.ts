// Assigns positions to committed events. Transactions that record events do not wait for each other, so a
// reader that followed ids would miss an event that is committed late. Positions are assigned under a lock
// and only to committed events, so a reader that has seen one has seen all earlier ones.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import type { Signals } from '../db/signals.ts';
import { transaction } from '../db/transaction.ts';
import { FIRST_ID } from '../ids.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { lockStreams, positionEvents, type Stream } from './queries.ts';

const EVERY_MS = 500;
/** Bounds one transaction: streams, and events of all of them. */
const MOST = { streams: 50, events: 2_000 };
/** Before all streams. */
const FIRST: Stream = { teamId: FIRST_ID, projectId: FIRST_ID, mode: 'TEST' };

/** The topic of all new events, which wakes the calls to webhook endpoints. */
export const POSITIONED_TOPIC = 'positioned';

/** The topic of new events of a project in a mode. */
export const eventsTopic = (projectId: string, mode: Mode): string => `happened:${projectId}:${mode}`;

/**
 * Opens a round that assigns positions. It begins after the last stream of the round before, so
 * busy streams do not delay others. Returns the streams that have new ones, and whether there may be more.
 */
export function openPositioning(
  pool: Pool,
  most = MOST,
): () => Promise<{ streams: readonly Stream[]; more: boolean }> {
  let after = FIRST;
  let isBehind = false;
  return async () => {
    const { streams, isFull } = await transaction(pool, async (client) => {
      const streams = await lockStreams(client, after, most.streams);
      if (streams.length === 0) return { streams, isFull: false };
      const part = Math.floor(most.events / streams.length);
      return { streams, isFull: (await positionEvents(client, streams, part)) === part };
    });
    const isLast = streams.length < most.streams;
    const more = !isLast || isBehind || isFull;
    after = isLast ? FIRST : streams.at(-1)!;
    isBehind = !isLast && (isBehind || isFull);
    return { streams, more };
  };
}

/** Assigns positions twice a second. Several processes may do so. */
export const startPositioningEvents = (
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  signals: Pick<Signals, 'send'>,
  everyMs = EVERY_MS,
): Loop => {
  const position = openPositioning(pool);
  return startLoop({
    name: 'positioning events',
    log,
    everyMs,
    async round() {
      const { streams, more } = await position();
      for (const { projectId, mode } of streams) signals.send(eventsTopic(projectId, mode));
      if (streams.length > 0) signals.send(POSITIONED_TOPIC);
      return more ? 0 : undefined;
    },
  });
};

// One attempt to deliver something to a customer, and the batches in which the results are stored.
import type { DeliverResult, ServerConnection } from '@godwit/smpp/session/server';
import type { Pool } from 'pg';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import type { Bound } from '../binds/binds.ts';
import { type Attempt, type Share, storeAttempts } from './queries.ts';

/** A claimed receipt or incoming message. `send` sends it over one of the account's binds. */
export type Claimed = {
  messageId: string;
  systemId: string;
  send(receivers: readonly Bound[]): Promise<unknown>;
};

/** The receipts or the incoming messages that wait in the database. */
export type Source = {
  claim(shares: readonly Share[]): Promise<Claimed[]>;
  /** Resolves when all results are stored. */
  drained(): Promise<void>;
};

/** Stores the results of attempts, those that end together in one statement. */
export function openAttempts(pool: Pool, table: Parameters<typeof storeAttempts>[1]) {
  return groupCommit<Attempt, null>(
    async (attempts) => {
      await storeAttempts(pool, table, attempts);
      return attempts.map(() => null);
    },
    { maxBatch: 500, concurrency: 1 },
  );
}

/**
 * Sends over the first bind with a free window slot; `isFinal` tells which answers end it. Without an answer
 * it waits like a refused one while the bind holds. If the bind was lost, it goes to the next bind at once.
 */
export async function attempt(
  receivers: readonly Bound[],
  send: (connection: ServerConnection) => Promise<DeliverResult>,
  isFinal: (status: number) => boolean,
): Promise<Attempt['outcome']> {
  const free = receivers.find(({ connection }) => connection.freeWindow() > 0);
  if (!free) return 'unsent';
  const result = await send(free.connection);
  if (result.kind === 'answered') return isFinal(result.status) ? 'ended' : 'waits';
  return free.connection.freeWindow() > 0 ? 'waits' : 'unsent';
}

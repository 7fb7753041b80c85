// Months of messages that have ended, and their way into archives.
import type { Pool } from 'pg';
import { type Store, storeOf } from '../src/archives/store.ts';
import { archiveMonth, type Outcome } from '../src/archives/write.ts';
import { selectMonths } from '../src/db/schema/months.ts';
import { transaction } from '../src/db/transaction.ts';
import { transitionMessages } from '../src/messages/state/transitions.ts';
import type { TestApp } from './app.ts';
import { makePast, type Past } from './history.ts';

const DAY_MS = 86_400_000;
export const AGO = (days: number) => new Date(Date.now() - days * DAY_MS);

/** Creates messages of two years. Those older than a month have all ended. */
export async function makeEnded(pool: Pool, past: Past, count: number, seed = 1): Promise<void> {
  const messages = await makePast(pool, past, count, seed);
  const open = messages.filter(({ status, acceptedAt }) => status === 'ACCEPTED' && acceptedAt < AGO(20));
  for (const state of ['submitting', 'sent'] as const)
    await transaction(pool, (client) => transitionMessages(client, state, open));
  await pool.query(
    `delete from send_queue q using messages m where m.id = q.message_id and m.state in ('sent', 'delivered', 'failed')`,
  );
}

/** The months that ended a month ago. */
export const oldMonths = async (pool: Pool) =>
  (await selectMonths(pool)).filter(({ ends }) => ends < AGO(31));

/** Archives the oldest `count` months, or all that are old enough; returns their outcomes. */
export async function archiveAll({ services }: TestApp, count = 1_000): Promise<Outcome[]> {
  const outcomes: Outcome[] = [];
  for (const month of (await oldMonths(services.pool)).slice(0, count))
    outcomes.push(await archiveMonth(partsOf(services.pool, storeOf(services.settings)!), month));
  return outcomes;
}

/** The parts of a process that archives. */
export const partsOf = (pool: Pool, store: Store) => ({
  ...{ pool, store, log: { info() {} }, signal: new AbortController().signal },
  patience: { attempts: 2, pauseMs: 10 },
  // Several blocks and files of a few messages.
  sizes: { block: 4, fileBytes: 1_000 },
});

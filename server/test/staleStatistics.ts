// Counts the rows that statements read for a team created after the last statistics: the cost of a plan
// without a clock.
import type pg from 'pg';
import { kyselyWithin } from '../src/db/kysely.ts';
import type { Database } from '../src/services.ts';
import { EXPLAINED, onRan } from './plans.ts';

/** Freezes the statistics of tables, whatever is inserted later. */
export async function freezeStatistics(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await pool.query(`analyze ${tables.join(', ')}`);
}

/**
 * Runs `work` in a transaction that is rolled back, and returns the rows its statements read: returned and
 * removed by each node of their plans. Twice the rows of a team should give twice as many, not four times.
 */
export async function rowsReadBy(
  pool: pg.Pool,
  run: (db: Database, client: pg.PoolClient) => Promise<unknown>,
) {
  const client = await pool.connect();
  let read = 0;
  try {
    await client.query(`load 'auto_explain'`);
    await client.query('begin');
    const settings = { ...EXPLAINED, enable_hashjoin: 'on', enable_mergejoin: 'on', enable_seqscan: 'on' };
    for (const [name, value] of Object.entries(settings)) await client.query(`set local ${name} = ${value}`);
    onRan(client, ({ rows }) => {
      read += rows;
    });
    await run(kyselyWithin(client), client);
    // The last statement is reported when the next one follows it.
    await client.query('select 1');
    if (read === 0) throw new Error('No statement was reported');
    return read;
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

// How much a statement reads for a team that came after the last statistics: what a plan costs without a clock.
import type pg from 'pg';
import { kyselyWithin } from '../src/db/pool.ts';
import type { Database } from '../src/services.ts';
import { EXPLAINED, onRan } from './plans.ts';

/** Keeps the statistics of tables as they are now, whatever comes into them. */
export async function freezeStatistics(pool: pg.Pool, tables: readonly string[]): Promise<void> {
  for (const table of tables) await pool.query(`alter table ${table} set (autovacuum_enabled = false)`);
  await pool.query(`analyze ${tables.join(', ')}`);
}

/**
 * Runs something in a transaction that is rolled back, and returns how many rows its statements went through: of each node of
 * their plans what it gave and what it threw away. Twice the rows of a team should be twice as many, and not four times.
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
    if (read === 0) throw new Error('No statement was told of');
    return read;
  } finally {
    await client.query('rollback');
    client.release(true);
  }
}

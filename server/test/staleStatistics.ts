// How much a statement reads for a team that came after the last statistics: what a plan costs without a clock.
import type pg from 'pg';
import { kyselyWithin } from '../src/db/pool.ts';
import type { Database } from '../src/services.ts';

type PlanNode = { Plans?: PlanNode[]; 'Actual Rows': number; 'Actual Loops': number } & Record<
  string,
  unknown
>;

const REMOVED = ['Filter', 'Join Filter', 'Index Recheck'].map((what) => `Rows Removed by ${what}`);

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
  let rows = 0;
  const hear = ({ message = '' }: { message?: string | undefined }) => {
    const start = message.indexOf('{');
    if (start !== -1) rows += rowsOf((JSON.parse(message.slice(start)) as { Plan: PlanNode }).Plan);
  };
  try {
    await client.query(`load 'auto_explain'`);
    await client.query('begin');
    await client.query(`set local auto_explain.log_min_duration = 0; set local auto_explain.log_analyze = on;
      set local auto_explain.log_timing = off; set local auto_explain.log_format = json;
      set local client_min_messages = log`);
    // Parameters are told from PostgreSQL 16 on.
    await client.query(
      `select set_config(name, '0', true) from pg_settings where name = 'auto_explain.log_parameter_max_length'`,
    );
    // As on the connections for people.
    await client.query(
      'set local enable_hashjoin = on; set local enable_mergejoin = on; set local enable_seqscan = on',
    );
    client.on('notice', hear);
    await run(kyselyWithin(client), client);
    // The last statement is reported when the next one follows it.
    await client.query('select 1');
    return rows;
  } finally {
    client.off('notice', hear);
    await client.query('rollback');
    client.release(true);
  }
}

function rowsOf(node: PlanNode): number {
  const removed = REMOVED.reduce((sum, key) => sum + ((node[key] as number | undefined) ?? 0), 0);
  const below = (node.Plans ?? []).reduce((sum, child) => sum + rowsOf(child), 0);
  return (node['Actual Rows'] + removed) * node['Actual Loops'] + below;
}

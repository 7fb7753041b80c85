// Distributes the growing table, `messages`, over the nodes of a Citus cluster; all other tables stay on
// the coordinator.
import type pg from 'pg';
import { LOCK_TIMEOUT_MS, retryLocked } from '../locks.ts';
import { LOOK_UPS } from '../pool.ts';

/** Distribution column of a month of messages; every query of a team reads one shard. */
const BY = 'team_id';
/** Retries for five minutes. */
const PATIENCE = { attempts: 200, pauseMs: 1_000 };

const SETTINGS = {
  'citus.multi_shard_modify_mode': 'sequential',
  'citus.enable_deadlock_prevention': 'off',
  ...LOOK_UPS,
};

/**
 * SQL that sets up the current database, on all nodes, for later sessions: all of them lock messages of
 * several teams in one order. Shards are changed one by one, because in parallel they would have no order.
 * Within a shard, rows are looked up; a node would not plan that by itself, because session settings of the
 * coordinator do not reach it. Citus then need not make such statements wait for each other's transactions.
 */
export const IN_ORDER = `do $$ begin ${Object.entries(SETTINGS)
  .map(([name, value]) => `execute format('alter database %I set ${name} = ${value}', current_database());`)
  .join(' ')} end $$`;

/** Whether the messages of a database are distributed over nodes. */
export async function isDistributed(pool: Pick<pg.ClientBase, 'query'>): Promise<boolean> {
  const { rows } = await pool.query(`select to_regclass('pg_dist_partition') is not null as is_cluster`);
  if (!rows[0].is_cluster) return false;
  const found = await pool.query(`select from pg_dist_partition where logicalrelid = 'messages'::regclass`);
  return found.rowCount !== 0;
}

/** The database cannot be distributed over nodes as it is. */
export class DistributeError extends Error {
  override readonly name = 'DistributeError';
}

/**
 * Distributes `messages` by team, with its rows. Later months are distributed when they are created. May be
 * repeated.
 * @returns whether this call distributed it, and the numbers of shards and nodes
 * @throws DistributeError if there is no Citus, or no node beside the coordinator
 */
export async function distributeMessages(
  pool: pg.Pool,
): Promise<{ isNew: boolean; shards: number; nodes: number }> {
  const client = await pool.connect();
  try {
    // Copying a large table takes long.
    await client.query('set statement_timeout = 0');
    const found = await client.query(`select from pg_extension where extname = 'citus'`);
    if (found.rowCount === 0)
      throw new DistributeError(
        'This database has no extension citus. Install Citus on every node, and there, in the database of this name: create extension citus',
      );
    const workers = await client.query('select from citus_get_active_worker_nodes()');
    if (workers.rowCount === 0)
      throw new DistributeError(
        "Citus knows of no node beside this one. On the coordinator: select citus_set_coordinator_host('db0'), and for each other: select citus_add_node('db1', 5432)",
      );
    const isNew = !(await isDistributed(client));
    if (isNew) {
      await client.query(`set lock_timeout = ${LOCK_TIMEOUT_MS}`);
      const spread = () => client.query('select create_distributed_table($1, $2)', ['messages', BY]);
      await retryLocked(spread, PATIENCE);
      // The rows Citus copied stay behind, invisible, until they are removed.
      const empty = () => client.query(`select truncate_local_data_after_distributing_table('messages')`);
      await retryLocked(empty, PATIENCE);
    }
    await client.query(IN_ORDER);
    const { rows } = await client.query<{ shards: number; nodes: number }>(
      `select count(distinct shardid)::integer as shards, count(distinct nodename || ':' || nodeport)::integer as nodes
       from citus_shards where table_name = 'messages'::regclass`,
    );
    return { isNew, ...rows[0]! };
  } finally {
    // Drops the connection, because its settings were changed.
    client.release(true);
  }
}

// Claiming rows to work on, where several processes work on the same table. Each picks with `for update skip locked`: rows that others have
// are passed over, so that no worker waits for another. How long a row stays claimed depends on the work:
//
// - Work in the database alone (receipts, recovery, rollup, purging) is done under the lock of the transaction that picked. The rows
//   of a worker that dies are free at once.
// - Work that waits for others, or takes many transactions (submits, callbacks, mails, campaigns), takes a lease: the transaction that
//   picks also moves the row's time ahead, and is committed before the work begins. The rows of a worker that dies are due again after that.
import type { Pool, PoolClient } from 'pg';
import { transaction } from '../db/pool.ts';

/** Rows of `send_queue` that no worker has and that wait for no late answer. */
export const FREE = 'lease_until is null and doubt_until is null';

/** So many milliseconds from now, by the database's clock. */
export const fromNow = (ms: string): string => `now() + make_interval(secs => ${ms} / 1000.0)`;

/**
 * The teams with due rows in a table, as `due (id, most)` after a `with recursive`; `most`: how many each may have of `limit`. Hops from team to
 * team through an index of team_id and due_at over the rows that are `open`, so that it costs the number of teams and not of rows.
 */
export const dueTeams = (table: string, { limit, open = 'true' }: { limit: string; open?: string }): string =>
  `team (id, due_at) as (
      (select team_id, due_at from ${table} where ${open} order by team_id, due_at limit 1)
      union all
      select next.* from team cross join lateral (
        select team_id, due_at from ${table} where ${open} and team_id > team.id order by team_id, due_at limit 1) as next
    ), due as (
      select id, ((${limit} + count(*) over () - 1) / count(*) over ())::integer as most from team where due_at <= now()
    )`;

/** Repeats a step, each time in a transaction of its own, until it finds less than a batch. */
export async function everyBatch(
  pool: Pool,
  batch: number,
  step: (client: PoolClient) => Promise<number>,
): Promise<void> {
  while ((await transaction(pool, step)) >= batch);
}

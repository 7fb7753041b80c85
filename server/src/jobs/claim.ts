// Claims rows when several processes work on the same table. Each picks with `for update skip locked`, so no
// worker waits for another. The claim lasts as long as the kind of work requires:
// - Work inside the database (receipts, recovery, rollup, purging) runs under the lock of the picking
// transaction. If its worker dies, the rows are free at once.
// - Work that waits for others or takes many transactions (submits, callbacks, mails, campaigns) takes a
// lease. The picking transaction also moves the row's time ahead and commits before the work begins. If its
// worker dies, the rows are due again after that time.
import type { Pool, PoolClient } from 'pg';
import { fragment } from '../db/sql.ts';
import { transaction } from '../db/transaction.ts';

/** Rows of `send_queue` that no worker has and that wait for no late answer. */
export const FREE = fragment`lease_until is null and doubt_until is null`;

/** Repeats a step, each time in its own transaction, until it finds less than a batch. */
export async function everyBatch(
  pool: Pool,
  batch: number,
  step: (client: PoolClient) => Promise<number>,
): Promise<void> {
  while ((await transaction(pool, step)) >= batch);
}

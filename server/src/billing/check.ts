// The proof of the books.
import type { Pool } from 'pg';
import { transaction } from '../db/pool.ts';
import { type Difference, selectDifferences, takeSnapshot } from './queries.ts';

/** Every difference between ledger, balances, counters and messages, on one snapshot. Empty when the books are right. */
export function ledgerDifferences(pool: Pool): Promise<Difference[]> {
  return transaction(pool, async (client) => {
    await takeSnapshot(client);
    return selectDifferences(client);
  });
}

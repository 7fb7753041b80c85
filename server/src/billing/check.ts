// The proof of the books.
import type { Pool } from 'pg';
import { wrongCampaigns } from '../campaigns/checkBooks.ts';
import { transaction } from '../db/pool.ts';
import { wrongCounts } from '../stats/check.ts';
import { type Difference, selectDifferences, takeSnapshot } from './queries.ts';

/** Every difference between ledger, balances, counters, counts, campaigns and messages, on one snapshot. Empty when the books are right. */
export function ledgerDifferences(pool: Pool): Promise<Difference[]> {
  return transaction(pool, async (client) => {
    await takeSnapshot(client);
    const counts = (await wrongCounts(client)).map(({ what, ...wrong }) => ({
      ...wrong,
      problem: `messages / segments / cost counted as ${what} are not those there are`,
      day: null,
    }));
    const campaigns = (await wrongCampaigns(client)).map((wrong) => ({ ...wrong, day: null }));
    return [...(await selectDifferences(client)), ...counts, ...campaigns];
  });
}

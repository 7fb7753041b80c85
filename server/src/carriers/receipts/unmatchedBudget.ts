// Keeps the receipts that match no message within a budget for each link. A carrier that sends receipts of
// another system's messages would fill the inbox for 72 hours. The oldest are dropped first: a receipt that
// came before the answer to its submit finds its message within seconds, so the newest are worth keeping.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../../db/transaction.ts';
import { everyBatch } from '../../jobs/claim.ts';
import { dropOldest, lockBudget, selectAboveBudget, type UnmatchedBudget } from './unmatchedQueries.ts';

/** More than the answers that are outstanding at 1,000 messages a second during half a minute of trouble. */
export const UNMATCHED_BUDGET: UnmatchedBudget = { receipts: 50_000, bytes: 32 * 1_048_576 };
const BATCH = 500;
const LOG_EVERY_MS = 3_600_000;

/** Returns a step that drops what is above the budget. One process at a time does it; others skip it. */
export function openUnmatchedBudget(
  { pool, log }: { pool: Pool; log: Pick<Logger, 'warn'> },
  budget = UNMATCHED_BUDGET,
): () => Promise<void> {
  const logAgainMs = new Map<string, number>();
  return async () => {
    const above = await transaction(pool, async (client) =>
      (await lockBudget(client)) ? await selectAboveBudget(client, budget) : [],
    );
    for (const one of above) {
      await everyBatch(pool, BATCH, async (client) =>
        (await lockBudget(client)) ? await dropOldest(client, one, BATCH) : 0,
      );
      if (performance.now() < (logAgainMs.get(one.linkId) ?? 0)) continue;
      logAgainMs.set(one.linkId, performance.now() + LOG_EVERY_MS);
      log.warn({ link: one.linkId }, 'too many receipts match no message; the oldest are dropped');
    }
  };
}

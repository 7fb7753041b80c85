// Removes what the carriers' tables no longer need: attempts, receipts without a message, troubles, polls,
// counts and balances. No message depends on it.
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { purgeBalances } from '../counts/balanceQueries.ts';
import { purgeCounts } from '../counts/queries.ts';
import { purgeTroubles } from '../links/queries.ts';
import { purgeSetAside } from '../receipts/inboxQueries.ts';
import { purgePolls } from '../receipts/pollQueries.ts';
import { openUnmatchedBudget } from '../receipts/unmatchedBudget.ts';
import { purgeDropped } from '../receipts/unmatchedQueries.ts';
import { purgeAttempts } from '../trace/queries.ts';
import { atMostEvery, BATCH, HOUR_MS, inBatches, REFS_KEPT_MS, type Step } from './steps.ts';

// This step reads the whole budget of a link that has used it up.
const BUDGET_EVERY_ROUNDS = 3;

type Purge = (client: PoolClient, keptMs: number, limit: number) => Promise<number>;

/** The steps of a round of `roundMs` milliseconds. Several processes may run them at once. */
export function cleanupSteps({ pool, log }: { pool: Pool; log: Logger }, roundMs: number): Step[] {
  const keep72Hours = (purge: Purge) => inBatches(pool, (client) => purge(client, REFS_KEPT_MS, BATCH));
  return [
    keep72Hours(purgeAttempts),
    keep72Hours(purgeSetAside),
    atMostEvery(roundMs * BUDGET_EVERY_ROUNDS, openUnmatchedBudget({ pool, log })),
    keep72Hours(purgeDropped),
    keep72Hours(purgeTroubles),
    atMostEvery(HOUR_MS, keep72Hours(purgePolls)),
    atMostEvery(
      HOUR_MS,
      inBatches(pool, (client) => purgeCounts(client, BATCH)),
    ),
    atMostEvery(HOUR_MS, keep72Hours(purgeBalances)),
  ];
}

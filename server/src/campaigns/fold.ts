// Folds what statements on messages and recipients have counted into the counts of campaigns.
import type { Pool } from 'pg';
import { everyBatch } from '../jobs/claim.ts';
import { foldDeltas } from './queries.ts';

const BATCH = 20_000;

/** Folds everything that is committed by now. Counts are upserted, so that several processes may. */
export function foldCampaignCounts(pool: Pool): Promise<void> {
  return everyBatch(pool, BATCH, (client) => foldDeltas(client, BATCH));
}

// Rolls up what statements on messages and recipients have counted into the counts of campaigns.
import type { Pool } from 'pg';
import { everyBatch } from '../jobs/claim.ts';
import { rollUpDeltas } from './queries.ts';

const BATCH = 20_000;

/** Rolls up everything that is committed by now. Counts are upserted, so that several processes may. */
export function rollUpCampaignCounts(pool: Pool): Promise<void> {
  return everyBatch(pool, BATCH, (client) => rollUpDeltas(client, BATCH));
}

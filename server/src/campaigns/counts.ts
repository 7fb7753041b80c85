// The counts of campaigns: rolled up from what statements on messages and recipients have counted, and proved against those.
import { REFUNDED_FAILURES } from '@godwit/contract/statuses';
import type { ClientBase, Pool } from 'pg';
import { everyBatch } from '../jobs/claim.ts';
import { selectWrongCampaigns, type WrongCampaign } from './checkQueries.ts';
import { rollUpDeltas } from './queries.ts';

const BATCH = 20_000;

/** Rolls up everything that is committed by now. Counts are upserted, so that several processes may. */
export function rollUpCampaignCounts(pool: Pool): Promise<void> {
  return everyBatch(pool, BATCH, (client) => rollUpDeltas(client, BATCH));
}

/** Every figure of a campaign that is wrong, in the caller's snapshot; none when all are right. */
export function wrongCampaigns(client: ClientBase): Promise<WrongCampaign[]> {
  return selectWrongCampaigns(client, REFUNDED_FAILURES);
}

// Rolls up campaign counts from the deltas of messages and recipients, and verifies them against both.
import { REFUNDED_FAILURES } from '@godwit/contract/messages/failures';
import type { ClientBase, Pool } from 'pg';
import { everyBatch } from '../jobs/claim.ts';
import { rollUpDeltas } from './queries.ts';
import { selectWrongCampaigns, type WrongCampaign } from './review/queries.ts';

const BATCH = 20_000;

/** Rolls up everything committed by now. Counts are upserted: several processes may run it. */
export function rollUpCampaignCounts(pool: Pool): Promise<void> {
  return everyBatch(pool, BATCH, (client) => rollUpDeltas(client, BATCH));
}

/** Every figure of a campaign that is wrong, in the caller's snapshot; none when all are right. */
export function wrongCampaigns(client: ClientBase): Promise<WrongCampaign[]> {
  return selectWrongCampaigns(client, REFUNDED_FAILURES);
}

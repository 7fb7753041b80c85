// Periodic upkeep of events: keeps recording those of projects with webhook endpoints, and removes old ones.
import type { Pool } from 'pg';
import { dropLeftCalls, keepStreams, purgeDeliveries } from './endpoints/deliveryQueries.ts';
import { purgeEvents } from './queries.ts';

/** Runs all steps. */
export async function keepUpEvents(pool: Pool): Promise<void> {
  await keepStreams(pool);
  await dropLeftCalls(pool);
  await purgeDeliveries(pool);
  await purgeEvents(pool);
}

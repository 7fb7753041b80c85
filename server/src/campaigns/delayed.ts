// Campaigns that cannot go on, for whoever looks after the service.
import type { Pool } from 'pg';
import { type DelayedCampaign, selectDelayed } from './workQueries.ts';

const MOST = 10;

/** Up to ten campaigns whose worker has given them back with an error and that have not gone on since; they are tried again. */
export function delayedCampaigns(pool: Pool): Promise<DelayedCampaign[]> {
  return selectDelayed(pool, MOST);
}

// The proof that each campaign's figures are those of its recipients and messages.
import { REFUNDED_FAILURES } from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { selectWrongCampaigns, type WrongCampaign } from './checkQueries.ts';

/** Every figure of a campaign that is wrong, in the caller's snapshot; none when all are right. */
export function wrongCampaigns(client: ClientBase): Promise<WrongCampaign[]> {
  return selectWrongCampaigns(client, REFUNDED_FAILURES);
}

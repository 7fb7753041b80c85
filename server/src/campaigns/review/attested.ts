// Keeps who attested that a campaign may go as it is, although it looks like advertising.
import { createHash } from 'node:crypto';
import { ADVERTISING_WORDING } from '@godwit/contract/campaigns/rules';
import type { PoolClient } from 'pg';
import { CUSTOMER, recordAudit } from '../../audit/record.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import type { CampaignContent, CampaignKey } from '../queries.ts';

/** The person who confirms a campaign, at an address. */
export type Person = { userId: string; ip: string };

/**
 * Logs an attestation in the transaction of the campaign, if it has one: who, when, which wording, and the
 * text by its hash, because the audit log has no texts.
 */
export async function recordAttested(
  client: PoolClient,
  { teamId, id, attested, sender, content }: CampaignKey & CampaignContent,
  { userId, ip }: Person,
): Promise<void> {
  if (!attested) return;
  const text = createHash('sha256').update(content).digest('hex');
  await recordAudit(
    kyselyWithin(client),
    { ...CUSTOMER, ip },
    {
      action: 'CAMPAIGN_ATTESTED',
      teamId,
      subject: id,
      detail: { by: userId, wording: ADVERTISING_WORDING, sender, text_sha256: text },
    },
  );
}

// Logs the confirmations of a person before a campaign: that it may go although it looks like advertising,
// and that recipients see "Unverified" instead of its sender.
import { createHash } from 'node:crypto';
import { ADVERTISING_WORDING } from '@godwit/contract/campaigns/rules';
import type { PoolClient } from 'pg';
import { type AuditEntry, CUSTOMER, recordAudit } from '../../audit/record.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import type { CampaignContent, CampaignKey } from '../queries.ts';
import type { Confirmed } from './preview.ts';

/** The person who confirms a campaign, at an address. */
export type Person = { userId: string; ip: string };

/**
 * Logs in the transaction of a campaign what a person confirmed, if it asked for that: who, when, which
 * wording or how many recipients, and the text by its hash, because the audit log has no texts.
 */
export async function recordConfirmed(
  client: PoolClient,
  campaign: CampaignKey & CampaignContent & Pick<Confirmed, 'unverified'>,
  { userId, ip }: Person,
): Promise<void> {
  const { teamId, id, attested, unverified, sender, content } = campaign;
  const confirmed: Pick<AuditEntry, 'action' | 'detail'>[] = [
    ...(attested ? [{ action: 'CAMPAIGN_ATTESTED', detail: { wording: ADVERTISING_WORDING } } as const] : []),
    ...(unverified > 0
      ? [{ action: 'CAMPAIGN_UNVERIFIED', detail: { recipients: unverified } } as const]
      : []),
  ];
  const text = createHash('sha256').update(content).digest('hex');
  for (const { action, detail } of confirmed) {
    const about = { by: userId, ...detail, sender, text_sha256: text };
    await recordAudit(
      kyselyWithin(client),
      { ...CUSTOMER, ip },
      { action, teamId, subject: id, detail: about },
    );
  }
}

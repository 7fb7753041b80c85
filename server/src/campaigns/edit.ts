// Changes a scheduled campaign: content, recipients and time.
import type { CampaignRequest } from '@godwit/contract/campaigns/campaigns';
import { CAMPAIGN_NOT_EDITABLE } from '@godwit/contract/sentences/sending';
import { isTimedOut } from '../db/commit/batchCommit.ts';
import { transaction } from '../db/transaction.ts';
import type { Messaging } from '../messages/accept/open.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Preview } from './create.ts';
import { type CampaignRow, lockCampaign, updateScheduled } from './queries.ts';
import { type Person, recordConfirmed } from './review/attested.ts';
import { type CheckedCampaign, checkCampaign } from './review/check.ts';
import { type Changed, confirmCampaign } from './review/preview.ts';
import { statusOf } from './serialize.ts';

type Project = { team_id: string; id: string };

const STARTED = refuse('conflict', {
  description: CAMPAIGN_NOT_EDITABLE,
});

/** Only a worker that starts the campaign, or another change, holds the row. */
const PATIENCE_MS = 500;

/**
 * Checks a change as if it were a new campaign. Refusals: those of checkCampaign; conflict once it has
 * started; notFound in the other mode.
 */
export async function checkChange(
  services: Pick<Services, 'pool'>,
  messaging: Messaging,
  project: Project,
  row: CampaignRow,
  asked: CampaignRequest,
): Promise<CheckedCampaign | Refusal> {
  if (asked.mode !== row.mode) return refuse('notFound');
  if (statusOf(row) !== 'SCHEDULED') return STARTED;
  const { teamId, groupIds, retryOf } = row;
  // The campaign that it repeats counts as repeated already, by this one.
  const known = retryOf === null ? null : { teamId, groupIds, retryOf };
  const content = { ...asked, retry_of: null };
  const checked = await checkCampaign(services, messaging, project, content, known);
  return isRefusal(checked) ? checked : { ...checked, changes: row.id };
}

/**
 * Changes a campaign that no worker has begun. Refusals: those of checkChange and `preview`, and conflict,
 * with the preview as it is now, if it would not be what the person saw.
 */
export async function changeCampaign(
  { pool }: Pick<Services, 'pool'>,
  row: CampaignRow,
  checked: CheckedCampaign,
  asked: CampaignRequest & { person: Person },
  preview: Preview,
): Promise<null | Refusal | Changed> {
  const confirmed = await confirmCampaign(asked, checked, () => preview(checked));
  if (isRefusal(confirmed)) return confirmed;
  const { content, sender, sendAt, audience, toLandlines } = checked;
  const change = {
    name: asked.name,
    content,
    sender,
    sendAt,
    groupIds: audience.groupIds,
    toLandlines,
    ...confirmed,
  };
  const isChanged = await transaction(pool, async (client) => {
    await lockCampaign(client, row, PATIENCE_MS);
    if (!(await updateScheduled(client, row, change))) return false;
    await recordConfirmed(client, { ...row, ...change }, asked.person);
    return true;
  }).catch((error) => {
    if (isTimedOut(error)) return false;
    throw error;
  });
  return isChanged ? null : STARTED;
}

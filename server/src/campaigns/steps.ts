// What a worker does for a campaign, by its state. What is done is in the database after every batch, so that whoever goes on
// after a crash begins there, and nobody gets anything twice.
import type { SkipReason } from '@godwit/contract/campaigns';
import { mergeContent } from '@godwit/contract/mergeFields';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { afterCommit, transaction } from '../db/pool.ts';
import { tellCampaigns } from '../live/changes.ts';
import { type Accept, type BatchOutcome, type Bracket, VALIDITY_MS } from '../messages/accept.ts';
import { cancelWaiting } from '../messages/cancel.ts';
import type { Submission } from '../messages/draft.ts';
import { isRefusal } from '../refusal.ts';
import { reasonOf } from './reasons.ts';
import {
  type Addressee,
  insertRecipients,
  selectMessageIds,
  selectUnclaimed,
  settleRecipients,
  skipUnclaimed,
} from './recipientQueries.ts';
import { type OpenCampaign, renewLease, updateClosed, updateStarted } from './workQueries.ts';

/** Who works, and whether it is time to end: a worker that is told so ends after the batch it is at. */
export type Worker = { pool: Pool; accept: Accept; holder: string; isStopping(): boolean };

const BATCH = 1_000;
const SKIP_BATCH = 10_000;

/** Does what the campaign's state asks for, until that is done or the campaign is somebody else's or in another state. */
export async function goOn(worker: Worker, campaign: OpenCampaign): Promise<void> {
  if (campaign.state === 'cancelled') await sweep(worker, campaign);
  else if (campaign.state === 'scheduled') await begin(worker, campaign);
  else if (campaign.leftMs <= 0) await skipRest(worker, campaign, 'expired');
  else await acceptRest(worker, campaign);
}

/** Fixes the recipients: from here on nobody is added, whatever becomes of the groups. */
async function begin(worker: Worker, campaign: OpenCampaign): Promise<void> {
  await inLease(worker, campaign, async (client) => {
    const recipients = await insertRecipients(client, campaign.id, campaign);
    await updateStarted(client, campaign, recipients);
  });
}

/** Accepts a message for each recipient who has none yet. */
async function acceptRest(worker: Worker, campaign: OpenCampaign): Promise<void> {
  let after = '';
  while (!worker.isStopping()) {
    const page = await selectUnclaimed(worker.pool, campaign, { after, limit: BATCH });
    if (page.length === 0) return close(worker, campaign);
    const submissions = page.map((addressee) => submissionOf(campaign, addressee));
    const outcomes = await worker.accept.batch(submissions, bracketOf(worker, campaign, page));
    if (!outcomes) return;
    after = page.at(-1)!.number;
  }
}

function submissionOf(campaign: OpenCampaign, addressee: Addressee): Submission {
  return {
    projectId: campaign.projectId,
    mode: campaign.mode,
    apiType: 'CAMPAIGN',
    to: addressee.number,
    from: campaign.sender,
    body: mergeContent(campaign.content, addressee),
    campaignId: campaign.id,
    validityMs: Math.round(campaign.leftMs),
  };
}

/** Recipients are settled by the transaction that stores their messages: there is never one without the other. */
function bracketOf(worker: Worker, campaign: OpenCampaign, page: readonly Addressee[]): Bracket {
  return {
    begin: (client) => isStillOurs(client, worker, campaign),
    async end(client, outcomes) {
      const settled = page.map(({ number }, i) => ({ number, ...settlementOf(outcomes[i]!) }));
      await settleRecipients(client, campaign, settled);
      tellAfter(client, campaign);
    },
  };
}

function settlementOf(outcome: BatchOutcome) {
  return isRefusal(outcome)
    ? { messageId: null, reason: reasonOf(outcome) }
    : { messageId: outcome.id, reason: null };
}

/** Skips everybody who has no message yet, and closes the campaign. */
async function skipRest(worker: Worker, campaign: OpenCampaign, reason: SkipReason): Promise<void> {
  if (await skipAll(worker, campaign, reason)) await close(worker, campaign);
}

async function skipAll(worker: Worker, campaign: OpenCampaign, reason: SkipReason): Promise<boolean> {
  while (!worker.isStopping()) {
    const wanted = { reason, limit: SKIP_BATCH };
    const skipped = await inLease(worker, campaign, (client) => skipUnclaimed(client, campaign, wanted));
    if (skipped === null) return false;
    if (skipped < SKIP_BATCH) return true;
  }
  return false;
}

/** Takes back what a cancelled campaign has waiting: those without a message, then messages that are not on their way. */
async function sweep(worker: Worker, campaign: OpenCampaign): Promise<void> {
  if (campaign.isStarted && !(await skipAll(worker, campaign, 'cancelled'))) return;
  let after = '';
  while (!worker.isStopping()) {
    const page = await inLease(worker, campaign, async (client) => {
      const rows = await selectMessageIds(client, campaign, { after, limit: BATCH });
      const ids = rows.flatMap(({ messageId }) => messageId ?? []);
      await cancelWaiting(
        client,
        ids.map((id) => ({ teamId: campaign.teamId, id })),
      );
      return rows;
    });
    if (!page) return;
    if (page.length < BATCH) return close(worker, campaign);
    after = page.at(-1)!.number;
  }
}

async function close(worker: Worker, campaign: OpenCampaign): Promise<void> {
  await inLease(worker, campaign, (client) => updateClosed(client, campaign));
}

/** Does something in a transaction while the campaign is this worker's and in the state it was in; else gives null. */
async function inLease<T>(
  worker: Worker,
  campaign: OpenCampaign,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | null> {
  return transaction(worker.pool, async (client) => {
    if (!(await isStillOurs(client, worker, campaign))) return null;
    tellAfter(client, campaign);
    return work(client);
  });
}

async function isStillOurs(client: ClientBase, { holder }: Worker, campaign: OpenCampaign): Promise<boolean> {
  const now = await renewLease(client, campaign, holder, VALIDITY_MS);
  return now?.state === campaign.state && now.leftMs > 0 === campaign.leftMs > 0;
}

function tellAfter(client: ClientBase, { id, projectId, mode }: OpenCampaign) {
  afterCommit(client, () => tellCampaigns([{ campaignId: id, projectId, mode }]));
}

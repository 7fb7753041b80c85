// Steps of a campaign by state. Each batch commits its progress: after a crash another worker resumes there
// and no recipient gets a message twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SkipReason } from '@godwit/contract/campaigns/rules';
import { mergeContent } from '@godwit/contract/messages/mergeFields';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { batchCommit, isDatabaseAway, isTimedOut } from '../../db/commit/batchCommit.ts';
import { isDamaged } from '../../db/pages.ts';
import { afterCommit, transaction } from '../../db/transaction.ts';
import { openFairScheduler } from '../../jobs/fairScheduler.ts';
import { notifyCampaigns } from '../../live/changes.ts';
import {
  type Accept,
  type BatchOutcome,
  type BatchSteps,
  VALIDITY_MS,
} from '../../messages/accept/accept.ts';
import type { Submission } from '../../messages/accept/draft.ts';
import { cancelWaiting, PASSED_OVER_MS } from '../../messages/state/cancel.ts';
import { cannotTakeSms } from '../../phoneNumbers.ts';
import { isRefusal } from '../../refusal.ts';
import {
  limitStatements,
  type OpenCampaign,
  renewLease,
  updateClosed,
  updateStarted,
  updateWorkedTo,
} from './queries.ts';
import { reasonOf } from './reasons.ts';
import {
  type Addressee,
  insertRecipients,
  selectFollowing,
  selectUnclaimed,
  settleRecipients,
} from './recipientQueries.ts';

/**
 * The worker, its statement timeout in milliseconds, and whether its time slice is over. Each batch checks
 * that; the campaign then resumes in its next slice.
 */
export type Worker = {
  pool: Pool;
  accept: Accept;
  log: Pick<Logger, 'error'>;
  holder: string;
  stepMs: number;
  isOver(): boolean;
};

const BATCH = 1_000;

/**
 * Runs the steps of the campaign's state until they are done, the slice is over, or another worker or state
 * takes over.
 */
export async function goOn(worker: Worker, campaign: OpenCampaign): Promise<void> {
  if (campaign.state === 'cancelled') await sweep(worker, campaign);
  else if (campaign.state === 'scheduled') await begin(worker, campaign);
  else if (campaign.leftMs <= 0) await skipRest(worker, campaign);
  else await acceptRest(worker, campaign);
}

/**
 * Limits concurrent starts, separately for LIVE and TEST: a start may take long, and callbacks and mails
 * need connections of the same pool. A campaign that waits longer is released and retried.
 */
const BUSY = 'Other campaigns are starting.';
const BEGINNINGS = {
  LIVE: openFairScheduler({ atOnce: 2, waitMs: 2_000, busy: BUSY }),
  TEST: openFairScheduler({ atOnce: 1, waitMs: 2_000, busy: BUSY }),
};

/** Fixes the recipients: from here on none is added, whatever becomes of the groups. */
async function begin(worker: Worker, campaign: OpenCampaign): Promise<void> {
  await BEGINNINGS[campaign.mode](campaign.teamId, async () => {
    if (worker.isOver()) return;
    await inLease(worker, campaign, async (client) => {
      const recipients = await insertRecipients(client, campaign.id, campaign);
      await updateStarted(client, campaign, recipients);
    });
  });
}

/** Accepts a message for each recipient without one. */
async function acceptRest(worker: Worker, campaign: OpenCampaign): Promise<void> {
  let after = campaign.workedTo;
  do {
    const from = { after, limit: BATCH };
    const page = await transaction(worker.pool, (client) => selectUnclaimed(client, campaign, from));
    if (page.length === 0) return close(worker, campaign);
    if (!(await settlePage(worker, { ...campaign, workedTo: after }, page))) return;
    after = page.at(-1)!.number;
  } while (!worker.isOver());
}

/**
 * Skips those of a page that cannot take SMS, unless the campaign goes to them too, and accepts the rest;
 * false as acceptPage.
 */
async function settlePage(
  worker: Worker,
  campaign: OpenCampaign,
  page: readonly Addressee[],
): Promise<boolean> {
  if (campaign.toLandlines) return acceptPage(worker, campaign, page);
  const [unable, able]: [Addressee[], Addressee[]] = [[], []];
  for (const addressee of page) (cannotTakeSms(addressee.number) ? unable : able).push(addressee);
  if (unable.length > 0) {
    const skipped = await inLease(worker, campaign, async (client) => {
      await skip(client, campaign, unable, 'landline');
      return true;
    });
    if (!skipped) return false;
  }
  return able.length === 0 || acceptPage(worker, campaign, able);
}

/**
 * Settles a page, and sets aside the recipients for whom accept fails; false if the campaign is not this
 * worker's any more.
 */
async function acceptPage(
  worker: Worker,
  campaign: OpenCampaign,
  page: readonly Addressee[],
): Promise<boolean> {
  const commit = async (part: Addressee[]) => {
    const submissions = part.map((addressee) => submissionOf(campaign, addressee));
    const accepted = await worker.accept.batch(submissions, batchStepsOf(worker, campaign, part));
    return accepted ?? part.map(() => null);
  };
  // A page that takes too long frees its slot; in parts it would keep the slot even longer. If data is
  // damaged, recipients wait until the operator has restored it.
  const isStuck = (error: unknown) => isDatabaseAway(error) || isTimedOut(error) || isDamaged(error);
  const outcomes = await batchCommit([...page], commit, isStuck);
  if (outcomes.some((one) => one.status === 'fulfilled' && one.value === null)) return false;
  const failed = page.filter((_, i) => outcomes[i]!.status === 'rejected');
  if (failed.length === 0) return true;
  const { reason } = outcomes.find((one) => one.status === 'rejected')!;
  if (isStuck(reason)) throw reason;
  worker.log.error({ err: reason, campaign: campaign.id, recipients: failed.length }, SET_ASIDE);
  return (await inLease(worker, campaign, (client) => skip(client, campaign, failed, 'error'))) !== null;
}

const SET_ASIDE = 'recipients of a campaign could not be accepted and were set aside; the others go on';

function submissionOf(campaign: OpenCampaign, addressee: Addressee): Submission {
  return {
    projectId: campaign.projectId,
    mode: campaign.mode,
    platform: 'CAMPAIGN',
    to: addressee.number,
    from: campaign.sender,
    body: mergeContent(campaign.content, addressee),
    campaignId: campaign.id,
    repeatsAdvert: campaign.repeatsAdvert,
    validityMs: Math.round(campaign.leftMs),
  };
}

/**
 * Recipients are settled by the transaction that stores their messages: there is never one without the
 * other.
 */
function batchStepsOf(worker: Worker, campaign: OpenCampaign, page: readonly Addressee[]): BatchSteps {
  return {
    async before(client) {
      if (!(await isStillOurs(client, worker, campaign))) return false;
      // Handles what precedes this page first: if the page commits in parts, an earlier part may arrive
      // later.
      await updateWorkedTo(client, campaign, campaign.workedTo);
      return true;
    },
    async after(client, outcomes) {
      const settled = page.map(({ number }, i) => ({ number, ...settlementOf(outcomes[i]!) }));
      await settleRecipients(client, campaign, settled);
      notifyAfter(client, campaign);
    },
  };
}

function settlementOf(outcome: BatchOutcome) {
  return isRefusal(outcome)
    ? { messageId: null, reason: reasonOf(outcome) }
    : { messageId: outcome.id, reason: null };
}

/** Skips all recipients without a message: it is too late. */
async function skipRest(worker: Worker, campaign: OpenCampaign): Promise<void> {
  await eachPage(worker, campaign, async (client, from) => {
    const page = await selectUnclaimed(client, campaign, from);
    await skip(client, campaign, page, 'expired');
    return { page, isDone: true };
  });
}

/**
 * Cancels what a cancelled campaign has waiting: recipients without a message, and messages that are not on
 * their way.
 */
async function sweep(worker: Worker, campaign: OpenCampaign): Promise<void> {
  await eachPage(worker, campaign, async (client, from) => {
    const page = await selectFollowing(client, campaign, from);
    const { teamId } = campaign;
    const keys = page.flatMap(({ messageId: id }) => (id === null ? [] : [{ teamId, id }]));
    const { passedOver } = await cancelWaiting(client, keys);
    const unclaimed = page.filter(({ isUnclaimed }) => isUnclaimed);
    await skip(client, campaign, unclaimed, 'cancelled');
    return { page, isDone: !passedOver };
  });
}

type Page = { page: { number: string }[]; isDone: boolean };

/**
 * Does something with each page of recipients, in a transaction each and again if it is not done, and
 * closes the campaign after the last.
 */
async function eachPage(
  worker: Worker,
  campaign: OpenCampaign,
  work: (client: PoolClient, from: { after: string; limit: number }) => Promise<Page>,
): Promise<void> {
  let after = campaign.workedTo;
  do {
    const worked = await inLease(worker, campaign, async (client) => {
      const { page, isDone } = await work(client, { after, limit: BATCH });
      if (isDone) await updateWorkedTo(client, campaign, page.at(-1)?.number ?? after);
      return { page, isDone };
    });
    if (!worked) return;
    if (!worked.isDone) await sleep(PASSED_OVER_MS);
    else if (worked.page.length < BATCH) return close(worker, campaign);
    else after = worked.page.at(-1)!.number;
  } while (!worker.isOver());
}

async function skip(
  client: ClientBase,
  campaign: OpenCampaign,
  recipients: readonly { number: string }[],
  reason: SkipReason,
): Promise<void> {
  const settled = recipients.map(({ number }) => ({ number, messageId: null, reason }));
  if (settled.length > 0) await settleRecipients(client, campaign, settled);
}

async function close(worker: Worker, campaign: OpenCampaign): Promise<void> {
  await inLease(worker, campaign, (client) => updateClosed(client, campaign));
}

/**
 * Does something in a transaction while the campaign is this worker's and in the state it was in; null
 * otherwise.
 */
async function inLease<T>(
  worker: Worker,
  campaign: OpenCampaign,
  work: (client: PoolClient) => Promise<T>,
): Promise<T | null> {
  return transaction(worker.pool, async (client) => {
    if (!(await isStillOurs(client, worker, campaign))) return null;
    notifyAfter(client, campaign);
    return work(client);
  });
}

async function isStillOurs(
  client: ClientBase,
  { holder, stepMs }: Worker,
  campaign: OpenCampaign,
): Promise<boolean> {
  await limitStatements(client, stepMs);
  const now = await renewLease(client, campaign, holder, VALIDITY_MS);
  return now?.state === campaign.state && now.leftMs > 0 === campaign.leftMs > 0;
}

function notifyAfter(client: ClientBase, { id, projectId, mode }: OpenCampaign) {
  afterCommit(client, () => notifyCampaigns([{ campaignId: id, projectId, mode }]));
}

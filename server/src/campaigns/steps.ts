// What a worker does for a campaign, by its state. What is done is in the database after every batch, so that the worker that goes on
// after a crash begins there, and no recipient gets a message twice.
import { setTimeout as sleep } from 'node:timers/promises';
import type { SkipReason } from '@godwit/contract/campaignRules';
import { mergeContent } from '@godwit/contract/mergeFields';
import type { ClientBase, Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { afterCommit, transaction } from '../db/pool.ts';
import { commitTogether, isDatabaseAway, isTimedOut } from '../db/together.ts';
import { openTurns } from '../jobs/turns.ts';
import { notifyCampaigns } from '../live/changes.ts';
import { type Accept, type BatchOutcome, type Bracket, VALIDITY_MS } from '../messages/accept.ts';
import { cancelWaiting, PASSED_OVER_MS } from '../messages/cancel.ts';
import type { Submission } from '../messages/draft.ts';
import { isRefusal } from '../refusal.ts';
import { reasonOf } from './reasons.ts';
import {
  type Addressee,
  insertRecipients,
  selectFollowing,
  selectUnclaimed,
  settleRecipients,
} from './recipientQueries.ts';
import {
  limitStatements,
  type OpenCampaign,
  renewLease,
  updateClosed,
  updateStarted,
  updateWorkedTo,
} from './workQueries.ts';

/**
 * The worker, how long one of its statements may take in milliseconds, and whether its turn is over: that is looked up after each batch, and
 * the campaign then goes on from there at its next turn.
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

/** Does what the campaign's state asks for, until that is done, the turn is over, or the campaign is another worker's or in another state. */
export async function goOn(worker: Worker, campaign: OpenCampaign): Promise<void> {
  if (campaign.state === 'cancelled') await sweep(worker, campaign);
  else if (campaign.state === 'scheduled') await begin(worker, campaign);
  else if (campaign.leftMs <= 0) await skipRest(worker, campaign);
  else await acceptRest(worker, campaign);
}

/**
 * A few start at a time, LIVE and TEST by themselves, as that may take long and callbacks and mails need connections of the same pool.
 * A campaign that waits for longer than its turn is released and tried again.
 */
const BUSY = 'Other campaigns are starting.';
const BEGINNINGS = {
  LIVE: openTurns({ atOnce: 2, waitMs: 2_000, busy: BUSY }),
  TEST: openTurns({ atOnce: 1, waitMs: 2_000, busy: BUSY }),
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
    if (!(await acceptPage(worker, { ...campaign, workedTo: after }, page))) return;
    after = page.at(-1)!.number;
  } while (!worker.isOver());
}

/** Settles a page, and sets aside the recipients for whom accept fails; false where the campaign is not this worker's any more. */
async function acceptPage(
  worker: Worker,
  campaign: OpenCampaign,
  page: readonly Addressee[],
): Promise<boolean> {
  const commit = async (part: Addressee[]) => {
    const submissions = part.map((addressee) => submissionOf(campaign, addressee));
    const accepted = await worker.accept.batch(submissions, bracketOf(worker, campaign, part));
    return accepted ?? part.map(() => null);
  };
  // A page that takes too long frees its slot; in parts it would keep that for all the longer.
  const isStuck = (error: unknown) => isDatabaseAway(error) || isTimedOut(error);
  const outcomes = await commitTogether([...page], commit, isStuck);
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
    validityMs: Math.round(campaign.leftMs),
  };
}

/** Recipients are settled by the transaction that stores their messages: there is never one without the other. */
function bracketOf(worker: Worker, campaign: OpenCampaign, page: readonly Addressee[]): Bracket {
  return {
    async begin(client) {
      if (!(await isStillOurs(client, worker, campaign))) return false;
      // What was before this page, not the page: when it has to be committed in parts, an earlier part may come later.
      await updateWorkedTo(client, campaign, campaign.workedTo);
      return true;
    },
    async end(client, outcomes) {
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

/** Cancels what a cancelled campaign has waiting: recipients without a message, and messages that are not on their way. */
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

/** Does something with each page of recipients, in a transaction each and again where it is not done, and closes the campaign after the last. */
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

/** Does something in a transaction while the campaign is this worker's and in the state it was in; null otherwise. */
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

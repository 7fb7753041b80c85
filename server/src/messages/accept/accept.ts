// Accepts messages. The public API, the console, campaigns and SMPP binds all call it, so price, limits and
// blocks are the same for all. Each message takes these steps, and the first refusal ends them:
//   1. check           its project, sender, recipient and text (draft.ts)
//   2. price           by the recipient's prefix and the number of segments (draft.ts)
//   3. reserve slot    in the window of a link, if nothing waits for that link
//   4. reserve funds   of the team and the project's daily limit (store.ts)
//   5. store           the message and its queue row (store.ts)
//   6. commit          one for all messages that arrive together; nothing is answered before it
//   7. notify          dispatch, or the reserved slot, and open pages
import type { Pool, PoolClient } from 'pg';
import { type GroupCommit, groupCommit } from '../../db/commit/groupCommit.ts';
import { transaction } from '../../db/transaction.ts';
import { notifyMessages } from '../../live/changes.ts';
import { isRefusal, type Refusal, refuse } from '../../refusal.ts';
import { isTraced, traced } from '../../tracing.ts';
import { draftMessage, type Rules, type Submission } from './draft.ts';
import { type DryRun, openDryRuns } from './dryRun.ts';
import type { Holds } from './holds.ts';
import { CODE_LANE, isInLane } from './lane.ts';
import { findKey, findMessage, type Message, type NewMessage } from './queries.ts';
import type { SendingProfile, SendingProfiles } from './sendingProfile.ts';
import {
  type Candidate,
  maySubmitAtOnce,
  needsTransaction,
  type ReserveSlots,
  type Slots,
  storeInOneStatement,
  storeInTransaction,
} from './store.ts';

/**
 * A stored message: its commit is on disk. `replayed`: an earlier request with the same idempotency key
 * stored it.
 */
export type Accepted = { message: Message; replayed: boolean };

export type Accept = {
  /**
   * Accepts one message, or refuses it and stores and charges nothing. Resolves after the commit.
   * Throws if the database is unavailable or too many messages wait for it; `unavailableBy` derives from the
   * error whether the message may be stored.
   */
  (submission: Submission): Promise<Accepted | Refusal>;
  /**
   * Accepts many messages of one project in one transaction, with the `steps` of the caller. Returns one
   * outcome per message, in order, or null if `steps` cancelled the batch.
   */
  batch(submissions: readonly Submission[], steps: BatchSteps): Promise<BatchOutcome[] | null>;
  /**
   * Checks and prices one message as above. Stores and charges nothing; a key is neither used nor looked up.
   */
  dryRun(submission: Submission): Promise<DryRun | Refusal>;
  /** Resolves when no commit is in flight. */
  drained(): Promise<void>;
};

/**
 * The caller's steps in the transaction of a batch. `before` may cancel the batch; `after` records the
 * outcomes in the same transaction.
 */
export type BatchSteps = {
  before(client: PoolClient): Promise<boolean>;
  after(client: PoolClient, outcomes: readonly BatchOutcome[]): Promise<void>;
};

/** The id of the stored message, or the reason why it was refused. */
export type BatchOutcome = { id: string } | Refusal;

/** How long a message may wait for a carrier, in milliseconds. */
export const VALIDITY_MS = 24 * 3_600_000;
/**
 * Codes come first. API and console messages come before campaigns, three to one if both wait; dispatch gives
 * codes as much as both together.
 */
export const PRIORITIES = {
  CODES: { priority: -1 },
  MESSAGING: { priority: 0, weight: 3 },
  CAMPAIGN: { priority: 1, weight: 1 },
};
// Limits the wait of another team's message to some tens of milliseconds.
const MAX_BATCH = 200;
// Each team is in one batch at a time, so a team that sends thousands does not delay others.
const BATCHES_AT_ONCE = 2;
// Fifty batches, or at most about 40 MB. More than a second's work waits only if the database is slow, and no
// item waits longer than a client does.
const LINE = { maxWaiting: 10_000, maxWaitMs: 10_000 };

type Parts = {
  pool: Pool;
  sendingProfiles: SendingProfiles;
  rules: Rules;
  holds: Holds;
  reserveSlots: ReserveSlots;
  /** Receives the link groups of new messages after each commit. */
  onQueued(linkGroups: ReadonlySet<string>): void;
};

/** Opens accept. */
export function openAccept(parts: Parts): Accept {
  const { pool, sendingProfiles, rules, holds } = parts;
  const { commitTogether, notify } = openCommit(parts);
  const commits: GroupCommit<Candidate, Refusal | null> = groupCommit(commitTogether, {
    maxBatch: MAX_BATCH,
    concurrency: BATCHES_AT_ONCE,
    ownerOf: ({ teamId }) => teamId,
    line: LINE,
  });
  const inProgress = new Set<string>();

  async function accept(submission: Submission): Promise<Accepted | Refusal> {
    const profile = await sendingProfiles(submission.projectId);
    if (!profile) return refuse('notFound');
    if (!submission.idempotency) return acceptNew(profile, submission);

    const key = `${submission.projectId} ${submission.mode} ${submission.idempotency.key}`;
    if (inProgress.has(key)) return refuse('idempotencyInProgress');
    inProgress.add(key);
    try {
      const outcome = await acceptNew(profile, submission);
      // A repeated request gets its message even if it would be refused by now.
      return isRefusal(outcome) ? ((await replay(pool, profile, submission)) ?? outcome) : outcome;
    } finally {
      inProgress.delete(key);
    }
  }

  async function acceptNew(profile: SendingProfile, submission: Submission): Promise<Accepted | Refusal> {
    await rules.learnNetworks?.(profile, [submission]);
    const candidate = checkAndPrice(profile, submission, rules);
    if (isRefusal(candidate)) return candidate;
    const refusal = await commits.add(candidate);
    return refusal ?? { message: asAccepted(candidate, profile), replayed: false };
  }

  async function batch(submissions: readonly Submission[], steps: BatchSteps) {
    const profile = await sendingProfiles(submissions[0]!.projectId);
    if (profile) await rules.learnNetworks?.(profile, submissions);
    const checked = submissions.map((submission) =>
      profile ? checkAndPrice(profile, submission, rules) : refuse('notFound'),
    );
    const outcomes = await commitBatch(pool, checked, { steps, holds });
    const stored = new Set(outcomes?.map((outcome) => ('id' in outcome ? outcome.id : null)));
    notify(checked.filter(isCandidate).filter(({ id }) => stored.has(id)));
    return outcomes;
  }

  const checkDry = openDryRuns(pool);
  async function dryRun(submission: Submission) {
    const profile = await sendingProfiles(submission.projectId);
    if (profile) await rules.learnNetworks?.(profile, [submission]);
    return profile ? checkDry(checkAndPrice(profile, submission, rules)) : refuse('notFound');
  }

  return traceAccept(Object.assign(accept, { batch, dryRun, drained: () => commits.drained() }));
}

function openCommit({ pool, holds, reserveSlots, onQueued }: Omit<Parts, 'sendingProfiles' | 'rules'>) {
  /** Stores messages that arrive together, under one commit. Returns null for each accepted one, in order. */
  async function commitTogether(candidates: Candidate[]): Promise<(Refusal | null)[]> {
    const submitted = candidates.some(needsTransaction) ? null : await commitAtOnce(candidates);
    if (submitted) {
      notify(candidates, submitted);
      return candidates.map(() => null);
    }
    const refusals = await transaction(pool, (client) => storeInTransaction(client, candidates, holds));
    notify(candidates.filter((_, i) => refusals[i] === null));
    return refusals;
  }

  /**
   * Reserves slots, reserves funds, stores and commits in one statement, and submits over the slots. Null if
   * a message must be refused: the transaction then decides which.
   */
  async function commitAtOnce(candidates: Candidate[]): Promise<Slots | null> {
    const slots = reserveSlots(candidates.filter(maySubmitAtOnce));
    let isCommitted = false;
    try {
      isCommitted = await storeInOneStatement(pool, candidates, slots);
    } finally {
      for (const slot of slots.values()) isCommitted ? slot.submit() : slot.release();
    }
    return isCommitted ? slots : null;
  }

  /** Wakes dispatch for messages that were not submitted yet, and open pages for all. */
  function notify(stored: readonly Candidate[], submitted: Pick<Slots, 'has'> = new Set()) {
    onQueued(new Set(stored.filter(({ id }) => !submitted.has(id)).map(({ linkGroup }) => linkGroup)));
    notifyMessages(stored.map(({ id, projectId, mode }) => ({ id, projectId, mode, status: 'ACCEPTED' })));
  }

  return { commitTogether, notify };
}

/**
 * Wraps accept in spans, the parents of later spans of its messages. Returns it unchanged if tracing is off.
 */
function traceAccept(accept: Accept): Accept {
  if (!isTraced) return accept;
  const one: (...given: Parameters<Accept>) => ReturnType<Accept> = (submission) => {
    const { mode, platform } = submission;
    const attributes = { 'godwit.mode': mode, 'godwit.platform': platform };
    return traced(
      'accept',
      { attributes },
      () => accept(submission),
      (outcome) =>
        isRefusal(outcome)
          ? { 'godwit.outcome': outcome.refused }
          : { 'godwit.outcome': 'accepted', 'godwit.message.id': outcome.message.id },
    );
  };
  const batch: Accept['batch'] = (submissions, steps) => {
    const attributes = { 'messaging.batch.message_count': submissions.length };
    return traced('accept batch', { attributes }, () => accept.batch(submissions, steps));
  };
  const { dryRun, drained } = accept;
  return Object.assign(one, { batch, dryRun, drained });
}

/** A queue row that waits for dispatch. */
const QUEUED = { linkId: null, leaseMs: null, heldFor: null };

/** Checks and prices a submission. */
function checkAndPrice(profile: SendingProfile, submission: Submission, rules: Rules): Candidate | Refusal {
  const draft = draftMessage(profile, submission, rules, new Date());
  if (isRefusal(draft)) return draft;
  const isCode = isInLane(submission, draft.segments);
  const { idempotency, receipt, cap, callbackFormat } = submission;
  const { validityMs = isCode ? CODE_LANE.validityMs : VALIDITY_MS } = submission;
  const { passesOptOut = false, hidden = null, tlvs = null } = submission;
  const { priority } = PRIORITIES[isCode ? 'CODES' : draft.apiType];
  const clientReference = submission.clientReference ?? null;
  const given = { idempotency, receipt, cap, callbackFormat, validityMs, passesOptOut, hidden, tlvs };
  return { ...draft, priority, profile, ...given, clientReference, ...QUEUED };
}

const isCandidate = (one: Candidate | Refusal): one is Candidate => !isRefusal(one);

/** Stores a batch in one transaction with the caller's steps. Returns the outcomes in order. */
function commitBatch(
  pool: Pool,
  checked: readonly (Candidate | Refusal)[],
  { steps, holds }: { steps: BatchSteps; holds: Holds },
): Promise<BatchOutcome[] | null> {
  const candidates = checked.filter(isCandidate);
  return transaction(pool, async (client) => {
    if (!(await steps.before(client))) return null;
    const refusals = await storeInTransaction(client, candidates, holds);
    const refusalOf = new Map(candidates.map((candidate, i) => [candidate, refusals[i]]));
    const outcomes = checked.map((one) => (isRefusal(one) ? one : (refusalOf.get(one) ?? { id: one.id })));
    await steps.after(client, outcomes);
    return outcomes;
  });
}

/**
 * The first answer of a used idempotency key: the message as it was when accepted. Null if the key is unused.
 */
async function replay(
  pool: Pool,
  profile: SendingProfile,
  submission: Submission,
): Promise<Accepted | Refusal | null> {
  const { key, bodyHash } = submission.idempotency!;
  const scope = { teamId: profile.teamId, projectId: profile.projectId, mode: submission.mode };
  const known = await findKey(pool, { ...scope, key });
  if (!known) return null;
  if (!known.bodyHash.equals(bodyHash)) return refuse('idempotencyReused');
  const message = await findMessage(pool, { ...scope, id: known.messageId });
  return message && { message: asAccepted(message, profile), replayed: true };
}

function asAccepted(
  message: NewMessage & Pick<Message, 'numberMetadata' | 'clientReference'>,
  profile: SendingProfile,
): Message {
  return {
    ...message,
    currency: profile.currency,
    direction: 'OUTGOING',
    state: 'accepted',
    failure: null,
    carrierError: null,
    queuedAt: null,
    sentAt: null,
    deliveredAt: null,
    failedAt: null,
    missingParts: null,
  };
}

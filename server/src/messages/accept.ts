// The one way in for every message: checks, then one transaction that charges, stores and queues it. Public API, console and
// campaigns all call it, so that price, limits and blocks are the same for all.
import type { Pool, PoolClient } from 'pg';
import { billsOf, type Charge, chargeInOrder, lockFunds } from '../billing/charge.ts';
import { canBeAnswered, noteReplies } from '../conversations/threads.ts';
import { type GroupCommit, groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { notifyBalances, notifyMessages } from '../live/changes.ts';
import { keepLinks } from '../optOuts/links.ts';
import { findOptedOut } from '../optOuts/list.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { isTraced, traced } from '../tracing.ts';
import { type Draft, draftMessage, type Rules, type Submission } from './draft.ts';
import type { Holds } from './holds.ts';
import {
  claimKeys,
  findKey,
  findMessage,
  type IdempotencyRow,
  insertAtOnce,
  insertMessages,
  type Message,
  type NewMessage,
  type QueuePlace,
  releaseKeys,
} from './queries.ts';
import { insertReceipts } from './receiptQueries.ts';
import type { SendingProfile, SendingProfiles } from './sendingProfile.ts';

/** A message that is stored: its commit is on disk. `replayed`: it was accepted before with the same idempotency key. */
export type Accepted = { message: Message; replayed: boolean };

export type Accept = {
  /**
   * Accepts one message, or says why not; nothing is stored or charged then. Resolves after the commit. Throws where the database cannot
   * be worked with or too much waits for it; see `unavailableBy` for what that means for the message.
   */
  (submission: Submission): Promise<Accepted | Refusal>;
  /**
   * Accepts many messages of one project in one transaction of their own; `bracket` says whether it may begin, and records in it
   * what became of each message. Returns the outcomes in order: an id, or why not; null where it might not begin.
   */
  batch(submissions: readonly Submission[], bracket: Bracket): Promise<BatchOutcome[] | null>;
  /** Resolves when no commit is under way. */
  drained(): Promise<void>;
};

/** What a batch does in its own transaction: before its messages are stored, and after. */
export type Bracket = {
  begin(client: PoolClient): Promise<boolean>;
  end(client: PoolClient, outcomes: readonly BatchOutcome[]): Promise<void>;
};

/** The id of the stored message, or why there is none. */
export type BatchOutcome = { id: string } | Refusal;

/** A message that could go at once. */
export type Ready = Pick<NewMessage, 'id' | 'teamId' | 'projectId' | 'mode' | 'sender' | 'promotional'> &
  Pick<NewMessage, 'recipient' | 'body' | 'traceParent'> &
  Pick<QueuePlace, 'linkGroup' | 'validityMs'>;

/** A place on a link that is kept for a message until it `goes`, once it is stored with the lease, or is given back. */
export type Place = { linkId: string; leaseMs: number; go(): void; giveBack(): void };

/** Keeps places on links for messages that are about to be stored, as far as nothing waits for these links; by their ids. */
export type KeepPlaces = (ready: readonly Ready[]) => ReadonlyMap<string, Place>;

type Candidate = Draft &
  QueuePlace & {
    profile: SendingProfile;
    idempotency: Submission['idempotency'];
    passesOptOut: boolean;
    receipt: Submission['receipt'];
  };

/** How long a message may wait for a carrier. */
export const VALIDITY_MS = 24 * 3_600_000;
// API and console before campaigns.
const PRIORITIES = { MESSAGING: 0, CAMPAIGN: 1 } as const;
// What a message of another team waits for at most: some tens of milliseconds.
const MAX_BATCH = 200;
// A team is in one of them at a time, so that another team's message need not wait for the batch of a team that sends thousands.
const BATCHES_AT_ONCE = 2;
// Fifty batches, some 40 MB at most: more than a second's work is only kept waiting while the database is slow, and then not for longer
// than a client waits for its answer.
const LINE = { maxWaiting: 10_000, maxWaitMs: 10_000 };

type Parts = {
  pool: Pool;
  sendingProfiles: SendingProfiles;
  rules: Rules;
  holds: Holds;
  keepPlaces: KeepPlaces;
};

/** Opens the way in. `onQueued` is called with the link groups that got work, after the commit. */
export function openAccept(
  { pool, sendingProfiles, rules, holds, keepPlaces }: Parts,
  onQueued: (linkGroups: Set<string>) => void,
): Accept {
  const commits: GroupCommit<Candidate, Refusal | null> = groupCommit(
    async (candidates) => {
      const { refusals, gone } = await commitBatch(pool, candidates, { keepPlaces, holds });
      notifyStored(
        candidates.filter((_, i) => refusals[i] === null),
        gone,
      );
      return refusals;
    },
    {
      maxBatch: MAX_BATCH,
      concurrency: BATCHES_AT_ONCE,
      ownerOf: ({ teamId }) => teamId,
      line: LINE,
    },
  );
  const underWay = new Set<string>();

  function notifyStored(stored: readonly Candidate[], gone: Pick<Places, 'has'> = new Set()) {
    onQueued(new Set(stored.filter(({ id }) => !gone.has(id)).map(({ linkGroup }) => linkGroup)));
    notifyMessages(stored.map(({ id, projectId, mode }) => ({ id, projectId, mode, status: 'ACCEPTED' })));
  }

  async function accept(submission: Submission): Promise<Accepted | Refusal> {
    const profile = await sendingProfiles(submission.projectId);
    if (!profile) return refuse('notFound');
    if (!submission.idempotency) return acceptNew(profile, submission);

    const key = `${submission.projectId} ${submission.mode} ${submission.idempotency.key}`;
    if (underWay.has(key)) return refuse('idempotencyInProgress');
    underWay.add(key);
    try {
      const outcome = await acceptNew(profile, submission);
      // A repeated request gets its message even if it would be refused by now.
      return isRefusal(outcome) ? ((await replay(pool, profile, submission)) ?? outcome) : outcome;
    } finally {
      underWay.delete(key);
    }
  }

  async function acceptNew(profile: SendingProfile, submission: Submission): Promise<Accepted | Refusal> {
    const candidate = prepare(profile, submission, rules);
    if (isRefusal(candidate)) return candidate;
    const refusal = await commits.add(candidate);
    return refusal ?? { message: asAccepted(candidate, profile), replayed: false };
  }

  async function batch(submissions: readonly Submission[], bracket: Bracket) {
    const profile = await sendingProfiles(submissions[0]!.projectId);
    const prepared = submissions.map((submission) =>
      profile ? prepare(profile, submission, rules) : refuse('notFound'),
    );
    const outcomes = await commitBracketed(pool, prepared, { bracket, holds });
    const stored = new Set(outcomes?.map((outcome) => ('id' in outcome ? outcome.id : null)));
    notifyStored(prepared.filter(isCandidate).filter(({ id }) => stored.has(id)));
    return outcomes;
  }

  return traceAccept(Object.assign(accept, { batch, drained: () => commits.drained() }));
}

/** The same as spans, under which what becomes of the messages hangs; as it is where nothing is traced. */
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
  const batch: Accept['batch'] = (submissions, bracket) => {
    const attributes = { 'messaging.batch.message_count': submissions.length };
    return traced('accept batch', { attributes }, () => accept.batch(submissions, bracket));
  };
  return Object.assign(one, { batch, drained: () => accept.drained() });
}

/** Checks one submission and says where it goes. */
function prepare(profile: SendingProfile, submission: Submission, rules: Rules): Candidate | Refusal {
  const draft = draftMessage(profile, submission, rules, new Date());
  if (isRefusal(draft)) return draft;
  const { idempotency, receipt, validityMs = VALIDITY_MS, passesOptOut = false } = submission;
  const priority = PRIORITIES[draft.apiType];
  return { ...draft, priority, validityMs, profile, idempotency, receipt, passesOptOut, ...QUEUED };
}

const isCandidate = (one: Candidate | Refusal): one is Candidate => !isRefusal(one);

/** Stores what was prepared in one transaction, inside its bracket; returns the outcomes in order. */
function commitBracketed(
  pool: Pool,
  prepared: readonly (Candidate | Refusal)[],
  { bracket, holds }: { bracket: Bracket; holds: Holds },
): Promise<BatchOutcome[] | null> {
  const candidates = prepared.filter(isCandidate);
  return transaction(pool, async (client) => {
    if (!(await bracket.begin(client))) return null;
    const refusals = await store(client, candidates, holds);
    const refusalOf = new Map(candidates.map((candidate, i) => [candidate, refusals[i]]));
    const outcomes = prepared.map((one) => (isRefusal(one) ? one : (refusalOf.get(one) ?? { id: one.id })));
    await bracket.end(client, outcomes);
    return outcomes;
  });
}

const OPTED_OUT = refuse('optedOut', { fields: { to: 'The recipient has opted out.' } });

/** Says that the key was used before, or is just being used in another process. */
const KEY_TAKEN = refuse('idempotencyInProgress');

/** Waits for dispatch. */
const QUEUED = { linkId: null, leaseMs: null, heldFor: null };

type Places = ReadonlyMap<string, Place>;
const NO_PLACES: Places = new Map();

/**
 * Stores a batch, and returns null for what was stored and the refusal for what was not, in order, and the places of what went out at once:
 * in one statement where nothing stands against any of it, else in a transaction that tells which of it is refused.
 */
async function commitBatch(
  pool: Pool,
  candidates: Candidate[],
  { keepPlaces, holds }: Pick<Parts, 'keepPlaces' | 'holds'>,
): Promise<{ refusals: (Refusal | null)[]; gone: Places }> {
  if (!candidates.some(needsMore)) {
    const places = keepPlaces(candidates.filter(mayGoAtOnce));
    let isStored = false;
    try {
      isStored = await storeAtOnce(pool, candidates, places);
    } finally {
      for (const place of places.values()) isStored ? place.go() : place.giveBack();
    }
    if (isStored) return { refusals: candidates.map(() => null), gone: places };
  }
  const refusals = await transaction(pool, (client) => store(client, candidates, holds));
  return { refusals, gone: NO_PLACES };
}

const needsMore = (candidate: Candidate) =>
  Boolean(
    candidate.optOutToken || candidate.receipt || canBeAnswered(candidate.sender) || isWatched(candidate),
  );

const isWatched = ({ mode, profile }: Candidate) => mode === 'LIVE' && profile.watched;

/** Whether nothing but a link is needed to submit it: all that is looked at before is looked at by the statement that stores it. */
const mayGoAtOnce = ({ sendAt, apiType, passesOptOut }: Candidate) =>
  sendAt === null && apiType === 'MESSAGING' && !passesOptOut;

/** Stores a batch if all of it can be, that which has a place as being submitted; returns whether it did. */
async function storeAtOnce(pool: Pool, candidates: readonly Candidate[], places: Places): Promise<boolean> {
  const conditions = {
    bills: billsOf(chargesOf(candidates)),
    keys: keysOf(candidates),
    recipients: candidates.filter(({ id, profile }) => profile.hasOptOuts || places.has(id)),
    senders: [...new Set(candidates.filter(({ id }) => places.has(id)).map(({ teamId }) => teamId))],
  };
  const rows = candidates.map((candidate) => {
    const place = places.get(candidate.id);
    return place ? { ...candidate, linkId: place.linkId, leaseMs: place.leaseMs } : candidate;
  });
  if (Object.values(conditions).every(({ length }) => length === 0)) {
    await insertMessages(pool, rows);
    return true;
  }
  const isStored = await insertAtOnce(pool, rows, conditions);
  if (isStored) notifyBalances(conditions.bills.map(({ teamId }) => teamId));
  return isStored;
}

function chargesOf(candidates: readonly Candidate[]): Charge[] {
  return candidates.flatMap((candidate) => {
    if (candidate.mode !== 'LIVE') return [];
    const { dailyLimitMicros, dailyWarnFraction } = candidate.profile;
    const { teamId, projectId, day, costMicros } = candidate;
    return [{ teamId, projectId, day, costMicros, dailyLimitMicros, dailyWarnFraction }];
  });
}

function keysOf(candidates: readonly Candidate[]): IdempotencyRow[] {
  return candidates.flatMap(({ teamId, projectId, mode, idempotency, id }) =>
    idempotency ? [{ teamId, projectId, mode, ...idempotency, messageId: id }] : [],
  );
}

type Refusals = Map<Candidate, Refusal>;

/** Stores what passes the checks that need a transaction; returns null for that and the refusal for the rest, in order. */
async function store(client: PoolClient, candidates: Candidate[], holds: Holds): Promise<(Refusal | null)[]> {
  const refusals: Refusals = new Map();
  const remaining = () => candidates.filter((candidate) => !refusals.has(candidate));
  await claimFreeKeys(client, remaining(), refusals);
  await refuseOptedOut(client, remaining(), refusals);
  await charge(client, remaining(), refusals);
  await releaseKeysOf(client, refusals);
  const stored = remaining();
  const heldFor = await holds(client, stored.filter(isWatched));
  if (stored.length > 0)
    await insertMessages(
      client,
      stored.map((one) => ({ ...one, heldFor: heldFor.get(one) ?? null })),
    );
  await keepLinks(client, stored.flatMap(linkOf));
  await insertReceipts(client, stored);
  await noteReplies(client, stored);
  return candidates.map((candidate) => refusals.get(candidate) ?? null);
}

function linkOf({ teamId, recipient, optOutToken }: Candidate) {
  return optOutToken ? [{ token: optOutToken, teamId, number: recipient }] : [];
}

async function claimFreeKeys(client: PoolClient, candidates: Candidate[], refusals: Refusals) {
  const keys = keysOf(candidates);
  if (keys.length === 0) return;
  // Balances before keys: see the order of locks in docs/architecture.md.
  const charges = chargesOf(candidates);
  if (charges.length > 0) await lockFunds(client, charges);
  const claimed = await claimKeys(client, keys);
  for (const candidate of candidates) {
    if (candidate.idempotency && !claimed.has(candidate.id)) refusals.set(candidate, KEY_TAKEN);
  }
}

async function refuseOptedOut(client: PoolClient, candidates: Candidate[], refusals: Refusals) {
  const asked = candidates.filter(({ profile, passesOptOut }) => profile.hasOptOuts && !passesOptOut);
  const isOptedOut = await findOptedOut(client, asked);
  for (const candidate of asked) if (isOptedOut(candidate)) refusals.set(candidate, OPTED_OUT);
}

async function charge(client: PoolClient, candidates: Candidate[], refusals: Refusals) {
  const charged = candidates.filter((candidate) => candidate.mode === 'LIVE');
  if (charged.length === 0) return;
  const outcomes = await chargeInOrder(client, chargesOf(charged));
  for (const [index, candidate] of charged.entries()) {
    const outcome = outcomes[index]!;
    if (outcome !== 'charged') refusals.set(candidate, refuse(outcome));
  }
}

/** A refused message leaves no key behind, so that the same request can be repeated after a top-up. */
async function releaseKeysOf(client: PoolClient, refusals: Refusals) {
  const ids = [...refusals.keys()].filter(({ idempotency }) => idempotency).map(({ id }) => id);
  if (ids.length > 0) await releaseKeys(client, ids);
}

/** The first answer of an idempotency key, if it was used: the message as it was when it was accepted. */
async function replay(
  pool: Pool,
  profile: SendingProfile,
  submission: Submission,
): Promise<Accepted | Refusal | null> {
  const { key, bodyHash } = submission.idempotency!;
  const place = { teamId: profile.teamId, projectId: profile.projectId, mode: submission.mode };
  const known = await findKey(pool, { ...place, key });
  if (!known) return null;
  if (!known.bodyHash.equals(bodyHash)) return refuse('idempotencyReused');
  const message = await findMessage(pool, { ...place, id: known.messageId });
  return message && { message: asAccepted(message, profile), replayed: true };
}

function asAccepted(
  message: NewMessage & Pick<Message, 'numberMetadata'>,
  { currency }: SendingProfile,
): Message {
  return {
    ...message,
    currency,
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

// The one way in for every message: checks, then one transaction that charges, stores and queues it. Public API, console and
// campaigns all come through here, so that price, limits and blocks cannot differ by door.
import type { Pool, PoolClient } from 'pg';
import { chargeInOrder } from '../billing/charge.ts';
import { type GroupCommit, groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { tellMessages } from '../live/changes.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import { draftMessage, type Submission } from './draft.ts';
import type { Origin, Origins } from './origin.ts';
import {
  claimKeys,
  findKey,
  findMessage,
  insertMessages,
  type Message,
  type NewMessage,
  type QueuePlace,
  releaseKeys,
} from './queries.ts';

/** A message that is stored: its commit is on disk. `replayed` tells that an idempotency key had brought it before. */
export type Accepted = { message: Message; replayed: boolean };

/** Finds the link group for a number, or null where no carrier link takes it. */
export type FindLinkGroup = (mode: NewMessage['mode'], e164: string) => string | null;

export type Accept = {
  /** Accepts one message, or says why not; nothing is stored or charged then. Resolves after the commit. */
  (submission: Submission): Promise<Accepted | Refusal>;
  /** Resolves when no commit is under way. */
  drained(): Promise<void>;
};

type Candidate = NewMessage & QueuePlace & { origin: Origin; idempotency: Submission['idempotency'] };

// API and console before campaigns; how long a message may wait for a carrier.
const LANES = { MESSAGING: 0, CAMPAIGN: 1 } as const;
const VALIDITY_MS = 24 * 3_600_000;
const MAX_BATCH = 500;
// Two batches in flight keep the disk busy while the next one gathers; more would only make smaller ones.
const BATCHES_AT_ONCE = 1;

/** Opens the way in. `onQueued` hears of the link groups that got work, after the commit. */
export function openAccept(
  { pool, origins, linkGroup }: { pool: Pool; origins: Origins; linkGroup: FindLinkGroup },
  onQueued: (linkGroups: Set<string>) => void,
): Accept {
  const commits: GroupCommit<Candidate, Refusal | null> = groupCommit(
    async (candidates) => {
      const refusals = await commitBatch(pool, candidates);
      const stored = candidates.filter((_, i) => refusals[i] === null);
      onQueued(new Set(stored.map((candidate) => candidate.linkGroup)));
      tellMessages(stored.map(({ id, projectId, mode }) => ({ id, projectId, mode, status: 'ACCEPTED' })));
      return refusals;
    },
    { maxBatch: MAX_BATCH, concurrency: BATCHES_AT_ONCE },
  );
  const underWay = new Set<string>();

  async function accept(submission: Submission): Promise<Accepted | Refusal> {
    const origin = await origins(submission.projectId);
    if (!origin) return refuse('notFound');
    if (!submission.idempotency) return acceptNew(origin, submission);

    const key = `${submission.projectId} ${submission.mode} ${submission.idempotency.key}`;
    if (underWay.has(key)) return refuse('idempotencyInProgress');
    underWay.add(key);
    try {
      // Asked before the other checks: a repeated request has to hear of its message even if it would be refused by now.
      return (await replay(pool, origin, submission)) ?? (await acceptNew(origin, submission));
    } finally {
      underWay.delete(key);
    }
  }

  async function acceptNew(origin: Origin, submission: Submission): Promise<Accepted | Refusal> {
    const draft = draftMessage(origin, submission, new Date());
    if (isRefusal(draft)) return draft;
    const group = linkGroup(draft.mode, draft.recipient);
    if (!group)
      return refuse('unavailable', {
        description: 'There is no carrier link for this message now.',
        retryAfterSeconds: 60,
      });

    const place = { linkGroup: group, lane: LANES[draft.apiType], validityMs: VALIDITY_MS };
    const refusal = await commits.add({ ...draft, ...place, origin, idempotency: submission.idempotency });
    if (refusal === KEY_TAKEN)
      return (await replay(pool, origin, submission)) ?? refuse('idempotencyInProgress');
    return refusal ?? { message: asAccepted(draft, origin), replayed: false };
  }

  return Object.assign(accept, { drained: () => commits.drained() });
}

/** Says that another process took the same idempotency key while this batch was being committed. */
const KEY_TAKEN = refuse('idempotencyInProgress');

/** Stores a batch in one transaction; gives null for what was stored and the refusal for what was not, in order. */
async function commitBatch(pool: Pool, candidates: Candidate[]): Promise<(Refusal | null)[]> {
  if (candidates.every((candidate) => candidate.mode === 'TEST' && !candidate.idempotency)) {
    await insertMessages(pool, candidates);
    return candidates.map(() => null);
  }
  return transaction(pool, async (client) => {
    const refusals = new Map<Candidate, Refusal>();
    const remaining = () => candidates.filter((candidate) => !refusals.has(candidate));
    await takeKeys(client, remaining(), refusals);
    await takeMoney(client, remaining(), refusals);
    await giveKeysBack(client, refusals);
    if (remaining().length > 0) await insertMessages(client, remaining());
    return candidates.map((candidate) => refusals.get(candidate) ?? null);
  });
}

async function takeKeys(client: PoolClient, candidates: Candidate[], refusals: Map<Candidate, Refusal>) {
  const keyed = candidates.flatMap((candidate) =>
    candidate.idempotency ? [{ ...candidate, ...candidate.idempotency, messageId: candidate.id }] : [],
  );
  if (keyed.length === 0) return;
  const claimed = await claimKeys(client, keyed);
  for (const candidate of candidates) {
    if (candidate.idempotency && !claimed.has(candidate.id)) refusals.set(candidate, KEY_TAKEN);
  }
}

async function takeMoney(client: PoolClient, candidates: Candidate[], refusals: Map<Candidate, Refusal>) {
  const charged = candidates.filter((candidate) => candidate.mode === 'LIVE');
  if (charged.length === 0) return;
  const charges = charged.map((candidate) => ({
    ...candidate,
    dailyLimitMicros: candidate.origin.dailyLimitMicros,
    dailyWarnFraction: candidate.origin.dailyWarnFraction,
  }));
  const outcomes = await chargeInOrder(client, charges);
  for (const [index, candidate] of charged.entries()) {
    const outcome = outcomes[index]!;
    if (outcome !== 'charged') refusals.set(candidate, refuse(outcome));
  }
}

/** A refused message leaves no key behind, so that the same request can be repeated after a top-up. */
async function giveKeysBack(client: PoolClient, refusals: Map<Candidate, Refusal>) {
  const ids = [...refusals]
    .filter(([candidate, refusal]) => candidate.idempotency && refusal !== KEY_TAKEN)
    .map(([candidate]) => candidate.id);
  if (ids.length > 0) await releaseKeys(client, ids);
}

/** The first answer of an idempotency key, if it was used: the message as it was when it was accepted. */
async function replay(
  pool: Pool,
  origin: Origin,
  submission: Submission,
): Promise<Accepted | Refusal | null> {
  const { key, bodyHash } = submission.idempotency!;
  const place = { teamId: origin.teamId, projectId: origin.projectId, mode: submission.mode };
  const known = await findKey(pool, { ...place, key });
  if (!known) return null;
  if (!known.bodyHash.equals(bodyHash)) return refuse('idempotencyReused');
  const message = await findMessage(pool, { ...place, id: known.messageId });
  return message && { message: asAccepted(message, origin), replayed: true };
}

function asAccepted(message: NewMessage, { currency }: Origin): Message {
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
  };
}

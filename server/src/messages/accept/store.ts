// Stores checked messages: reserves their funds, inserts them with their queue rows, and commits. Messages
// whose checks need no transaction of their own take one statement.
import type { OptOutScope } from '@godwit/contract/optOutScopes';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { billsOf, type Charge, chargeInOrder, lockFunds } from '../../billing/charge.ts';
import { withoutConsent } from '../../consents/check.ts';
import { canBeAnswered, noteReplies } from '../../conversations/threads.ts';
import { notifyBalances } from '../../live/changes.ts';
import { findOptedOut } from '../../optOuts/list.ts';
import { insertLinks } from '../../optOuts/page/links.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import { insertSmppReceipts } from '../state/smppReceiptQueries.ts';
import type { Draft, Submission } from './draft.ts';
import { insertFormats } from './formatQueries.ts';
import type { Holds } from './holds.ts';
import {
  claimKeys,
  type IdempotencyRow,
  insertAtOnce,
  insertMessages,
  type NewMessage,
  type QueueEntry,
  releaseKeys,
} from './queries.ts';
import type { SendingProfile } from './sendingProfile.ts';
import { insertTlvs } from './tlvQueries.ts';

/** A message that may be submitted at once. */
export type Ready = Pick<NewMessage, 'id' | 'teamId' | 'projectId' | 'mode' | 'sender' | 'contentClass'> &
  Pick<NewMessage, 'recipient' | 'body' | 'traceparent'> &
  Pick<QueueEntry, 'linkGroup' | 'validityMs'> &
  Pick<Draft, 'country'>;

/**
 * A window slot reserved on a link. `submit` uses it once the message is stored with the lease; `release`
 * frees it.
 */
export type Slot = { linkId: string; leaseMs: number; submit(): void; release(): void };

/**
 * Reserves window slots, by message id, for messages that are about to be stored. Links for which messages
 * wait grant none.
 */
export type ReserveSlots = (ready: readonly Ready[]) => ReadonlyMap<string, Slot>;

/** A checked and priced message. */
export type Candidate = Draft &
  QueueEntry & {
    profile: SendingProfile;
    idempotency: Submission['idempotency'];
    passesOptOut: boolean;
    receipt: Submission['receipt'];
    clientReference: string | null;
    cap: Submission['cap'];
    callbackFormat: Submission['callbackFormat'];
    /** Optional parameters of SMPP, packed. */
    tlvs: Buffer | null;
  };

export type Slots = ReadonlyMap<string, Slot>;

const optedOut = (description: string) => refuse('optedOut', { description, fields: { to: description } });
const OPTED_OUT: Record<OptOutScope, Refusal> = {
  ALL: optedOut('The recipient has opted out.'),
  PROMOTIONAL: optedOut('The recipient has opted out of promotional messages.'),
};

const NO_CONSENT: Refusal = {
  ...optedOut(
    'The recipient has not consented to promotional messages, which their country requires. Nothing was sent or charged. Record the consent first.',
  ),
  skipReason: 'no_consent',
};

/** The key was used before, or another process is using it now. */
const KEY_TAKEN = refuse('idempotencyInProgress');

/**
 * Whether a message needs checks or rows beyond the single statement, so its batch is stored in a
 * transaction.
 */
export const needsTransaction = (candidate: Candidate) =>
  Boolean(
    candidate.optOutToken ||
      candidate.receipt ||
      candidate.callbackFormat ||
      candidate.tlvs ||
      canBeAnswered(candidate.sender) ||
      (candidate.cap && candidate.mode === 'LIVE') ||
      candidate.textHold ||
      countsDestinations(candidate),
  );

const countsDestinations = ({ mode, profile }: Candidate) => mode === 'LIVE' && profile.countsDestinations;

/**
 * Whether the message needs only a link to be submitted: the storing statement makes all checks that dispatch
 * would make. A name to a country with a register (`senderSent`) is decided when dispatch claims the message,
 * which also reveals a hidden text.
 */
export const maySubmitAtOnce = ({ sendAt, apiType, passesOptOut, senderSent, hidden }: Candidate) =>
  sendAt === null && apiType === 'MESSAGING' && !passesOptOut && senderSent === null && hidden === null;

/**
 * Reserves funds, stores and commits a batch in one statement, messages with a slot as being submitted.
 * Returns false, and stores nothing, if any of them must be refused.
 */
export async function storeInOneStatement(
  pool: Pool,
  candidates: readonly Candidate[],
  slots: Slots,
): Promise<boolean> {
  const conditions = {
    bills: billsOf(chargesOf(candidates)),
    keys: keysOf(candidates),
    recipients: candidates.filter(({ id, profile }) => profile.hasOptOuts || slots.has(id)),
    senders: [...new Set(candidates.filter(({ id }) => slots.has(id)).map(({ teamId }) => teamId))],
  };
  const rows = candidates.map((candidate) => {
    const slot = slots.get(candidate.id);
    return slot ? { ...candidate, linkId: slot.linkId, leaseMs: slot.leaseMs } : candidate;
  });
  if (Object.values(conditions).every(({ length }) => length === 0)) {
    await insertMessages(pool, rows);
    return true;
  }
  const isStored = await insertAtOnce(pool, rows, conditions);
  if (isStored) notifyBalances(conditions.bills.map(({ teamId }) => teamId));
  return isStored;
}

/** The charges of these messages; those in TEST have none. */
export function chargesOf(candidates: readonly Candidate[]): Charge[] {
  return candidates.flatMap((candidate) => {
    if (candidate.mode !== 'LIVE') return [];
    const { dailyLimitMicros, dailyWarnFraction } = candidate.profile;
    const { teamId, projectId, day, costMicros, cap = null } = candidate;
    return [{ teamId, projectId, day, costMicros, dailyLimitMicros, dailyWarnFraction, cap }];
  });
}

function keysOf(candidates: readonly Candidate[]): IdempotencyRow[] {
  return candidates.flatMap(({ teamId, projectId, mode, idempotency, id }) =>
    idempotency ? [{ teamId, projectId, mode, ...idempotency, messageId: id }] : [],
  );
}

type Refusals = Map<Candidate, Refusal>;

/**
 * Stores the messages that pass the checks inside the transaction. Returns, in order, null for each of these
 * and the refusal for each other.
 */
export async function storeInTransaction(
  client: PoolClient,
  candidates: Candidate[],
  holds: Holds,
): Promise<(Refusal | null)[]> {
  const refusals: Refusals = new Map();
  const remaining = () => candidates.filter((candidate) => !refusals.has(candidate));
  await claimFreeKeys(client, remaining(), refusals);
  for (const [candidate, refusal] of await unwantedRefusals(client, remaining()))
    refusals.set(candidate, refusal);
  await reserveFunds(client, remaining(), refusals);
  await releaseKeysOf(client, refusals);
  await storeRows(client, remaining(), holds);
  return candidates.map((candidate) => refusals.get(candidate) ?? null);
}

async function storeRows(client: PoolClient, stored: Candidate[], holds: Holds) {
  const heldFor = await holds(
    client,
    stored.filter((one) => one.textHold || countsDestinations(one)),
  );
  if (stored.length > 0)
    await insertMessages(
      client,
      stored.map((one) => ({ ...one, heldFor: heldFor.get(one) ?? null })),
    );
  await insertLinks(client, stored.flatMap(linkOf));
  await insertSmppReceipts(client, stored);
  await insertFormats(client, stored);
  await insertTlvs(client, stored);
  await noteReplies(client, stored);
}

function linkOf({ teamId, mode, recipient, optOutToken }: Candidate) {
  return optOutToken ? [{ token: optOutToken, teamId, mode, number: recipient }] : [];
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

/**
 * The refusals of those of these messages whose recipients have opted out, or have not consented where a
 * country enforces that. An opt-out is the reason if both hold.
 */
export async function unwantedRefusals(
  client: ClientBase | Pool,
  candidates: readonly Candidate[],
): Promise<Map<Candidate, Refusal>> {
  const refusals: Refusals = new Map();
  const stoppable = candidates.filter(({ profile, passesOptOut }) => profile.hasOptOuts && !passesOptOut);
  const scopeOf = await findOptedOut(client, stoppable);
  for (const candidate of stoppable) {
    const scope = scopeOf(candidate);
    if (scope) refusals.set(candidate, OPTED_OUT[scope]);
  }
  const asking = candidates.filter((candidate) => candidate.needsConsent && !refusals.has(candidate));
  for (const candidate of await withoutConsent(client, asking)) refusals.set(candidate, NO_CONSENT);
  return refusals;
}

async function reserveFunds(client: PoolClient, candidates: Candidate[], refusals: Refusals) {
  const charged = candidates.filter((candidate) => candidate.mode === 'LIVE');
  if (charged.length === 0) return;
  const outcomes = await chargeInOrder(client, chargesOf(charged));
  for (const [index, candidate] of charged.entries()) {
    const outcome = outcomes[index]!;
    if (outcome !== 'charged') refusals.set(candidate, refuse(outcome));
  }
}

/**
 * A refused message leaves no key behind, so the same request can be repeated after a top-up. A key that was
 * taken was never its own.
 */
async function releaseKeysOf(client: PoolClient, refusals: Refusals) {
  const claimed = [...refusals]
    .filter(([, refusal]) => refusal !== KEY_TAKEN)
    .map(([candidate]) => candidate);
  const keys = keysOf(claimed);
  if (keys.length > 0) await releaseKeys(client, keys);
}

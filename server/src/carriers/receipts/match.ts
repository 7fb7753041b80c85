// Matches receipts to messages: by the carrier's id; by id and addresses if several messages share the id; by
// addresses alone for a message in doubt.
import { fromAddress } from '@godwit/contract/incoming';
import type { DeliverSm } from '@godwit/smpp/codec/pdu';
import { normaliseMessageId, parseReceipt } from '@godwit/smpp/codec/receipt';
import type { PoolClient } from 'pg';
import type { LinkCounters } from '../counts/counters.ts';
import type { LinkConfig } from '../links/config.ts';
import { isSameNumber } from '../links/sameNumber.ts';
import { lockRefs, type Outcome, type Ref } from '../refs/queries.ts';
import { deleteRows } from '../sending/queueQueries.ts';
import type { JustTaken } from '../sending/submitResults.ts';
import { insertAttempts } from '../trace/queries.ts';
import { type InboxRow, makeEarlierDue, type Named } from './inboxQueries.ts';
import { applyEnds, type Ended, endedBy, endsOf } from './outcome.ts';
import {
  type AddressKey,
  type DoubtfulMessage,
  doubtfulMessages,
  LATEST_ANSWER_MS,
  leaveQueue,
  refsByAddress,
  refsById,
  storeOutcomes,
} from './queries.ts';

/** A final receipt of a part, under the id from the submit response; '' if the receipt has none. */
export type Final = Named & {
  row: InboxRow;
  /** The id as the receipt writes it. */
  writtenId: string;
  outcome: Outcome;
  /** The carrier's error code; null if delivered. */
  error: string | null;
};

// After this time the answers to all earlier submits are stored, so the meaning of an id no longer changes.
const SETTLED_AFTER_MS = 5_000;
// A whole number has at least this many digits. Anything else names no other recipient: the carrier hides or
// shortens it.
const WHOLE_NUMBER = /^\+?\d{7,}$/;

/**
 * Ends the messages of these receipts, which are in order of arrival, and counts them. Returns the unmatched
 * receipts.
 */
export async function settle(
  client: PoolClient,
  finals: readonly Final[],
  counters: Pick<LinkCounters, 'ended'>,
): Promise<Final[]> {
  const { ended, unmatched } = await matchReceipts(client, finals);
  await applyEnds(client, endsOf(ended), ended, counters);
  return unmatched;
}

const nameOf = (linkId: string, carrierId: string) => `${linkId} ${carrierId}`;

/**
 * Receipts that certainly belong to parts just taken, before the refs are stored.
 * Each has an id that no other message has, the right number, and no earlier receipt waiting. All others are
 * matched after the refs are stored.
 */
export async function matchJustTaken(
  client: PoolClient,
  taken: readonly JustTaken[],
  finals: readonly Final[],
): Promise<Map<JustTaken, Final>> {
  const byName = Map.groupBy(taken, ({ linkId, carrierId }) => nameOf(linkId, carrierId));
  const found = new Map<JustTaken, Final>();
  for (const final of finals) {
    const [one, another] = byName.get(nameOf(final.row.linkId, final.carrierId)) ?? [];
    if (!one || another || found.has(one) || final.carrierId === '') continue;
    if (isSameNumber(one.recipient, final.recipient)) found.set(one, final);
  }
  const known = await refsById(client, [...found.keys()]);
  const knownNames = new Set(known.map(({ linkId, carrierId }) => nameOf(linkId, carrierId)));
  for (const one of found.keys()) if (knownNames.has(nameOf(one.linkId, one.carrierId))) found.delete(one);
  const late = await withEarlier(
    client,
    finals,
    [...found.values()].map((final) => ({ final, carrierId: final.carrierId, since: null })),
  );
  for (const [one, final] of found) if (late.has(final)) found.delete(one);
  return found;
}

/**
 * Applies receipts, in order of arrival, to their messages. Returns the messages that end, for the end of the
 * transaction, and the unmatched receipts.
 */
export async function matchReceipts(
  client: PoolClient,
  finals: readonly Final[],
): Promise<{ ended: Ended[]; unmatched: Final[] }> {
  if (finals.length === 0) return { ended: [], unmatched: [] };
  const found = await findRefs(client, finals);
  const locked = await lockRefs(client, [...new Set([...found.values()].map(({ ref }) => ref.messageId))]);
  const current = new Map(locked.map((ref) => [keyOf(ref), ref]));
  const noted = new Map<Ref, Final>();
  const unmatched: Final[] = [];
  const late = await withEarlier(
    client,
    finals,
    [...found].flatMap(([final, { ref }]) => {
      if (current.get(keyOf(ref))?.outcome !== null) return [];
      const since = new Date(ref.createdAt.getTime() - LATEST_ANSWER_MS);
      return [{ final, carrierId: final.carrierId, since }];
    }),
  );
  for (const final of finals) {
    if (late.has(final)) continue;
    const { ref, isOnly = false } = found.get(final) ?? {};
    const now = ref && current.get(keyOf(ref));
    if (now && !now.outcome) {
      noted.set(now, final);
      Object.assign(now, { outcome: final.outcome, error: final.error });
    }
    // The first final receipt of a part counts; a later one is ignored. If several messages share the id, it
    // may mean another message, or a part whose answer is outstanding, so it is retried.
    else if (!now || !isOnly || (!isSettled(final) && !isWhole(now, locked))) unmatched.push(final);
  }
  await storeOutcomes(
    client,
    [...noted].map(([ref, { row, outcome, error }]) => {
      return { ...ref, outcome, error, receipt: row.pdu, receivedAt: row.receivedAt };
    }),
  );
  const ended = endedBy(locked);
  await leaveQueue(client, ended);
  const doubtful = await matchDoubtful(client, finals, unmatched);
  return { ended: [...ended, ...doubtful.ended], unmatched: [...late, ...doubtful.unmatched] };
}

/**
 * Receipts of `about` that must wait because an earlier waiting receipt may concern the same message. The
 * first receipt counts, so the earlier one is processed first.
 */
async function withEarlier(
  client: PoolClient,
  finals: readonly Final[],
  about: readonly { final: Final; carrierId: string | null; since: Date | null }[],
): Promise<Set<Final>> {
  const places = await makeEarlierDue(
    client,
    about.map(({ final: { row, recipient, sender }, carrierId, since }) => {
      return { linkId: row.linkId, recipient, sender, carrierId, since, before: row.id };
    }),
    finals.map(({ row }) => row.id),
  );
  return new Set(about.filter((_one, place) => places.has(place)).map(({ final }) => final));
}

/** Whether the answers that a receipt can concern are all stored. */
const isSettled = ({ row }: Final): boolean => row.ageMs > SETTLED_AFTER_MS;

/** Whether `refs`, all refs of the message, include every part of the ref's split. */
function isWhole({ messageId, linkId, parts }: Ref, refs: readonly Ref[]): boolean {
  if (parts === 1) return true;
  const split = refs.filter(
    (one) => one.messageId === messageId && one.linkId === linkId && one.parts === parts,
  );
  return split.length >= parts;
}

const keyOf = ({ linkId, carrierId, messageId, part }: Ref) => `${linkId} ${carrierId} ${messageId} ${part}`;

type Found = { ref: Ref; isOnly: boolean };

/** The ref that each receipt seems to concern, not locked yet. `isOnly` if no other ref has its id. */
async function findRefs(client: PoolClient, finals: readonly Final[]): Promise<Map<Final, Found>> {
  const keys = finals.map(({ row, carrierId }) => ({ linkId: row.linkId, carrierId }));
  const named = await refsById(
    client,
    keys.filter(({ carrierId }) => carrierId !== ''),
  );
  const byId = Map.groupBy(named, ({ linkId, carrierId }) => nameOf(linkId, carrierId));

  const found = new Map<Final, Found>();
  const asked = new Map<string, { key: AddressKey; finals: Final[] }>();
  for (const final of finals) {
    const { row, carrierId, recipient, sender } = final;
    const [ref, another] = byId.get(nameOf(row.linkId, carrierId)) ?? [];
    if (ref && !another) {
      // A different number means a different message: one with the same id whose answer is outstanding, or
      // any message if the link's id base is wrong.
      const isHidden = isSettled(final) && !WHOLE_NUMBER.test(recipient);
      if (isHidden || ref.recipient === '' || isSameNumber(ref.recipient, recipient)) {
        found.set(final, { ref, isOnly: true });
      }
      continue;
    }
    // An id that no answer gave may belong to a submit whose answer had none.
    if (!ref && carrierId !== '' && !isSettled(final)) continue;
    const place = { linkId: row.linkId, carrierId: ref ? carrierId : '', recipient, sender };
    const name = JSON.stringify(place);
    const same = asked.get(name) ?? { key: { ...place, count: 0, receivedAt: row.receivedAt }, finals: [] };
    asked.set(name, same);
    same.key.count = same.finals.push(final);
    same.key.receivedAt = laterOf(same.key.receivedAt, row.receivedAt);
  }
  const groups = [...asked.values()];
  const refs = await refsByAddress(
    client,
    groups.map(({ key }) => key),
  );
  const byPlace = Map.groupBy(refs, ({ place }) => place);
  for (const [place, group] of groups.entries()) {
    for (const [index, ref] of (byPlace.get(place) ?? []).entries()) {
      found.set(group.finals[index]!, { ref, isOnly: false });
    }
  }
  return found;
}

/** Null means now. */
function laterOf(one: Date | null, other: Date | null): Date | null {
  return one && other && (one > other ? one : other);
}

/**
 * Matches receipts with unknown ids to messages in doubt by address, if exactly one fits. Returns the matches
 * and the rest.
 */
async function matchDoubtful(
  client: PoolClient,
  finals: readonly Final[],
  unmatched: readonly Final[],
): Promise<{ ended: Ended[]; unmatched: Final[] }> {
  const old = unmatched.filter(isSettled);
  const doubtful = await doubtfulMessages(client, [...new Set(old.map(({ recipient }) => recipient))]);
  const found = new Map<string, { final: Final; message: DoubtfulMessage }>();
  for (const final of old) {
    const fitting = doubtful.filter(
      ({ linkId, sender, recipient, queuedAt }) =>
        linkId === final.row.linkId &&
        (final.sender === '' || sender === final.sender) &&
        recipient === final.recipient &&
        // A receipt from before the submit belongs to an earlier message.
        final.row.receivedAt !== null &&
        queuedAt <= final.row.receivedAt,
    );
    const [only, another] = fitting;
    if (only && !another && !found.has(only.id)) found.set(only.id, { final, message: only });
  }
  const late = await withEarlier(
    client,
    finals,
    [...found.values()].map(({ final, message }) => ({ final, carrierId: null, since: message.queuedAt })),
  );
  for (const [id, { final }] of found) if (late.has(final)) found.delete(id);
  const matched = [...found.values()];
  const ended = matched.map(
    ({ message: { teamId, id, linkId }, final: { outcome, error: carrierError } }) => {
      return { teamId, id, outcome, carrierError, linkId, afterMs: null };
    },
  );
  await deleteRows(client, ended);
  await insertAttempts(
    client,
    matched.map(({ message, final: { carrierId: detail, row } }) => {
      return { messageId: message.id, linkId: row.linkId, outcome: 'MATCHED', detail };
    }),
  );
  const finalsMatched = new Set(matched.map(({ final }) => final));
  return { ended, unmatched: unmatched.filter((final) => !finalsMatched.has(final)) };
}

/** The id base that each link's carrier uses. */
export type IdBases = ReadonlyMap<string, LinkConfig['message_id']>;

/** Parses a receipt. Null if it is no receipt or is not final. */
export function readFinal(row: InboxRow, deliver: DeliverSm, idBases: IdBases): Final | null {
  const receipt = parseReceipt(deliver);
  if (!receipt?.final) return null;
  const outcome = receipt.state === 'DELIVERED' ? 'delivered' : 'undelivered';
  return {
    row,
    writtenId: receipt.messageId,
    carrierId: normaliseMessageId(receipt.messageId, 'receipt', idBases.get(row.linkId) ?? 'text'),
    outcome,
    error: outcome === 'delivered' ? null : (receipt.error ?? receipt.state),
    // A receipt comes from the phone and goes to the sender (SMPP 3.4, appendix B).
    sender: fromAddress(deliver.destinationAddr),
    recipient: `+${deliver.sourceAddr.replace(/^\+/, '')}`,
  };
}

// SQL that matches receipts: finds the refs or the message in doubt that a receipt concerns, stores the
// outcome of its part, and takes an ended message from the queue.
import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { FENCE } from '../../db/fences.ts';
import { prepared } from '../../db/sql.ts';
import { type CarrierRef, isRefOf, type PartEnd, REF, type Ref } from '../refs/queries.ts';

/** The longest time by which a receipt may precede the submit result of its message. */
export const LATEST_ANSWER_MS = 600_000;

export type IdKey = { linkId: string; carrierId: string };

// Looks each id up in the index on link and carrier id; two refs are enough to see that an id is ambiguous.
const REFS_BY_ID = prepared<Ref>('refs-by-id')`
  select r.* from (select distinct * from unnest(${'linkId'}::text[], ${'carrierId'}::text[])) as key (link_id, carrier_id)
    cross join lateral (
      select ${REF} from carrier_refs r
      where r.link_id = key.link_id and r.carrier_id = key.carrier_id limit 2
    ) as r`;

/** The refs of these ids; at most two of each id. */
export async function refsById(client: ClientBase, keys: readonly IdKey[]): Promise<Ref[]> {
  if (keys.length === 0) return [];
  const { rows } = await REFS_BY_ID.run(client, listsOf(keys, 'linkId', 'carrierId'));
  return rows;
}

/**
 * An id that several messages share, with the addresses that identify one. `count` receipts have them; the
 * last arrived at `receivedAt`, null for now.
 */
export type AddressKey = IdKey & {
  recipient: string;
  sender: string;
  count: number;
  receivedAt: Date | null;
};
export type AddressRef = Ref & { place: number };

// Looks each key up in the index on link, carrier id and recipient, and sorts the refs without an outcome. An
// index that names the outcome would cost each receipt a new entry in every index.
const REFS_BY_ADDRESS = prepared<AddressRef>('refs-by-address')`
  select r.*, (key.place - 1)::integer as place
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'recipient'}::text[], ${'sender'}::text[], ${'count'}::integer[], ${'receivedAt'}::timestamptz[]) with ordinality
      as key (link_id, carrier_id, recipient, sender, count, received_at, place)
    cross join lateral (
      select ${REF} from (
        select * from carrier_refs named where named.link_id = key.link_id and named.carrier_id = key.carrier_id
          and named.recipient = key.recipient ${FENCE}) as r
      where (r.sender = key.sender or key.sender = '') and r.outcome is null
        and r.created_at < coalesce(key.received_at, now()) + make_interval(secs => ${'latestAnswerMs'}::integer / 1000)
      order by r.message_id, r.part limit key.count
    ) as r order by key.place, r."messageId", r.part`;

/**
 * Refs without an outcome by id and addresses, the oldest first, `count` of each key; `place` is the position
 * of the key. A ref stored too long after the receipt belongs to another message. A key without a sender fits
 * any sender.
 */
export async function refsByAddress(client: ClientBase, keys: readonly AddressKey[]): Promise<AddressRef[]> {
  if (keys.length === 0) return [];
  const { rows } = await REFS_BY_ADDRESS.run(client, {
    ...listsOf(keys, 'linkId', 'carrierId', 'recipient', 'sender', 'count', 'receivedAt'),
    latestAnswerMs: LATEST_ANSWER_MS,
  });
  return rows;
}

/** A part that ended. `receivedAt`: when its receipt arrived, null for now. */
export type EndedPart = CarrierRef & PartEnd & { receivedAt: Date | null };

// Updates by the primary key.
const STORE_OUTCOMES = prepared('store-outcomes')`
  update carrier_refs r set outcome = key.outcome, carrier_error = key.error, receipt = key.receipt,
      receipt_at = coalesce(key.receipt_at, now())
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'messageId'}::uuid[], ${'part'}::smallint[], ${'outcome'}::text[], ${'error'}::text[], ${'receipt'}::bytea[], ${'receivedAt'}::timestamptz[])
      as key (link_id, carrier_id, message_id, part, outcome, error, receipt, receipt_at)
    where ${isRefOf('key')}`;

/** Stores the outcomes of parts whose refs are locked. */
export async function storeOutcomes(client: ClientBase, outcomes: readonly EndedPart[]): Promise<void> {
  if (outcomes.length === 0) return;
  await STORE_OUTCOMES.run(client, {
    ...listsOf(outcomes, 'linkId', 'carrierId', 'messageId', 'part'),
    ...listsOf(outcomes, 'outcome', 'error', 'receipt', 'receivedAt'),
  });
}

export type DoubtfulMessage = {
  teamId: string;
  id: string;
  linkId: string;
  sender: string;
  recipient: string;
  queuedAt: Date;
};

// Starts from the partial index on doubt_until, as few messages are in doubt.
const DOUBTFUL_MESSAGES = prepared<DoubtfulMessage>('doubtful-messages')`
  with doubtful as materialized (
      select team_id, message_id from send_queue where doubt_until is not null
    ), meant as materialized (
      select m.id, coalesce(m.sender_sent, m.sender) as sender, m.recipient, m.queued_at from doubtful
      join messages m on m.team_id = doubtful.team_id and m.id = doubtful.message_id
      where m.segments = 1 and m.recipient = any(${'recipients'}::text[])
    )
    select q.team_id as "teamId", q.message_id as id, q.link_id as "linkId", meant.sender, meant.recipient,
      meant.queued_at as "queuedAt"
    from meant join send_queue q on q.message_id = meant.id
    where q.doubt_until is not null order by q.message_id for update of q skip locked`;

/**
 * Locks messages in doubt to these recipients that have one segment. A receipt with an unknown id can only
 * match them by its addresses.
 */
export async function doubtfulMessages(client: ClientBase, recipients: string[]): Promise<DoubtfulMessage[]> {
  if (recipients.length === 0) return [];
  const { rows } = await DOUBTFUL_MESSAGES.run(client, { recipients });
  return rows;
}

// By the primary key, without rows that are leased or locked.
const LEAVE_QUEUE = prepared('leave-queue')`
  delete from send_queue where message_id = any(array(
    select message_id from send_queue where message_id = any(${'id'}::uuid[]) and lease_until is null
    order by message_id for update skip locked))`;

/** Removes ended messages from the queue, except leased ones: those are removed with their submit result. */
export async function leaveQueue(client: ClientBase, messages: readonly { id: string }[]): Promise<void> {
  if (messages.length === 0) return;
  await LEAVE_QUEUE.run(client, listsOf(messages, 'id'));
}

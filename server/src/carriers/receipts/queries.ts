// SQL of refs: a ref links the carrier's id of a submitted part to its message, and has the part's outcome.

import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';

export type CarrierRef = {
  linkId: string;
  carrierId: string;
  teamId: string;
  messageId: string;
  part: number;
  parts: number;
};

/**
 * A ref to store, with the addresses of its message, and the outcome of its part if that is known already.
 */
export type NewRef = CarrierRef & {
  sender: string;
  recipient: string;
  ended?: { outcome: Outcome; error: string | null; receipt: Buffer };
  /** The rule by which its link was chosen. */
  rule?: string | null;
};

const NOT_ENDED = { outcome: null, error: null, receipt: null };

// Skips a part that is stored already: insertRefs counts the returned rows to detect it.
const INSERT_REFS = prepared<{ ended: boolean }>('insert-refs')`
  insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts, outcome, carrier_error, receipt,
      receipt_at, recipient, sender, rule)
    select link_id, carrier_id, team_id, message_id, part, parts, outcome, error, receipt,
      case when outcome is not null then now() end, recipient, sender, rule
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'teamId'}::uuid[], ${'messageId'}::uuid[], ${'part'}::smallint[], ${'parts'}::smallint[], ${'recipient'}::text[], ${'sender'}::text[],
        ${'outcome'}::text[], ${'error'}::text[], ${'receipt'}::bytea[], ${'rule'}::text[])
      as key (link_id, carrier_id, team_id, message_id, part, parts, recipient, sender, outcome, error, receipt, rule)
    on conflict (link_id, carrier_id, message_id, part) do nothing
    returning outcome is not null as ended`;

/**
 * Stores the refs of submitted parts. Each part has its own ref, even if the carrier used an id twice or gave
 * none.
 */
export async function insertRefs(client: ClientBase, refs: readonly NewRef[]): Promise<void> {
  if (refs.length === 0) return;
  const endings = refs.map(({ ended = NOT_ENDED, rule = null }) => ({ ...ended, rule }));
  const { rows } = await INSERT_REFS.run(client, {
    ...listsOf(refs, 'linkId', 'carrierId', 'teamId', 'messageId', 'part', 'parts', 'recipient', 'sender'),
    ...listsOf(endings, 'outcome', 'error', 'receipt', 'rule'),
  });
  const noted = rows.filter(({ ended }) => ended).length;
  if (noted < refs.filter(({ ended }) => ended).length)
    throw new Error('A part that was just taken has been stored before');
}

export type Outcome = 'delivered' | 'undelivered';
/** A ref with the outcome of its part; null while there is none. */
export type Ref = CarrierRef & {
  outcome: Outcome | null;
  error: string | null;
  recipient: string;
  createdAt: Date;
  /** Milliseconds since the ref was stored; only of refs that were locked. */
  ageMs?: number;
};

/** The longest time by which a receipt may precede the submit result of its message. */
export const LATEST_ANSWER_MS = 600_000;

const REF = fragment`r.link_id as "linkId", r.carrier_id as "carrierId", r.team_id as "teamId", r.message_id as "messageId",
  r.part, r.parts, r.outcome, r.carrier_error as error, r.recipient, r.created_at as "createdAt"`;

export type IdKey = { linkId: string; carrierId: string };

// Looks each id up in the primary key; two refs are enough to see that an id is ambiguous.
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

// Looks each key up in the index on link and carrier id, oldest ref first.
const REFS_BY_ADDRESS = prepared<AddressRef>('refs-by-address')`
  select r.*, (key.place - 1)::integer as place
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'recipient'}::text[], ${'sender'}::text[], ${'count'}::integer[], ${'receivedAt'}::timestamptz[]) with ordinality
      as key (link_id, carrier_id, recipient, sender, count, received_at, place)
    cross join lateral (
      select ${REF} from carrier_refs r
      where r.link_id = key.link_id and r.carrier_id = key.carrier_id and r.recipient = key.recipient
        and (r.sender = key.sender or key.sender = '') and r.outcome is null
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

// By the index on message_id, in the order in which all statements lock refs.
const LOCK_REFS = prepared<Ref>('lock-refs')`
  select ${REF}, extract(epoch from now() - r.created_at)::float8 * 1000 as "ageMs"
    from carrier_refs r where r.message_id = any(${'messageIds'}::uuid[])
    order by r.message_id, r.part, r.link_id, r.carrier_id for update of r`;

/**
 * Locks all refs of these messages and returns their current state. Two transactions with receipts of one
 * message therefore decide about it one after the other.
 */
export async function lockRefs(client: ClientBase, messageIds: readonly string[]): Promise<Ref[]> {
  if (messageIds.length === 0) return [];
  const { rows } = await LOCK_REFS.run(client, { messageIds });
  return rows;
}

/** The outcome of a part, and the receipt that reported it. */
export type EndedPart = CarrierRef & {
  outcome: Outcome;
  error: string | null;
  receipt: Buffer;
  receivedAt: Date | null;
};

// Updates by the primary key.
const STORE_OUTCOMES = prepared('store-outcomes')`
  update carrier_refs r set outcome = key.outcome, carrier_error = key.error, receipt = key.receipt,
      receipt_at = coalesce(key.receipt_at, now())
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'messageId'}::uuid[], ${'part'}::smallint[], ${'outcome'}::text[], ${'error'}::text[], ${'receipt'}::bytea[], ${'receivedAt'}::timestamptz[])
      as key (link_id, carrier_id, message_id, part, outcome, error, receipt, receipt_at)
    where r.link_id = key.link_id and r.carrier_id = key.carrier_id and r.message_id = key.message_id
      and r.part = key.part`;

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

// By the index on created_at, without refs that another process has locked.
const SELECT_OLD_REFS = unprepared<{ messageId: string }>('select-old-refs')`
  select message_id as "messageId" from carrier_refs where created_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0)
    order by created_at limit ${'limit'} for update skip locked`;

// By the index on message_id.
const DELETE_REFS = unprepared('delete-refs')`
  delete from carrier_refs where message_id = any(${'messageIds'}::uuid[])`;

/** Deletes the refs of messages that have a ref older than `keptMs`, about `limit` at once; returns them. */
export async function purgeRefs(client: ClientBase, keptMs: number, limit: number): Promise<Ref[]> {
  const { rows: old } = await SELECT_OLD_REFS.run(client, { keptMs, limit });
  const refs = await lockRefs(client, [...new Set(old.map(({ messageId }) => messageId))]);
  await DELETE_REFS.run(client, { messageIds: refs.map(({ messageId }) => messageId) });
  return refs;
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

// Reads the index on message_id a page at a time.
const OPEN_AFTER = prepared<{ open: string[]; last: string | null }>('open-after')`
  with page as materialized (
      select message_id, team_id, outcome from carrier_refs where message_id > ${'after'} order by message_id limit ${'limit'}
    )
    select array(
        select distinct page.message_id from page join messages m on m.team_id = page.team_id and m.id = page.message_id
        where page.outcome is not null and m.state in ('sent', 'in_doubt')
      ) as open,
      (select message_id from page order by message_id offset ${'limit'} - 1) as last`;

/**
 * Reads the next `limit` refs after message `after`, and returns the messages that have an outcome but have
 * not ended. `last`: the message to continue after, null at the end.
 */
export async function openAfter(
  client: ClientBase,
  after: string,
  limit: number,
): Promise<{ open: string[]; last: string | null }> {
  const { rows } = await OPEN_AFTER.run(client, { after, limit });
  return rows[0]!;
}

// The counts name the quarters of an hour that hold sent messages; only those are read from messages.
const FORGOTTEN_MESSAGES = unprepared<{ teamId: string; id: string }>('forgotten-messages')`
  with quarter as materialized (
      select distinct project_id, mode, uuid_floor(starts_at - interval '1 min') as first,
        uuid_floor(starts_at + interval '16 min') as past
      from message_counts where status = 'SENT' and grain = 'QUARTER' and starts_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0)
    ), sent as (
      select m.team_id, m.id from quarter join messages m on m.project_id = quarter.project_id and m.mode = quarter.mode
        and m.id >= quarter.first and m.id < quarter.past
      where m.state = 'sent' and m.sent_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0)
    )
    select team_id as "teamId", id from sent
    where not exists (select from carrier_refs r where r.message_id = sent.id) limit ${'limit'}`;

/** Messages in state sent for more than `keptMs` that have no ref, so no receipt can match them. */
export async function forgottenMessages(
  client: ClientBase,
  keptMs: number,
  limit: number,
): Promise<{ teamId: string; id: string }[]> {
  const { rows } = await FORGOTTEN_MESSAGES.run(client, { keptMs, limit });
  return rows;
}

// SQL of the inbox of receipts that wait to be processed, and of the problems with the receipts of a link.

import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { FENCE } from '../../db/fences.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';
import { LATEST_ANSWER_MS } from './queries.ts';

// One insert for a batch of receipts.
const INSERT_RECEIPTS = prepared('insert-receipts')`
  insert into receipt_inbox (link_id, pdu) select * from unnest(${'linkId'}::text[], ${'pdu'}::bytea[])`;

/** Stores receipts before they are processed; each is an encoded deliver_sm. */
export async function insertReceipts(pool: Pool, receipts: { linkId: string; pdu: Buffer }[]): Promise<void> {
  await INSERT_RECEIPTS.run(pool, listsOf(receipts, 'linkId', 'pdu'));
}

export type InboxRow = {
  id: bigint;
  linkId: string;
  pdu: Buffer;
  /** How often no message was found for it. */
  attempts: number;
  /** Null for a new receipt that is not in the inbox. */
  receivedAt: Date | null;
  ageMs: number;
};

const ROW = fragment`i.id, i.link_id as "linkId", i.pdu, i.attempts, i.received_at as "receivedAt",
  (extract(epoch from now() - i.received_at) * 1000)::double precision as "ageMs"`;

// Steps from link to link through the index on (attempts, link_id, due_at), then takes the due receipts of
// each: the cost depends on the number of links, not of receipts.
const PICK_RECEIPTS = prepared<InboxRow & { most: number }>('pick-receipts')`
  select r.*, link.most::integer from unnest(${'shares'}::integer[]) with ordinality as share (most, place)
    cross join lateral (
      with recursive link (id, due_at) as (
        (select link_id, due_at from receipt_inbox where attempts = share.place - 1
          order by link_id, due_at limit 1)
        union all
        select next.* from link cross join lateral (
          select link_id, due_at from receipt_inbox where attempts = share.place - 1 and link_id > link.id
          order by link_id, due_at limit 1) as next
      )
      select id, (share.most + count(*) over () - 1) / count(*) over () as most from link where due_at <= now()
    ) as link
    cross join lateral (
      select ${ROW} from receipt_inbox i
      where i.attempts = share.place - 1 and i.link_id = link.id and i.due_at <= now()
      order by i.due_at limit link.most for update skip locked
    ) as r order by r.id`;

/**
 * Locks due receipts, in the order of arrival: at most `shares[n]` of those tried `n` times, divided equally
 * among the links. `isMore`: a link has used up its part, so it may have more due receipts.
 */
export async function pickReceipts(
  client: ClientBase,
  shares: readonly number[],
): Promise<{ rows: InboxRow[]; isMore: boolean }> {
  const { rows } = await PICK_RECEIPTS.run(client, { shares });
  const parts = Map.groupBy(rows, ({ linkId, attempts }) => `${attempts} ${linkId}`);
  return { rows, isMore: [...parts.values()].some((part) => part.length === part[0]!.most) };
}

// By the primary key, without receipts that another process holds.
const LOCK_RECEIPTS = prepared<InboxRow>('lock-receipts')`
  select ${ROW} from receipt_inbox i where i.id = any(${'id'}::bigint[]) and i.due_at <= now()
    order by i.id for update skip locked`;

/** Locks these receipts, except those that another process has locked. */
export async function lockReceipts(client: ClientBase, receipts: readonly InboxRow[]): Promise<InboxRow[]> {
  const { rows } = await LOCK_RECEIPTS.run(client, listsOf(receipts, 'id'));
  return rows;
}

// By the primary key.
const DELETE_RECEIPTS = prepared('delete-receipts')`
  delete from receipt_inbox where id = any(${'id'}::bigint[])`;

export async function deleteReceipts(client: ClientBase, rows: readonly InboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await DELETE_RECEIPTS.run(client, listsOf(rows, 'id'));
}

/** The id and numbers in a receipt, as they are written there. */
export type Named = { carrierId: string; recipient: string; sender: string };

// Updates by the primary key, each receipt with its own time and names.
const POSTPONE_RECEIPTS = prepared('postpone-receipts')`
  update receipt_inbox r set attempts = r.attempts + 1, due_at = now() + make_interval(secs => key.after_ms / 1000.0),
      carrier_id = key.carrier_id, recipient = key.recipient, sender = key.sender
    from unnest(${'id'}::bigint[], ${'afterMs'}::integer[], ${'carrierId'}::text[], ${'recipient'}::text[], ${'sender'}::text[])
      as key (id, after_ms, carrier_id, recipient, sender) where r.id = key.id`;

/** Postpones receipts for which no message was found. */
export async function postponeReceipts(
  client: ClientBase,
  rows: readonly (Named & { id: bigint; afterMs: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await POSTPONE_RECEIPTS.run(client, listsOf(rows, 'id', 'afterMs', 'carrierId', 'recipient', 'sender'));
}

const INSERT_UNMATCHED = prepared('insert-unmatched')`
  insert into receipt_inbox (link_id, pdu, carrier_id, recipient, sender, attempts, due_at)
    select *, 1, now() + make_interval(secs => ${'afterMs'}::integer / 1000.0) from unnest(${'linkId'}::text[], ${'pdu'}::bytea[], ${'carrierId'}::text[], ${'recipient'}::text[], ${'sender'}::text[])`;

/** Stores new receipts for which no message was found, as tried once. */
export async function insertUnmatched(
  client: ClientBase,
  receipts: readonly (Named & { linkId: string; pdu: Buffer })[],
  afterMs: number,
): Promise<void> {
  if (receipts.length === 0) return;
  await INSERT_UNMATCHED.run(client, {
    ...listsOf(receipts, 'linkId', 'pdu', 'carrierId', 'recipient', 'sender'),
    afterMs,
  });
}

/**
 * Receipts of a link with these numbers and this id, or any id if `carrierId` is null, that arrived after
 * `since` and before receipt `before`. If `since` is null, those recent enough to match a current submit
 * result.
 */
export type Earlier = Omit<Named, 'carrierId'> & {
  carrierId: string | null;
  linkId: string;
  since: Date | null;
  before: bigint;
};

const EARLIER = fragment`link_id = key.link_id and recipient = key.recipient and sender = key.sender
              and failure is null and received_at >= coalesce(key.since, now() - make_interval(secs => ${'latestAnswerMs'} / 1000.0)) and id < key.before and not id = any(${'except'}::bigint[])`;

// Finds earlier receipts by the index receipt_inbox_named, then makes the first of each key due.
const MAKE_EARLIER_DUE = prepared<{ place: number }>('make-earlier-due')`
  with first as materialized (
      select (key.place - 1)::integer as place, named.id
      from unnest(${'linkId'}::text[], ${'recipient'}::text[], ${'sender'}::text[], ${'carrierId'}::text[], ${'since'}::timestamptz[], ${'before'}::bigint[]) with ordinality
        as key (link_id, recipient, sender, carrier_id, since, before, place)
      cross join lateral (
        select min(i.id) as id from (
          select id from receipt_inbox where ${EARLIER} and carrier_id = key.carrier_id
          union all
          select id from receipt_inbox where ${EARLIER} and key.carrier_id is null
          ${FENCE}
        ) as i
      ) as named where named.id is not null
    ), made_due as (
      update receipt_inbox set due_at = received_at where id = any(array(
        select id from receipt_inbox where id = any(array(select id from first)) for update skip locked))
    )
    select place from first`;

/**
 * Makes the first waiting receipt of each key due now, and returns the positions of the keys that have one.
 * Receipts in `except` are being processed and do not count.
 */
export async function makeEarlierDue(
  client: ClientBase,
  keys: readonly Earlier[],
  except: readonly bigint[],
): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  const { rows } = await MAKE_EARLIER_DUE.run(client, {
    ...listsOf(keys, 'linkId', 'recipient', 'sender', 'carrierId', 'since', 'before'),
    except,
    latestAnswerMs: LATEST_ANSWER_MS,
  });
  return new Set(rows.map(({ place }) => place));
}

// By the primary key.
const PUT_RECEIPT_OFF = unprepared('put-receipt-off')`
  update receipt_inbox set attempts = attempts + 1, due_at = now() + make_interval(secs => ${'afterMs'}::bigint / 1000.0) where id = ${'id'}`;

/** Postpones a receipt that could not be processed. */
export async function putReceiptOff(pool: Pool, id: bigint, afterMs: number): Promise<void> {
  await PUT_RECEIPT_OFF.run(pool, { id, afterMs });
}

// By the primary key; a receipt that is never due is never picked.
const SET_RECEIPT_ASIDE = unprepared('set-receipt-aside')`
  update receipt_inbox set due_at = 'infinity', failure = ${'failure'} where id = ${'id'}`;

/** Sets aside a receipt that cannot be processed: it is not picked again. */
export async function setReceiptAside(pool: Pool, id: bigint, failure: string): Promise<void> {
  await SET_RECEIPT_ASIDE.run(pool, { id, failure });
}

// Counts at most `most` entries of the index receipt_inbox_set_aside.
const INSERT_UNREADABLE = unprepared('insert-unreadable')`
  insert into receipt_inbox (link_id, pdu, due_at, failure)
    select ${'linkId'}::text, input.pdu, 'infinity', ${'failure'}::text
    from unnest(${'contents'}::bytea[]) with ordinality as input (pdu, place)
    where input.place + (select count(*) from (
      select from receipt_inbox where link_id = ${'linkId'}::text and failure is not null limit ${'most'}) as aside
    ) <= ${'most'}`;

/**
 * Sets aside contents that cannot be read as receipts, as long as the link has fewer than `most` set aside.
 * Returns how many it stored.
 */
export async function insertUnreadable(
  pool: Pool,
  unreadable: { linkId: string; contents: readonly Buffer[]; failure: string; most: number },
): Promise<number> {
  const { rowCount } = await INSERT_UNREADABLE.run(pool, unreadable);
  return rowCount ?? 0;
}

// Picks and locks first, so that two processes never wait for each other.
const PURGE_SET_ASIDE = unprepared('purge-set-aside')`
  delete from receipt_inbox where id = any(array(
    select id from receipt_inbox
    where failure is not null and received_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0) limit ${'limit'} for update skip locked))`;

/** Deletes receipts that were set aside and arrived more than `keptMs` ago; returns how many. */
export async function purgeSetAside(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await PURGE_SET_ASIDE.run(client, { keptMs, limit });
  return rowCount ?? 0;
}

/** Receipts of a link match no message with its `message_id` setting, and would match with `wouldMatch`. */
export type ReceiptHint = { linkId: string; set: string; wouldMatch: string; receipts: number };

const UPSERT_HINT = prepared('upsert-hint')`
  insert into receipt_hints as h (link_id, message_id, would_match, receipts) values (${'linkId'}, ${'set'}, ${'wouldMatch'}, ${'receipts'})
    on conflict (link_id) do update set message_id = excluded.message_id, would_match = excluded.would_match,
      receipts = h.receipts + excluded.receipts, seen_at = now()`;

export async function upsertHint(pool: Pool, hint: ReceiptHint): Promise<void> {
  await UPSERT_HINT.run(pool, {
    linkId: hint.linkId,
    set: hint.set,
    wouldMatch: hint.wouldMatch,
    receipts: hint.receipts,
  });
}

const DELETE_OUTDATED_HINTS = unprepared('delete-outdated-hints')`
  delete from receipt_hints h using unnest(${'id'}::text[], ${'message_id'}::text[]) as link (id, message_id)
    where h.link_id = link.id and h.message_id <> link.message_id`;

/** Deletes the hints of links whose `message_id` setting has changed since. */
export async function deleteOutdatedHints(
  pool: Pool,
  links: readonly { id: string; message_id: string }[],
): Promise<void> {
  await DELETE_OUTDATED_HINTS.run(pool, listsOf(links, 'id', 'message_id'));
}

/** The hints of the last day. */
export function selectHints(db: Database) {
  return db
    .selectFrom('receipt_hints')
    .selectAll()
    .where('seen_at', '>', sql<Date>`now() - interval '1 day'`)
    .orderBy('link_id')
    .execute();
}

/** The number of receipts of each link that were set aside, and the reason of the latest. */
export async function selectSetAside(db: Database) {
  const { rows } = await sql<{ link_id: string; count: number; reason: string; at: Date }>`
    select link_id, count(*)::integer as count,
      (array_agg(failure order by id desc))[1] as reason, max(received_at) as at
    from receipt_inbox where failure is not null group by link_id order by link_id`.execute(db);
  return rows;
}

// SQL of the inbox that receipts are committed to before they are worked off, and of what is wrong with those of a link.
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { fromNow } from '../jobs/claim.ts';
import type { Database } from '../services.ts';
import { LATEST_ANSWER_MS } from './receiptQueries.ts';

/** Commits receipts as they came; each is an encoded deliver_sm. */
export async function insertReceipts(pool: Pool, receipts: { linkId: string; pdu: Buffer }[]): Promise<void> {
  await pool.query({
    name: 'insert-receipts',
    text: 'insert into receipt_inbox (link_id, pdu) select * from unnest($1::text[], $2::bytea[])',
    values: columnsOf(receipts, 'linkId', 'pdu'),
  });
}

export type InboxRow = {
  id: bigint;
  linkId: string;
  pdu: Buffer;
  /** How often it has found no message. */
  attempts: number;
  /** Null for one that has just come and is not in the inbox. */
  receivedAt: Date | null;
  ageMs: number;
};

const ROW = `i.id, i.link_id as "linkId", i.pdu, i.attempts, i.received_at as "receivedAt",
  (extract(epoch from now() - i.received_at) * 1000)::double precision as "ageMs"`;

/**
 * Locks receipts that are due, in the order they came: of those tried `n` times at most `shares[n]`, as many of each link that has some.
 * Hops from link to link through the index, so that it costs the number of links and not of receipts. `isMore`: a link has had all of its
 * part, and may have more.
 */
export async function pickReceipts(
  client: ClientBase,
  shares: readonly number[],
): Promise<{ rows: InboxRow[]; isMore: boolean }> {
  const { rows } = await client.query<InboxRow & { most: number }>({
    name: 'pick-receipts',
    text: `select r.*, link.most::integer from unnest($1::integer[]) with ordinality as share (most, place)
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
      ) as r order by r.id`,
    values: [shares],
  });
  const parts = Map.groupBy(rows, ({ linkId, attempts }) => `${attempts} ${linkId}`);
  return { rows, isMore: [...parts.values()].some((part) => part.length === part[0]!.most) };
}

/** Locks these receipts, without those that another process has. */
export async function lockReceipts(client: ClientBase, receipts: readonly InboxRow[]): Promise<InboxRow[]> {
  const { rows } = await client.query<InboxRow>({
    name: 'lock-receipts',
    text: `select ${ROW} from receipt_inbox i where i.id = any($1::bigint[]) and i.due_at <= now()
      order by i.id for update skip locked`,
    values: columnsOf(receipts, 'id'),
  });
  return rows;
}

export async function deleteReceipts(client: ClientBase, rows: readonly InboxRow[]): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'delete-receipts',
    text: 'delete from receipt_inbox where id = any($1::bigint[])',
    values: columnsOf(rows, 'id'),
  });
}

/** What a receipt names, as it is written there. */
export type Named = { carrierId: string; recipient: string; sender: string };

/** Puts receipts that found no message back, to be looked at again later. */
export async function postponeReceipts(
  client: ClientBase,
  rows: readonly (Named & { id: bigint; afterMs: number })[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'postpone-receipts',
    text: `update receipt_inbox r set attempts = r.attempts + 1, due_at = ${fromNow('key.after_ms')},
        carrier_id = key.carrier_id, recipient = key.recipient, sender = key.sender
      from unnest($1::bigint[], $2::integer[], $3::text[], $4::text[], $5::text[])
        as key (id, after_ms, carrier_id, recipient, sender) where r.id = key.id`,
    values: columnsOf(rows, 'id', 'afterMs', 'carrierId', 'recipient', 'sender'),
  });
}

/** Keeps receipts that found no message when they came, to be looked at again later. */
export async function insertUnmatched(
  client: ClientBase,
  receipts: readonly (Named & { linkId: string; pdu: Buffer })[],
  afterMs: number,
): Promise<void> {
  if (receipts.length === 0) return;
  await client.query({
    name: 'insert-unmatched',
    text: `insert into receipt_inbox (link_id, pdu, carrier_id, recipient, sender, attempts, due_at)
      select *, 1, ${fromNow('$6::integer')} from unnest($1::text[], $2::bytea[], $3::text[], $4::text[], $5::text[])`,
    values: [...columnsOf(receipts, 'linkId', 'pdu', 'carrierId', 'recipient', 'sender'), afterMs],
  });
}

/** Receipts of a link that name the same and came after `since`, or after what can be about an answer of now where that is null, and before receipt `before`; those with any id where that is null. */
export type Earlier = Omit<Named, 'carrierId'> & {
  carrierId: string | null;
  linkId: string;
  since: Date | null;
  before: bigint;
};

const EARLIER = `link_id = key.link_id and recipient = key.recipient and sender = key.sender
              and failure is null and received_at >= coalesce(key.since, now() - make_interval(secs => $8 / 1000.0)) and id < key.before and not id = any($7::bigint[])`;

/**
 * Has the first receipt of each key that waits to be looked at again looked at now; returns the places of the keys that have one. Those in
 * `except`, which are being looked at, do not count.
 */
export async function hastenEarlier(
  client: ClientBase,
  keys: readonly Earlier[],
  except: readonly bigint[],
): Promise<Set<number>> {
  if (keys.length === 0) return new Set();
  const { rows } = await client.query<{ place: number }>({
    name: 'hasten-earlier',
    // `offset 0`: found by what they name, whatever statistics say of going through the ids.
    text: `with first as materialized (
        select (key.place - 1)::integer as place, named.id
        from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::timestamptz[], $6::bigint[]) with ordinality
          as key (link_id, recipient, sender, carrier_id, since, before, place)
        cross join lateral (
          select min(i.id) as id from (
            select id from receipt_inbox where ${EARLIER} and carrier_id = key.carrier_id
            union all
            select id from receipt_inbox where ${EARLIER} and key.carrier_id is null
            offset 0
          ) as i
        ) as named where named.id is not null
      ), hastened as (
        update receipt_inbox set due_at = received_at where id = any(array(
          select id from receipt_inbox where id = any(array(select id from first)) for update skip locked))
      )
      select place from first`,
    values: [
      ...columnsOf(keys, 'linkId', 'recipient', 'sender', 'carrierId', 'since', 'before'),
      except,
      LATEST_ANSWER_MS,
    ],
  });
  return new Set(rows.map(({ place }) => place));
}

/** Has a receipt that could not be worked off looked at again later. */
export async function putReceiptOff(pool: Pool, id: bigint, afterMs: number): Promise<void> {
  await pool.query(
    `update receipt_inbox set attempts = attempts + 1, due_at = ${fromNow('$2::bigint')} where id = $1`,
    [id, afterMs],
  );
}

/** Sets a receipt aside that cannot be worked off: it is not picked again. */
export async function setReceiptAside(pool: Pool, id: bigint, failure: string): Promise<void> {
  await pool.query(`update receipt_inbox set due_at = 'infinity', failure = $2 where id = $1`, [id, failure]);
}

/** Drops receipts that were set aside more than `keptMs` ago; returns how many. */
export async function purgeSetAside(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from receipt_inbox where id = any(array(
      select id from receipt_inbox
      where failure is not null and received_at < now() - make_interval(secs => $1::bigint / 1000.0) limit $2 for update skip locked))`,
    [keptMs, limit],
  );
  return rowCount ?? 0;
}

/** Receipts of a link match no message as `message_id` is set, and would as `would_match`. */
export type ReceiptHint = { linkId: string; set: string; wouldMatch: string; receipts: number };

export async function upsertHint(pool: Pool, hint: ReceiptHint): Promise<void> {
  await pool.query({
    name: 'upsert-hint',
    text: `insert into receipt_hints as h (link_id, message_id, would_match, receipts) values ($1, $2, $3, $4)
      on conflict (link_id) do update set message_id = excluded.message_id, would_match = excluded.would_match,
        receipts = h.receipts + excluded.receipts, seen_at = now()`,
    values: [hint.linkId, hint.set, hint.wouldMatch, hint.receipts],
  });
}

/** Drops the hints of links whose `message_id` is another than when the hint was noted. */
export async function deleteOutdatedHints(
  pool: Pool,
  links: readonly { id: string; message_id: string }[],
): Promise<void> {
  await pool.query(
    `delete from receipt_hints h using unnest($1::text[], $2::text[]) as link (id, message_id)
      where h.link_id = link.id and h.message_id <> link.message_id`,
    columnsOf(links, 'id', 'message_id'),
  );
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

/** How many receipts of each link are set aside, and why the latest was. */
export async function selectSetAside(db: Database) {
  const { rows } = await sql<{ link_id: string; count: number; reason: string; at: Date }>`
    select link_id, count(*)::integer as count,
      (array_agg(failure order by id desc))[1] as reason, max(received_at) as at
    from receipt_inbox where failure is not null group by link_id order by link_id`.execute(db);
  return rows;
}

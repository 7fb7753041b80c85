// SQL of the inbox that receipts are committed to before they are worked off, and of what is wrong with those of a link.
import { sql } from 'kysely';
import type { ClientBase, Pool } from 'pg';
import { fromNow } from '../jobs/claim.ts';
import type { Database } from '../services.ts';

/** Commits receipts as they came; each is an encoded deliver_sm. */
export async function insertReceipts(pool: Pool, receipts: { linkId: string; pdu: Buffer }[]): Promise<void> {
  await pool.query({
    name: 'insert-receipts',
    text: 'insert into receipt_inbox (link_account, pdu) select * from unnest($1::text[], $2::bytea[])',
    values: [receipts.map((r) => r.linkId), receipts.map((r) => r.pdu)],
  });
}

export type InboxRow = {
  id: bigint;
  linkId: string;
  pdu: Buffer;
  /** How often it has found no message. */
  tries: number;
  receivedAt: Date;
  ageMs: number;
};

const ROW = `i.id, i.link_account as "linkId", i.pdu, i.tries, i.received_at as "receivedAt",
  (extract(epoch from now() - i.received_at) * 1000)::double precision as "ageMs"`;

/** Locks receipts that are due, in the order they came: of those tried `n` times at most `shares[n]`. */
export async function pickReceipts(client: ClientBase, shares: readonly number[]): Promise<InboxRow[]> {
  const { rows } = await client.query<InboxRow>({
    name: 'pick-receipts',
    text: `select r.* from unnest($1::integer[]) with ordinality as share (most, place)
      cross join lateral (
        select ${ROW} from receipt_inbox i where i.tries = share.place - 1 and i.due_at <= now()
        order by i.due_at limit share.most for update skip locked
      ) as r order by r.id`,
    values: [shares],
  });
  return rows;
}

/** Locks these receipts, without those that another process has. */
export async function lockReceipts(client: ClientBase, ids: bigint[]): Promise<InboxRow[]> {
  const { rows } = await client.query<InboxRow>({
    name: 'lock-receipts',
    text: `select ${ROW} from receipt_inbox i where i.id = any($1::bigint[]) and i.due_at <= now()
      order by i.id for update skip locked`,
    values: [ids],
  });
  return rows;
}

export async function deleteReceipts(client: ClientBase, ids: bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'delete-receipts',
    text: 'delete from receipt_inbox where id = any($1::bigint[])',
    values: [ids],
  });
}

/** Puts receipts that found no message back, to be looked at again later. */
export async function postponeReceipts(
  client: ClientBase,
  rows: readonly { id: bigint; afterMs: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'postpone-receipts',
    text: `update receipt_inbox r set tries = r.tries + 1, due_at = ${fromNow('key.after_ms')}
      from unnest($1::bigint[], $2::integer[]) as key (id, after_ms) where r.id = key.id`,
    values: [rows.map((r) => r.id), rows.map((r) => r.afterMs)],
  });
}

/** Sets a receipt aside that cannot be worked off: it is not picked again. */
export async function setReceiptAside(pool: Pool, id: bigint, failure: string): Promise<void> {
  await pool.query(`update receipt_inbox set due_at = 'infinity', failure = $2 where id = $1`, [id, failure]);
}

/** Drops receipts that were set aside more than `keptMs` ago; gives how many. */
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
    [links.map(({ id }) => id), links.map(({ message_id }) => message_id)],
  );
}

/** Whether the table of hints is made, which came with the column that says why a receipt was set aside. */
export async function hasReceiptHints(db: Database): Promise<boolean> {
  const { rows } = await sql<{
    made: boolean;
  }>`select to_regclass('receipt_hints') is not null as made`.execute(db);
  return rows[0]!.made;
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
export async function selectSetAside(
  db: Database,
): Promise<{ link_id: string; count: number; reason: string; at: Date }[]> {
  const { rows } = await sql<{ link_id: string; count: number; reason: string; at: Date }>`
    select link_account as link_id, count(*)::integer as count,
      (array_agg(failure order by id desc))[1] as reason, max(received_at) as at
    from receipt_inbox where failure is not null group by link_account order by link_account`.execute(db);
  return rows;
}

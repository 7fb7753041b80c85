// SQL of the budget of each link for receipts that match no message.
import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { inOrder } from '../../db/fences.ts';
import { fragment, unprepared } from '../../db/sql.ts';
import type { DroppedReceipts } from '../../db/types.ts';
import type { Database } from '../../services.ts';

/** The most receipts of a link that wait without a message, and the most bytes of them. */
export type UnmatchedBudget = { receipts: number; bytes: number };

/** Receipts of a link above its budget: those up to `lastId` are to be dropped. */
export type AboveBudget = { linkId: string; lastId: bigint };

/** The condition of the index receipt_inbox_unmatched. */
const UNMATCHED = fragment`attempts > 0 and recipient is not null and failure is null`;

const LOCK_BUDGET = unprepared<{ locked: boolean }>('lock-unmatched-budget')`
  select pg_try_advisory_xact_lock(hashtext('godwit unmatched receipts')) as locked`;

/** Whether this transaction is the one that looks after the budget; others do not wait. */
export async function lockBudget(client: ClientBase): Promise<boolean> {
  return (await LOCK_BUDGET.run(client)).rows[0]!.locked;
}

// Steps from link to link through the index on (link_id, id). Of each link it reads at most one receipt more
// than the budget, the newest first: the cost depends on the budget and not on the number of receipts. All
// orders are those of the index, so nothing is sorted.
const SELECT_ABOVE_BUDGET = unprepared<AboveBudget>('select-above-budget')`
  with recursive link (id) as (
      (select link_id from receipt_inbox where ${UNMATCHED} order by link_id limit 1)
      union all
      select next.link_id from link cross join lateral (
        select link_id from receipt_inbox where ${UNMATCHED} and link_id > link.id order by link_id limit 1
      ) as next
    )
    select link.id as "linkId", above.id as "lastId" from link cross join lateral (
      select id from (
        select link_id, id, row_number() over newest as place, sum(size) over newest as bytes
        from (
          select link_id, id, octet_length(pdu) as size from receipt_inbox
          where ${inOrder('link_id', 'link.id')} and ${UNMATCHED}
          order by link_id desc, id desc limit ${'receipts'}::integer + 1
        ) as kept
        window newest as (order by link_id desc, id desc rows unbounded preceding)
      ) as summed
      where place > ${'receipts'}::integer or bytes > ${'bytes'}::bigint order by link_id desc, id desc limit 1
    ) as above`;

/** The links with more unmatched receipts than the budget, and the newest receipt that is above it. */
export async function selectAboveBudget(client: ClientBase, budget: UnmatchedBudget): Promise<AboveBudget[]> {
  return (await SELECT_ABOVE_BUDGET.run(client, budget)).rows;
}

// By the same index, which the range keeps in order (see `inOrder`), and without receipts that are being
// processed.
const DROP_OLDEST = unprepared<{ receipts: number }>('drop-oldest-unmatched')`
  with dropped as (
      delete from receipt_inbox where id = any(array(
        select id from receipt_inbox where link_id between ${'linkId'} and ${'linkId'} and ${UNMATCHED} and id <= ${'lastId'}::bigint
        order by link_id, id limit ${'limit'} for update skip locked))
      returning octet_length(pdu) as bytes
    ), summed as (
      select count(*)::integer as receipts, coalesce(sum(bytes), 0)::bigint as bytes from dropped
    ), noted as (
      insert into dropped_receipts as d (link_id, receipts, bytes)
      select ${'linkId'}::text, receipts, bytes from summed where receipts > 0
      on conflict (link_id) do update set receipts = d.receipts + excluded.receipts,
        bytes = d.bytes + excluded.bytes, last_at = now()
    )
    select receipts from summed`;

/**
 * Drops up to `limit` receipts above the budget of a link, the oldest first, and counts them. Returns how
 * many.
 */
export async function dropOldest(client: ClientBase, above: AboveBudget, limit: number): Promise<number> {
  return (await DROP_OLDEST.run(client, { ...above, limit })).rows[0]!.receipts;
}

// A small table with a row for each link.
const PURGE_DROPPED = unprepared('purge-dropped-receipts')`
  delete from dropped_receipts where link_id = any(array(select link_id from dropped_receipts
    where last_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0) limit ${'limit'} for update skip locked))`;

/** Forgets the links of which nothing was dropped for `keptMs`; returns how many. */
export async function purgeDropped(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await PURGE_DROPPED.run(client, { keptMs, limit });
  return rowCount ?? 0;
}

/** The receipts without a message that were dropped, by link. */
export async function selectDropped(db: Database) {
  const { rows } = await sql<
    Pick<Selectable<DroppedReceipts>, 'link_id' | 'since' | 'last_at'> & { receipts: number }
  >`
    select link_id, receipts::double precision as receipts, since, last_at from dropped_receipts
    order by link_id`.execute(db);
  return rows;
}

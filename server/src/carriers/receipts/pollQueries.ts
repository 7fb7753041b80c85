// SQL of messages whose carrier is asked for their receipts.
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { inOrder } from '../../db/fences.ts';
import { fragment, prepared, unprepared } from '../../db/sql.ts';
import { type CarrierRef, isRefOf } from '../refs/queries.ts';

const INSERT_POLLS = prepared('insert-polls')`
  insert into carrier_polls (link_id, carrier_id, message_id, part, written_id, due_at)
    select *, now() + make_interval(secs => ${'firstMs'}::integer / 1000.0)
    from unnest(${'linkId'}::text[], ${'carrierId'}::text[], ${'messageId'}::uuid[], ${'part'}::smallint[], ${'writtenId'}::text[])
    on conflict (link_id, carrier_id, message_id, part) do nothing`;

/** Parts just taken, whose carrier is first asked after `firstMs`. */
export async function insertPolls(
  client: ClientBase,
  refs: readonly (CarrierRef & { writtenId?: string })[],
  firstMs: number,
): Promise<void> {
  if (refs.length === 0) return;
  const written = refs.map((ref) => ({ writtenId: ref.carrierId, ...ref }));
  const lists = listsOf(written, 'linkId', 'carrierId', 'messageId', 'part', 'writtenId');
  await INSERT_POLLS.run(client, { ...lists, firstMs });
}

/** A part that its carrier is asked about, with the addresses of its message. */
export type PolledPart = { writtenId: string; messageId: string; recipient: string; sender: string };

const sameRef = isRefOf('due');
const samePoll = fragment`p.link_id = due.link_id and p.carrier_id = due.carrier_id and p.message_id = due.message_id and p.part = due.part`;

// Reads the parts that are due for longest, by the index on due_at; their refs by the primary key.
const PICK_POLLS = prepared<PolledPart>('pick-polls')`
  with due as materialized (
      select link_id, carrier_id, message_id, part from carrier_polls
      where link_id = ${'linkId'} and due_at <= now() order by due_at limit ${'looked'}::integer for update skip locked
    ), open as materialized (
      select due.*, r.recipient, r.sender from due join carrier_refs r on ${sameRef} where r.outcome is null
    ), gone as (
      delete from carrier_polls p using due where ${samePoll}
        and not exists (select from carrier_refs r where ${sameRef} and r.outcome is null)
    )
    update carrier_polls p
      set due_at = now() + least(make_interval(secs => ${'longestMs'}::integer / 1000.0),
        greatest(make_interval(secs => ${'firstMs'}::integer / 1000.0), (now() - p.created_at) / 2))
      from (select * from open order by message_id, part limit ${'limit'}::integer) as due where ${samePoll}
      returning p.written_id as "writtenId", p.message_id as "messageId", due.recipient, due.sender`;

/**
 * Picks the oldest `limit` parts of the `looked` that are due for longest. Each is due again after half its
 * age, at least `firstMs` and at most `longestMs`. Parts that have an outcome are no longer polled.
 */
export async function pickPolls(
  pool: Pool,
  given: { linkId: string; looked: number; limit: number; firstMs: number; longestMs: number },
): Promise<PolledPart[]> {
  const { rows } = await PICK_POLLS.run(pool, given);
  return rows;
}

// Steps from link to link through the index on (link_id, due_at), and takes the first rows of each: no link
// makes a poll that was due long ago. Locks rows first, so that two processes never wait for each other.
const PURGE_POLLS = unprepared('purge-polls')`
  with recursive link (id) as (
      (select link_id from carrier_polls order by link_id limit 1)
      union all
      select next.link_id from link cross join lateral (
        select link_id from carrier_polls where link_id > link.id order by link_id limit 1) as next
    )
    delete from carrier_polls where ctid = any(array(
      select old.ctid from link cross join lateral (
        select ctid from carrier_polls
        where ${inOrder('link_id', 'link.id')} and due_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0)
        order by link_id, due_at limit ${'limit'} for update skip locked
      ) as old limit ${'limit'}))`;

/** Deletes polls that were due more than `keptMs` ago, such as those of removed links; returns how many. */
export async function purgePolls(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await PURGE_POLLS.run(client, { keptMs, limit });
  return rowCount ?? 0;
}

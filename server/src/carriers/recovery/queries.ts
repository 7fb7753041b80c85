// SQL of recovery: rows of the queue that are overdue or released, messages that should have ended, and refs
// that expire.
import type { ClientBase, Pool } from 'pg';
import { type Fragment, fragment, prepared, raw, unprepared } from '../../db/sql.ts';
import { FREE } from '../../jobs/claim.ts';
import { lockRefs, type Ref } from '../refs/queries.ts';

/** A row of the queue that recovery decides about. */
export type OpenRow = {
  id: string;
  teamId: string;
  attempts: number;
  promotional: boolean;
  linkId: string | null;
  /** The reference of the batch in which it was written; null if it was written alone. */
  batchReference: string | null;
};

// Finds rows by their time (leases and doubts have an index), then locks them in the order in which all
// statements lock rows.
const pickOver = (name: string, time: Fragment, isOver: Fragment) => unprepared<OpenRow>(name)`
    with q as materialized (
      select message_id, team_id, attempts, link_id, batch_reference from send_queue
      where message_id = any(array(
          select message_id from send_queue where ${isOver} order by ${time} limit ${'limit'}))
        and ${isOver}
      order by message_id for update skip locked
    )
    select q.message_id as id, q.team_id as "teamId", q.attempts, m.promotional, q.link_id as "linkId",
      q.batch_reference as "batchReference"
    from q join messages m on m.team_id = q.team_id and m.id = q.message_id order by q.message_id`;

const PICK_OVERDUE = {
  lease_until: pickOver('pick-lease-over', raw('lease_until'), raw('lease_until < now()')),
  doubt_until: pickOver('pick-doubt-over', raw('doubt_until'), raw('doubt_until < now()')),
};

/** Locks rows with an expired lease or an unresolved doubt. */
export async function pickOverdue(
  client: ClientBase,
  of: keyof typeof PICK_OVERDUE,
  limit: number,
): Promise<OpenRow[]> {
  const { rows } = await PICK_OVERDUE[of].run(client, { limit });
  return rows;
}

const IS_EXPIRED = fragment`expires_at < now() and ${FREE}`;

// Reads the whole queue: nothing else needs an index on the validity.
const SELECT_EXPIRED = unprepared<{ id: string }>('select-expired')`
  select message_id as id from send_queue where ${IS_EXPIRED} order by expires_at limit ${'limit'}`;

/** The free rows whose validity is over, `limit` at most. */
export async function selectExpired(pool: Pool, limit: number): Promise<string[]> {
  const { rows } = await SELECT_EXPIRED.run(pool, { limit });
  return rows.map(({ id }) => id);
}

// By the primary key.
const LOCK_EXPIRED = unprepared<{ id: string; teamId: string }>('lock-expired')`
  select message_id as id, team_id as "teamId" from send_queue
    where message_id = any(${'ids'}::uuid[]) and ${IS_EXPIRED} order by message_id for update skip locked`;

/** Locks those of these rows that are still free, and whose validity is over. */
export async function lockExpired(
  client: ClientBase,
  ids: readonly string[],
): Promise<{ id: string; teamId: string }[]> {
  const { rows } = await LOCK_EXPIRED.run(client, { ids });
  return rows;
}

// Finds held rows by the index on (team_id, held_for), then locks them in the order of their ids.
const FREE_RELEASED = prepared('free-released')`
  with held as (
      select q.message_id from team_destinations d cross join lateral (
        select message_id from send_queue q where q.team_id = d.team_id and q.held_for = d.destination limit ${'limit'}
      ) as q where d.released_at is not null limit ${'limit'}
    ), picked as materialized (
      select message_id, team_id from send_queue where message_id = any(array(select message_id from held))
      order by message_id for update
    ), planned as materialized (
      select m.id, m.send_at from picked join messages m on m.team_id = picked.team_id and m.id = picked.message_id
    )
    update send_queue q set held_for = null, due_at = greatest(now(), planned.send_at)
    from planned where q.message_id = planned.id`;

/** Frees rows held for a destination that staff have released, due now or as planned; returns how many. */
export async function freeReleased(client: ClientBase, limit: number): Promise<number> {
  const { rowCount } = await FREE_RELEASED.run(client, { limit });
  return rowCount ?? 0;
}

// By the index on created_at, without refs that another process has locked.
const SELECT_OLD_REFS = unprepared<{ messageId: string }>('select-old-refs')`
  select message_id as "messageId" from carrier_refs where created_at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0)
    order by created_at limit ${'limit'} for update skip locked`;

// By the primary key.
const DELETE_REFS = unprepared('delete-refs')`
  delete from carrier_refs where message_id = any(${'messageIds'}::uuid[])`;

/** Deletes the refs of messages that have a ref older than `keptMs`, about `limit` at once; returns them. */
export async function purgeRefs(client: ClientBase, keptMs: number, limit: number): Promise<Ref[]> {
  const { rows: old } = await SELECT_OLD_REFS.run(client, { keptMs, limit });
  const refs = await lockRefs(client, [...new Set(old.map(({ messageId }) => messageId))]);
  await DELETE_REFS.run(client, { messageIds: refs.map(({ messageId }) => messageId) });
  return refs;
}

// Reads the primary key a page at a time.
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

// SQL of the queue: which teams have work, picking it, leasing it and releasing it. Every transaction that touches a message too locks
// the queue row first: see the order of locks in docs/architecture.md.
import type { ClientBase, Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { FREE, fromNow } from '../jobs/claim.ts';
import type { TraceParent } from '../tracing.ts';

/** A queued message with all that is needed to check and submit it. */
export type Work = {
  id: string;
  teamId: string;
  projectId: string;
  mode: 'TEST' | 'LIVE';
  sender: string;
  promotional: boolean;
  recipient: string;
  body: string;
  attempts: number;
  /** The link that had it last; null before the first. */
  triedLink: string | null;
  /** The link that has taken parts of it already; null for none. */
  begunLink: string | null;
  expired: boolean;
  /** How many seconds it may still take to the recipient. */
  validForS: number;
  optedOut: boolean;
  cancelled: boolean;
  traceParent: TraceParent;
};

/** Rows of the queue, by the ids of their messages. */
type Rows = readonly { id: string }[];
const idsOf = (rows: Rows) => rows.map(({ id }) => id);

/** A priority of a link group, and the team whose turn it was last. */
export type Turn = { priority: number; lastTeam: string };

/** A team with due rows in a priority, and since when the first of them is due. */
export type Waiting = { priority: number; teamId: string; waitedMs: number };

/**
 * Teams with due rows, priority by priority and in the order of their turns: those after the priority's `lastTeam` first, paused ones not at
 * all, at most `limit` of each priority. Hops from team to team through the index, so that it costs the number of teams and not of messages.
 */
export async function teamsWithWork(
  client: ClientBase | Pool,
  { linkGroup, turns, limit }: { linkGroup: string; turns: readonly Turn[]; limit: number },
): Promise<Waiting[]> {
  const { rows } = await client.query<Waiting>({
    name: 'teams-with-work',
    text: `select turn.priority, due.team_id as "teamId", due.waited_ms as "waitedMs"
      from unnest($2::smallint[], $3::uuid[]) as turn (priority, last_team)
      cross join lateral (
        with recursive first (team_id, due_at) as (
          (select team_id, due_at from send_queue where link_group = $1 and priority = turn.priority and ${FREE}
            order by team_id, due_at limit 1)
          union all
          select next.* from first cross join lateral (
            select team_id, due_at from send_queue where link_group = $1 and priority = turn.priority and ${FREE}
              and team_id > first.team_id order by team_id, due_at limit 1) as next
        )
        select team_id, extract(epoch from now() - due_at)::float8 * 1000 as waited_ms from first where due_at <= now()
          and not exists (select from teams t where t.id = first.team_id and t.paused_at is not null)
        order by team_id <= turn.last_team, team_id limit $4
      ) as due
      order by turn.priority, due.team_id <= turn.last_team, due.team_id`,
    values: [linkGroup, ...columnsOf(turns, 'priority', 'lastTeam'), limit],
  });
  return rows;
}

/** What OPTED_OUT and CANCELLED ask of a message. */
const ASKED = 'm.id, m.team_id, m.recipient, m.platform, m.accepted_at, m.campaign_id';
// The confirmation of a STOP is accepted behind the opt-out that it confirms; other answers to keywords before, or not at all.
const OPTED_OUT = `(select true from opt_outs o where o.team_id = m.team_id and o.number = m.recipient
          and (m.platform <> 'KEYWORD' or o.created_at > m.accepted_at + interval '5 seconds')) is not null`;
const CANCELLED = `(select c.state = 'cancelled' from campaigns c where c.team_id = m.team_id and c.id = m.campaign_id)
          is not distinct from true`;

/** Locks due rows of these teams, at most `perTeam` of each and `limit` in all; rows that others hold are passed over. */
export async function pickWork(
  client: ClientBase,
  from: { linkGroup: string; priority: number; teams: string[]; perTeam: number; limit: number },
): Promise<Work[]> {
  const { rows } = await client.query<Work>({
    name: 'pick-work',
    text: `with picked as materialized (
        select free.* from unnest($3::uuid[]) with ordinality as turn (team_id, place)
        cross join lateral (
          select message_id, team_id, attempts, link_id, reference, expires_at from send_queue q
          where q.link_group = $1 and q.priority = $2 and q.team_id = turn.team_id and q.due_at <= now() and ${FREE}
          order by q.due_at limit $4 for update skip locked
        ) as free order by turn.place limit $5
      ), m as materialized (
        select ${ASKED}, m.project_id, m.mode, m.sender, m.promotional, m.body, m.traceparent,
          picked.attempts, picked.link_id, picked.expires_at, picked.reference
        from picked join messages m on m.team_id = picked.team_id and m.id = picked.message_id
      )
      select m.id, m.team_id as "teamId", m.project_id as "projectId", m.mode, m.sender, m.promotional, m.recipient, m.body,
        m.attempts, m.link_id as "triedLink", m.expires_at < now() as expired,
        extract(epoch from m.expires_at - now())::float8 as "validForS",
        case when m.reference is not null then (
          select r.link_id from carrier_refs r where r.message_id = m.id order by r.created_at desc limit 1
        ) end as "begunLink",
        ${OPTED_OUT} as "optedOut", ${CANCELLED} as cancelled, m.traceparent as "traceParent" from m`,
    values: [from.linkGroup, from.priority, from.teams, from.perTeam, from.limit],
  });
  return rows;
}

/** Of messages that are leased and not written, those that may still be: their team is not stopped, and they would be picked as good. */
export async function selectStillGoing(
  pool: Pool,
  messages: readonly Pick<Work, 'id' | 'teamId'>[],
): Promise<Set<string>> {
  const { rows } = await pool.query<{ id: string }>({
    name: 'select-still-going',
    text: `with m as materialized (
        select ${ASKED} from unnest($1::uuid[], $2::uuid[]) as asked (id, team_id)
        join messages m on m.team_id = asked.team_id and m.id = asked.id
      )
      select m.id from m where not (${OPTED_OUT}) and not (${CANCELLED})
        and not exists (select from teams t where t.id = m.team_id and t.paused_at is not null)`,
    values: columnsOf(messages, 'id', 'teamId'),
  });
  return new Set(rows.map(({ id }) => id));
}

/** Has rows that are locked picked again after `afterMs` at the soonest. */
export async function postponeRows(client: ClientBase, rows: Rows, afterMs: number): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'postpone-rows',
    text: `update send_queue set due_at = ${fromNow('$2::integer')} where message_id = any($1::uuid[])`,
    values: [idsOf(rows), afterMs],
  });
}

/** Leases rows to a link: from here until the lease runs out they are this process's to submit. */
export async function leaseRows(
  client: ClientBase,
  linkId: string,
  rows: Rows,
  leaseMs: number,
): Promise<void> {
  await client.query({
    name: 'lease-rows',
    // Not by a join: planned while the queue was empty it would go through all of a full one for each row.
    text: `update send_queue set attempts = attempts + 1, link_id = $2, lease_until = ${fromNow('$3::integer')}
      where message_id = any($1::uuid[])`,
    values: [idsOf(rows), linkId, leaseMs],
  });
}

/** Takes rows out of the queue for good. */
export async function deleteRows(client: ClientBase, rows: Rows): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'delete-rows',
    text: 'delete from send_queue where message_id = any($1::uuid[])',
    values: [idsOf(rows)],
  });
}

/** Releases leased rows, to be picked again after `afterMs`; an attempt in which nothing was written does not count. */
export async function releaseRows(
  client: ClientBase,
  rows: { id: string; afterMs: number; written: boolean }[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'release-rows',
    text: `update send_queue q set lease_until = null, doubt_until = null, due_at = ${fromNow('key.after_ms')},
        attempts = q.attempts - case when key.written then 0 else 1 end
      from unnest($1::uuid[], $2::integer[], $3::boolean[]) as key (id, after_ms, written)
      where q.message_id = key.id and (q.lease_until is not null or q.doubt_until is not null)`,
    values: [rows.map((r) => r.id), rows.map((r) => Math.round(r.afterMs)), rows.map((r) => r.written)],
  });
}

/** Marks leased rows as in doubt: written, never answered. They wait for a late receipt before anything else is done. */
export async function doubtRows(client: ClientBase, rows: Rows, doubtMs: number): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'doubt-rows',
    text: `update send_queue set lease_until = null, doubt_until = ${fromNow('$2::integer')}
      where message_id = any($1::uuid[]) and lease_until is not null`,
    values: [idsOf(rows), doubtMs],
  });
}

export type OpenRow = { id: string; teamId: string; attempts: number; promotional: boolean };

/**
 * Locks rows whose time is over: the lease of a worker that died, a doubt that nothing resolved, or the validity of a free row for which no
 * link came.
 */
export async function pickOverdue(
  client: ClientBase,
  of: 'lease_until' | 'doubt_until' | 'expires_at',
  limit: number,
): Promise<OpenRow[]> {
  const where = of === 'expires_at' ? FREE : 'true';
  const { rows } = await client.query<OpenRow>(
    // Found by the index of the time, and locked in the order that all lock in.
    `with q as materialized (
        select message_id, team_id, attempts from send_queue
        where message_id = any(array(select message_id from send_queue where ${of} < now() and ${where} order by ${of} limit $1))
          and ${of} < now() and ${where}
        order by message_id for update skip locked
      )
      select q.message_id as id, q.team_id as "teamId", q.attempts, m.promotional
      from q join messages m on m.team_id = q.team_id and m.id = q.message_id order by q.message_id`,
    [limit],
  );
  return rows;
}

/** Has rows that were held for a destination that staff have released go when they were to; returns how many. */
export async function freeReleased(client: ClientBase, limit: number): Promise<number> {
  const { rowCount } = await client.query({
    name: 'free-released',
    text: `with held as (
        select q.message_id from team_destinations d cross join lateral (
          select message_id from send_queue q where q.team_id = d.team_id and q.held_for = d.destination limit $1
        ) as q where d.released_at is not null limit $1
      ), picked as materialized (
        select message_id, team_id from send_queue where message_id = any(array(select message_id from held))
        order by message_id for update
      ), planned as materialized (
        select m.id, m.send_at from picked join messages m on m.team_id = picked.team_id and m.id = picked.message_id
      )
      update send_queue q set held_for = null, due_at = greatest(now(), planned.send_at)
      from planned where q.message_id = planned.id`,
    values: [limit],
  });
  return rowCount ?? 0;
}

/** The groups of free rows. Hops from group to group through the index, so that it costs the number of groups and not of messages. */
export async function selectWaitingGroups(client: ClientBase | Pool): Promise<string[]> {
  const { rows } = await client.query<{ link_group: string }>(
    `with recursive first (link_group) as (
        (select link_group from send_queue where ${FREE} order by link_group limit 1)
        union all
        select next.* from first cross join lateral (
          select link_group from send_queue where ${FREE} and link_group > first.link_group
          order by link_group limit 1) as next
      )
      select link_group from first`,
  );
  return rows.map((row) => row.link_group);
}

/** A page of the queue in the order of ids, with the rows of these groups in it, locked; rows that others hold are passed over. */
export async function pickOfGroups(
  client: ClientBase,
  { groups, after, limit }: { groups: string[]; after: string; limit: number },
): Promise<{ last: string | null; rows: { id: string; linkGroup: string; recipient: string }[] }> {
  // By pages of all rows: the plan is the same however many of them are of these groups, and whatever statistics say.
  const { rows: page } = await client.query<{ last: string }>(
    `select message_id as last from (
        select message_id from send_queue where message_id > $1 order by message_id limit $2) as page
      order by message_id desc limit 1`,
    [after, limit],
  );
  const last = page[0]?.last ?? null;
  if (last === null) return { last, rows: [] };
  const { rows } = await client.query<{ id: string; linkGroup: string; recipient: string }>(
    `with q as materialized (
        select message_id, team_id, link_group from send_queue
        where message_id > $1 and message_id <= $2 and link_group = any($3::text[]) and ${FREE} for update skip locked
      )
      select q.message_id as id, q.link_group as "linkGroup", m.recipient
      from q join messages m on m.team_id = q.team_id and m.id = q.message_id`,
    [after, last, groups],
  );
  return { last, rows };
}

/** Moves rows to other link groups. */
export async function regroupRows(
  client: ClientBase,
  moved: { id: string; linkGroup: string }[],
): Promise<void> {
  if (moved.length === 0) return;
  await client.query(
    `update send_queue q set link_group = key.link_group
      from unnest($1::uuid[], $2::text[]) as key (id, link_group) where q.message_id = key.id`,
    columnsOf(moved, 'id', 'linkGroup'),
  );
}

/** How many rows are due of teams that are not paused, and since when the oldest is. */
export async function selectQueueAge(pool: Pool): Promise<{ due: number; oldestSeconds: number }> {
  const { rows } = await pool.query(`select count(*)::integer as due,
    coalesce(extract(epoch from now() - min(due_at)), 0)::integer as "oldestSeconds"
    from send_queue q join teams t on t.id = q.team_id where due_at <= now() and t.paused_at is null`);
  return rows[0];
}

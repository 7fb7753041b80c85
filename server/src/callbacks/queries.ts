// All SQL of callbacks: the outbox, the attempts and the secrets.
import type { CallbackStatus, Direction, MessageState } from '@godwit/contract/messages/statuses';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { fromNow } from '../jobs/claim.ts';
import type { Database } from '../services.ts';
import type { TraceParent } from '../tracing.ts';

/**
 * The receiver that callbacks wait for: one host of one team; in TEST another one than in LIVE
 * (db/receivers.ts).
 */
export type Receiver = { teamId: string; host: string };

/** Where to look for receivers: after which team, and at which host to go on in those that have many. */
export type Window = { afterTeam: string; hostOf: ReadonlyMap<string, string>; teams: number; hosts: number };

/**
 * A team that calls wait for: its hosts in order, as many as were looked at, and which of them have a call
 * that is due.
 */
export type WaitingTeam = { teamId: string; hosts: string[]; due: string[] };

/**
 * The next teams that calls wait for. Hops from one team, and from one of its hosts, to the next through the
 * index, so that it costs the number of receivers and not of calls; and of a team with ever so many hosts
 * only some.
 */
export async function waitingTeams(
  pool: Pool,
  { afterTeam, hostOf, teams, hosts }: Window,
): Promise<WaitingTeam[]> {
  const { rows } = await pool.query({
    name: 'waiting-teams',
    text: `with recursive team (team_id, place) as (
        (select team_id, 1 from callback_outbox where team_id > $1 order by team_id limit 1)
        union all
        select next.team_id, team.place + 1 from team cross join lateral (
          select o.team_id from callback_outbox o where o.team_id > team.team_id order by o.team_id limit 1
        ) as next where team.place < $2
      ), receiver (team_id, host, due_at, place) as (
        select team.team_id, first.host, first.due_at, 1
        from team left join unnest($3::uuid[], $4::text[]) as went_on (team_id, host) using (team_id)
        cross join lateral (
          select o.host, o.due_at from callback_outbox o
          where o.team_id = team.team_id and o.host >= coalesce(went_on.host, '') order by o.host, o.due_at limit 1
        ) as first
        union all
        select receiver.team_id, next.host, next.due_at, receiver.place + 1 from receiver cross join lateral (
          select o.host, o.due_at from callback_outbox o
          where o.team_id = receiver.team_id and o.host > receiver.host order by o.host, o.due_at limit 1
        ) as next where receiver.place < $5
      )
      select team.team_id as "teamId", array_remove(array_agg(host order by receiver.place), null) as hosts,
        array_remove(array_agg(host order by receiver.place) filter (where due_at <= now()), null) as due
      from team left join receiver using (team_id) group by 1 order by 1`,
    values: [afterTeam, teams, [...hostOf.keys()], [...hostOf.values()], hosts],
  });
  return rows.map(({ teamId, hosts, due }) => ({ teamId, hosts, due: due ?? [] }));
}

/** A call to make, with all that it says. `status` is the first that its URL has not been called with. */
export type ClaimedCallback = Receiver & {
  messageId: string;
  projectId: string;
  mode: 'TEST' | 'LIVE';
  url: string;
  direction: Direction;
  /** Of an incoming message its text; null for others. */
  body: string | null;
  segments: number;
  missingParts: number | null;
  status: CallbackStatus;
  sequence: number;
  replay: number;
  attempts: number;
  sender: string;
  recipient: string;
  failure: string | null;
  carrierError: string | null;
  acceptedAt: Date;
  queuedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  traceParent: TraceParent;
};

/**
 * Claims due calls, of each receiver as many as there is capacity: no other worker claims them for `leaseMs`,
 * and one will afterwards if this process dies. A call whose message is gone is deleted.
 */
export async function claimCallbacks(
  pool: Pool,
  receivers: readonly (Receiver & { capacity: number })[],
  leaseMs: number,
): Promise<ClaimedCallback[]> {
  const { rows } = await pool.query<ClaimedCallback>({
    name: 'claim-callbacks',
    text: `with picked as materialized (
        select due.* from unnest($1::uuid[], $2::text[], $3::integer[]) as receiver (team_id, host, capacity)
        cross join lateral (
          select team_id, message_id from callback_outbox o
          where o.team_id = receiver.team_id and o.host = receiver.host and o.due_at <= now()
          order by o.due_at limit receiver.capacity for update skip locked
        ) as due
      ), m as materialized (
        select m.* from picked join messages m on m.team_id = picked.team_id and m.id = picked.message_id
      ), gone as (
        delete from callback_outbox o using picked where o.team_id = picked.team_id and o.message_id = picked.message_id
          and picked.message_id not in (select id from m)
      )
      update callback_outbox o set attempts = o.attempts + 1, due_at = ${fromNow('$4::integer')}
      from m where o.team_id = m.team_id and o.message_id = m.id
      returning o.team_id as "teamId", o.host, o.message_id as "messageId", m.project_id as "projectId", m.mode,
        m.direction, case when m.direction = 'INCOMING' then m.body end as body, m.segments, m.missing_parts as "missingParts",
        m.status_callback as url, o.statuses[1] as status, o.sequence, o.replay, o.attempts, m.sender, m.recipient, m.failure,
        m.carrier_error as "carrierError", m.accepted_at as "acceptedAt", m.queued_at as "queuedAt", m.sent_at as "sentAt",
        m.delivered_at as "deliveredAt", m.failed_at as "failedAt", m.traceparent as "traceParent"`,
    values: [...columnsOf(receivers, 'teamId', 'host', 'capacity'), leaseMs],
  });
  return rows;
}

/** An attempt that has ended: the status of the answer, or in words why there was none. */
export type Attempt = { answer: number | null; error: string | null; startedAt: Date; durationMs: number };
type Call = Pick<
  ClaimedCallback,
  'teamId' | 'projectId' | 'mode' | 'messageId' | 'status' | 'sequence' | 'replay' | 'attempts'
>;

const insertAttempt = `insert into callback_attempts
    (team_id, message_id, sequence, attempt, status, answer, error, started_at, duration_ms, project_id, mode, replay)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12) on conflict do nothing`;
function attemptValues(call: Call, { answer, error, startedAt, durationMs }: Attempt): unknown[] {
  const { teamId, messageId, sequence, attempts, status, projectId, mode, replay } = call;
  const made = [answer, error, startedAt, durationMs];
  return [teamId, messageId, sequence, attempts, status, ...made, projectId, mode, replay];
}

const NOW_IN = 'select state from messages where team_id = $1 and id = $2';

/**
 * Stores an attempt after which there is no other: the message's next status, if there is one by now, is due.
 * Returns the state that the message is in.
 */
export async function endCall(pool: Pool, call: Call, last: Attempt): Promise<MessageState> {
  const { rows } = await pool.query<{ state: MessageState }>({
    name: 'end-callback',
    text: `with attempted as (${insertAttempt}), told as (
        delete from callback_outbox where team_id = $1 and message_id = $2 and sequence = $3
        returning team_id, message_id, host, statuses, sequence, replay
      ), next as (
        insert into callback_outbox (team_id, message_id, host, statuses, sequence, replay)
        select team_id, message_id, host, statuses[2:], sequence + 1, replay from told where cardinality(statuses) > 1
      )
      ${NOW_IN}`,
    values: attemptValues(call, last),
  });
  return rows[0]!.state;
}

/** Stores an attempt that failed, and when the next one is due. Returns the state that the message is in. */
export async function postponeCall(
  pool: Pool,
  call: Call,
  failed: Attempt,
  afterMs: number,
): Promise<MessageState> {
  const { rows } = await pool.query<{ state: MessageState }>({
    name: 'postpone-callback',
    text: `with attempted as (${insertAttempt}), postponed as (
        update callback_outbox set due_at = ${fromNow('$13::integer')}
        where team_id = $1 and message_id = $2 and sequence = $3 and attempts = $4
      )
      ${NOW_IN}`,
    values: [...attemptValues(call, failed), afterMs],
  });
  return rows[0]!.state;
}

/** How often a URL was called for a message, and the last `limit` attempts, oldest first. */
export async function selectAttempts(db: Database, teamId: string, messageId: string, limit: number) {
  const rows = await db
    .selectFrom('callback_attempts')
    .select(['status', 'answer', 'error', 'started_at as startedAt', 'duration_ms as durationMs'])
    .select(sql<bigint>`count(*) over ()`.as('count'))
    .where('team_id', '=', teamId)
    .where('message_id', '=', messageId)
    .orderBy('replay', 'desc')
    .orderBy('sequence', 'desc')
    .orderBy('attempt', 'desc')
    .limit(limit)
    .$narrowType<{ status: CallbackStatus }>()
    .execute();
  return { count: Number(rows[0]?.count ?? 0), attempts: rows.reverse() };
}

/** The project that a secret is of. */
export type Owner = { teamId: string; projectId: string };
export type SecretRow = {
  sealed: Buffer;
  previous: Buffer | null;
  rotatedAt: Date | null;
  previousUntil: Date | null;
};

/** A project's secrets, sealed; the previous one as long as it still signs. */
export async function selectSecret(
  db: Database,
  { teamId, projectId }: Owner,
): Promise<SecretRow | undefined> {
  const { rows } = await sql<SecretRow>`
    select sealed, rotated_at as "rotatedAt", case when ends.at > now() then previous_sealed end as previous,
      case when ends.at > now() then ends.at end as "previousUntil"
    from callback_secrets cross join lateral (select rotated_at + interval '24 hours' as at) as ends
    where team_id = ${teamId} and project_id = ${projectId}`.execute(db);
  return rows[0];
}

/** Stores a project's first secret, unless it has one. */
export async function insertSecret(
  db: Database,
  { teamId, projectId }: Owner,
  sealed: Buffer,
): Promise<void> {
  await sql`insert into callback_secrets (team_id, project_id, sealed) values (${teamId}, ${projectId}, ${sealed})
    on conflict do nothing`.execute(db);
}

/** Puts a new secret before a project's present one. */
export async function replaceSecret(
  db: Database,
  { teamId, projectId }: Owner,
  sealed: Buffer,
): Promise<void> {
  await sql`update callback_secrets set sealed = ${sealed}, previous_sealed = sealed, rotated_at = now()
    where team_id = ${teamId} and project_id = ${projectId}`.execute(db);
}

// All SQL of callbacks: the outbox, the attempts and the secrets.
import type { CallbackStatus, MessageState } from '@godwit/contract/messages/statuses';
import { sql } from 'kysely';
import type { Pool } from 'pg';
import { CALLED_MESSAGE, type CalledMessage } from '../db/calledMessage.ts';
import { openWaitingTeams, type Queue, type Receiver } from '../db/callQueue.ts';
import { listsOf } from '../db/columns.ts';
import { fragment, prepared, raw } from '../db/sql.ts';
import type { Database } from '../services.ts';
import type { TraceParent } from '../tracing.ts';

/** A call to make, with the contents of its body. `status`: the first that its URL was not called with. */
export type ClaimedCallback = Receiver &
  CalledMessage & {
    url: string;
    status: CallbackStatus;
    sequence: number;
    replay: number;
    attempts: number;
    /** How the URL is called, if not in our own format. */
    format: { format: string; options: Record<string, string | number> } | null;
    traceparent: TraceParent;
  };

// Picks by the index on (team_id, host, due_at), and passes over calls that another worker has locked.
const CLAIM_CALLBACKS = prepared<ClaimedCallback>('claim-callbacks')`
  with picked as materialized (
      select due.* from unnest(${'teamId'}::uuid[], ${'host'}::text[], ${'capacity'}::integer[]) as receiver (team_id, host, capacity)
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
    update callback_outbox o set attempts = o.attempts + 1, due_at = now() + make_interval(secs => ${'leaseMs'}::integer / 1000.0)
    from m where o.team_id = m.team_id and o.message_id = m.id
    returning o.team_id as "teamId", o.host, ${CALLED_MESSAGE}, m.status_callback as url, o.statuses[1] as status, o.sequence, o.replay,
      o.attempts, m.traceparent,
      (select jsonb_build_object('format', f.format, 'options', f.options)
        from callback_formats f where f.team_id = o.team_id and f.message_id = o.message_id) as format`;

/** The waiting callbacks. */
export const CALLBACK_QUEUE: Queue<ClaimedCallback> = {
  waitingTeams: openWaitingTeams('waiting-teams', raw('callback_outbox')),
  async claim(pool, receivers, leaseMs) {
    const keys = listsOf(receivers, 'teamId', 'host', 'capacity');
    return (await CLAIM_CALLBACKS.run(pool, { ...keys, leaseMs })).rows;
  },
};

/** An attempt that has ended: the HTTP status of the answer, or the reason why there was none. */
export type Attempt = { answer: number | null; error: string | null; startedAt: Date; durationMs: number };
type Call = Pick<
  ClaimedCallback,
  'teamId' | 'projectId' | 'mode' | 'messageId' | 'status' | 'sequence' | 'replay' | 'attempts'
>;

const INSERT_ATTEMPT = fragment`insert into callback_attempts
      (team_id, message_id, sequence, attempt, status, answer, error, started_at, duration_ms, project_id, mode, replay)
    values (${'teamId'}, ${'messageId'}, ${'sequence'}, ${'attempts'}, ${'status'}, ${'answer'}, ${'error'}, ${'startedAt'}, ${'durationMs'},
      ${'projectId'}, ${'mode'}, ${'replay'}) on conflict do nothing`;

/** The values of the parameters of INSERT_ATTEMPT. */
function attemptValues(call: Call, { answer, error, startedAt, durationMs }: Attempt) {
  const { teamId, messageId, sequence, attempts, status, projectId, mode, replay } = call;
  const key = { teamId, messageId, sequence, attempts, status, projectId, mode, replay };
  return { ...key, answer, error, startedAt, durationMs };
}

const SELECT_STATE = fragment`select state from messages where team_id = ${'teamId'} and id = ${'messageId'}`;

// The next status of the message gets a new row, as its attempts count from 1 again.
const ENDED = fragment`ended as (
      delete from callback_outbox where team_id = ${'teamId'} and message_id = ${'messageId'} and sequence = ${'sequence'}
      returning team_id, message_id, host, statuses, sequence, replay
    ), next as (
      insert into callback_outbox (team_id, message_id, host, statuses, sequence, replay)
      select team_id, message_id, host, statuses[2:], sequence + 1, replay from ended where cardinality(statuses) > 1
    )`;
const END_CALL = prepared<{ state: MessageState }>('end-callback')`
  with attempted as (${INSERT_ATTEMPT}), ${ENDED}
    ${SELECT_STATE}`;
const SKIP_CALL = prepared('skip-callback')`
  with ${ENDED} select`;

/**
 * Stores the last attempt of a call, and makes the message's next status due if there is one. Returns the
 * message's state.
 */
export async function endCall(pool: Pool, call: Call, last: Attempt): Promise<MessageState> {
  const { rows } = await END_CALL.run(pool, attemptValues(call, last));
  return rows[0]!.state;
}

/**
 * Ends a call that its receiver has not asked for, and makes the message's next status due if there is one.
 */
export async function skipCall(
  pool: Pool,
  { teamId, messageId, sequence }: Pick<Call, 'teamId' | 'messageId' | 'sequence'>,
): Promise<void> {
  await SKIP_CALL.run(pool, { teamId, messageId, sequence });
}

const POSTPONE_CALL = prepared<{ state: MessageState }>('postpone-callback')`
  with attempted as (${INSERT_ATTEMPT}), postponed as (
      update callback_outbox set due_at = now() + make_interval(secs => ${'afterMs'}::integer / 1000.0)
      where team_id = ${'teamId'} and message_id = ${'messageId'} and sequence = ${'sequence'} and attempts = ${'attempts'}
    )
    ${SELECT_STATE}`;

/** Stores a failed attempt, and sets when the next one is due. Returns the message's state. */
export async function postponeCall(
  pool: Pool,
  call: Call,
  failed: Attempt,
  afterMs: number,
): Promise<MessageState> {
  const { rows } = await POSTPONE_CALL.run(pool, { ...attemptValues(call, failed), afterMs });
  return rows[0]!.state;
}

/** The number of attempts for a message, and the last `limit` of them, oldest first. */
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

/** The project that a secret belongs to. */
export type Owner = { teamId: string; projectId: string };
export type SecretRow = {
  sealed: Buffer;
  previous: Buffer | null;
  rotatedAt: Date | null;
  previousUntil: Date | null;
};

/** A project's sealed secrets; the previous one only while it still signs. */
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

/** Replaces a project's secret; the replaced one still signs for 24 hours. */
export async function replaceSecret(
  db: Database,
  { teamId, projectId }: Owner,
  sealed: Buffer,
): Promise<void> {
  await sql`update callback_secrets set sealed = ${sealed}, previous_sealed = sealed, rotated_at = now()
    where team_id = ${teamId} and project_id = ${projectId}`.execute(db);
}

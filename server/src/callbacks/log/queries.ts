// SQL of the log of callbacks: attempts of one project and mode in a span of time, newest first, and the
// spans that are sent again.
import { CALLBACK_STATUSES, type CallbackStatus, type Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { END_STATUS } from '../../db/callbackStatus.ts';
import { FENCE } from '../../db/fences.ts';
import { CALLBACK_RECEIVER, isReceiverOf } from '../../db/receivers.ts';

/** The filters of the log; null is all. `messageIds` are those that a search means. */
export type AttemptsFilter = {
  teamId: string;
  projectId: string;
  mode: Mode;
  from: Date;
  before: Date;
  status: CallbackStatus | null;
  taken: boolean | null;
  messageIds: readonly string[] | null;
};

export type LoggedRow = {
  messageId: string;
  recipient: string | null;
  sequence: number;
  replay: number;
  attempt: number;
  status: CallbackStatus;
  answer: number | null;
  error: string | null;
  startedAt: Date;
  durationMs: number;
};

const KEY = 'team_id, message_id, sequence, replay, attempt, started_at';

/**
 * Every outcome and status that is asked for, each with its own part of the index, so that what is rare costs
 * what it finds.
 */
function sourcesOf({ status, taken, messageIds }: AttemptsFilter, most: string): string {
  if (messageIds)
    return `select ${KEY} from callback_attempts where team_id = $1 and message_id = any($7::uuid[]) and project_id = $2
      and mode = $3 and started_at >= $4 and started_at < $5
      ${status ? `and status = '${status}'` : ''} ${taken === null ? '' : `and taken = ${taken}`}
      order by started_at desc limit ${most}`;
  const outcomes = taken === null ? [true, false] : [taken];
  return outcomes
    .flatMap((outcome) =>
      (status ? [status] : CALLBACK_STATUSES).map(
        (
          one,
        ) => `(select ${KEY} from callback_attempts where project_id = $2 and mode = $3 and taken = ${outcome}
          and status = '${one}' and started_at >= $4 and started_at < $5 order by started_at desc limit ${most})`,
      ),
    )
    .join(' union all ');
}

function valuesOf({ teamId, projectId, mode, from, before, messageIds }: AttemptsFilter): unknown[] {
  return [teamId, projectId, mode, from, before, 0, ...(messageIds ? [messageIds] : [])];
}

/** How many attempts there are, counted no further than `most`. */
export async function countAttempts(
  db: Pool | ClientBase,
  filter: AttemptsFilter,
  most: number,
): Promise<number> {
  const values = valuesOf(filter);
  values[5] = most;
  const { rows } = await db.query(
    `select count(*)::integer as found from (select 1 from (${sourcesOf(filter, '$6')}) as found
      where team_id = $1 limit $6) as counted`,
    values,
  );
  return rows[0].found;
}

/** A page of attempts, with the number that each message goes to while there is one. */
export async function listAttempts(
  db: Pool | ClientBase,
  filter: AttemptsFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LoggedRow[]> {
  const values = valuesOf(filter);
  values[5] = offset + limit;
  const { rows } = await db.query<LoggedRow>(
    `with page as materialized (
        select ${KEY} from (${sourcesOf(filter, '$6')}) as found where team_id = $1
        order by started_at desc offset ${offset} limit ${limit}
      ), numbers as materialized (
        select m.id, m.recipient from (select distinct message_id from page) as page cross join lateral (
          select id, recipient from messages m where m.team_id = $1 and m.id = page.message_id ${FENCE}
        ) as m
      )
      select a.message_id as "messageId", numbers.recipient, a.sequence, a.replay, a.attempt, a.status, a.answer, a.error,
        a.started_at as "startedAt", a.duration_ms as "durationMs"
      from page cross join lateral (
        select * from callback_attempts a where a.team_id = page.team_id and a.message_id = page.message_id
          and a.sequence = page.sequence and a.replay = page.replay and a.attempt = page.attempt ${FENCE}
      ) as a left join numbers on numbers.id = a.message_id
      order by a.started_at desc`,
    values,
  );
  return rows;
}

/** The newest `most` messages to a number. */
export async function findMessagesTo(
  db: Pool | ClientBase,
  { projectId, mode }: { projectId: string; mode: Mode },
  recipient: string,
  most: number,
): Promise<string[]> {
  const { rows } = await db.query(
    `select id from messages where project_id = $1 and mode = $2 and recipient = $3 order by id desc limit $4`,
    [projectId, mode, recipient, most],
  );
  return rows.map(({ id }) => id as string);
}

/** A span that is sent again. `queued` counts messages. */
export type ReplayRow = {
  id: string;
  mode: Mode;
  from: Date;
  before: Date;
  failedOnly: boolean;
  queued: number;
  createdAt: Date;
  endedAt: Date | null;
};
const REPLAY = `id, mode, from_at as "from", before_at as before, failed_only as "failedOnly", queued,
  created_at as "createdAt", ended_at as "endedAt"`;

type Place = { teamId: string; projectId: string; mode: Mode };
export type NewReplay = Place & {
  id: string;
  from: Date;
  before: Date;
  failedOnly: boolean;
  key: string | null;
};

/** Stores a replay; undefined if the project has an unfinished one in this mode, or its key was used. */
export async function insertReplay(pool: Pool, replay: NewReplay): Promise<ReplayRow | undefined> {
  const { teamId, id, projectId, mode, from, before, failedOnly, key } = replay;
  const { rows } = await pool.query<ReplayRow>(
    `insert into callback_replays (team_id, id, project_id, mode, from_at, before_at, failed_only, request_key, after_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $5) on conflict do nothing returning ${REPLAY}`,
    [teamId, id, projectId, mode, from, before, failedOnly, key],
  );
  return rows[0];
}

/** The replay that was asked for with this key. */
export async function findReplay(
  pool: Pool,
  { teamId, projectId }: Omit<Place, 'mode'>,
  key: string,
): Promise<ReplayRow | undefined> {
  const { rows } = await pool.query<ReplayRow>(
    `select ${REPLAY} from callback_replays where team_id = $1 and project_id = $2 and request_key = $3`,
    [teamId, projectId, key],
  );
  return rows[0];
}

/** The newest replays of a project. */
export async function listReplays(
  pool: Pool,
  { teamId, projectId, mode }: Place,
  most: number,
): Promise<ReplayRow[]> {
  const { rows } = await pool.query<ReplayRow>(
    `select ${REPLAY} from callback_replays where project_id = $1 and mode = $2 and team_id = $3 order by id desc limit $4`,
    [projectId, mode, teamId, most],
  );
  return rows;
}

export type OpenReplay = Place & {
  id: string;
  after: Date;
  afterId: string;
  before: Date;
  failedOnly: boolean;
};

/**
 * Takes the replay whose team has waited longest, for the caller's transaction, passing over those that
 * others have and teams with `most` calls of replays of the same mode that still wait for their first
 * attempt.
 */
export async function takeReplay(client: ClientBase, most: number): Promise<OpenReplay | undefined> {
  const { rows } = await client.query(
    `select r.team_id as "teamId", r.id, r.project_id as "projectId", r.mode, r.after_at as after, r.after_id as "afterId",
        r.before_at as before, r.failed_only as "failedOnly"
      from callback_replays r
      where r.ended_at is null and (select count(*) from (
        select from callback_outbox o where o.team_id = r.team_id and o.replay > 0 and o.attempts = 0
          and ${isReceiverOf('o.host', 'r.mode')} limit $1) as waiting) < $1
      order by (select max(worked_at) from callback_replays o where o.team_id = r.team_id and o.ended_at is null), r.worked_at
      limit 1 for update skip locked`,
    [most],
  );
  return rows[0];
}

/** The next attempts of a replay's span, oldest first: which message, which place, and when. */
export async function nextAttempts(
  client: ClientBase,
  { projectId, mode, after, afterId, before, failedOnly }: OpenReplay,
  limit: number,
): Promise<{ messageId: string; sequence: number; startedAt: Date }[]> {
  const outcomes = failedOnly ? [false] : [true, false];
  const sources = outcomes.flatMap((taken) =>
    CALLBACK_STATUSES.map(
      (status) => `(select message_id, sequence, started_at from callback_attempts
        where project_id = $1 and mode = $2 and taken = ${taken} and status = '${status}'
          and (started_at, message_id) > ($3, $4) and started_at < $5 order by started_at, message_id limit $6)`,
    ),
  );
  const { rows } = await client.query(
    `select message_id as "messageId", sequence, started_at as "startedAt" from (${sources.join(' union all ')}) as found
      order by started_at, message_id limit $6`,
    [projectId, mode, after, afterId, before, limit],
  );
  return rows;
}

/**
 * Queues the statuses of messages again, of each from the first of the given places on, as far as it has
 * come; with `failedOnly` without those that were taken since. Statuses that still wait for their callback
 * stay unchanged. Returns the number of messages.
 */
export async function queueAgain(
  client: ClientBase | Pool,
  teamId: string,
  attempts: readonly { messageId: string; sequence: number }[],
  failedOnly: boolean,
): Promise<number> {
  const { rowCount } = await client.query(
    `with wanted as (
        select key.message_id, min(key.sequence) as sequence from unnest($2::uuid[], $3::integer[]) as key (message_id, sequence)
        where not $4 or not exists (select from callback_attempts a where a.team_id = $1 and a.message_id = key.message_id
          and a.sequence = key.sequence and a.taken)
        group by 1
      ), m as materialized (
        select m.team_id, m.id, m.mode, m.status_callback, m.sent_at, ${END_STATUS} as end_status, wanted.sequence from wanted cross join lateral (
          select * from messages m where m.team_id = $1 and m.id = wanted.message_id and m.status_callback is not null ${FENCE}
        ) as m
      ), told as (
        select m.team_id, m.id, m.mode, m.status_callback, m.sequence,
          (case when m.sent_at is not null then array['SENT'::message_status] else '{}' end
            || array_remove(array[m.end_status], null))[m.sequence:case when $4 and exists (
                select from callback_attempts a where a.team_id = $1 and a.message_id = m.id and a.sequence = 2 and a.taken
              ) then 1 else 2 end] as statuses
        from m
      )
      insert into callback_outbox (team_id, message_id, host, statuses, sequence, replay)
      select team_id, id, ${CALLBACK_RECEIVER}, statuses, sequence, 1 + coalesce(
        (select max(a.replay) from callback_attempts a where a.team_id = told.team_id and a.message_id = told.id), 0)
      from told where cardinality(statuses) > 0
      order by id on conflict do nothing`,
    [
      teamId,
      attempts.map(({ messageId }) => messageId),
      attempts.map(({ sequence }) => sequence),
      failedOnly,
    ],
  );
  return rowCount ?? 0;
}

/** Notes how far a replay has come; `ended` where that is its end. */
export async function advanceReplay(
  client: ClientBase,
  { teamId, id }: Pick<OpenReplay, 'teamId' | 'id'>,
  {
    queued,
    last,
    ended,
  }: { queued: number; last: { messageId: string; startedAt: Date } | undefined; ended: boolean },
): Promise<void> {
  await client.query(
    `update callback_replays set queued = queued + $3, after_at = coalesce($4, after_at), after_id = coalesce($5, after_id),
        worked_at = clock_timestamp(), ended_at = case when $6 then now() end
      where team_id = $1 and id = $2`,
    [teamId, id, queued, last?.startedAt ?? null, last?.messageId ?? null, ended],
  );
}

/** Lets other teams go first: what a replay that failed asks for is tried again after theirs. */
export async function passReplayOver(
  pool: Pool,
  { teamId, id }: Pick<OpenReplay, 'teamId' | 'id'>,
): Promise<void> {
  await pool.query(
    'update callback_replays set worked_at = clock_timestamp() where team_id = $1 and id = $2',
    [teamId, id],
  );
}

/**
 * Makes a call due now whose last attempt has ended; returns whether the message has a call in the outbox at
 * all.
 */
export async function hasten(pool: Pool, teamId: string, messageId: string): Promise<boolean> {
  const { rowCount } = await pool.query(
    `update callback_outbox o set due_at = case when exists (
          select from callback_attempts a where a.team_id = o.team_id and a.message_id = o.message_id
            and a.sequence = o.sequence and a.replay = o.replay and a.attempt = o.attempts) then now() else due_at end
      where o.team_id = $1 and o.message_id = $2`,
    [teamId, messageId],
  );
  return rowCount === 1;
}

/** Deletes replays that ended more than a month ago. */
export async function deleteOldReplays(pool: Pool): Promise<void> {
  await pool.query(`delete from callback_replays where ended_at < now() - interval '30 days'`);
}

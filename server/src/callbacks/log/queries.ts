// SQL of the callback log: the attempts of one project and mode in a span of time, newest first, and the
// replays of such spans.
import { CALLBACK_STATUSES, type CallbackStatus, type Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { END_STATUS } from '../../db/callbackStatus.ts';
import { listsOf } from '../../db/columns.ts';
import { FENCE } from '../../db/fences.ts';
import { CALLBACK_RECEIVER, isReceiverOf } from '../../db/receivers.ts';
import { fragment, raw, unprepared } from '../../db/sql.ts';

/** The filters of the log; null does not filter. `messageIds`: the messages that a search stands for. */
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

const KEY = fragment`team_id, message_id, sequence, replay, attempt, started_at`;

const rangeOf = (taken: boolean, status: CallbackStatus) => fragment`(select ${KEY} from callback_attempts
          where project_id = ${'projectId'} and mode = ${'mode'} and taken = ${raw(String(taken))} and status = '${raw(status)}'
            and started_at >= ${'from'} and started_at < ${'before'} order by started_at desc limit ${'most'})`;

/**
 * Attempts with these outcomes and statuses. Reads one range of the index for each outcome and status, so
 * rare ones cost only the rows that they return.
 */
const ofProject = (status: CallbackStatus | null, taken: boolean | null) =>
  rangesOf(status, taken, rangeOf).reduce((all, range) => fragment`${all} union all ${range}`);

function rangesOf<Range>(
  status: CallbackStatus | null,
  taken: boolean | null,
  range: (taken: boolean, status: CallbackStatus) => Range,
): Range[] {
  const statuses = status === null ? CALLBACK_STATUSES : [status];
  const outcomes = taken === null ? [true, false] : [taken];
  return outcomes.flatMap((outcome) => statuses.map((one) => range(outcome, one)));
}

const OF_MESSAGES = fragment`select ${KEY} from callback_attempts where team_id = ${'teamId'} and message_id = any(${'messageIds'}::uuid[])
          and project_id = ${'projectId'} and mode = ${'mode'} and started_at >= ${'from'} and started_at < ${'before'}
          and (${'status'}::message_status is null or status = ${'status'}) and (${'taken'}::boolean is null or taken = ${'taken'})
        order by started_at desc limit ${'most'}`;

// Looks up the rows and the recipients of the attempts in `page`, each by its primary key.
const ROWS_OF_PAGE = fragment`numbers as materialized (
      select m.id, m.recipient from (select distinct message_id from page) as page cross join lateral (
        select id, recipient from messages m where m.team_id = ${'teamId'} and m.id = page.message_id ${FENCE}
      ) as m
    )
    select a.message_id as "messageId", numbers.recipient, a.sequence, a.replay, a.attempt, a.status, a.answer, a.error,
      a.started_at as "startedAt", a.duration_ms as "durationMs"
    from page cross join lateral (
      select * from callback_attempts a where a.team_id = page.team_id and a.message_id = page.message_id
        and a.sequence = page.sequence and a.replay = page.replay and a.attempt = page.attempt ${FENCE}
    ) as a left join numbers on numbers.id = a.message_id
    order by a.started_at desc`;

type Counted = { found: number };
type Source = ReturnType<typeof ofProject> | typeof OF_MESSAGES;

function statementsOf(source: Source, name: string) {
  return {
    count: unprepared<Counted>(`count-callback-attempts${name}`)`
      select count(*)::integer as found from (
        select 1 from (${source}) as found where team_id = ${'teamId'} limit ${'most'}) as counted`,
    list: unprepared<LoggedRow>(`list-callback-attempts${name}`)`
      with page as materialized (
        select ${KEY} from (${source}) as found where team_id = ${'teamId'}
        order by started_at desc offset ${'offset'} limit ${'limit'}
      ), ${ROWS_OF_PAGE}`,
  };
}

const nameOf = ({ status, taken }: Pick<AttemptsFilter, 'status' | 'taken'>) =>
  `${status === null ? '' : `-${status}`}${taken === null ? '' : taken ? '-taken' : '-failed'}`;
const FILTERS = [null, ...CALLBACK_STATUSES].flatMap((status) =>
  [null, true, false].map((taken) => ({ status, taken })),
);
const STATEMENTS = new Map(
  FILTERS.map((filter) => {
    const name = nameOf(filter);
    return [name, statementsOf(ofProject(filter.status, filter.taken), name)] as const;
  }),
);
const STATEMENTS_OF_MESSAGES = statementsOf(OF_MESSAGES, '-of-messages');

const statementsFor = (filter: AttemptsFilter) =>
  filter.messageIds ? STATEMENTS_OF_MESSAGES : STATEMENTS.get(nameOf(filter))!;

/** How many attempts there are; no more than `most` are counted. */
export async function countAttempts(
  db: Pool | ClientBase,
  filter: AttemptsFilter,
  most: number,
): Promise<number> {
  const { rows } = await statementsFor(filter).count.run(db, { ...filter, most });
  return rows[0]!.found;
}

/** A page of attempts. `recipient` is null if the message is gone. */
export async function listAttempts(
  db: Pool | ClientBase,
  filter: AttemptsFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<LoggedRow[]> {
  const { rows } = await statementsFor(filter).list.run(db, {
    ...filter,
    most: offset + limit,
    offset,
    limit,
  });
  return rows;
}

const FIND_MESSAGES_TO = unprepared<{ id: string }>('find-messages-to')`
  select id from messages where project_id = ${'projectId'} and mode = ${'mode'} and recipient = ${'recipient'}
    order by id desc limit ${'most'}`;

/** The newest `most` messages to a number. */
export async function findMessagesTo(
  db: Pool | ClientBase,
  { projectId, mode }: { projectId: string; mode: Mode },
  recipient: string,
  most: number,
): Promise<string[]> {
  const { rows } = await FIND_MESSAGES_TO.run(db, { projectId, mode, recipient, most });
  return rows.map(({ id }) => id);
}

/** The replay of a span of the log. `queued` counts messages. */
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
const REPLAY = fragment`id, mode, from_at as "from", before_at as before, failed_only as "failedOnly", queued,
  created_at as "createdAt", ended_at as "endedAt"`;

type ProjectMode = { teamId: string; projectId: string; mode: Mode };
export type NewReplay = ProjectMode & {
  id: string;
  from: Date;
  before: Date;
  failedOnly: boolean;
  key: string | null;
};

const INSERT_REPLAY = unprepared<ReplayRow>('insert-callback-replay')`
  insert into callback_replays (team_id, id, project_id, mode, from_at, before_at, failed_only, request_key, after_at)
    values (${'teamId'}, ${'id'}, ${'projectId'}, ${'mode'}, ${'from'}, ${'before'}, ${'failedOnly'}, ${'key'}, ${'from'})
    on conflict do nothing returning ${REPLAY}`;

/** Stores a replay; undefined if the project has an unfinished one in this mode, or its key was used. */
export async function insertReplay(pool: Pool, replay: NewReplay): Promise<ReplayRow | undefined> {
  const { rows } = await INSERT_REPLAY.run(pool, replay);
  return rows[0];
}

const FIND_REPLAY = unprepared<ReplayRow>('find-callback-replay')`
  select ${REPLAY} from callback_replays
    where team_id = ${'teamId'} and project_id = ${'projectId'} and request_key = ${'key'}`;

/** The replay that was requested with this key. */
export async function findReplay(
  pool: Pool,
  { teamId, projectId }: Omit<ProjectMode, 'mode'>,
  key: string,
): Promise<ReplayRow | undefined> {
  const { rows } = await FIND_REPLAY.run(pool, { teamId, projectId, key });
  return rows[0];
}

const LIST_REPLAYS = unprepared<ReplayRow>('list-callback-replays')`
  select ${REPLAY} from callback_replays
    where project_id = ${'projectId'} and mode = ${'mode'} and team_id = ${'teamId'} order by id desc limit ${'most'}`;

/** The newest replays of a project. */
export async function listReplays(
  pool: Pool,
  { teamId, projectId, mode }: ProjectMode,
  most: number,
): Promise<ReplayRow[]> {
  const { rows } = await LIST_REPLAYS.run(pool, { teamId, projectId, mode, most });
  return rows;
}

export type OpenReplay = ProjectMode & {
  id: string;
  after: Date;
  afterId: string;
  before: Date;
  failedOnly: boolean;
};

const TAKE_REPLAY = unprepared<OpenReplay>('take-callback-replay')`
  select r.team_id as "teamId", r.id, r.project_id as "projectId", r.mode, r.after_at as after, r.after_id as "afterId",
      r.before_at as before, r.failed_only as "failedOnly"
    from callback_replays r
    where r.ended_at is null and (select count(*) from (
      select from callback_outbox o where o.team_id = r.team_id and o.replay > 0 and o.attempts = 0
        and ${isReceiverOf('o.host', 'r.mode')} limit ${'most'}) as waiting) < ${'most'}
    order by (select max(worked_at) from callback_replays o where o.team_id = r.team_id and o.ended_at is null), r.worked_at
    limit 1 for update skip locked`;

/**
 * Locks the replay whose team has waited longest, until the transaction ends. Skips replays that other
 * transactions hold. Also skips a team if `most` replayed calls of the mode wait for their first attempt.
 */
export async function takeReplay(client: ClientBase, most: number): Promise<OpenReplay | undefined> {
  const { rows } = await TAKE_REPLAY.run(client, { most });
  return rows[0];
}

type NextAttempt = { messageId: string; sequence: number; startedAt: Date };
const nextRangeOf = (
  taken: boolean,
  status: CallbackStatus,
) => fragment`(select message_id, sequence, started_at
        from callback_attempts
        where project_id = ${'projectId'} and mode = ${'mode'} and taken = ${raw(String(taken))} and status = '${raw(status)}'
          and (started_at, message_id) > (${'after'}, ${'afterId'}) and started_at < ${'before'} order by started_at, message_id limit ${'limit'})`;

function nextOf(ranges: readonly ReturnType<typeof nextRangeOf>[], name: string) {
  const found = ranges.reduce((all, range) => fragment`${all} union all ${range}`);
  return unprepared<NextAttempt>(name)`
    select message_id as "messageId", sequence, started_at as "startedAt" from (${found}) as found
      order by started_at, message_id limit ${'limit'}`;
}
const NEXT_ATTEMPTS = nextOf(rangesOf(null, null, nextRangeOf), 'next-callback-attempts');
const NEXT_FAILED = nextOf(rangesOf(null, false, nextRangeOf), 'next-failed-callback-attempts');

/** The next attempts of a replay's span, oldest first. */
export async function nextAttempts(
  client: ClientBase,
  { projectId, mode, after, afterId, before, failedOnly }: OpenReplay,
  limit: number,
): Promise<NextAttempt[]> {
  const statement = failedOnly ? NEXT_FAILED : NEXT_ATTEMPTS;
  const { rows } = await statement.run(client, { projectId, mode, after, afterId, before, limit });
  return rows;
}

// Each message is looked up by its primary key. A message that still has a row in the outbox conflicts, and
// keeps that row.
const QUEUE_AGAIN = unprepared('queue-callbacks-again')`
  with wanted as (
      select key.message_id, min(key.sequence) as sequence from unnest(${'messageId'}::uuid[], ${'sequence'}::integer[]) as key (message_id, sequence)
      where not ${'failedOnly'} or not exists (select from callback_attempts a where a.team_id = ${'teamId'} and a.message_id = key.message_id
        and a.sequence = key.sequence and a.taken)
      group by 1
    ), m as materialized (
      select m.team_id, m.id, m.mode, m.status_callback, m.sent_at, ${END_STATUS} as end_status, wanted.sequence from wanted cross join lateral (
        select * from messages m where m.team_id = ${'teamId'} and m.id = wanted.message_id and m.status_callback is not null ${FENCE}
      ) as m
    ), call as (
      select m.team_id, m.id, m.mode, m.status_callback, m.sequence,
        (case when m.sent_at is not null then array['SENT'::message_status] else '{}' end
          || array_remove(array[m.end_status], null))[m.sequence:case when ${'failedOnly'} and exists (
              select from callback_attempts a where a.team_id = ${'teamId'} and a.message_id = m.id and a.sequence = 2 and a.taken
            ) then 1 else 2 end] as statuses
      from m
    )
    insert into callback_outbox (team_id, message_id, host, statuses, sequence, replay)
    select team_id, id, ${CALLBACK_RECEIVER}, statuses, sequence, 1 + coalesce(
      (select max(a.replay) from callback_attempts a where a.team_id = call.team_id and a.message_id = call.id), 0)
    from call where cardinality(statuses) > 0
    order by id on conflict do nothing`;

/**
 * Queues the statuses of messages again: of each message, those from the first given sequence number on. With
 * `failedOnly`, leaves out statuses that the receiver has taken since. Returns the number of messages.
 */
export async function queueAgain(
  client: ClientBase | Pool,
  teamId: string,
  attempts: readonly { messageId: string; sequence: number }[],
  failedOnly: boolean,
): Promise<number> {
  const keys = listsOf(attempts, 'messageId', 'sequence');
  const { rowCount } = await QUEUE_AGAIN.run(client, { ...keys, teamId, failedOnly });
  return rowCount ?? 0;
}

const ADVANCE_REPLAY = unprepared('advance-callback-replay')`
  update callback_replays set queued = queued + ${'queued'}, after_at = coalesce(${'after'}, after_at),
      after_id = coalesce(${'afterId'}, after_id), worked_at = clock_timestamp(), ended_at = case when ${'ended'} then now() end
    where team_id = ${'teamId'} and id = ${'id'}`;

/** Stores the progress of a replay, and that it has ended if `ended`. */
export async function advanceReplay(
  client: ClientBase,
  { teamId, id }: Pick<OpenReplay, 'teamId' | 'id'>,
  {
    queued,
    last,
    ended,
  }: { queued: number; last: { messageId: string; startedAt: Date } | undefined; ended: boolean },
): Promise<void> {
  const progress = { queued, after: last?.startedAt ?? null, afterId: last?.messageId ?? null, ended };
  await ADVANCE_REPLAY.run(client, { teamId, id, ...progress });
}

const DEFER_REPLAY = unprepared('defer-callback-replay')`
  update callback_replays set worked_at = clock_timestamp() where team_id = ${'teamId'} and id = ${'id'}`;

/** Lets the replays of other teams go before one that failed. */
export async function deferReplay(
  pool: Pool,
  { teamId, id }: Pick<OpenReplay, 'teamId' | 'id'>,
): Promise<void> {
  await DEFER_REPLAY.run(pool, { teamId, id });
}

// A call whose last attempt is not stored keeps its time: it is in flight, or new and due already.
const MAKE_DUE = unprepared('make-callback-due')`
  update callback_outbox o set due_at = case when exists (
        select from callback_attempts a where a.team_id = o.team_id and a.message_id = o.message_id
          and a.sequence = o.sequence and a.replay = o.replay and a.attempt = o.attempts) then now() else due_at end
    where o.team_id = ${'teamId'} and o.message_id = ${'messageId'}`;

/** Makes a message's call due now, unless it is in flight. Returns false if the outbox has no call of it. */
export async function makeDue(pool: Pool, teamId: string, messageId: string): Promise<boolean> {
  const { rowCount } = await MAKE_DUE.run(pool, { teamId, messageId });
  return rowCount === 1;
}

const DELETE_OLD_REPLAYS = unprepared('delete-old-callback-replays')`
  delete from callback_replays where ended_at < now() - interval '30 days'`;

/** Deletes replays that ended more than 30 days ago. */
export async function deleteOldReplays(pool: Pool): Promise<void> {
  await DELETE_OLD_REPLAYS.run(pool);
}

// SQL of events: streams, positions and reading. db/recordEvents.ts records them.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { OptOut } from '@godwit/contract/optOuts';
import type { EventType } from '@godwit/contract/publicApi/events';
import type { Pool, PoolClient } from 'pg';
import { CALLED_MESSAGE, type CalledMessage } from '../db/calledMessage.ts';
import { listsOf } from '../db/columns.ts';
import { ALIVE } from '../db/processes.ts';
import { EVENT_DAYS, IS_RECORDED } from '../db/recordEvents.ts';
import { fragment, prepared, raw, unprepared } from '../db/sql.ts';

/** A project and mode whose events are read. */
export type Stream = { teamId: string; projectId: string; mode: Mode };

export type StoredEvent = Stream & {
  id: string;
  position: bigint;
  type: EventType;
  subjectId: string;
  happenedAt: Date;
};

/** The last migration about events. Processes before it record no events or call no endpoints. */
const FIRST_MIGRATION = 102;

/** The most projects of a team that record events of a mode: each opt-out is an event of all of them. */
export const MOST_STREAMS = 50;

type OpenedStream = { isOpen: boolean; isFull: boolean };

/** SQL condition: a row is of the stream in the parameters. */
export const IS_OF_STREAM = fragment`team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'}`;

// The table of processes has a few rows. Writes once an hour: each write waits for the positioning of the
// stream's events, because `on conflict` locks the row.
const OPEN_STREAM = prepared<OpenedStream>('open-event-stream')`
  with facts as materialized (
    select not exists (select from processes where ${ALIVE} and migration < ${raw(String(FIRST_MIGRATION))}) as "isOpen",
      not exists (select from event_streams where ${IS_OF_STREAM} and ${IS_RECORDED})
        and (select count(*) from event_streams where team_id = ${'teamId'} and mode = ${'mode'} and ${IS_RECORDED})
          >= ${raw(String(MOST_STREAMS))} as "isFull"
  ), begun as (
    insert into event_streams (team_id, project_id, mode) select ${'teamId'}, ${'projectId'}, ${'mode'} from facts
      where "isOpen" and not "isFull" and not exists (select from event_streams where ${IS_OF_STREAM} and asked_at > now() - interval '1 hour')
      on conflict (team_id, project_id, mode) do update set asked_at = now(),
        resumed_after = case when ${IS_RECORDED} then event_streams.resumed_after else event_streams.last_position end
  )
  select "isOpen", "isFull" from facts`;

/**
 * Starts or extends the recording of a stream's events, unless a process of an earlier version runs, which
 * records none, or the team has `MOST_STREAMS` others.
 */
export async function openStream(pool: Pool, stream: Stream): Promise<OpenedStream> {
  return (await OPEN_STREAM.run(pool, stream)).rows[0]!;
}

const COLUMNS = fragment`team_id as "teamId", project_id as "projectId", mode, id, position, type, subject_id as "subjectId",
    happened_at as "happenedAt"`;

const FIND_START = prepared<{ position: bigint }>('find-event-start')`
  select resumed_after as position from event_streams where ${IS_OF_STREAM}`;
// By the index on the id.
const FIND_POSITION = prepared<{ position: bigint }>('find-event')`
  select position from events join event_streams using (team_id, project_id, mode)
    where ${IS_OF_STREAM} and id = ${'id'} and position > resumed_after`;

/**
 * The position of an event of this stream, or the start of the stream if no id is given. Undefined if the
 * stream has no event with this id, or some events after it were not recorded.
 */
export async function findPosition(pool: Pool, stream: Stream, id?: string): Promise<bigint | undefined> {
  const found = await (id === undefined
    ? FIND_START.run(pool, stream)
    : FIND_POSITION.run(pool, { ...stream, id }));
  return found.rows[0]?.position;
}

// By the primary key.
const SELECT_EVENTS = prepared<StoredEvent>('select-events')`
  select ${COLUMNS} from events where ${IS_OF_STREAM} and position > ${'after'} order by position limit ${'limit'}`;

/** The next events of a stream after a position. */
export async function selectEvents(
  pool: Pool,
  stream: Stream,
  { after, limit }: { after: bigint; limit: number },
): Promise<StoredEvent[]> {
  return (await SELECT_EVENTS.run(pool, { ...stream, after, limit })).rows;
}

// By the primary key of messages.
const SELECT_MESSAGES = prepared<CalledMessage>('select-event-messages')`
  with key as (select * from unnest(${'teamId'}::uuid[], ${'subjectId'}::uuid[]) as key (team_id, id)),
    m as materialized (select m.* from key join messages m on m.team_id = key.team_id and m.id = key.id)
  select ${CALLED_MESSAGE} from m`;

/** The messages that events are about. */
export async function selectMessages(pool: Pool, events: readonly StoredEvent[]): Promise<CalledMessage[]> {
  return (await SELECT_MESSAGES.run(pool, listsOf(events, 'teamId', 'subjectId'))).rows;
}

/** A verification as events describe it. */
export type EventVerification = {
  id: string;
  recipient: string | null;
  sender: string;
  startedAt: Date;
  expiresAt: Date;
  messageId: string;
};

const SELECT_VERIFICATIONS = prepared<EventVerification>('select-event-verifications')`
  select v.id, v.recipient, v.sender, v.started_at as "startedAt", v.expires_at as "expiresAt", v.message_id as "messageId"
    from unnest(${'teamId'}::uuid[], ${'subjectId'}::uuid[]) as key (team_id, id)
    join verifications v on v.team_id = key.team_id and v.id = key.id`;

/** The verifications that events are about. */
export async function selectVerifications(
  pool: Pool,
  events: readonly StoredEvent[],
): Promise<EventVerification[]> {
  return (await SELECT_VERIFICATIONS.run(pool, listsOf(events, 'teamId', 'subjectId'))).rows;
}

/** An opt-out that was made or removed. `id`: of the change. */
export type ChangedOptOut = Pick<OptOut, 'number' | 'scope' | 'source'> & { id: string; createdAt: Date };

const SELECT_CHANGED_OPT_OUTS = prepared<ChangedOptOut>('select-event-opt-outs')`
  select c.id, c.number, c.scope, c.source, c.created_at as "createdAt"
    from unnest(${'teamId'}::uuid[], ${'subjectId'}::uuid[]) as key (team_id, id)
    join opt_out_changes c on c.team_id = key.team_id and c.id = key.id`;

/** The opt-outs that events are about. */
export async function selectChangedOptOuts(
  pool: Pool,
  events: readonly StoredEvent[],
): Promise<ChangedOptOut[]> {
  return (await SELECT_CHANGED_OPT_OUTS.run(pool, listsOf(events, 'teamId', 'subjectId'))).rows;
}

// By the primary key, and for each stream by the index of the inbox; the streams are few.
const LOCK_STREAMS = prepared<Stream>('lock-event-streams')`
  select team_id as "teamId", project_id as "projectId", mode from event_streams s
    where (team_id, project_id, mode) > (${'teamId'}::uuid, ${'projectId'}::uuid, ${'mode'}::message_mode)
      and exists (select from event_inbox i where i.team_id = s.team_id and i.project_id = s.project_id and i.mode = s.mode)
    order by team_id, project_id, mode limit ${'limit'} for update skip locked`;

/**
 * Locks the next streams after one that have events without a position, except those that another process has
 * locked.
 */
export async function lockStreams(client: PoolClient, after: Stream, limit: number): Promise<Stream[]> {
  return (await LOCK_STREAMS.run(client, { ...after, limit })).rows;
}

const POSITION_EVENTS = prepared<{ count: number }>('position-events')`
  with stream as materialized (
    select s.* from unnest(${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[]) as key (team_id, project_id, mode)
    join event_streams s using (team_id, project_id, mode)
  ), taken as (
    delete from event_inbox where id in (
      select i.id from stream s cross join lateral (
        select id from event_inbox i where i.team_id = s.team_id and i.project_id = s.project_id and i.mode = s.mode
        order by id limit ${'limit'}) as i)
    returning *
  ), placed as (
    insert into events (team_id, project_id, mode, position, type, subject_id, happened_at)
    select team_id, project_id, mode, s.last_position + row_number() over (partition by team_id, project_id, mode order by taken.id),
      type, subject_id, happened_at
    from taken join stream s using (team_id, project_id, mode)
    returning team_id, project_id, mode, id, type
  ), called as (
    insert into webhook_outbox (team_id, host, endpoint_id, event_id)
    select w.team_id, w.host, w.id, placed.id from placed join webhook_endpoints w using (team_id, project_id, mode)
    where w.disabled_at is null and (w.types = '{}' or placed.type = any(w.types))
  ), counted as (
    select team_id, project_id, mode, count(*) as count from placed group by 1, 2, 3
  ), moved as (
    update event_streams s set last_position = s.last_position + counted.count from counted
    where s.team_id = counted.team_id and s.project_id = counted.project_id and s.mode = counted.mode
  )
  select coalesce(max(count), 0)::integer as count from counted`;

/**
 * Assigns the next positions to up to `limit` events of each of these streams, which the transaction has
 * locked, and queues the calls to webhook endpoints. Returns the highest count of one stream.
 */
export async function positionEvents(
  client: PoolClient,
  streams: readonly Stream[],
  limit: number,
): Promise<number> {
  const keys = listsOf(streams, 'teamId', 'projectId', 'mode');
  return (await POSITION_EVENTS.run(client, { ...keys, limit })).rows[0]!.count;
}

const KEPT_FROM = fragment`now() - interval '${raw(`${EVENT_DAYS} days`)}'`;

// An event is kept until the next one is old, and the last one while its stream is recorded: who has read it
// has missed nothing. Calls that are in progress are left: they end by themselves.
const PURGE = unprepared<{ count: number }>('purge-events')`
  with old as materialized (
    select e.* from events e where e.happened_at < ${KEPT_FROM}
      and (e.team_id, e.project_id, e.mode, e.position) not in (
        select team_id, project_id, mode, last_position from event_streams where ${IS_RECORDED})
      and not exists (select from events n where n.team_id = e.team_id and n.project_id = e.project_id and n.mode = e.mode
        and n.position = e.position + 1 and n.happened_at >= ${KEPT_FROM})
    order by e.happened_at limit ${'limit'}
  ), gone as (
    delete from events e using old where e.team_id = old.team_id and e.project_id = old.project_id and e.mode = old.mode
      and e.position = old.position
    returning e.project_id, e.mode, e.id
  ), dropped as (
    delete from webhook_outbox where (endpoint_id, event_id) in (
      select o.endpoint_id, o.event_id from gone join webhook_endpoints w using (project_id, mode)
      join webhook_outbox o on o.endpoint_id = w.id and o.event_id = gone.id for update of o skip locked)
  )
  select count(*)::integer as count from gone`;
// A day later than their events.
const PURGE_OPT_OUTS = unprepared('purge-opt-out-changes')`
  delete from opt_out_changes where (team_id, id) in (select team_id, id from opt_out_changes
    where changed_at < now() - interval '${raw(`${EVENT_DAYS + 1} days`)}' order by changed_at limit ${'limit'})`;
const BATCH = 1_000;

/**
 * Deletes events that are older than `EVENT_DAYS`, calls with them, and the opt-outs that they were about.
 */
export async function purgeEvents(pool: Pool): Promise<void> {
  for (let removed = BATCH; removed === BATCH; )
    removed = (await PURGE.run(pool, { limit: BATCH })).rows[0]!.count;
  for (let removed = BATCH; removed === BATCH; )
    removed = (await PURGE_OPT_OUTS.run(pool, { limit: BATCH })).rowCount ?? 0;
}

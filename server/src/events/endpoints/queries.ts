// SQL of webhook endpoints, for the calls that manage them.
import type { Mode } from '@godwit/contract/messages/statuses';
import type { EventType } from '@godwit/contract/publicApi/events';
import type { DisabledReason } from '@godwit/contract/publicApi/webhooks';
import type { Pool, PoolClient } from 'pg';
import { fragment, prepared, raw } from '../../db/sql.ts';
import { IS_OF_STREAM, type Stream } from '../queries.ts';

/** An endpoint, without its secret. */
export type EndpointRow = {
  id: string;
  projectId: string;
  mode: Mode;
  url: string;
  types: EventType[];
  createdAt: Date;
  failingSince: Date | null;
  disabledReason: DisabledReason | null;
  lastAnswer: number | null;
  lastError: string | null;
  lastCalledAt: Date | null;
  /** Until when the previous secret signs as well; null if there is none or it has ended. */
  previousUntil: Date | null;
};

/** A replaced secret signs beside the new one for so many hours. */
export const OVERLAP = raw(`interval '24 hours'`);

const COLUMNS = fragment`id, project_id as "projectId", mode, url, types, created_at as "createdAt", failing_since as "failingSince",
    disabled_reason as "disabledReason", last_answer as "lastAnswer", last_error as "lastError", last_called_at as "lastCalledAt",
    case when rotated_at > now() - ${OVERLAP} then rotated_at + ${OVERLAP} end as "previousUntil"`;

const SELECT = prepared<EndpointRow>('select-webhook-endpoints')`
  select ${COLUMNS} from webhook_endpoints where ${IS_OF_STREAM} order by id`;

/** The endpoints of a project and mode, the oldest first. */
export async function selectEndpoints(pool: Pool, stream: Stream): Promise<EndpointRow[]> {
  return (await SELECT.run(pool, stream)).rows;
}

const FIND = prepared<EndpointRow>('find-webhook-endpoint')`
  select ${COLUMNS} from webhook_endpoints
    where team_id = ${'teamId'} and id = ${'id'} and project_id = ${'projectId'}`;

/** An endpoint of a project, in either mode; undefined if it has none with this id. */
export async function findEndpoint(
  pool: Pool,
  { teamId, projectId }: Pick<Stream, 'teamId' | 'projectId'>,
  id: string,
): Promise<EndpointRow | undefined> {
  return (await FIND.run(pool, { teamId, projectId, id })).rows[0];
}

const SEALED = prepared<{ sealed: Buffer; previousSealed: Buffer | null }>('select-webhook-secrets')`
  select sealed, case when rotated_at > now() - ${OVERLAP} then previous_sealed end as "previousSealed" from webhook_endpoints
    where team_id = ${'teamId'} and id = ${'id'}`;

/** The sealed secrets that sign the calls of an endpoint now; undefined if it has been deleted. */
export async function selectSecrets(pool: Pool, teamId: string, id: string) {
  return (await SEALED.run(pool, { teamId, id })).rows[0];
}

const COUNT = prepared<{ count: number }>('count-webhook-endpoints')`
  select count(*)::integer as count from webhook_endpoints where ${IS_OF_STREAM}`;
const LOCK = prepared('lock-webhook-stream')`
  select from event_streams where ${IS_OF_STREAM} for update`;

/** Counts the endpoints of a stream. The next transaction that counts waits for this one. */
export async function countEndpoints(client: PoolClient, stream: Stream): Promise<number> {
  await LOCK.run(client, stream);
  return (await COUNT.run(client, stream)).rows[0]!.count;
}

export type NewEndpoint = Stream & {
  id: string;
  url: string;
  host: string;
  types: readonly EventType[];
  sealed: Buffer;
};

const INSERT = prepared<EndpointRow>('insert-webhook-endpoint')`
  insert into webhook_endpoints (team_id, id, project_id, mode, url, host, types, sealed)
    values (${'teamId'}, ${'id'}, ${'projectId'}, ${'mode'}, ${'url'}, ${'host'}, ${'types'}::text[], ${'sealed'})
    returning ${COLUMNS}`;

/** Stores an endpoint. */
export async function insertEndpoint(client: PoolClient, endpoint: NewEndpoint): Promise<EndpointRow> {
  return (await INSERT.run(client, endpoint)).rows[0]!;
}

/** The fields that a change sets. A field that is null stays as it is. */
export type EndpointChange = {
  url: string | null;
  host: string | null;
  types: readonly EventType[] | null;
  enabled: boolean | null;
};

const UPDATE = prepared<EndpointRow>('update-webhook-endpoint')`
  update webhook_endpoints set url = coalesce(${'url'}, url), host = coalesce(${'host'}, host),
      types = coalesce(${'types'}::text[], types),
      failing_since = case when ${'enabled'}::boolean or ${'url'} <> url then null else failing_since end,
      enabled_at = case when ${'enabled'}::boolean and disabled_at is not null then now() else enabled_at end,
      disabled_at = case ${'enabled'}::boolean when true then null when false then coalesce(disabled_at, now()) else disabled_at end,
      disabled_reason = case ${'enabled'}::boolean when true then null when false then coalesce(disabled_reason, 'REQUESTED')
        else disabled_reason end
    where team_id = ${'teamId'} and id = ${'id'}
    returning ${COLUMNS}`;

/** Changes an endpoint; undefined if it has been deleted. */
export async function updateEndpoint(
  client: PoolClient,
  { teamId, id }: { teamId: string; id: string },
  change: EndpointChange,
): Promise<EndpointRow | undefined> {
  return (await UPDATE.run(client, { teamId, id, ...change })).rows[0];
}

const ROTATE = prepared<EndpointRow>('rotate-webhook-secret')`
  update webhook_endpoints set previous_sealed = sealed, sealed = ${'sealed'}, rotated_at = now()
    where team_id = ${'teamId'} and id = ${'id'}
    returning ${COLUMNS}`;

/** Replaces the secret of an endpoint; undefined if it has been deleted. */
export async function replaceSecret(
  pool: Pool,
  { teamId, id }: { teamId: string; id: string },
  sealed: Buffer,
): Promise<EndpointRow | undefined> {
  return (await ROTATE.run(pool, { teamId, id, sealed })).rows[0];
}

/** The most events of a stream that are sent again in a minute, over all processes. */
export const MOST_RESENT = 60;

type Resent = {
  isKnown: boolean;
  /** The stream has had all events of this minute; takes more in `waitSeconds`. */
  isOver: boolean;
  waitSeconds: number;
  endpoints: string[];
};

// A clock that was set back leaves a start in the future, which counts no more.
const THIS_MINUTE = fragment`r.minute_from between clock_timestamp() - interval '1 minute' and clock_timestamp()`;
// Counts in the statement that sends, so the count is exact over all processes. The calls are in the order of
// their key, so two statements at the same moment do not deadlock.
const RESEND = prepared<Resent>('resend-event')`
  with event as materialized (
    select team_id, project_id, mode, id, type from events where ${IS_OF_STREAM} and id = ${'id'}
  ), counted as (
    insert into event_resends as r (team_id, project_id, mode) select team_id, project_id, mode from event
    on conflict (team_id, project_id, mode) do update set
      minute_from = case when ${THIS_MINUTE} then r.minute_from else clock_timestamp() end,
      minute_calls = case when ${THIS_MINUTE} then r.minute_calls + 1 else 1 end
    where r.minute_calls < ${'most'} or not ${THIS_MINUTE}
    returning team_id, project_id, mode
  ), called as (
    insert into webhook_outbox (team_id, host, endpoint_id, event_id, resent_at)
    select w.team_id, w.host, w.id, event.id, now()
    from event join counted using (team_id, project_id, mode) join webhook_endpoints w using (team_id, project_id, mode)
    where w.disabled_at is null and (w.types = '{}' or event.type = any(w.types))
      and (${'endpointId'}::uuid is null or w.id = ${'endpointId'}) order by w.id
    on conflict (endpoint_id, event_id) do update set attempts = 0, due_at = now(), resent_at = now()
    returning endpoint_id
  )
  select exists(select from event) as "isKnown", not exists(select from counted) as "isOver",
    coalesce((select ceil(extract(epoch from minute_from + interval '1 minute' - clock_timestamp()))::integer
      from event_resends where ${IS_OF_STREAM}), 60) as "waitSeconds",
    array(select endpoint_id::text from called order by 1) as endpoints`;

/**
 * Queues an event again for the endpoints that take it, or for one of them, unless the stream has had
 * `MOST_RESENT` in this minute. Returns the endpoints, and whether the stream has the event.
 */
export async function queueAgain(
  pool: Pool,
  stream: Stream,
  { id, endpointId }: { id: string; endpointId: string | null },
): Promise<Resent> {
  return (await RESEND.run(pool, { ...stream, id, endpointId, most: MOST_RESENT })).rows[0]!;
}

const DELETE = prepared('delete-webhook-endpoint')`
  delete from webhook_endpoints where team_id = ${'teamId'} and id = ${'id'}`;

/** Deletes an endpoint. */
export async function deleteEndpoint(pool: Pool, teamId: string, id: string): Promise<void> {
  await DELETE.run(pool, { teamId, id });
}

const DROP_CALLS = prepared('drop-webhook-calls')`
  delete from webhook_outbox where endpoint_id = ${'id'} and event_id in (
    select event_id from webhook_outbox where endpoint_id = ${'id'} limit ${'limit'} for update skip locked)`;
const MOVE_CALLS = prepared('move-webhook-calls')`
  update webhook_outbox set host = ${'host'} where endpoint_id = ${'id'} and event_id in (
    select event_id from webhook_outbox where endpoint_id = ${'id'} and host <> ${'host'} limit ${'limit'} for update skip locked)`;
const BATCH = 1_000;

/**
 * Drops the waiting calls of an endpoint that is disabled or deleted, in batches after that is committed: an
 * endpoint may have a million, and nobody should wait for them.
 */
export async function dropCalls(pool: Pool, id: string): Promise<void> {
  for (let dropped = BATCH; dropped === BATCH; )
    dropped = (await DROP_CALLS.run(pool, { id, limit: BATCH })).rowCount ?? 0;
}

/** Moves the waiting calls of an endpoint to the receiver of its new URL, in batches. */
export async function moveCalls(pool: Pool, id: string, host: string): Promise<void> {
  for (let moved = BATCH; moved === BATCH; )
    moved = (await MOVE_CALLS.run(pool, { id, host, limit: BATCH })).rowCount ?? 0;
}

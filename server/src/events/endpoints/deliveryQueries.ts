// SQL of the calls to webhook endpoints: claims, results, and the end of an endpoint that fails.
import type { DisabledReason } from '@godwit/contract/publicApi/webhooks';
import type { Pool, PoolClient } from 'pg';
import { openWaitingTeams, type Queue, type Receiver } from '../../db/callQueue.ts';
import { listsOf } from '../../db/columns.ts';
import { FENCE } from '../../db/fences.ts';
import { EVENT_DAYS, IS_RECORDED } from '../../db/recordEvents.ts';
import { fragment, prepared, raw, unprepared } from '../../db/sql.ts';
import type { StoredEvent } from '../queries.ts';
import { OVERLAP } from './queries.ts';

const BATCH = 1_000;

/** A call to make: the event, and the endpoint that is called. */
export type ClaimedCall = Receiver &
  StoredEvent & {
    endpointId: string;
    url: string;
    sealed: Buffer;
    /** The replaced secret, while it still signs. */
    previousSealed: Buffer | null;
    attempts: number;
  };

// Picks by the index on (team_id, host, due_at), as callbacks do. A call without its event or endpoint goes;
// one of an endpoint whose URL has changed moves to the new receiver, whose limits count for it.
const CLAIM = prepared<ClaimedCall>('claim-webhook-calls')`
  with picked as materialized (
      select due.* from unnest(${'teamId'}::uuid[], ${'host'}::text[], ${'capacity'}::integer[]) as receiver (team_id, host, capacity)
      cross join lateral (
        select team_id, endpoint_id, event_id, resent_at from webhook_outbox o
        where o.team_id = receiver.team_id and o.host = receiver.host and o.due_at <= now()
        order by o.due_at limit receiver.capacity for update skip locked
      ) as due
    ), known as materialized (
      select picked.endpoint_id, picked.event_id, e.project_id, e.mode, e.position, e.type, e.subject_id, e.happened_at, w.url, w.host, w.sealed,
        case when w.rotated_at > now() - ${OVERLAP} then w.previous_sealed end as previous_sealed
      from picked join events e on e.team_id = picked.team_id and e.id = picked.event_id
      join webhook_endpoints w on w.team_id = picked.team_id and w.id = picked.endpoint_id and w.disabled_at is null
        and (e.happened_at >= w.enabled_at or picked.resent_at >= w.enabled_at)
    ), gone as (
      delete from webhook_outbox o using picked where o.endpoint_id = picked.endpoint_id and o.event_id = picked.event_id
        and not exists (select from known k where k.endpoint_id = picked.endpoint_id and k.event_id = picked.event_id)
    ), moved as (
      update webhook_outbox o set host = k.host from known k
      where o.endpoint_id = k.endpoint_id and o.event_id = k.event_id and o.host <> k.host
    )
    update webhook_outbox o set attempts = o.attempts + 1, due_at = now() + make_interval(secs => ${'leaseMs'}::integer / 1000.0)
    from known k where o.endpoint_id = k.endpoint_id and o.event_id = k.event_id and o.host = k.host
    returning o.team_id as "teamId", o.host, o.endpoint_id as "endpointId", o.event_id as id, o.attempts, k.project_id as "projectId",
      k.mode, k.position, k.type, k.subject_id as "subjectId", k.happened_at as "happenedAt", k.url, k.sealed, k.previous_sealed as "previousSealed"`;

/** The waiting calls to webhook endpoints. */
export const WEBHOOK_QUEUE: Queue<ClaimedCall> = {
  waitingTeams: openWaitingTeams('waiting-webhook-teams', raw('webhook_outbox')),
  async claim(pool, receivers, leaseMs) {
    const keys = listsOf(receivers, 'teamId', 'host', 'capacity');
    return (await CLAIM.run(pool, { ...keys, leaseMs })).rows;
  },
};

type Call = Pick<ClaimedCall, 'teamId' | 'endpointId' | 'id' | 'attempts' | 'url'>;

/** An attempt that has ended: the HTTP status of the answer, or the reason why there was none. */
export type Attempt = { answer: number | null; error: string | null };

const END = prepared('end-webhook-call')`
  delete from webhook_outbox where endpoint_id = ${'endpointId'} and event_id = ${'id'}`;

const DELIVERY = fragment`insert into webhook_deliveries (team_id, endpoint_id, event_id, attempts, answer, error)
    values (${'teamId'}, ${'endpointId'}, ${'id'}, ${'attempts'}, ${'answer'}, ${'error'})
    on conflict (endpoint_id, event_id) do update set attempts = excluded.attempts, answer = excluded.answer, error = excluded.error,
      called_at = excluded.called_at`;
const END_TAKEN = prepared('end-taken-webhook-call')`
  with ended as (delete from webhook_outbox where endpoint_id = ${'endpointId'} and event_id = ${'id'})
    ${DELIVERY}`;
const NOTE_DELIVERY = prepared('note-webhook-delivery')`${DELIVERY}`;

/** Ends a call that its endpoint accepted, and stores the attempt. */
export async function endTakenCall(pool: Pool, call: Call, made: Attempt): Promise<void> {
  await END_TAKEN.run(pool, deliveryOf(call, made));
}

/** Stores a failed attempt of a call. */
export async function noteFailedDelivery(client: PoolClient, call: Call, made: Attempt): Promise<void> {
  await NOTE_DELIVERY.run(client, deliveryOf(call, made));
}

const deliveryOf = ({ teamId, endpointId, id, attempts }: Call, { answer, error }: Attempt) => ({
  ...{ teamId, endpointId, id, attempts, answer, error },
});

/** Ends a call. */
export async function endCall(on: Pool | PoolClient, { endpointId, id }: Call): Promise<void> {
  await END.run(on, { endpointId, id });
}

// Not at each call, which would write the row of a busy endpoint all the time.
const NOTE_SUCCESS = prepared('note-webhook-success')`
  update webhook_endpoints set failing_since = null, last_answer = ${'answer'}, last_error = null, last_called_at = now()
    where team_id = ${'teamId'} and id = ${'endpointId'} and url = ${'url'}
      and (failing_since is not null or last_called_at is null or last_called_at < now() - interval '10 seconds')`;

/** Notes that an endpoint accepted a call. The stored time of its last call may be 10 seconds old. */
export async function noteSuccess(
  pool: Pool,
  { teamId, endpointId, url }: Call,
  { answer }: Attempt,
): Promise<void> {
  await NOTE_SUCCESS.run(pool, { teamId, endpointId, url, answer });
}

/** An endpoint is disabled after so many days in which every call failed. */
const FAILING_DAYS = 5;
/** A pause in the calls longer than any between two attempts of one: the failures before it do not count. */
const PAUSE_HOURS = 48;

// Of the failures of an endpoint at the same moment, one is noted: the others do not wait for it. The failure
// of an old URL says nothing about the new one.
const NOTE_FAILURE = prepared<{ hasFailedLong: boolean; isDisabled: boolean }>('note-webhook-failure')`
  with free as (
    select id from webhook_endpoints where team_id = ${'teamId'} and id = ${'endpointId'} and url = ${'url'} for update skip locked
  )
  update webhook_endpoints w set
      failing_since = case when last_called_at > now() - interval '${raw(`${PAUSE_HOURS} hours`)}' then coalesce(failing_since, now()) else now() end,
      last_answer = ${'answer'}, last_error = ${'error'}, last_called_at = now()
    from free where w.team_id = ${'teamId'} and w.id = free.id
    returning failing_since < now() - interval '${raw(`${FAILING_DAYS} days`)}' as "hasFailedLong", disabled_at is not null as "isDisabled"`;

/**
 * Notes a failed call at its endpoint, and locks it; undefined if another failure is being noted, or the
 * endpoint was deleted or has another URL now.
 */
export async function noteFailure(
  client: PoolClient,
  { teamId, endpointId, url }: Call,
  { answer, error }: Attempt,
): Promise<{ hasFailedLong: boolean; isDisabled: boolean } | undefined> {
  return (await NOTE_FAILURE.run(client, { teamId, endpointId, url, answer, error })).rows[0];
}

const POSTPONE = prepared('postpone-webhook-call')`
  update webhook_outbox set due_at = now() + make_interval(secs => ${'afterMs'}::integer / 1000.0)
    where endpoint_id = ${'endpointId'} and event_id = ${'id'} and attempts = ${'attempts'}`;

/** Sets when a call is made again. */
export async function postponeCall(client: PoolClient, call: Call, afterMs: number): Promise<void> {
  const { endpointId, id, attempts } = call;
  await POSTPONE.run(client, { endpointId, id, attempts, afterMs });
}

const DISABLE = prepared('disable-webhook-endpoint')`
  update webhook_endpoints set disabled_at = now(), disabled_reason = ${'reason'}
    where team_id = ${'teamId'} and id = ${'endpointId'} and disabled_at is null`;

/** Disables an endpoint. */
export async function disableEndpoint(
  client: PoolClient,
  { teamId, endpointId }: Call,
  reason: DisabledReason,
): Promise<void> {
  await DISABLE.run(client, { teamId, endpointId, reason });
}

/** A team gets so many mails of a kind on a day: each of ten endpoints can tell once. */
const MAILS_A_DAY = 10;

const COUNT_MAIL = prepared('count-webhook-mail')`
  insert into webhook_mails as m (team_id, kind, day, mails) values (${'teamId'}, ${'kind'}, (now() at time zone 'UTC')::date, 1)
    on conflict (team_id, kind) do update set day = excluded.day, mails = case when m.day = excluded.day then m.mails + 1 else 1 end
      where m.day <> excluded.day or m.mails < ${'most'}
    returning true`;

/** Whether a team may get another mail today about an endpoint that was set, or disabled; counts it. */
export async function mayMail(
  client: PoolClient,
  teamId: string,
  kind: 'SET' | 'DISABLED',
): Promise<boolean> {
  return (await COUNT_MAIL.run(client, { teamId, kind, most: MAILS_A_DAY })).rows.length > 0;
}

const DROP_LEFT = unprepared('drop-left-webhook-calls')`
  delete from webhook_outbox where (endpoint_id, event_id) in (
    select o.endpoint_id, o.event_id from webhook_outbox o left join webhook_endpoints w on w.team_id = o.team_id and w.id = o.endpoint_id
    where w.id is null or w.disabled_at is not null limit ${'limit'})`;

/** Drops the calls of endpoints that are disabled or deleted, if a process that did so has died. */
export async function dropLeftCalls(pool: Pool): Promise<void> {
  for (let dropped = BATCH; dropped === BATCH; )
    dropped = (await DROP_LEFT.run(pool, { limit: BATCH })).rowCount ?? 0;
}

// Goes from endpoint to endpoint by the index of the log, so it also finds those that were deleted.
const PURGE_DELIVERIES = unprepared('purge-webhook-deliveries')`
  with recursive endpoint as (
    (select team_id, endpoint_id from webhook_deliveries order by team_id, endpoint_id limit 1)
    union all
    select next.team_id, next.endpoint_id from endpoint cross join lateral (
      select team_id, endpoint_id from webhook_deliveries where (team_id, endpoint_id) > (endpoint.team_id, endpoint.endpoint_id)
      order by team_id, endpoint_id limit 1) as next
  )
  delete from webhook_deliveries where (endpoint_id, event_id) in (
    select old.endpoint_id, old.event_id
    from endpoint cross join unnest(array[true, false]) as kind (taken) cross join lateral (
      select case when exists (select from webhook_endpoints w where w.team_id = endpoint.team_id and w.id = endpoint.endpoint_id)
        then now() - interval '${raw(`${EVENT_DAYS} days`)}' else 'infinity' end as before ${FENCE}
    ) as kept cross join lateral (
      select endpoint_id, event_id from webhook_deliveries d
      where d.team_id = endpoint.team_id and d.endpoint_id = endpoint.endpoint_id and d.taken = kind.taken
        and d.called_at < kept.before
      order by called_at limit ${'limit'}) as old
    limit ${'limit'})`;

/** Removes attempts that are older than events are kept, and those of deleted endpoints. */
export async function purgeDeliveries(pool: Pool): Promise<void> {
  for (let removed = BATCH; removed === BATCH; )
    removed = (await PURGE_DELIVERIES.run(pool, { limit: BATCH })).rowCount ?? 0;
}

const KEEP_STREAMS = prepared('keep-webhook-streams')`
  update event_streams set asked_at = now(), resumed_after = case when ${IS_RECORDED} then resumed_after else last_position end
    where asked_at < now() - interval '1 hour' and exists (select from webhook_endpoints w
      where w.project_id = event_streams.project_id and w.mode = event_streams.mode and w.disabled_at is null)`;

/** Extends the recording of events of projects with enabled endpoints. */
export async function keepStreams(pool: Pool): Promise<void> {
  await KEEP_STREAMS.run(pool);
}

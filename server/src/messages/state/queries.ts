// SQL that moves messages between states. Every update names the states it may start from, so a late or
// repeated event changes nothing.

import type { FailureCode } from '@godwit/contract/messages/failures';
import { type MessageState, type Mode, statesBefore } from '@godwit/contract/messages/statuses';
import type { ClientBase } from 'pg';
import { END_STATUS } from '../../db/callbackStatus.ts';
import { listsOf } from '../../db/columns.ts';
import { FENCE } from '../../db/fences.ts';
import { CALLBACK_RECEIVER } from '../../db/receivers.ts';
import { recordEvents } from '../../db/recordEvents.ts';
import { fragment, prepared, raw } from '../../db/sql.ts';
import { FREE } from '../../jobs/claim.ts';
import type { TraceParent } from '../../tracing.ts';
import { COUNT_CHANGED, COUNT_FAILED, COUNTED_COLUMNS } from './countQueries.ts';

export type MessageKey = { teamId: string; id: string };

/** A message that changed. `isNotified`: its customer gets a callback or an SMPP receipt. */
export type TransitionedMessage = {
  id: string;
  projectId: string;
  mode: Mode;
  campaignId: string | null;
  isNotified: boolean;
  /** The trace of a traced message. Only such a message has `sentAt`. */
  traceparent: TraceParent;
  sentAt: Date | null;
};

/** The columns that a transition returns of each message that it changed. */
const CHANGED_COLUMNS = fragment`${COUNTED_COLUMNS}, m.status_callback, m.platform, m.traceparent`;
const TRANSITIONED = fragment`id, project_id as "projectId", mode, campaign_id as "campaignId",
    status_callback is not null or platform = 'SMPP' as "isNotified", traceparent,
    case when traceparent is not null then sent_at end as "sentAt"`;

/** The status before a message ends: SENT if it was ever sent, because SENT is never revoked. */
const BEFORE_END = fragment`case when m.sent_at is null then 'ACCEPTED' else 'SENT' end`;

/**
 * Common table expression that queues the `statuses` of the rows of `changed` that have a URL, after statuses
 * that still wait. Statuses of a message are numbered from 1: SENT is the first, and the final one follows it
 * or is the only one. callbacks/delivery/deliver.ts sends them.
 */
const QUEUE_CALLBACKS = fragment`notified as (
    insert into callback_outbox as waiting (team_id, message_id, host, statuses, sequence)
    select team_id, id, ${CALLBACK_RECEIVER}, statuses, case status_before when 'ACCEPTED' then 1 else 2 end
    from changed where status_callback is not null
    on conflict (team_id, message_id) do update set statuses = waiting.statuses || excluded.statuses
  )`;

/** Common table expression that records an event for each of the `statuses` of the rows of `changed`. */
const RECORD_EVENTS = fragment`recorded as (
    ${recordEvents(
      raw('changed cross join lateral unnest(statuses) with ordinality as status (status, place)'),
      raw("'message.' || lower(status::text)"),
      raw('place'),
    )}
  )`;

/**
 * Common table expression that makes the requested SMPP receipts of rows of `changed` with an `outcome` due.
 */
const END_RECEIPTS = fragment`receipted as (
    update smpp_receipts r set outcome = changed.outcome, ended_at = now(), due_at = now() from changed
    where changed.platform = 'SMPP' and changed.outcome is not null and r.message_id = changed.id
  )`;

// A database function, so that the order of locks is defined once.
const LOCK_MESSAGES = prepared('lock-messages')`
  select lock_messages(${'teamId'}::uuid[], ${'id'}::uuid[])`;

/**
 * Locks messages team by team, each in the order of its ids, for a transaction that reads them, or moves some
 * after others. The teams come in the order of `uuid_hash`, which has no meaning by itself: another order
 * would deadlock with running processes of the previous version.
 */
export async function lockMessages(client: ClientBase, keys: readonly MessageKey[]): Promise<void> {
  await LOCK_MESSAGES.run(client, listsOf(keys, 'teamId', 'id'));
}

/** The keys, in the order in which all messages are locked (`lock_messages`). */
const KEYS = fragment`key as materialized (
    select * from unnest(${'teamId'}::uuid[], ${'id'}::uuid[]) as key (team_id, id)
    order by uuid_hash(team_id), team_id, id
  )`;

// By the primary key, only from the named states. A timestamp is set once and is never before the previous
// one. The transition to submitting also sets `queued_at`, because it usually includes the transition to
// queued.
const TRANSITIONS = {
  queued: prepared<TransitionedMessage>('transition-to-queued')`
    with ${KEYS}, changed as (
      update messages m set state = 'queued',
        queued_at = coalesce(m.queued_at, greatest(now(), m.accepted_at, m.queued_at, m.sent_at))
      from key where m.team_id = key.team_id and m.id = key.id and m.state = any(${'from'}::message_state[])
      returning ${CHANGED_COLUMNS}
    )
    select ${TRANSITIONED} from changed`,
  submitting: prepared<TransitionedMessage>('transition-to-submitting')`
    with ${KEYS}, changed as (
      update messages m set state = 'submitting',
        queued_at = coalesce(m.queued_at, greatest(now(), m.accepted_at, m.queued_at, m.sent_at))
      from key where m.team_id = key.team_id and m.id = key.id and m.state = any(${'from'}::message_state[])
      returning ${CHANGED_COLUMNS}
    )
    select ${TRANSITIONED} from changed`,
  in_doubt: prepared<TransitionedMessage>('transition-to-in_doubt')`
    with ${KEYS}, changed as (
      update messages m set state = 'in_doubt'
      from key where m.team_id = key.team_id and m.id = key.id and m.state = any(${'from'}::message_state[])
      returning ${CHANGED_COLUMNS}
    )
    select ${TRANSITIONED} from changed`,
  sent: prepared<TransitionedMessage>('transition-to-sent')`
    with ${KEYS}, changed as (
      update messages m set state = 'sent',
        sent_at = coalesce(m.sent_at, greatest(now(), m.accepted_at, m.queued_at, m.sent_at))
      from key where m.team_id = key.team_id and m.id = key.id and m.state = any(${'from'}::message_state[])
      returning ${CHANGED_COLUMNS}, 'ACCEPTED' as status_before, 'SENT' as status_after,
        array['SENT'::message_status] as statuses
    ), ${COUNT_CHANGED}, ${QUEUE_CALLBACKS}, ${RECORD_EVENTS}
    select ${TRANSITIONED} from changed`,
  delivered: prepared<TransitionedMessage>('transition-to-delivered')`
    with ${KEYS}, changed as (
      update messages m set state = 'delivered',
        delivered_at = coalesce(m.delivered_at, greatest(now(), m.accepted_at, m.queued_at, m.sent_at))
      from key where m.team_id = key.team_id and m.id = key.id and m.state = any(${'from'}::message_state[])
      returning ${CHANGED_COLUMNS}, ${BEFORE_END} as status_before, 'DELIVERED' as status_after,
        array[${END_STATUS}] as statuses, 'DELIVERED' as outcome
    ), ${COUNT_CHANGED}, ${QUEUE_CALLBACKS}, ${RECORD_EVENTS}, ${END_RECEIPTS}
    select ${TRANSITIONED} from changed`,
};

/** Moves messages that are in one of `from` to a state; returns those that changed. */
export async function updateState(
  client: ClientBase,
  to: Exclude<MessageState, 'failed' | 'accepted'>,
  from: readonly MessageState[],
  keys: readonly MessageKey[],
): Promise<TransitionedMessage[]> {
  if (keys.length === 0) return [];
  const { rows } = await TRANSITIONS[to].run(client, { ...listsOf(keys, 'teamId', 'id'), from });
  return rows;
}

// As 'transition-to-sent' followed by 'transition-to-delivered', in one update of each row.
const TRANSITION_TAKEN = prepared<TransitionedMessage & { isDelivered: boolean }>('transition-taken')`
  with key as materialized (
    select *
    from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'isSent'}::boolean[], ${'isDelivered'}::boolean[])
      as key (team_id, id, is_sent, is_delivered)
    order by uuid_hash(team_id), team_id, id
  ), changed as (
    update messages m set state = case when key.is_delivered then 'delivered'::message_state else 'sent' end,
      sent_at = case when key.is_sent then greatest(now(), m.accepted_at, m.queued_at) else m.sent_at end,
      delivered_at = case when key.is_delivered then greatest(now(), m.accepted_at, m.queued_at, m.sent_at) end
    from key where m.team_id = key.team_id and m.id = key.id
      and m.state = any(case when key.is_sent then ${'beforeSent'}::message_state[] else ${'beforeDelivered'} end)
    returning ${CHANGED_COLUMNS}, key.is_delivered,
      case when key.is_sent or m.sent_at is null then 'ACCEPTED' else 'SENT' end as status_before,
      case when key.is_delivered then 'DELIVERED' else 'SENT' end as status_after,
      case when not key.is_delivered then array['SENT'::message_status]
        when key.is_sent then array['SENT'::message_status, ${END_STATUS}]
        else array[${END_STATUS}] end as statuses,
      case when key.is_delivered then 'DELIVERED' end as outcome
  ), ${COUNT_CHANGED}, ${QUEUE_CALLBACKS}, ${RECORD_EVENTS}, ${END_RECEIPTS}
  select ${TRANSITIONED}, is_delivered as "isDelivered" from changed`;

/**
 * Moves messages that a carrier took to sent, and those that were delivered to delivered, as `updateState`
 * does one after the other, and each only once. Returns those that changed; one in both lists that was sent
 * before is left for `updateState`.
 */
export async function updateTaken(
  client: ClientBase,
  { sent, delivered }: { sent: readonly MessageKey[]; delivered: readonly MessageKey[] },
): Promise<(TransitionedMessage & { isDelivered: boolean })[]> {
  const isSent = new Set(sent.map(({ id }) => id));
  const isDelivered = new Set(delivered.map(({ id }) => id));
  const keys = new Map([...sent, ...delivered].map((key) => [key.id, key]));
  const moves = [...keys.values()].map(({ teamId, id }) => {
    return { teamId, id, isSent: isSent.has(id), isDelivered: isDelivered.has(id) };
  });
  const { rows } = await TRANSITION_TAKEN.run(client, {
    ...listsOf(moves, 'teamId', 'id', 'isSent', 'isDelivered'),
    beforeSent: statesBefore('sent'),
    beforeDelivered: statesBefore('delivered'),
  });
  return rows;
}

export type FailedMessage = MessageKey & TransitionedMessage & { day: string; chargedMicros: bigint };

// Each message is looked up by its key alone and only then by its state: statistics take the state for rare,
// and a join by it reads a whole month.
const TRANSITION_TO_FAILED = prepared<FailedMessage>('transition-to-failed')`
  with key as materialized (
    select * from unnest(${'teamId'}::uuid[], ${'id'}::uuid[], ${'carrierError'}::text[]) as key (team_id, id, carrier_error)
    order by uuid_hash(team_id), team_id, id
  ), found as materialized (
    select m.team_id, m.id, m.charged_micros, m.state, key.carrier_error
    from key join messages m on m.team_id = key.team_id and m.id = key.id
  ), open as materialized (
    select * from found where state = any(${'from'}::message_state[])
  ), changed as (
    update messages m set state = 'failed', failure = ${'code'}::failure_code, carrier_error = open.carrier_error,
      failed_at = greatest(now(), m.accepted_at, m.queued_at, m.sent_at),
      charged_micros = case when ${'refunded'}::boolean then 0 else m.charged_micros end
    from open where m.team_id = open.team_id and m.id = open.id
    returning ${CHANGED_COLUMNS}, m.failure, m.recipient, m.day, open.charged_micros,
      ${BEFORE_END} as status_before, 'FAILED' as status_after, array[${END_STATUS}] as statuses,
      m.failure::text as outcome
  ), ${COUNT_FAILED}, ${QUEUE_CALLBACKS}, ${RECORD_EVENTS}, ${END_RECEIPTS}
  select team_id as "teamId", ${TRANSITIONED}, day, charged_micros as "chargedMicros" from changed`;

/**
 * Fails messages that are locked and in one of `from`; returns those that changed, with the amount each had
 * been charged.
 */
export async function updateFailed(
  client: ClientBase,
  code: FailureCode,
  { from, refunded }: { from: readonly MessageState[]; refunded: boolean },
  failures: readonly (MessageKey & { carrierError: string | null })[],
): Promise<FailedMessage[]> {
  const keys = listsOf(failures, 'teamId', 'id', 'carrierError');
  const { rows } = await TRANSITION_TO_FAILED.run(client, { ...keys, from, code, refunded });
  return rows;
}

const UNTAKEN = fragment`${FREE} and reference is null and attempts = 0`;

// Looks each row up by its id alone, then locks it only if no link has taken it; locked rows are passed over.
const WITHDRAW_FROM_QUEUE = prepared<MessageKey>('withdraw-from-queue')`
  delete from send_queue where message_id = any(array(
      select q.message_id from (select unnest(${'id'}::uuid[]) as id order by 1) as key
      cross join lateral (
        select ${UNTAKEN} as is_untaken from send_queue where message_id = key.id ${FENCE}) as seen
      cross join lateral (
        select * from send_queue where message_id = key.id and seen.is_untaken
        ${FENCE} for update skip locked) as q
      where ${UNTAKEN}))
    returning team_id as "teamId", message_id as id`;

/**
 * Deletes from the queue the messages among these that no link has taken, not even in part; returns them.
 * Each is looked up only by its id: with further conditions, the planner may read the whole queue for each.
 * Messages that a link has taken are not locked, or their submit results would wait for this transaction.
 * Messages locked by another transaction are skipped (see `isAnyUntaken`).
 */
export async function withdrawFromQueue(
  client: ClientBase,
  keys: readonly MessageKey[],
): Promise<MessageKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await WITHDRAW_FROM_QUEUE.run(client, listsOf(keys, 'id'));
  return rows;
}

// Looks each row up by its id alone; locks nothing.
const IS_ANY_UNTAKEN = prepared<{ found: boolean }>('is-any-untaken')`
  select exists (select from unnest(${'id'}::uuid[]) as key (id)
      cross join lateral (
        select ${UNTAKEN} as is_untaken from send_queue where message_id = key.id ${FENCE}) as seen
      where is_untaken) as found`;

/** Whether any of these messages waits in the queue and no link has taken it. */
export async function isAnyUntaken(
  client: Pick<ClientBase, 'query'>,
  keys: readonly MessageKey[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const { rows } = await IS_ANY_UNTAKEN.run(client, listsOf(keys, 'id'));
  return rows[0]!.found;
}

// SQL that moves messages between states. Every update names the states it may start from, so that nothing moves back and
// what comes late or twice changes nothing.
import {
  type FailureCode,
  type MessageState,
  type Mode,
  publicStatus,
  statesBefore,
} from '@godwit/contract/statuses';
import type { ClientBase } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { hostIn } from '../db/hosts.ts';
import { FREE } from '../jobs/claim.ts';
import type { TraceParent } from '../tracing.ts';
import { CHANGED_COLUMNS, type Counted, countTransitions, FAILED_COLUMNS } from './countQueries.ts';

export type MessageKey = { teamId: string; id: string };

/** Which timestamp a state sets; submitting also stands for queued, which it usually follows in the same commit. */
const STAMPS = {
  queued: 'queued_at',
  submitting: 'queued_at',
  sent: 'sent_at',
  delivered: 'delivered_at',
} as const;

/** A message that changed, whose log it is in, and whether its customer is told: by a URL that is called, or by an SMPP receipt. */
export type TransitionedMessage = {
  id: string;
  projectId: string;
  mode: Mode;
  campaignId: string | null;
  isTold: boolean;
  /** Of a message that is traced, and since when a carrier has had it. */
  traceParent: TraceParent;
  sentAt: Date | null;
};

const RETURNED = `${CHANGED_COLUMNS}, m.status_callback, m.platform, m.traceparent`;
const CHANGED = `id, project_id as "projectId", mode, campaign_id as "campaignId", status_callback is not null or platform = 'SMPP' as "isTold",
  traceparent as "traceParent", case when traceparent is not null then sent_at end as "sentAt"`;

const HOST = hostIn('status_callback');

/**
 * `insert` that queues the status `to` of the rows of `changed` that have a URL, behind one that is still to be sent there. Statuses of a
 * message are numbered from 1: SENT is its first, and the last comes after it or alone. callbacks/deliver.ts works the rows off.
 */
function queueCallbacks(to: Counted): string {
  const sequence = to === 'SENT' ? '1' : 'case when sent_at is null then 1 else 2 end';
  return queueStatuses(`array['${to}'::message_status]`, sequence);
}

function queueStatuses(statuses: string, sequence: string): string {
  return `insert into callback_outbox as waiting (team_id, message_id, host, statuses, sequence)
    select team_id, id, ${HOST}, ${statuses}, ${sequence} from changed where status_callback is not null
    on conflict (team_id, message_id) do update set statuses = waiting.statuses || excluded.statuses`;
}

/** What goes along with a transition to another public status, in the same commit; `outcome` is that of `endReceipts`. */
const consequences = (to: Counted, how?: Parameters<typeof countTransitions>[1], outcome = `'${to}'`) =>
  `${countTransitions(to, how)}, told as (${queueCallbacks(to)})${to === 'SENT' ? '' : `, receipted as (${endReceipts(outcome)})`}`;

/**
 * `update` that makes the SMPP receipts of the rows of `changed` due that their customers have asked for; `outcome`: SQL of how they ended,
 * and `which` of whether a row has.
 */
function endReceipts(outcome: string, which = 'true'): string {
  return `update smpp_receipts r set outcome = ${outcome}, ended_at = now(), due_at = now() from changed
    where changed.platform = 'SMPP' and ${which} and r.message_id = changed.id`;
}

/** Locks messages team by team, each in the order of its ids, for a transaction that reads them, or moves some after others. */
export async function lockMessages(client: ClientBase, keys: readonly MessageKey[]): Promise<void> {
  await client.query({
    name: 'lock-messages',
    text: 'select lock_messages($1::uuid[], $2::uuid[])',
    values: columnsOf(keys, 'teamId', 'id'),
  });
}

/**
 * `key`, of lists, in the order that all messages are locked in (`lock_messages`), and with when it is: Citus takes now() in no condition of an
 * update that goes to several nodes.
 */
const keyOf = (columns: string, values: string) => `key as materialized (
        select *, now() as now from unnest(${values}) as key (${columns}) order by uuid_hash(team_id), team_id, id
      )`;

/**
 * Moves messages that are in one of `from` to a state; returns those that changed. Timestamps are set once and never lie before
 * the one they follow.
 */
export async function updateState(
  client: ClientBase,
  to: Exclude<MessageState, 'failed' | 'accepted'>,
  from: readonly MessageState[],
  keys: readonly MessageKey[],
): Promise<TransitionedMessage[]> {
  if (keys.length === 0) return [];
  const stamp = to === 'in_doubt' ? null : STAMPS[to];
  const status = publicStatus(to);
  const { rows } = await client.query<TransitionedMessage>({
    name: `transition-to-${to}`,
    text: `with ${keyOf('team_id, id', '$1::uuid[], $2::uuid[]')}, changed as (
        update messages m set state = '${to}'${
          stamp
            ? `, ${stamp} = coalesce(m.${stamp}, greatest(key.now, m.accepted_at, m.queued_at, m.sent_at))`
            : ''
        }
        from key where m.team_id = key.team_id and m.id = key.id and m.state = any($3::message_state[])
        returning ${RETURNED}
      )${status === 'ACCEPTED' ? '' : `, ${consequences(status)}`}
      select ${CHANGED} from changed`,
    values: [...columnsOf(keys, 'teamId', 'id'), from],
  });
  return rows;
}

const TAKEN = {
  before: "case when is_sent or sent_at is null then 'ACCEPTED' else 'SENT' end",
  after: "case when is_delivered then 'DELIVERED' else 'SENT' end",
  told: `case when not is_delivered then array['SENT'::message_status]
      when is_sent then array['SENT'::message_status, 'DELIVERED'] else array['DELIVERED'::message_status] end`,
};

/**
 * Moves messages that a carrier took to sent, and those that were delivered to delivered, as `updateState` does one after the other, and each
 * only once. Returns those that changed; one in both lists that was sent before is left for `updateState`.
 */
export async function updateTaken(
  client: ClientBase,
  { sent, delivered }: { sent: readonly MessageKey[]; delivered: readonly MessageKey[] },
): Promise<(TransitionedMessage & { isDelivered: boolean })[]> {
  const isSent = new Set(sent.map(({ id }) => id));
  const isDelivered = new Set(delivered.map(({ id }) => id));
  const keys = new Map([...sent, ...delivered].map((key) => [key.id, key]));
  const rows = [...keys.values()].map(({ teamId, id }) => {
    return { teamId, id, isSent: isSent.has(id), isDelivered: isDelivered.has(id) };
  });
  const { rows: changed } = await client.query<TransitionedMessage & { isDelivered: boolean }>({
    name: 'transition-taken',
    text: `with ${keyOf('team_id, id, is_sent, is_delivered', '$1::uuid[], $2::uuid[], $3::boolean[], $4::boolean[]')}, changed as (
        update messages m set state = case when key.is_delivered then 'delivered'::message_state else 'sent' end,
          sent_at = case when key.is_sent then greatest(key.now, m.accepted_at, m.queued_at) else m.sent_at end,
          delivered_at = case when key.is_delivered then greatest(key.now, m.accepted_at, m.queued_at, m.sent_at) end
        from key where m.team_id = key.team_id and m.id = key.id
          and m.state = any(case when key.is_sent then $5::message_state[] else $6 end)
        returning ${RETURNED}, key.is_sent, key.is_delivered
      ), ${countTransitions('DELIVERED', { statuses: TAKEN })},
      told as (${queueStatuses(TAKEN.told, 'case when is_sent or sent_at is null then 1 else 2 end')}),
      receipted as (${endReceipts("'DELIVERED'", 'changed.is_delivered')})
      select ${CHANGED}, is_delivered as "isDelivered" from changed`,
    values: [
      ...columnsOf(rows, 'teamId', 'id', 'isSent', 'isDelivered'),
      statesBefore('sent'),
      statesBefore('delivered'),
    ],
  });
  return changed;
}

export type FailedMessage = MessageKey & TransitionedMessage & { day: string; chargedMicros: bigint };

/**
 * Fails messages that are locked and in one of `from`; returns those that changed, with what they had been charged before. Each is looked up
 * by its key alone, as joined by the state, which statistics take for rare, a whole month is read.
 */
export async function updateFailed(
  client: ClientBase,
  code: FailureCode,
  { from, refunded }: { from: readonly MessageState[]; refunded: boolean },
  failures: readonly (MessageKey & { carrierError: string | null })[],
): Promise<FailedMessage[]> {
  const { rows } = await client.query({
    name: 'transition-to-failed',
    text: `with ${keyOf('team_id, id, carrier_error', '$1::uuid[], $2::uuid[], $3::text[]')}, found as materialized (
        select m.team_id, m.id, m.charged_micros, m.state, key.carrier_error, key.now
        from key join messages m on m.team_id = key.team_id and m.id = key.id
      ), open as materialized (
        select * from found where state = any($4::message_state[])
      ), changed as (
        update messages m set state = 'failed', failure = $5::failure_code, carrier_error = open.carrier_error,
          failed_at = greatest(open.now, m.accepted_at, m.queued_at, m.sent_at),
          charged_micros = case when $6::boolean then 0 else m.charged_micros end
        from open where m.team_id = open.team_id and m.id = open.id
        returning ${RETURNED}, ${FAILED_COLUMNS}, m.day, open.charged_micros
      ), ${consequences('FAILED', { refunded: '$6::boolean', cancelled: "$5::failure_code = 'CANCELLED'" }, '$5::failure_code::text')}
      select team_id as "teamId", ${CHANGED}, day, charged_micros as "chargedMicros" from changed`,
    values: [...columnsOf(failures, 'teamId', 'id', 'carrierError'), from, code, refunded],
  });
  return rows;
}

const UNTAKEN = `${FREE} and reference is null and attempts = 0`;

/**
 * Deletes from the queue those of these messages that no link has taken, not even in part; returns them. Each is looked up by itself and by
 * nothing but its id: by what else is asked of them, the whole queue may be read for each. Those that are taken are not locked, as
 * their answers would wait for the end of the transaction; those that another transaction holds are passed over (see `isAnyUntaken`).
 */
export async function withdrawFromQueue(
  client: ClientBase,
  keys: readonly MessageKey[],
): Promise<MessageKey[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<MessageKey>({
    name: 'withdraw-from-queue',
    text: `delete from send_queue where message_id = any(array(
        select q.message_id from (select unnest($1::uuid[]) as id order by 1) as key
        cross join lateral (
          select ${UNTAKEN} as is_untaken from send_queue where message_id = key.id offset 0) as seen
        cross join lateral (
          select * from send_queue where message_id = key.id and seen.is_untaken
          offset 0 for update skip locked) as q
        where ${UNTAKEN}))
      returning team_id as "teamId", message_id as id`,
    values: columnsOf(keys, 'id'),
  });
  return rows;
}

/** Whether no link has taken one of these messages, which waits in the queue. */
export async function isAnyUntaken(
  client: Pick<ClientBase, 'query'>,
  keys: readonly MessageKey[],
): Promise<boolean> {
  if (keys.length === 0) return false;
  const { rows } = await client.query<{ found: boolean }>({
    name: 'is-any-untaken',
    text: `select exists (select from unnest($1::uuid[]) as key (id)
        cross join lateral (
          select ${UNTAKEN} as is_untaken from send_queue where message_id = key.id offset 0) as seen
        where is_untaken) as found`,
    values: columnsOf(keys, 'id'),
  });
  return rows[0]!.found;
}

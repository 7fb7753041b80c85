// SQL of messages: stores them with their queue rows and idempotency keys, and reads them by id.

import { isId } from '@godwit/contract/common';
import type { ContentClass } from '@godwit/contract/contentClass';
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { ApiType, Direction, MessageState, Mode, Platform } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { type Bill, billValues, CHARGE_BILLS, LOCK_FUNDS } from '../../billing/charge.ts';
import { ARCHIVED, type Loaded } from '../../db/archived.ts';
import { columnsOf, listsOf } from '../../db/columns.ts';
import { classOf } from '../../db/contentClass.ts';
import { FENCE } from '../../db/fences.ts';
import { stoppedBy } from '../../db/optedOut.ts';
import { fragment, prepared, rowsOf, selectAs, unprepared } from '../../db/sql.ts';
import { rangeTogether } from '../../ids.ts';
import type { TraceParent } from '../../tracing.ts';
import { COUNT_ACCEPTED, COUNT_CAMPAIGN_ACCEPTED } from '../state/countQueries.ts';
import { INSERT_REFERENCES, referenceValues } from './referenceQueries.ts';

/** A message to store. Money in micro-units; `day` is the project's day that a charge counts to. */
export type NewMessage = {
  teamId: string;
  id: string;
  projectId: string;
  mode: Mode;
  apiType: ApiType;
  platform: Platform;
  sender: string;
  /** The sender that the recipient sees, in a country whose register decides it; null in others. */
  senderSent: string | null;
  /** The class of its sender when it was accepted. */
  contentClass: ContentClass;
  recipient: string;
  body: string;
  encoding: 'GSM7' | 'UNICODE';
  characters: number;
  segments: number;
  costMicros: bigint;
  chargedMicros: bigint;
  day: string;
  statusCallback: string | null;
  sendAt: Date | null;
  /**
   * When it would have been sent if it were not held for quiet hours until `sendAt`; null if it was not held.
   */
  heldSince: Date | null;
  acceptedAt: Date;
  campaignId: string | null;
  traceparent: TraceParent;
};

/** A stored message. `numberMetadata` is set if the number was parsed for this request. */
export type Message = NewMessage & {
  numberMetadata?: SmsObject['number_metadata'];
  currency: string;
  direction: Direction;
  state: MessageState;
  failure: string | null;
  carrierError: string | null;
  queuedAt: Date | null;
  sentAt: Date | null;
  deliveredAt: Date | null;
  failedAt: Date | null;
  /** The number of missing parts of an incoming message; null if it is complete. */
  missingParts: number | null;
  /** The reference that its customer has given it. */
  clientReference: string | null;
};

/** The fields of a message that a log shows. */
export type MessageListRow = Pick<Message, 'id' | 'projectId' | 'mode' | 'acceptedAt' | 'state' | 'failure'> &
  Pick<Message, 'direction' | 'apiType' | 'sender' | 'recipient' | 'segments'>;

/**
 * The queue row of a message: its link group, its priority, and how long it may take to reach a carrier. With
 * `linkId` the message is stored as being submitted over that link, with a lease of `leaseMs`.
 */
export type QueueEntry = {
  linkGroup: string;
  priority: number;
  validityMs: number;
  linkId: string | null;
  leaseMs: number | null;
  /** The destination that it is held for until staff release that; null if it is not held. */
  heldFor: string | null;
  /** The text that the phone gets, sealed, if `body` shows a part of it as asterisks; else null. */
  hidden: Buffer | null;
};

/** A message to store with its queue row, and the reference that its customer has given it. */
type Stored = NewMessage & QueueEntry & { clientReference?: string | null | undefined };

/** An idempotency key to store with a message. */
export type IdempotencyRow = {
  teamId: string;
  projectId: string;
  mode: Mode;
  key: string;
  bodyHash: Buffer;
  messageId: string;
};

const KEY_KEPT = fragment`interval '24 hours'`;

/** The columns of `messages` that a new message brings. */
const STORED = {
  teamId: 'uuid',
  id: 'uuid',
  projectId: 'uuid',
  mode: 'message_mode',
  apiType: 'message_api_type',
  platform: 'message_platform',
  sender: 'text',
  senderSent: 'text',
  contentClass: 'content_class',
  recipient: 'text',
  body: 'text',
  encoding: 'message_encoding',
  characters: 'smallint',
  segments: 'smallint',
  costMicros: 'bigint',
  chargedMicros: 'bigint',
  day: 'date',
  statusCallback: 'text',
  sendAt: 'timestamptz',
  heldSince: 'timestamptz',
  acceptedAt: 'timestamptz',
  campaignId: 'uuid',
  traceparent: 'text',
} satisfies Record<keyof NewMessage, string>;

const { columns: STORED_COLUMNS } = rowsOf('stored', STORED);

/** The messages to store, with their place in the queue. */
const { keys: INPUT_KEYS, table: INPUT } = rowsOf('input', {
  ...STORED,
  ...{ linkGroup: 'text', priority: 'smallint', validityMs: 'integer', linkId: 'text', leaseMs: 'integer' },
  ...{ heldFor: 'text', hidden: 'bytea' },
} satisfies Record<keyof (NewMessage & QueueEntry), string>);

/** Stores the messages in `input` together with their queue rows and counts. */
const STORE = fragment`stored as (
    insert into messages (${STORED_COLUMNS}, promotional, state, queued_at)
    select ${STORED_COLUMNS}, content_class = 'PROMOTIONAL', case when link_id is null then 'accepted'::message_state else 'submitting' end,
      case when link_id is not null then greatest(now(), accepted_at) end from input
  ), counted as (
    ${COUNT_ACCEPTED}
  ), campaign_counted as (
    ${COUNT_CAMPAIGN_ACCEPTED}
  ), queued as (
    insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at, attempts, link_id, lease_until, held_for, hidden)
    select id, team_id, link_group, priority, case when held_for is null then coalesce(send_at, now()) else 'infinity' end,
      greatest(send_at, now()) + make_interval(secs => validity_ms / 1000.0),
      case when link_id is null then 0 else 1 end, link_id, now() + make_interval(secs => lease_ms / 1000.0), held_for, hidden from input
  )`;

// One statement for a batch; an error stores none of it. Batches without references have a statement of their
// own, so they do not pay for those with references.
const INSERT = fragment`with input as materialized (select * from ${INPUT}), ${STORE}`;
const INSERT_MESSAGES = prepared('insert-messages')`
  ${INSERT} select`;
const INSERT_REFERENCED = prepared('insert-referenced-messages')`
  ${INSERT}, referenced as (${INSERT_REFERENCES}) select`;

/** Stores messages in one statement. */
export async function insertMessages(client: ClientBase | Pool, messages: readonly Stored[]): Promise<void> {
  const values = listsOf(messages, ...INPUT_KEYS);
  const references = referenceValues(messages);
  if (references) await INSERT_REFERENCED.run(client, { ...values, ...references });
  else await INSERT_MESSAGES.run(client, values);
}

/**
 * The conditions of `insertAtOnce`: the bills can be charged, the keys are free, the recipients have not
 * opted out, and the teams are not paused.
 */
export type Conditions = {
  bills: readonly Bill[];
  keys: readonly IdempotencyRow[];
  recipients: readonly Pick<NewMessage, 'teamId' | 'mode' | 'recipient' | 'contentClass'>[];
  senders: readonly string[];
};

// Locks balances before days, as everywhere. Only then `verdict` reads the conditions, and each later part
// does nothing unless it holds.
const AT_ONCE = fragment`with ${LOCK_FUNDS}, keys as materialized (
    select * from unnest(${'keyTeamId'}::uuid[], ${'keyProjectId'}::uuid[], ${'keyMode'}::message_mode[],
        ${'key'}::text[], ${'bodyHash'}::bytea[], ${'messageId'}::uuid[])
      as key (team_id, project_id, mode, key, body_hash, message_id)
  ), verdict as materialized (
    select fits and not exists (
        select from keys cross join lateral (
          select from idempotency_keys k where k.team_id = keys.team_id and k.project_id = keys.project_id
            and k.mode = keys.mode and k.key = keys.key ${FENCE}) as known
      ) and not exists (
        select from unnest(${'recipientTeamId'}::uuid[], ${'recipientMode'}::message_mode[], ${'recipientNumber'}::text[],
            ${'recipientClass'}::content_class[])
          as asked (team_id, mode, number, content_class) cross join lateral (
          select ${stoppedBy({ team: 'asked.team_id', mode: 'asked.mode', number: 'asked.number', promotional: "asked.content_class = 'PROMOTIONAL'" })}
          limit 1) as opted_out
      ) and not exists (select from teams where id = any(${'senders'}::uuid[]) and paused_at is not null) as fits from funds
  ), input as materialized (
    select * from ${INPUT} where (select fits from verdict)
  ), ${CHARGE_BILLS}, claimed as (
    insert into idempotency_keys (team_id, project_id, mode, key, body_hash, message_id, created_at)
    select *, now() from keys where (select fits from verdict) order by team_id, project_id, mode, key
  ), ${STORE}`;
const INSERT_AT_ONCE = prepared<{ fits: boolean }>('insert-at-once')`
  ${AT_ONCE}
  select fits from verdict`;
const INSERT_REFERENCED_AT_ONCE = prepared<{ fits: boolean }>('insert-referenced-at-once')`
  ${AT_ONCE}, referenced as (
    ${INSERT_REFERENCES} where (select fits from verdict)
  ) select fits from verdict`;

/**
 * Charges bills, claims keys and stores messages in one statement. Returns false and changes nothing if a
 * condition fails. Throws and changes nothing if another process claims one of the keys at the same time.
 */
export async function insertAtOnce(
  pool: Pool,
  messages: readonly Stored[],
  { bills, keys, recipients, senders }: Conditions,
): Promise<boolean> {
  const ofKeys = columnsOf(keys, 'teamId', 'projectId', 'mode', 'key', 'bodyHash', 'messageId');
  const [keyTeamId, keyProjectId, keyMode, key, bodyHash, messageId] = ofKeys;
  const ofRecipients = columnsOf(recipients, 'teamId', 'mode', 'recipient', 'contentClass');
  const [recipientTeamId, recipientMode, recipientNumber, recipientClass] = ofRecipients;
  const values = {
    ...billValues(bills),
    ...{ keyTeamId, keyProjectId, keyMode, key, bodyHash, messageId },
    ...{ recipientTeamId, recipientMode, recipientNumber, recipientClass },
    senders,
    ...listsOf(messages, ...INPUT_KEYS),
  };
  const references = referenceValues(messages);
  const { rows } = references
    ? await INSERT_REFERENCED_AT_ONCE.run(pool, { ...values, ...references })
    : await INSERT_AT_ONCE.run(pool, values);
  return rows[0]!.fits;
}

// An insert waits for the commit of another claim of the key; an expired key is taken over.
const CLAIM_KEYS = prepared<{ message_id: string }>('claim-idempotency-keys')`
  insert into idempotency_keys as k (team_id, project_id, mode, key, body_hash, message_id, created_at)
    select *, now() from unnest(${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[], ${'key'}::text[], ${'bodyHash'}::bytea[], ${'messageId'}::uuid[])
      as input (team_id, project_id, mode, key, body_hash, message_id)
    order by team_id, project_id, mode, key
    on conflict (team_id, project_id, mode, key) do update
      set body_hash = excluded.body_hash, message_id = excluded.message_id, created_at = excluded.created_at
      where k.created_at < now() - ${KEY_KEPT}
    returning message_id`;

/**
 * Claims idempotency keys for messages that are about to be stored; returns the ids of the messages whose key
 * was free. Waits until a concurrent claim of a key is committed.
 */
export async function claimKeys(client: ClientBase, rows: IdempotencyRow[]): Promise<Set<string>> {
  const { rows: claimed } = await CLAIM_KEYS.run(
    client,
    listsOf(rows, 'teamId', 'projectId', 'mode', 'key', 'bodyHash', 'messageId'),
  );
  return new Set(claimed.map((row) => row.message_id));
}

// By the primary key; an earlier message that has the key keeps it.
const RELEASE_KEYS = prepared('release-keys')`
  delete from idempotency_keys k
    using unnest(${'teamId'}::uuid[], ${'projectId'}::uuid[], ${'mode'}::message_mode[], ${'key'}::text[], ${'messageId'}::uuid[])
      as refused (team_id, project_id, mode, key, message_id)
    where k.team_id = refused.team_id and k.project_id = refused.project_id and k.mode = refused.mode and k.key = refused.key
      and k.message_id = refused.message_id`;

/** Releases the keys of messages that could not be accepted after all. */
export async function releaseKeys(client: ClientBase, rows: readonly IdempotencyRow[]): Promise<void> {
  await RELEASE_KEYS.run(client, listsOf(rows, 'teamId', 'projectId', 'mode', 'key', 'messageId'));
}

// By the primary key.
const FIND_KEY = prepared<{ bodyHash: Buffer; messageId: string }>('find-idempotency-key')`
  select body_hash as "bodyHash", message_id as "messageId" from idempotency_keys
    where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'} and key = ${'key'} and created_at >= now() - ${KEY_KEPT}`;

/** The message of an idempotency key; null once the key has expired. */
export async function findKey(
  pool: Pool,
  { teamId, projectId, mode, key }: Pick<IdempotencyRow, 'teamId' | 'projectId' | 'mode' | 'key'>,
): Promise<{ bodyHash: Buffer; messageId: string } | null> {
  const { rows } = await FIND_KEY.run(pool, { teamId, projectId, mode, key });
  return rows[0] ?? null;
}

// By the index on created_at.
const PURGE_KEYS = unprepared('purge-keys')`
  delete from idempotency_keys where created_at < now() - ${KEY_KEPT}`;

/** Deletes idempotency keys older than 24 hours. */
export async function purgeKeys(pool: Pool): Promise<void> {
  await PURGE_KEYS.run(pool);
}

const MESSAGE_COLUMNS = selectAs('m', [
  ...Object.keys(STORED).filter((key) => key !== 'traceparent' && key !== 'contentClass'),
  ...['direction', 'state', 'failure', 'carrierError', 'queuedAt', 'sentAt', 'deliveredAt', 'failedAt'],
  'missingParts',
]);

// By the primary keys of messages and client_references.
const FIND_MESSAGE = prepared<Message>('find-message')`
  select ${MESSAGE_COLUMNS}, ${classOf('m')} as "contentClass", r.currency,
      (select reference from client_references where team_id = ${'teamId'} and message_id = ${'id'}) as "clientReference"
    from messages m
    join teams t on t.id = m.team_id join regions r on r.id = t.region_id
    where m.team_id = ${'teamId'} and m.id = ${'id'} and m.project_id = ${'projectId'} and m.mode = coalesce(${'mode'}, m.mode)`;

const FIND_ARCHIVED = prepared<Message>('find-archived-message')`
  select ${MESSAGE_COLUMNS}, ${classOf('m')} as "contentClass", r.currency,
      (select reference from client_references where team_id = ${'teamId'} and message_id = ${'id'}) as "clientReference"
    from ${ARCHIVED} as m
    join teams t on t.id = m.team_id join regions r on r.id = t.region_id
    where m.team_id = ${'teamId'} and m.id = ${'id'} and m.project_id = ${'projectId'} and m.mode = coalesce(${'mode'}, m.mode)`;

/** The same as `findMessage`, of a block of an archive. */
export async function findInBlock(
  pool: Pool,
  block: Loaded,
  { mode, ...wanted }: { teamId: string; projectId: string; mode?: Mode; id: string },
): Promise<Message | null> {
  const { rows } = await FIND_ARCHIVED.run(pool, { ...block, ...wanted, mode });
  return rows[0] ?? null;
}

/** A message of a project; null if the team, the project or a given mode differ, or the text is not an id. */
export async function findMessage(
  pool: Pool,
  wanted: { teamId: string; projectId: string; mode?: Mode; id: string },
): Promise<Message | null> {
  if (!isId(wanted.id)) return null;
  const { rows } = await FIND_MESSAGE.run(pool, {
    teamId: wanted.teamId,
    id: wanted.id,
    projectId: wanted.projectId,
    mode: wanted.mode,
  });
  return rows[0] ?? null;
}

// By a range of the primary key: the ids of one request lie in one millisecond.
const FIND_TOGETHER = prepared<{ teamId: string; id: string }>('find-together')`
  select team_id as "teamId", id from messages
    where team_id = ${'teamId'} and id between ${'first'} and ${'last'} and project_id = ${'projectId'} and mode = ${'mode'} order by id`;

/**
 * The message with this id. If it is the first message of a batch request, returns all messages of that
 * request; if it does not exist, none.
 */
export async function findTogether(
  pool: Pool,
  { teamId, projectId, mode, id }: { teamId: string; projectId: string; mode: Mode; id: string },
): Promise<{ teamId: string; id: string }[]> {
  if (!isId(id)) return [];
  const { first, last } = rangeTogether(id);
  const { rows } = await FIND_TOGETHER.run(pool, { teamId, first, last, projectId, mode });
  return rows[0]?.id === id ? rows : rows.filter((row) => row.id === id);
}

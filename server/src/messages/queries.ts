// SQL of messages: storing them with their place in the queue, reading one, reading a page of a log.
import type { SmsObject } from '@godwit/contract/messages';
import type { QuietHours } from '@godwit/contract/quietHours';
import type { ApiType, Direction, MessageState, Mode, Platform } from '@godwit/contract/statuses';
import type { ClientBase, Pool } from 'pg';
import { type Bill, billValues, CHARGE_BILLS, LOCK_FUNDS } from '../billing/charge.ts';
import { columnsOf } from '../db/columns.ts';
import { isId, rangeTogether } from '../ids.ts';
import { fromNow } from '../jobs/claim.ts';
import type { TraceParent } from '../tracing.ts';
import { COUNT_ACCEPTED, COUNT_CAMPAIGN_ACCEPTED } from './countQueries.ts';

/** A message to store. Money in micro-units; `day` is the project's day that a charge counts to. */
export type NewMessage = {
  teamId: string;
  id: string;
  projectId: string;
  mode: Mode;
  apiType: ApiType;
  platform: Platform;
  sender: string;
  promotional: boolean;
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
  /** When it would have gone, had it not been held for quiet hours until `sendAt`; null where it was not. */
  heldSince: Date | null;
  acceptedAt: Date;
  campaignId: string | null;
  traceParent: TraceParent;
};

/** A stored message; `numberMetadata` where the number has just been read. */
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
  /** Of an incoming message, how many parts did not come; null for none. */
  missingParts: number | null;
};

/** What a log shows of a message. */
export type MessageListRow = Pick<Message, 'id' | 'projectId' | 'mode' | 'acceptedAt' | 'state'> &
  Pick<Message, 'direction' | 'apiType' | 'sender' | 'recipient' | 'segments'>;

/**
 * Where a message waits: its link group, its priority and how long it may take to reach a carrier. One that a link has taken on already is
 * stored as being submitted over it, with a lease of so long.
 */
export type QueuePlace = {
  linkGroup: string;
  priority: number;
  validityMs: number;
  linkId: string | null;
  leaseMs: number | null;
  /** The destination that it is held for, until staff release that; null where it is not. */
  heldFor: string | null;
};

/** An idempotency key to store with a message. */
export type IdempotencyRow = {
  teamId: string;
  projectId: string;
  mode: Mode;
  key: string;
  bodyHash: Buffer;
  messageId: string;
};

const KEY_KEPT = "interval '24 hours'";

/** The columns of `input`: their types, and where their values come from. */
const INPUT = [
  ['team_id', 'uuid', 'teamId'],
  ['id', 'uuid', 'id'],
  ['project_id', 'uuid', 'projectId'],
  ['mode', 'message_mode', 'mode'],
  ['api_type', 'message_api_type', 'apiType'],
  ['platform', 'message_platform', 'platform'],
  ['sender', 'text', 'sender'],
  ['promotional', 'boolean', 'promotional'],
  ['recipient', 'text', 'recipient'],
  ['body', 'text', 'body'],
  ['encoding', 'message_encoding', 'encoding'],
  ['characters', 'smallint', 'characters'],
  ['segments', 'smallint', 'segments'],
  ['cost_micros', 'bigint', 'costMicros'],
  ['charged_micros', 'bigint', 'chargedMicros'],
  ['day', 'date', 'day'],
  ['status_callback', 'text', 'statusCallback'],
  ['send_at', 'timestamptz', 'sendAt'],
  ['held_since', 'timestamptz', 'heldSince'],
  ['accepted_at', 'timestamptz', 'acceptedAt'],
  ['campaign_id', 'uuid', 'campaignId'],
  ['traceparent', 'text', 'traceParent'],
  ['link_group', 'text', 'linkGroup'],
  ['priority', 'smallint', 'priority'],
  ['validity_ms', 'integer', 'validityMs'],
  ['link_id', 'text', 'linkId'],
  ['lease_ms', 'integer', 'leaseMs'],
  ['held_for', 'text', 'heldFor'],
] as const;
/** Those of them that messages have too. */
const STORED = INPUT.slice(0, -6)
  .map(([column]) => column)
  .join(', ');

/** `input`, of the values of `inputValues` from this parameter on. */
const inputFrom = (first: number) =>
  `select * from unnest(${INPUT.map(([, type], i) => `$${first + i}::${type}[]`).join(', ')})
    as input (${INPUT.map(([column]) => column).join(', ')})`;
const inputValues = (messages: readonly (NewMessage & QueuePlace)[]) =>
  columnsOf<(typeof INPUT)[number][2]>(messages, ...INPUT.map(([, , key]) => key));

/** Stores what is in `input`: messages, their queue rows and their counts, so that none exists without the others. */
const STORE = `stored as (
    insert into messages (${STORED}, state, queued_at)
    select ${STORED}, case when link_id is null then 'accepted'::message_state else 'submitting' end,
      case when link_id is not null then greatest(now(), accepted_at) end from input
  ), counted as (
    ${COUNT_ACCEPTED}
  ), campaign_counted as (
    ${COUNT_CAMPAIGN_ACCEPTED}
  ), queued as (
    insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at, attempts, link_id, lease_until, held_for)
    select id, team_id, link_group, priority, case when held_for is null then coalesce(send_at, now()) else 'infinity' end,
      coalesce(send_at, now()) + make_interval(secs => validity_ms / 1000.0),
      case when link_id is null then 0 else 1 end, link_id, ${fromNow('lease_ms')}, held_for from input
  )`;

/** Stores messages in one statement. */
export async function insertMessages(
  client: ClientBase | Pool,
  messages: readonly (NewMessage & QueuePlace)[],
): Promise<void> {
  await client.query({
    name: 'insert-messages',
    text: `with input as materialized (${inputFrom(1)}), ${STORE} select`,
    values: inputValues(messages),
  });
}

/**
 * What has to hold for `insertAtOnce`: bills that can be charged, keys that are free, recipients that have not opted out, and teams whose
 * sending is not stopped.
 */
export type Conditions = {
  bills: readonly Bill[];
  keys: readonly IdempotencyRow[];
  recipients: readonly Pick<NewMessage, 'teamId' | 'recipient'>[];
  senders: readonly string[];
};

/**
 * Charges bills, takes keys and stores messages in one statement, or does nothing of it where not all of the conditions hold; returns
 * which. Throws, with nothing done, where another process takes one of the keys meanwhile.
 */
export async function insertAtOnce(
  pool: Pool,
  messages: readonly (NewMessage & QueuePlace)[],
  { bills, keys, recipients, senders }: Conditions,
): Promise<boolean> {
  const { rows } = await pool.query<{ fits: boolean }>({
    name: 'insert-at-once',
    text: `with ${LOCK_FUNDS}, keys as materialized (
        select * from unnest($9::uuid[], $10::uuid[], $11::message_mode[], $12::text[], $13::bytea[], $14::uuid[])
          as key (team_id, project_id, mode, key, body_hash, message_id)
      ), verdict as materialized (
        select fit and not exists (
            select from keys cross join lateral (
              select from idempotency_keys k where k.team_id = keys.team_id and k.project_id = keys.project_id
                and k.mode = keys.mode and k.key = keys.key offset 0) as known
          ) and not exists (
            select from unnest($15::uuid[], $16::text[]) as asked (team_id, number) cross join lateral (
              select from opt_outs o where o.team_id = asked.team_id and o.number = asked.number offset 0) as opted_out
          ) and not exists (select from teams where id = any($17::uuid[]) and paused_at is not null) as fits from funds
      ), input as materialized (
        ${inputFrom(18)} where (select fits from verdict)
      ), ${CHARGE_BILLS}, claimed as (
        insert into idempotency_keys (team_id, project_id, mode, key, body_hash, message_id, created_at)
        select *, now() from keys where (select fits from verdict) order by team_id, project_id, mode, key
      ), ${STORE}
      select fits from verdict`,
    values: [
      ...billValues(bills),
      ...columnsOf(keys, 'teamId', 'projectId', 'mode', 'key', 'bodyHash', 'messageId'),
      ...columnsOf(recipients, 'teamId', 'recipient'),
      senders,
      ...inputValues(messages),
    ],
  });
  return rows[0]!.fits;
}

/** Claims idempotency keys for messages about to be stored; returns the ids of those whose key was free. Waits for the commit of another claim. */
export async function claimKeys(client: ClientBase, rows: IdempotencyRow[]): Promise<Set<string>> {
  const { rows: claimed } = await client.query<{ message_id: string }>({
    name: 'claim-idempotency-keys',
    text: `insert into idempotency_keys as k (team_id, project_id, mode, key, body_hash, message_id, created_at)
      select *, now() from unnest($1::uuid[], $2::uuid[], $3::message_mode[], $4::text[], $5::bytea[], $6::uuid[])
        as input (team_id, project_id, mode, key, body_hash, message_id)
      order by team_id, project_id, mode, key
      on conflict (team_id, project_id, mode, key) do update
        set body_hash = excluded.body_hash, message_id = excluded.message_id, created_at = excluded.created_at
        where k.created_at < now() - ${KEY_KEPT}
      returning message_id`,
    values: columnsOf(rows, 'teamId', 'projectId', 'mode', 'key', 'bodyHash', 'messageId'),
  });
  return new Set(claimed.map((row) => row.message_id));
}

/** Releases the keys of messages that could not be accepted after all. */
export async function releaseKeys(client: ClientBase, messageIds: string[]): Promise<void> {
  await client.query('delete from idempotency_keys where message_id = any($1::uuid[])', [messageIds]);
}

/** What an idempotency key stands for, while it is kept. */
export async function findKey(
  pool: Pool,
  { teamId, projectId, mode, key }: Pick<IdempotencyRow, 'teamId' | 'projectId' | 'mode' | 'key'>,
): Promise<{ bodyHash: Buffer; messageId: string } | null> {
  const { rows } = await pool.query({
    name: 'find-idempotency-key',
    text: `select body_hash as "bodyHash", message_id as "messageId" from idempotency_keys
      where team_id = $1 and project_id = $2 and mode = $3 and key = $4 and created_at >= now() - ${KEY_KEPT}`,
    values: [teamId, projectId, mode, key],
  });
  return rows[0] ?? null;
}

const PARTITION_LOCK = 72_110_002;

/**
 * Makes the partitions of this month and the three after it, or of `months` months from that of `first` on. One process at a time:
 * two that made the same one would break each other off.
 */
export async function ensurePartitions(pool: Pool, first = new Date(), months = 4): Promise<void> {
  await pool.query(
    `with locked as materialized (select pg_advisory_xact_lock(${PARTITION_LOCK}))
      select ensure_message_partitions(($1::timestamptz at time zone 'UTC')::date, $2) from locked`,
    [first, months],
  );
}

/** Drops idempotency keys past their 24 hours. */
export async function purgeKeys(pool: Pool): Promise<void> {
  await pool.query(`delete from idempotency_keys where created_at < now() - ${KEY_KEPT}`);
}

const MESSAGE_COLUMNS = `m.team_id as "teamId", m.id, m.project_id as "projectId", m.mode, m.api_type as "apiType", m.platform, m.direction,
  m.sender, m.promotional, m.recipient, m.body, m.encoding, m.characters, m.segments, m.cost_micros as "costMicros",
  m.charged_micros as "chargedMicros", m.day, m.status_callback as "statusCallback", m.send_at as "sendAt", m.held_since as "heldSince",
  m.accepted_at as "acceptedAt", m.state, m.failure, m.carrier_error as "carrierError", m.queued_at as "queuedAt",
  m.sent_at as "sentAt", m.delivered_at as "deliveredAt", m.failed_at as "failedAt", m.campaign_id as "campaignId",
  m.missing_parts as "missingParts"`;

/** One message of a project; null where the team, the project and the mode (if given) do not all match, or the id can be none. */
export async function findMessage(
  pool: Pool,
  wanted: { teamId: string; projectId: string; mode?: Mode; id: string },
): Promise<Message | null> {
  if (!isId(wanted.id)) return null;
  const { rows } = await pool.query({
    name: 'find-message',
    text: `select ${MESSAGE_COLUMNS}, r.currency from messages m
      join teams t on t.id = m.team_id join regions r on r.id = t.region_id
      where m.team_id = $1 and m.id = $2 and m.project_id = $3 and m.mode = coalesce($4, m.mode)`,
    values: [wanted.teamId, wanted.id, wanted.projectId, wanted.mode],
  });
  return rows[0] ?? null;
}

/** A message, and where it is the first of those that one request made together all of them; none where there is no such message. */
export async function findTogether(
  pool: Pool,
  { teamId, projectId, mode, id }: { teamId: string; projectId: string; mode: Mode; id: string },
): Promise<{ teamId: string; id: string }[]> {
  if (!isId(id)) return [];
  const { first, last } = rangeTogether(id);
  const { rows } = await pool.query<{ teamId: string; id: string }>({
    name: 'find-together',
    text: `select team_id as "teamId", id from messages
      where team_id = $1 and id between $2 and $3 and project_id = $4 and mode = $5 order by id`,
    values: [teamId, first, last, projectId, mode],
  });
  return rows[0]?.id === id ? rows : rows.filter((row) => row.id === id);
}

/** A project as accept must know it. `hasOptOuts`: a recipient has opted out of the team's messages, so that opt-outs have to be looked up. */
export type ProfileRow = {
  teamId: string;
  projectId: string;
  verified: boolean;
  /** Staff stopped the team's sending. */
  paused: boolean;
  archived: boolean;
  timezone: string;
  timezoneBefore: string | null;
  timezoneFrom: Date | null;
  currency: string;
  blockedCodes: string[];
  dailyLimitMicros: bigint | null;
  dailyWarnFraction: number | null;
  hasOptOuts: boolean;
  /** Where the team is: ISO 3166 alpha-2. */
  region: string;
  /** What it sends in LIVE is counted by destination, as the team is new or held back somewhere. */
  watched: boolean;
  /** When promotional messages are held, on the recipient's clocks. */
  quietHours: QuietHours | null;
  senders: { sender: string; promotional: boolean }[];
  numbers: { number: string; mode: Mode }[];
  priceLists: {
    valid_from: string;
    prices: { dial_prefix: string; name: string; price_micros: string }[];
  }[];
};

// A list that begins to count soon comes along, so that a cache that remembers a profile for a moment goes by the right one.
const KNOWN_AHEAD = "interval '2 seconds'";

/** Everything accept must know about a project, in one read; price lists with the newest first. `newTeamDays`: null where no team is watched. */
export async function readSendingProfile(
  database: ClientBase | Pool,
  projectId: string,
  newTeamDays: number | null,
): Promise<ProfileRow | null> {
  const { rows } = await database.query({
    name: 'read-profile',
    text: `select p.team_id as "teamId", p.id as "projectId", t.verified_at is not null as verified,
        t.paused_at is not null as paused, p.archived_at is not null as archived, p.timezone, p.timezone_before as "timezoneBefore",
        p.timezone_from as "timezoneFrom", r.currency, p.blocked_codes as "blockedCodes",
        p.daily_limit_micros as "dailyLimitMicros", p.daily_warn_fraction as "dailyWarnFraction",
        exists (select from opt_outs o where o.team_id = p.team_id) as "hasOptOuts",
        t.region_id as region,
        $2::integer is not null and (
          not exists (select from project_days d where d.team_id = p.team_id and d.day < current_date - $2::integer)
          or exists (select from team_destinations d where d.team_id = p.team_id and d.held_at is not null and d.released_at is null)
        ) as watched,
        case when p.quiet_from is not null then jsonb_build_object('from', p.quiet_from, 'to', p.quiet_to) end as "quietHours",
        coalesce((select jsonb_agg(jsonb_build_object('sender', s.sender, 'promotional', s.promotional)) from sender_ids s
          where s.team_id = p.team_id and s.project_id = p.id), '[]') as senders,
        coalesce((select jsonb_agg(jsonb_build_object('number', n.number, 'mode', n.mode)) from two_way_numbers n
          where n.team_id = p.team_id and n.project_id = p.id), '[]') as numbers,
        coalesce((select jsonb_agg(jsonb_build_object('valid_from', valid_from, 'prices', prices) order by valid_from desc)
          from (select c.valid_from, jsonb_agg(jsonb_build_object('dial_prefix', c.dial_prefix, 'name', c.name,
              'price_micros', c.price_micros::text)) as prices
            from prices c where c.region_id = t.region_id and c.valid_from <= now() + ${KNOWN_AHEAD}
              and c.valid_from >= (select max(valid_from) from prices where region_id = t.region_id and valid_from <= now())
            group by c.valid_from) as list), '[]') as "priceLists"
      from projects p join teams t on t.id = p.team_id join regions r on r.id = t.region_id
      where p.id = $1`,
    values: [projectId, newTeamDays],
  });
  return rows[0] ?? null;
}

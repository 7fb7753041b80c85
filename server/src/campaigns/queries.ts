// SQL that creates, finds, lists, changes and cancels campaigns, and looks up the groups that they name.

import { MAX_CAMPAIGNS_SEARCHED } from '@godwit/contract/campaigns/campaigns';
import type { SkipReason } from '@godwit/contract/campaigns/rules';
import type { Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import { type Fragment, fragment, prepared, raw, unprepared } from '../db/sql.ts';
import type { FromCursor, Rows } from '../http/paging.ts';

export type CampaignState = 'scheduled' | 'running' | 'done' | 'cancelled';

/** A campaign of a team. */
export type CampaignKey = { teamId: string; id: string };

/** The messages and the cost of a campaign according to its review. */
export type Estimate = { messages: number; segments: number; costMicros: bigint };

/**
 * The content of a campaign, which can be changed until it starts. If `sendAt` is null, it may start at once.
 * If `estimate` is null, nobody has reviewed it.
 */
export type CampaignContent = {
  name: string;
  content: string;
  sender: string;
  groupIds: readonly string[];
  /** Whether it also goes to numbers that are known to be unable to take SMS. */
  toLandlines: boolean;
  sendAt: Date | null;
  estimate: Estimate | null;
  /** Whether a person attested that it may go as it is, although it looks like advertising. */
  attested: boolean;
};

/** A campaign to store. */
export type NewCampaign = CampaignKey &
  CampaignContent & {
    projectId: string;
    mode: Mode;
    retryOf: string | null;
    idempotency: { key: string; bodyHash: Buffer } | null;
  };

/**
 * The number of recipients with one outcome. `what` is the status of their message, or the reason why they
 * have none. Refunds are subtracted from the cost.
 */
export type CampaignCount = {
  what: PublicStatus | 'CANCELLED' | SkipReason;
  count: number;
  segments: number;
  costMicros: string;
};

/**
 * A stored campaign. `isAhead`: it is scheduled for later. `isRetried`: another campaign sends again to the
 * recipients that it did not reach.
 */
export type CampaignRow = Omit<NewCampaign, 'idempotency' | 'estimate'> & {
  estimate: { messages: number; segments: number; costMicros: string } | null;
  state: CampaignState;
  createdAt: Date;
  startedAt: Date | null;
  recipients: number;
  isAhead: boolean;
  isRetried: boolean;
  counts: CampaignCount[];
};

/** The campaigns of a project and mode. */
export type CampaignScope = { teamId: string; projectId: string; mode: Mode };

/** The campaigns of a scope whose names match a pattern, or all if it is null. */
type CampaignFilter = CampaignScope & { like: string | null };

const IS_RETRIED = fragment`exists (select from campaigns r where r.team_id = c.team_id and r.retry_of = c.id
  and (r.state <> 'cancelled' or r.started_at is not null))`;

const COLUMNS = fragment`c.team_id as "teamId", c.id, c.project_id as "projectId", c.mode, c.name, c.content, c.sender,
  c.group_ids as "groupIds", c.to_landlines as "toLandlines", c.attested, c.retry_of as "retryOf", c.send_at as "sendAt", c.state, c.created_at as "createdAt",
  c.started_at as "startedAt", c.recipients, c.state = 'scheduled' and c.due_at > now() as "isAhead", ${IS_RETRIED} as "isRetried",
  case when c.estimated_messages is not null then jsonb_build_object('messages', c.estimated_messages,
    'segments', c.estimated_segments, 'costMicros', c.estimated_cost_micros::text) end as estimate,
  (select coalesce(jsonb_agg(counted), '[]') from (
    select what, sum(count) as count, sum(segments) as segments, sum(cost_micros)::text as "costMicros"
    from (
      select what, count, segments, cost_micros from campaign_counts where team_id = c.team_id and campaign_id = c.id
      union all
      select what, count, segments, cost_micros from campaign_count_deltas where team_id = c.team_id and campaign_id = c.id
    ) as kept group by what
  ) as counted) as counts`;

const SELECT_NOW = unprepared<{ now: Date }>('campaign-clock')`select now()`;

/** The database's clock, which decides about every time of a campaign. */
export async function selectNow(pool: Pool): Promise<Date> {
  const { rows } = await SELECT_NOW.run(pool);
  return rows[0]!.now;
}

/** How long an idempotency key is kept, as with messages. Later the same key makes another campaign. */
const KEY_KEPT = fragment`interval '24 hours'`;

const FORGET_OLD_KEY = unprepared('forget-old-campaign-key')`
  update campaigns set idempotency_key = null, body_hash = null
    where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'} and idempotency_key = ${'key'} and created_at <= now() - ${KEY_KEPT}`;

const INSERT_CAMPAIGN = unprepared('insert-campaign')`
  insert into campaigns (team_id, id, name, content, sender, group_ids, send_at, due_at, estimated_messages, estimated_segments,
      estimated_cost_micros, to_landlines, attested, project_id, mode, retry_of, idempotency_key, body_hash, state)
    values (${'teamId'}, ${'id'}, ${'name'}, ${'content'}, ${'sender'}, ${'groupIds'}, ${'sendAt'}, coalesce(${'sendAt'}, now()),
      ${'messages'}, ${'segments'}, ${'costMicros'}, ${'toLandlines'}, ${'attested'}, ${'projectId'}, ${'mode'}, ${'retryOf'}, ${'key'}, ${'bodyHash'}, 'scheduled')
    on conflict (team_id, project_id, mode, idempotency_key) where idempotency_key is not null do nothing`;

/**
 * Stores a campaign in the caller's transaction. Returns false if its idempotency key was used within a day.
 */
export async function insertCampaign(client: ClientBase | Pool, campaign: NewCampaign): Promise<boolean> {
  const { teamId, id, projectId, mode, retryOf, idempotency } = campaign;
  const { key = null, bodyHash = null } = idempotency ?? {};
  if (idempotency) await FORGET_OLD_KEY.run(client, { teamId, projectId, mode, key });
  const { rowCount } = await INSERT_CAMPAIGN.run(client, {
    ...valuesOf(campaign),
    ...{ teamId, id, projectId, mode, retryOf, key, bodyHash },
  });
  return rowCount === 1;
}

function valuesOf({
  name,
  content,
  sender,
  groupIds,
  sendAt,
  toLandlines,
  estimate,
  attested,
}: CampaignContent) {
  const { messages = null, segments = null, costMicros = null } = estimate ?? {};
  return { name, content, sender, groupIds, sendAt, toLandlines, attested, messages, segments, costMicros };
}

// Compares with clock_timestamp(): the transaction may have waited for the row since before the campaign was
// due.
const UPDATE_SCHEDULED = unprepared('update-scheduled-campaign')`
  update campaigns set name = ${'name'}, content = ${'content'}, sender = ${'sender'}, group_ids = ${'groupIds'}, send_at = ${'sendAt'},
      due_at = coalesce(${'sendAt'}, now()), estimated_messages = ${'messages'}, estimated_segments = ${'segments'},
      estimated_cost_micros = ${'costMicros'}, to_landlines = ${'toLandlines'}, attested = ${'attested'}
    where team_id = ${'teamId'} and id = ${'id'} and state = 'scheduled' and lease_holder is null and due_at > clock_timestamp()`;

/**
 * Changes a campaign. Returns false if a worker has claimed it, if it is due, or if it was cancelled.
 */
export async function updateScheduled(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  content: CampaignContent,
): Promise<boolean> {
  const { rowCount } = await UPDATE_SCHEDULED.run(client, { teamId, id, ...valuesOf(content) });
  return rowCount === 1;
}

/** The ids of a campaign, of the one that it sends again, and so on. */
export const retriedFrom = <Name extends string>(id: Fragment<Name>) => fragment`(with recursive tried as (
    select id, retry_of from campaigns where team_id = ${'teamId'} and id = ${id}
    union select k.id, k.retry_of from campaigns k join tried on k.id = tried.retry_of where k.team_id = ${'teamId'}
  ) select id from tried)`;

// By the index of attested campaigns, which are few.
const SENT_ATTESTED = unprepared<{ found: boolean }>('sent-attested-campaigns')`
  select exists (select from campaigns where team_id = ${'teamId'} and attested
    and (state <> 'cancelled' or started_at is not null) and id is distinct from ${'id'}::uuid
    and id not in ${retriedFrom(fragment`${'retryOf'}::uuid`)}) as found`;

/**
 * Whether a team has sent or scheduled an attested campaign, other than `id` and those that it sends again.
 * `id`: null if it is not stored yet.
 */
export async function hasSentAttested(
  pool: Pool,
  teamId: string,
  { id, retryOf }: { id: string | null; retryOf: string | null },
): Promise<boolean> {
  const { rows } = await SENT_ATTESTED.run(pool, { teamId, id, retryOf });
  return rows[0]!.found;
}

const SELECT_BY_KEY = unprepared<{ id: string; bodyHash: Buffer }>('campaign-by-key')`
  select id, body_hash as "bodyHash" from campaigns
    where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'} and idempotency_key = ${'key'}
      and created_at > now() - ${KEY_KEPT}`;

/** The campaign that an idempotency key was used for within a day. */
export async function selectByKey(
  pool: Pool,
  { teamId, projectId, mode }: CampaignScope,
  key: string,
): Promise<{ id: string; bodyHash: Buffer } | null> {
  const { rows } = await SELECT_BY_KEY.run(pool, { teamId, projectId, mode, key });
  return rows[0] ?? null;
}

const SELECT_CAMPAIGN = unprepared<CampaignRow>('select-campaign')`
  select ${COLUMNS} from campaigns c where c.team_id = ${'teamId'} and c.project_id = ${'projectId'} and c.id = ${'id'}`;

/** A campaign of a project; null if the project has no such campaign. */
export async function selectCampaign(
  client: ClientBase | Pool,
  { teamId, projectId, id }: CampaignKey & { projectId: string },
): Promise<CampaignRow | null> {
  const { rows } = await SELECT_CAMPAIGN.run(client, { teamId, projectId, id });
  return rows[0] ?? null;
}

const LISTED = fragment`campaigns c where c.team_id = ${'teamId'} and c.project_id = ${'projectId'} and c.mode = ${'mode'}`;

/** The campaigns whose names are like a pattern, among the newest `MAX_CAMPAIGNS_SEARCHED` only. */
const FOUND = fragment`(select * from campaigns where team_id = ${'teamId'} and project_id = ${'projectId'} and mode = ${'mode'}
    order by id desc limit ${raw(String(MAX_CAMPAIGNS_SEARCHED))}) as c where c.name ilike ${'like'}`;

const LIST_CAMPAIGNS = unprepared<CampaignRow>('list-campaigns')`
  select ${COLUMNS} from ${LISTED} order by c.id desc limit ${'limit'} offset ${'offset'}`;
const FIND_CAMPAIGNS = unprepared<CampaignRow>('find-campaigns')`
  select ${COLUMNS} from ${FOUND} order by c.id desc limit ${'limit'} offset ${'offset'}`;

/** Campaigns of a project and mode, newest first. */
export async function selectCampaigns(
  pool: Pool,
  { like, ...scope }: CampaignFilter,
  rows: Rows,
): Promise<CampaignRow[]> {
  const page = { ...scope, ...rows };
  const found = like === null ? LIST_CAMPAIGNS.run(pool, page) : FIND_CAMPAIGNS.run(pool, { ...page, like });
  return (await found).rows;
}

const CAMPAIGNS_AFTER = unprepared<CampaignRow>('campaigns-after')`
  select ${COLUMNS} from ${LISTED} and (${'cursor'}::uuid is null or c.id < ${'cursor'}::uuid) order by c.id desc limit ${'limit'}`;
const CAMPAIGNS_BEFORE = unprepared<CampaignRow>('campaigns-before')`
  select ${COLUMNS} from ${LISTED} and c.id > ${'cursor'}::uuid order by c.id limit ${'limit'}`;

/**
 * The campaigns of a scope after a cursor, the newest first; from the newest on if it is null. `isBack`:
 * those just before the cursor.
 */
export async function selectFromCursor(
  pool: Pool,
  scope: CampaignScope,
  { cursor, isBack, limit }: FromCursor,
): Promise<CampaignRow[]> {
  if (!isBack) return (await CAMPAIGNS_AFTER.run(pool, { ...scope, cursor, limit })).rows;
  return (await CAMPAIGNS_BEFORE.run(pool, { ...scope, cursor, limit })).rows.reverse();
}

const COUNT_LISTED = unprepared<{ total: number }>('count-listed-campaigns')`
  select count(*)::integer as total from ${LISTED}`;
const COUNT_FOUND = unprepared<{ total: number }>('count-found-campaigns')`
  select count(*)::integer as total from ${FOUND}`;

export async function countCampaigns(pool: Pool, { like, ...scope }: CampaignFilter): Promise<number> {
  const counted = like === null ? COUNT_LISTED.run(pool, scope) : COUNT_FOUND.run(pool, { ...scope, like });
  return (await counted).rows[0]!.total;
}

const COUNT_OPEN = unprepared<{ n: number }>('count-open-campaigns')`
  select count(*)::integer as n from (
    select from campaigns where mode = ${'mode'} and team_id = ${'teamId'} and open limit ${'most'}
  ) as counted`;

/** How many campaigns of a team and mode have not ended, counted up to `most`. */
export async function countOpen(
  client: ClientBase,
  { teamId, mode }: Pick<CampaignScope, 'teamId' | 'mode'>,
  most: number,
): Promise<number> {
  const { rows } = await COUNT_OPEN.run(client, { teamId, mode, most });
  return rows[0]!.n;
}

const LIMIT_LOCK_WAIT = unprepared('limit-campaign-lock-wait')`
  select set_config('lock_timeout', ${'timeout'}, true)`;
const LOCK_CAMPAIGN = unprepared('lock-campaign')`
  select from campaigns where team_id = ${'teamId'} and id = ${'id'} for update`;

/** Limits the time that each later statement of a transaction waits for a lock. */
export async function limitLockWait(client: ClientBase, ms: number): Promise<void> {
  await LIMIT_LOCK_WAIT.run(client, { timeout: `${ms}ms` });
}

/**
 * Locks a campaign until the transaction ends.
 * @throws if another transaction keeps it locked for longer than `patienceMs`
 */
export async function lockCampaign(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  patienceMs: number,
): Promise<void> {
  await limitLockWait(client, patienceMs);
  await LOCK_CAMPAIGN.run(client, { teamId, id });
}

const CANCEL_CAMPAIGN = unprepared('cancel-campaign')`
  update campaigns set state = 'cancelled', open = true, worked_to = '',
      lease_until = case when lease_holder is not null then lease_until end
    where team_id = ${'teamId'} and id = ${'id'} and state <> 'cancelled'`;

/** Cancels a campaign. A worker then settles the recipients that still wait. */
export async function updateCancelled(client: ClientBase, { teamId, id }: CampaignKey): Promise<void> {
  await CANCEL_CAMPAIGN.run(client, { teamId, id });
}

export type GroupRow = { id: string; name: string; contacts: number };

const SELECT_GROUPS = unprepared<GroupRow>('groups-of-campaigns')`
  select id, name, contacts from contact_groups where team_id = ${'teamId'} and id = any(${'ids'}::uuid[])`;

/** The team's groups of these ids, each with the number of its contacts. */
export async function selectGroups(pool: Pool, teamId: string, ids: readonly string[]): Promise<GroupRow[]> {
  const { rows } = await SELECT_GROUPS.run(pool, { teamId, ids });
  return rows;
}

const COUNT_KEY = fragment`team_id, campaign_id, what`;

const ROLL_UP_DELTAS = prepared<{ taken: number }>('roll-up-campaign-deltas')`
  with taken as (
      delete from campaign_count_deltas
      where ctid = any(array(select ctid from campaign_count_deltas limit ${'limit'})) returning *
    ), summed as (
      insert into campaign_counts as c (${COUNT_KEY}, count, segments, cost_micros)
      select ${COUNT_KEY}, sum(count), sum(segments), sum(cost_micros) from taken group by 1, 2, 3 order by 1, 2, 3
      on conflict (${COUNT_KEY}) do update set count = c.count + excluded.count,
        segments = c.segments + excluded.segments, cost_micros = c.cost_micros + excluded.cost_micros
    )
    select count(*)::integer as taken from taken`;

/** Moves up to `limit` deltas into the counts. Returns how many it moved. */
export async function rollUpDeltas(client: ClientBase, limit: number): Promise<number> {
  const { rows } = await ROLL_UP_DELTAS.run(client, { limit });
  return rows[0]!.taken;
}

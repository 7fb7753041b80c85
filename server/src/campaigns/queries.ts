// SQL of campaigns themselves: making, finding, listing and cancelling them, and the groups they name.

import { MAX_CAMPAIGNS_SEARCHED } from '@godwit/contract/campaigns/campaigns';
import type { SkipReason } from '@godwit/contract/campaigns/rules';
import type { Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool } from 'pg';
import type { Rows } from '../http/paging.ts';

export type CampaignState = 'scheduled' | 'running' | 'done' | 'cancelled';

/** A campaign of a team. */
export type CampaignKey = { teamId: string; id: string };

/** The messages and the cost of a campaign according to its review. */
export type Estimate = { messages: number; segments: number; costMicros: bigint };

/**
 * The content of a campaign that can be changed until it starts. `sendAt` null: it may start at once.
 * `estimate` null: nobody has reviewed it.
 */
export type CampaignContent = {
  name: string;
  content: string;
  sender: string;
  groupIds: readonly string[];
  /** Whether it also goes to numbers that surely cannot take SMS. */
  toLandlines: boolean;
  sendAt: Date | null;
  estimate: Estimate | null;
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
 * How many recipients are where; `what` is the status of their message, or why they have none. Cost is less
 * what went back.
 */
export type CampaignCount = {
  what: PublicStatus | 'CANCELLED' | SkipReason;
  count: number;
  segments: number;
  costMicros: string;
};

/**
 * A stored campaign. `isAhead`: its time is to come; `isRetried`: those it did not reach have a campaign of
 * their own.
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

/** Which of them: those with a name like this pattern, or all. */
type CampaignFilter = CampaignScope & { like: string | null };

const RETRIED = `exists (select from campaigns r where r.team_id = c.team_id and r.retry_of = c.id
  and (r.state <> 'cancelled' or r.started_at is not null))`;

const COLUMNS = `c.team_id as "teamId", c.id, c.project_id as "projectId", c.mode, c.name, c.content, c.sender,
  c.group_ids as "groupIds", c.to_landlines as "toLandlines", c.retry_of as "retryOf", c.send_at as "sendAt", c.state, c.created_at as "createdAt",
  c.started_at as "startedAt", c.recipients, c.state = 'scheduled' and c.due_at > now() as "isAhead", ${RETRIED} as "isRetried",
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

/** The database's clock: every time of a campaign is by it. */
export async function selectNow(pool: Pool): Promise<Date> {
  const { rows } = await pool.query('select now()');
  return rows[0].now;
}

/** As long as messages': a campaign made with the same key later is another one. */
const KEY_KEPT = "interval '24 hours'";

/** Stores a campaign, in the caller's transaction; false where its idempotency key was used within a day. */
export async function insertCampaign(client: ClientBase | Pool, campaign: NewCampaign): Promise<boolean> {
  if (campaign.idempotency) {
    await client.query(
      `update campaigns set idempotency_key = null, body_hash = null
        where team_id = $1 and project_id = $2 and mode = $3 and idempotency_key = $4 and created_at <= now() - ${KEY_KEPT}`,
      [campaign.teamId, campaign.projectId, campaign.mode, campaign.idempotency.key],
    );
  }
  const { teamId, id, projectId, mode, retryOf } = campaign;
  const [key, bodyHash] = [campaign.idempotency?.key, campaign.idempotency?.bodyHash];
  const { rowCount } = await client.query(
    `insert into campaigns (team_id, id, name, content, sender, group_ids, send_at, due_at, estimated_messages, estimated_segments,
        estimated_cost_micros, to_landlines, project_id, mode, retry_of, idempotency_key, body_hash, state)
      values ($1, $2, $3, $4, $5, $6, $7, coalesce($7, now()), $8, $9, $10, $11, $12, $13, $14, $15, $16, 'scheduled')
      on conflict (team_id, project_id, mode, idempotency_key) where idempotency_key is not null do nothing`,
    [teamId, id, ...contentValues(campaign), projectId, mode, retryOf, key, bodyHash],
  );
  return rowCount === 1;
}

const contentValues = ({
  name,
  content,
  sender,
  groupIds,
  sendAt,
  toLandlines,
  estimate,
}: CampaignContent) => [
  ...[name, content, sender, groupIds, sendAt],
  ...[estimate?.messages, estimate?.segments, estimate?.costMicros, toLandlines],
];

/**
 * Changes a campaign that no worker has had; false if one has, or if it was cancelled. By the clock of the
 * statement: the transaction may have waited for the row since before the campaign was due.
 */
export async function updateScheduled(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  content: CampaignContent,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `update campaigns set name = $3, content = $4, sender = $5, group_ids = $6, send_at = $7, due_at = coalesce($7, now()),
        estimated_messages = $8, estimated_segments = $9, estimated_cost_micros = $10, to_landlines = $11
      where team_id = $1 and id = $2 and state = 'scheduled' and lease_holder is null and due_at > clock_timestamp()`,
    [teamId, id, ...contentValues(content)],
  );
  return rowCount === 1;
}

/** The campaign that an idempotency key was used for within a day. */
export async function selectByKey(
  pool: Pool,
  { teamId, projectId, mode }: CampaignScope,
  key: string,
): Promise<{ id: string; bodyHash: Buffer } | null> {
  const { rows } = await pool.query(
    `select id, body_hash as "bodyHash" from campaigns
      where team_id = $1 and project_id = $2 and mode = $3 and idempotency_key = $4
        and created_at > now() - ${KEY_KEPT}`,
    [teamId, projectId, mode, key],
  );
  return rows[0] ?? null;
}

/** A campaign of a project; null where the team has none such. */
export async function selectCampaign(
  client: ClientBase | Pool,
  { teamId, projectId, id }: CampaignKey & { projectId: string },
): Promise<CampaignRow | null> {
  const { rows } = await client.query(
    `select ${COLUMNS} from campaigns c where c.team_id = $1 and c.project_id = $2 and c.id = $3`,
    [teamId, projectId, id],
  );
  return rows[0] ?? null;
}

/**
 * The newest `MAX_CAMPAIGNS_SEARCHED` of a project and mode whose names are like `$4`: all that a search ever
 * reads.
 */
const FOUND = `(select * from campaigns where team_id = $1 and project_id = $2 and mode = $3
    order by id desc limit ${MAX_CAMPAIGNS_SEARCHED}) as c where c.name ilike $4`;

/** Without a pattern in fourth place it is null. */
const LISTED = 'campaigns c where c.team_id = $1 and c.project_id = $2 and c.mode = $3 and $4::text is null';

/** Campaigns of a project and mode, newest first; `like`: those with such a name, null for all. */
export async function selectCampaigns(
  pool: Pool,
  { teamId, projectId, mode, like }: CampaignFilter,
  { offset, limit }: Rows,
): Promise<CampaignRow[]> {
  const { rows } = await pool.query(
    `select ${COLUMNS} from ${like === null ? LISTED : FOUND} order by c.id desc limit $5 offset $6`,
    [teamId, projectId, mode, like, limit, offset],
  );
  return rows;
}

export async function countCampaigns(
  pool: Pool,
  { teamId, projectId, mode, like }: CampaignFilter,
): Promise<number> {
  const { rows } = await pool.query(
    `select count(*)::integer as total from ${like === null ? LISTED : FOUND}`,
    [teamId, projectId, mode, like],
  );
  return rows[0].total;
}

/** How many campaigns of a team and mode have not ended, counted up to `most`. */
export async function countOpen(
  client: ClientBase,
  { teamId, mode }: Pick<CampaignScope, 'teamId' | 'mode'>,
  most: number,
): Promise<number> {
  const { rows } = await client.query(
    `select count(*)::integer as n from (
      select from campaigns where mode = $1 and team_id = $2 and open limit $3
    ) as counted`,
    [mode, teamId, most],
  );
  return rows[0].n;
}

/**
 * Locks a campaign until the transaction ends; throws where another one holds it for longer than
 * `patienceMs`.
 */
export async function lockCampaign(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  patienceMs: number,
): Promise<void> {
  await client.query(`select set_config('lock_timeout', $1, true)`, [`${patienceMs}ms`]);
  await client.query('select from campaigns where team_id = $1 and id = $2 for update', [teamId, id]);
}

/** Cancels a campaign; a worker then settles the recipients that still wait. */
export async function updateCancelled(client: ClientBase, { teamId, id }: CampaignKey): Promise<void> {
  await client.query(
    `update campaigns set state = 'cancelled', open = true, worked_to = '',
        lease_until = case when lease_holder is not null then lease_until end
      where team_id = $1 and id = $2 and state <> 'cancelled'`,
    [teamId, id],
  );
}

export type GroupRow = { id: string; name: string; contacts: number };

/** The team's groups of these ids, with how many contacts each has. */
export async function selectGroups(pool: Pool, teamId: string, ids: readonly string[]): Promise<GroupRow[]> {
  const { rows } = await pool.query(
    'select id, name, contacts from contact_groups where team_id = $1 and id = any($2::uuid[])',
    [teamId, ids],
  );
  return rows;
}

const COUNT_KEY = 'team_id, campaign_id, what';

/** Moves up to `limit` deltas into the counts; returns how many there were. */
export async function rollUpDeltas(client: ClientBase, limit: number): Promise<number> {
  const { rows } = await client.query({
    name: 'roll-up-campaign-deltas',
    text: `with taken as (
        delete from campaign_count_deltas
        where ctid = any(array(select ctid from campaign_count_deltas limit $1)) returning *
      ), summed as (
        insert into campaign_counts as c (${COUNT_KEY}, count, segments, cost_micros)
        select ${COUNT_KEY}, sum(count), sum(segments), sum(cost_micros) from taken group by 1, 2, 3 order by 1, 2, 3
        on conflict (${COUNT_KEY}) do update set count = c.count + excluded.count,
          segments = c.segments + excluded.segments, cost_micros = c.cost_micros + excluded.cost_micros
      )
      select count(*)::integer as taken from taken`,
    values: [limit],
  });
  return rows[0].taken;
}

// SQL of whom a campaign is for: the audience before it starts, and its recipients from then on.
import type { SkipReason } from '@godwit/contract/campaigns';
import type { MergeValues } from '@godwit/contract/mergeFields';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { idFloor } from '../ids.ts';
import type { toRow } from '../messages/present.ts';
import type { CampaignKey } from './queries.ts';

/** Whom a campaign is for: the contacts of groups, or those that another campaign of the team did not reach. */
export type Audience = { teamId: string; groupIds: readonly string[]; retryOf: string | null };

/** Somebody it is for; `number` as the contact has it. */
export type Addressee = MergeValues & { number: string };

const IN_GROUPS = `select c.number, c.first_name, c.last_name from contacts c where c.team_id = $1 and c.id in (
    select m.contact_id from contact_group_members m where m.team_id = $1 and m.group_id = any($2::uuid[]))`;
// Whoever's message failed without anybody knowing whether it arrived may have it: it is not sent again.
const UNREACHED = `select r.number, r.first_name, r.last_name from campaign_recipients r
    left join messages m on m.team_id = r.team_id and m.id = r.message_id
    where r.team_id = $1 and r.campaign_id = $2::uuid
      and (r.skip_reason is not null or (m.state = 'failed' and m.failure not in ('UNKNOWN', 'NO_RECEIPT')))`;

function source({ teamId, groupIds, retryOf }: Audience): { text: string; values: unknown[] } {
  return retryOf
    ? { text: UNREACHED, values: [teamId, retryOf] }
    : { text: IN_GROUPS, values: [teamId, groupIds] };
}

/** Everybody is read at once: the message path is kept from the joins and scans that this wants. */
async function planForMany(client: ClientBase): Promise<void> {
  await client.query('set local enable_hashjoin = on');
  await client.query('set local enable_seqscan = on');
  await client.query('set local cursor_tuple_fraction = 1');
}

/** Reads an audience in pieces, in the order of numbers, each with whether they have opted out; in the caller's transaction. */
export async function* readAudience(
  client: PoolClient,
  audience: Audience,
  pieceSize: number,
): AsyncGenerator<(Addressee & { opted_out: boolean })[]> {
  const { text, values } = source(audience);
  await planForMany(client);
  await client.query(
    `declare audience no scroll cursor for
      select a.*, o.number is not null as opted_out from (${text}) as a
      left join opt_outs o on o.team_id = $1 and o.number = a.number order by a.number collate "C"`,
    values,
  );
  for (;;) {
    const { rows } = await client.query(`fetch ${pieceSize} from audience`);
    if (rows.length > 0) yield rows;
    if (rows.length < pieceSize) return;
  }
}

/** How often contacts are in these groups, those in several as often as in how many. */
export async function countMemberships(client: ClientBase, { teamId, groupIds }: Audience): Promise<number> {
  const { rows } = await client.query(
    'select count(*)::integer as count from contact_group_members where team_id = $1 and group_id = any($2::uuid[])',
    [teamId, groupIds],
  );
  return rows[0].count;
}

/** Fixes the recipients of a campaign; gives how many they are. */
export async function insertRecipients(client: ClientBase, id: string, audience: Audience): Promise<number> {
  const { text, values } = source(audience);
  await planForMany(client);
  const { rowCount } = await client.query(
    `insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name)
      select $1, $3, a.number, a.first_name, a.last_name from (${text}) as a order by a.number collate "C"`,
    [...values, id],
  );
  return rowCount ?? 0;
}

const UNCLAIMED = 'message_id is null and skip_reason is null';

/** The next recipients after a number that have neither a message nor a reason for none. */
export async function selectUnclaimed(
  pool: Pool,
  { teamId, id }: CampaignKey,
  { after, limit }: { after: string; limit: number },
): Promise<Addressee[]> {
  const { rows } = await pool.query({
    name: 'select-unclaimed',
    text: `select number, first_name, last_name from campaign_recipients
      where team_id = $1 and campaign_id = $2 and number > $3 and ${UNCLAIMED} order by number limit $4`,
    values: [teamId, id, after, limit],
  });
  return rows;
}

/** What became of a recipient: a message, or a reason for none. */
export type Settled = { number: string; messageId: string | null; reason: SkipReason | null };

const COUNT_SKIPPED = `insert into campaign_count_deltas (team_id, campaign_id, what, count, segments, cost_micros)
    select $1, $2, skip_reason, count(*), 0, 0 from settled where skip_reason is not null group by skip_reason`;

/**
 * Writes what became of recipients, in the transaction that stores their messages. Each is looked up by itself, whatever
 * the planner believes of a table that has just been filled; the campaign's lock keeps them where they were found.
 * @throws when one of them had been settled before: then nothing of that transaction may stay
 */
export async function settleRecipients(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  settled: readonly Settled[],
): Promise<void> {
  const { rows } = await client.query({
    name: 'settle-recipients',
    text: `with key as materialized (
        select key.message_id, key.skip_reason, r.ctid
        from unnest($3::text[], $4::uuid[], $5::skip_reason[]) as key (number, message_id, skip_reason)
        cross join lateral (
          select ctid from campaign_recipients
          where team_id = $1 and campaign_id = $2 and number = key.number and ${UNCLAIMED} offset 0
        ) as r
      ), settled as (
        update campaign_recipients r set message_id = key.message_id, skip_reason = key.skip_reason from key
        where r.ctid = key.ctid
        returning r.skip_reason
      ), counted as (${COUNT_SKIPPED})
      select count(*)::integer as count from settled`,
    values: [
      teamId,
      id,
      settled.map((one) => one.number),
      settled.map((one) => one.messageId),
      settled.map((one) => one.reason),
    ],
  });
  if (rows[0].count !== settled.length) throw new Error(`campaign ${id}: a recipient was settled twice`);
}

/** Skips up to `limit` of those that are left; gives how many. */
export async function skipUnclaimed(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  { reason, limit }: { reason: SkipReason; limit: number },
): Promise<number> {
  const { rows } = await client.query(
    `with settled as (
        update campaign_recipients r set skip_reason = $3
        where r.ctid = any(array(
          select ctid from campaign_recipients where team_id = $1 and campaign_id = $2 and ${UNCLAIMED}
          order by number limit $4))
        returning r.skip_reason
      ), counted as (${COUNT_SKIPPED})
      select count(*)::integer as count from settled`,
    [teamId, id, reason, limit],
  );
  return rows[0].count;
}

/** The messages of the next recipients after a number. */
export async function selectMessageIds(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  { after, limit }: { after: string; limit: number },
): Promise<{ number: string; messageId: string | null }[]> {
  const { rows } = await client.query(
    `select number, message_id as "messageId" from campaign_recipients
      where team_id = $1 and campaign_id = $2 and number > $3 order by number limit $4`,
    [teamId, id, after, limit],
  );
  return rows;
}

type Page = { offset: number; limit: number };

/** A page of a campaign's messages, in the order of their numbers. */
export async function selectMessages(
  pool: Pool,
  { teamId, id, createdAt }: CampaignKey & { createdAt: Date },
  { offset, limit }: Page,
): Promise<Parameters<typeof toRow>[0][]> {
  const { rows } = await pool.query(
    `select m.id, m.project_id as "projectId", m.mode, m.direction, m.api_type as "apiType", m.sender, m.recipient, m.segments,
        m.state, m.accepted_at as "acceptedAt"
      from (select number, message_id from campaign_recipients
        where team_id = $1 and campaign_id = $2 and message_id is not null order by number limit $4 offset $5) as page
      join messages m on m.team_id = $1 and m.id = page.message_id and m.id >= $3 order by page.number`,
    [teamId, id, idFloor(createdAt), limit, offset],
  );
  return rows;
}

export type SkippedRow = Addressee & { reason: SkipReason };

/** A page of those that got no message, all or those for one reason, in the order of their numbers, and how many they are. */
export async function selectSkipped(
  pool: Pool,
  { teamId, id }: CampaignKey,
  { reason, offset, limit }: Page & { reason: SkipReason | null },
): Promise<{ total: number; rows: SkippedRow[] }> {
  const where = `team_id = $1 and campaign_id = $2 and skip_reason is not null
    and ($3::skip_reason is null or skip_reason = $3)`;
  const [counted, listed] = await Promise.all([
    pool.query(`select count(*)::integer as total from campaign_recipients where ${where}`, [
      teamId,
      id,
      reason,
    ]),
    pool.query(
      `select number, first_name, last_name, skip_reason as reason from campaign_recipients where ${where}
        order by number limit $4 offset $5`,
      [teamId, id, reason, limit, offset],
    ),
  ]);
  return { total: counted.rows[0].total, rows: listed.rows };
}

// SQL of the people a campaign is for: the audience before it starts, and its recipients from then on.

import type { SkipReason } from '@godwit/contract/campaigns/rules';
import type { MergeValues } from '@godwit/contract/messages/mergeFields';
import type { FailureCode, MessageState, Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool, PoolClient, QueryConfig, QueryResultRow } from 'pg';
import { columnsOf } from '../../db/columns.ts';
import { FENCE, inOrder } from '../../db/fences.ts';
import { stoppedBy } from '../../db/optedOut.ts';
import { abortableQuery } from '../../db/transaction.ts';
import { idFloor } from '../../ids.ts';
import type { toRow } from '../../messages/log/serialize.ts';
import type { CampaignKey } from '../queries.ts';

/**
 * The people a campaign is for: the contacts of groups, or those that another campaign of the team did not
 * reach.
 */
export type Audience = { teamId: string; groupIds: readonly string[]; retryOf: string | null };

/** One of them; `number` as the contact has it. */
export type Addressee = MergeValues & { number: string };

/**
 * A team that has just come is unknown to statistics, and any of its indexes then looks as good as another,
 * to look up one row or to read all. So each side is read by the index that has an order: a range of one key,
 * with sorts switched off where another would be needed. The fence keeps a look-up from becoming a join.
 */
const IN_GROUPS = `select c.* from (
    select distinct m.contact_id from unnest($2::uuid[]) as wanted (group_id)
    cross join lateral (
      select m.contact_id from contact_group_members m
      where m.team_id = $1 and ${inOrder('m.group_id', 'wanted.group_id')}
      order by m.group_id, m.contact_id ${FENCE}) as m
  ) as member
  cross join lateral (
    select c.number, c.first_name, c.last_name from contacts c
    where c.team_id = $1 and ${inOrder('c.id', 'member.contact_id')} order by c.id ${FENCE}) as c`;
// A message that failed without a receipt may have arrived: it is not sent again.
const UNREACHED = `select r.number, r.first_name, r.last_name from campaign_recipients r
  cross join lateral (
    select where r.skip_reason is not null
    union all
    select from messages m where m.team_id = $1 and ${inOrder('m.id', 'r.message_id')}
      and m.state = 'failed' and m.failure not in ('UNKNOWN', 'NO_RECEIPT') ${FENCE}) as missed
  where r.team_id = $1 and r.campaign_id = $2::uuid`;

function source({ teamId, groupIds, retryOf }: Audience): { text: string; values: unknown[] } {
  return retryOf
    ? { text: UNREACHED, values: [teamId, retryOf] }
    : { text: IN_GROUPS, values: [teamId, groupIds] };
}

/** All rows are read: to the end, and each by the index that its order names. */
async function planForAll(client: ClientBase): Promise<void> {
  await client.query('set local enable_sort = off');
  await client.query('set local cursor_tuple_fraction = 1');
}

/**
 * Reads an audience in pieces, in the order of numbers, each with whether an opt-out stops this message to
 * them; in the caller's transaction.
 */
export async function* readAudience(
  client: PoolClient,
  audience: Audience,
  { mode, promotional, pieceSize }: { mode: Mode; promotional: boolean; pieceSize: number },
): AsyncGenerator<(Addressee & { opted_out: boolean })[]> {
  const { text, values } = source(audience);
  await planForAll(client);
  await client.query(
    `declare audience no scroll cursor for
      select a.*, o.number is not null as opted_out from (${text} ${FENCE}) as a
      left join lateral (
        select o.number ${stoppedBy({ team: '$1', mode: '$3::message_mode', number: 'a.number', promotional: '$4::boolean' })}
        order by o.number limit 1) as o on true
      order by a.number collate "C"`,
    [...values, mode, promotional],
  );
  for (;;) {
    const { rows } = await client.query(`fetch ${pieceSize} from audience`);
    if (rows.length > 0) yield rows;
    if (rows.length < pieceSize) return;
  }
}

/** How often contacts are in these groups, those in several as often as in how many. */
export async function countMemberships(client: ClientBase, { teamId, groupIds }: Audience): Promise<number> {
  await planForAll(client);
  const { rows } = await client.query(
    `select count(*)::integer as count from unnest($2::uuid[]) as wanted (group_id)
      cross join lateral (
        select from contact_group_members m
        where m.team_id = $1 and ${inOrder('m.group_id', 'wanted.group_id')}
        order by m.group_id, m.contact_id ${FENCE}) as m`,
    [teamId, groupIds],
  );
  return rows[0].count;
}

/** Fixes the recipients of a campaign; returns how many they are. */
export async function insertRecipients(client: ClientBase, id: string, audience: Audience): Promise<number> {
  const { text, values } = source(audience);
  await planForAll(client);
  const { rowCount } = await client.query(
    `insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name)
      select $1, $3, a.number, a.first_name, a.last_name from (${text} ${FENCE}) as a order by a.number collate "C"`,
    [...values, id],
  );
  return rowCount ?? 0;
}

const UNCLAIMED = 'message_id is null and skip_reason is null';

/**
 * The next recipients after a number that have neither a message nor a reason for none; in the caller's
 * transaction.
 */
export async function selectUnclaimed(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  { after, limit }: { after: string; limit: number },
): Promise<Addressee[]> {
  return readPage(client, {
    name: 'select-unclaimed',
    text: `select number, first_name, last_name from campaign_recipients
      where team_id = $1 and campaign_id = $2 and number > $3 and ${UNCLAIMED} order by number limit $4`,
    values: [teamId, id, after, limit],
  });
}

/** The outcome of a recipient: a message, or a reason for none. */
export type Settled = { number: string; messageId: string | null; reason: SkipReason | null };

const COUNT_SKIPPED = `insert into campaign_count_deltas (team_id, campaign_id, what, count, segments, cost_micros)
    select $1, $2, skip_reason, count(*), 0, 0 from settled where skip_reason is not null group by skip_reason`;

/**
 * Writes what became of recipients, in the transaction that stores their messages. Each is looked up by
 * itself, whatever the planner believes of a table that has just been filled; the campaign's lock keeps them
 * where they were found.
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
          where team_id = $1 and campaign_id = $2 and number = key.number and ${UNCLAIMED} ${FENCE}
        ) as r
      ), settled as (
        update campaign_recipients r set message_id = key.message_id, skip_reason = key.skip_reason from key
        where r.ctid = key.ctid
        returning r.skip_reason
      ), counted as (${COUNT_SKIPPED})
      select count(*)::integer as count from settled`,
    values: [teamId, id, ...columnsOf(settled, 'number', 'messageId', 'reason')],
  });
  if (rows[0].count !== settled.length) throw new Error(`campaign ${id}: a recipient was settled twice`);
}

/**
 * The next recipients after a number, with their messages and whether they are unclaimed; in the caller's
 * transaction.
 */
export async function selectFollowing(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  { after, limit }: { after: string; limit: number },
): Promise<{ number: string; messageId: string | null; isUnclaimed: boolean }[]> {
  return readPage(client, {
    text: `select number, message_id as "messageId", ${UNCLAIMED} as "isUnclaimed" from campaign_recipients
      where team_id = $1 and campaign_id = $2 and number > $3 order by number limit $4`,
    values: [teamId, id, after, limit],
  });
}

/** Reads a page in the order of an index: sorted, each page would read all that follow. */
async function readPage<Row extends QueryResultRow>(client: ClientBase, query: QueryConfig): Promise<Row[]> {
  await client.query('set local enable_sort = off');
  const { rows } = await client.query<Row>(query);
  await client.query('set local enable_sort = on');
  return rows;
}

type Page = { offset: number; limit: number };

const MESSAGE_OF = (
  recipient: string,
): string => `select m.id, m.project_id as "projectId", m.mode, m.direction,
    m.api_type as "apiType", m.sender, m.recipient, m.segments, m.failure, m.state, m.accepted_at as "acceptedAt"
  from messages m where m.team_id = $1 and m.id = ${recipient}.message_id and m.id >= $3`;

/** A recipient with what became of them; without a message all of it is null but the reason. */
export type OutcomeRow = Addressee & { reason: SkipReason | null } & {
  [Key in keyof RecipientMessage]: RecipientMessage[Key] | null;
};
type RecipientMessage = {
  id: string;
  state: MessageState;
  failure: FailureCode;
  carrierError: string;
  segments: number;
  chargedMicros: bigint;
  sentAt: Date;
  deliveredAt: Date;
  body: string;
};

/**
 * The recipients after a number with what became of them, in the order of their numbers; `body` is empty
 * unless texts are asked for.
 */
export function listOutcomes(
  pool: Pool,
  { teamId, id, createdAt }: CampaignKey & { createdAt: Date },
  {
    after,
    limit,
    withText,
    signal,
  }: { after: string; limit: number; withText: boolean; signal: AbortSignal },
): Promise<OutcomeRow[]> {
  const text = `select r.number, r.first_name, r.last_name, r.skip_reason as reason, m.* from (
      select number, first_name, last_name, skip_reason, message_id from campaign_recipients
      where team_id = $1 and campaign_id = $2 and number > $4 order by number limit $5) as r
    left join lateral (
      select m.id, m.state, m.failure, m.carrier_error as "carrierError", m.segments, m.charged_micros as "chargedMicros",
        m.sent_at as "sentAt", m.delivered_at as "deliveredAt", ${withText ? 'm.body' : "''"} as body
      from messages m where m.team_id = $1 and m.id = r.message_id and m.id >= $3 ${FENCE}) as m on true
    order by r.number`;
  return abortableQuery(pool, signal, text, [teamId, id, idFloor(createdAt), after, limit]);
}

/** Which of a campaign's messages; null is all. */
type Of = { states: readonly MessageState[] | null; failures: readonly FailureCode[] | null };

/**
 * A page of a campaign's messages, in the order of their numbers. Those of a status are found among all
 * before them.
 */
export async function selectMessages(
  pool: Pool,
  { teamId, id, createdAt }: CampaignKey & { createdAt: Date },
  { states, failures, offset, limit }: Page & Of,
): Promise<Parameters<typeof toRow>[0][]> {
  if (states) {
    const { rows } = await pool.query(
      `select m.* from (select number, message_id from campaign_recipients
          where team_id = $1 and campaign_id = $2 and message_id is not null order by number) as recipient
        cross join lateral (${MESSAGE_OF('recipient')}
          and m.state = any($6::message_state[]) and ($7::failure_code[] is null or m.failure = any($7)) ${FENCE}) as m
        order by recipient.number limit $4 offset $5`,
      [teamId, id, idFloor(createdAt), limit, offset, states, failures],
    );
    return rows;
  }
  const { rows } = await pool.query(
    `select m.* from (select number, message_id from campaign_recipients
        where team_id = $1 and campaign_id = $2 and message_id is not null order by number limit $4 offset $5) as page
      cross join lateral (${MESSAGE_OF('page')} ${FENCE}) as m
      order by page.number`,
    [teamId, id, idFloor(createdAt), limit, offset],
  );
  return rows;
}

export type SkippedRow = Addressee & { reason: SkipReason };

/**
 * A page of the recipients without a message, all or those for one reason, in the order of their numbers, and
 * how many they are.
 */
export async function selectSkipped(
  pool: Pool,
  { teamId, id }: CampaignKey,
  { reason, offset, limit }: Page & { reason: SkipReason | null },
): Promise<{ total: number; rows: SkippedRow[] }> {
  const where = `team_id = $1 and campaign_id = $2 and skip_reason is not null
    and ($3::skip_reason is null or skip_reason = $3)`;
  const values = [teamId, id, reason];
  const [counted, listed] = await Promise.all([
    pool.query(`select count(*)::integer as total from campaign_recipients where ${where}`, values),
    pool.query(
      `select number, first_name, last_name, skip_reason as reason from campaign_recipients where ${where}
        order by number limit $4 offset $5`,
      [...values, limit, offset],
    ),
  ]);
  return { total: counted.rows[0].total, rows: listed.rows };
}

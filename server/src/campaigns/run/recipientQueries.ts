// SQL of a campaign's recipients: the audience before it starts, and the stored recipients from then on.

import { leftOutOf } from '@godwit/contract/campaigns/leftOut';
import { SKIP_REASONS, type SkipReason } from '@godwit/contract/campaigns/rules';
import type { ContentClass } from '@godwit/contract/contentClass';
import { FAILURE_CODES, type FailureCode } from '@godwit/contract/messages/failures';
import type { MergeValues } from '@godwit/contract/messages/mergeFields';
import type { MessageState, Mode } from '@godwit/contract/messages/statuses';
import type { ClientBase, Pool, PoolClient } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { decidingConsent } from '../../db/consented.ts';
import { readInPieces } from '../../db/cursor.ts';
import { FENCE, inOrder } from '../../db/fences.ts';
import { stoppedBy } from '../../db/optedOut.ts';
import { type Fragment, fragment, prepared, raw, unprepared } from '../../db/sql.ts';
import { abortableQuery } from '../../db/transaction.ts';
import { receiptErrorsOf } from '../../explainFailure.ts';
import { idFloor } from '../../ids.ts';
import type { toRow } from '../../messages/log/serialize.ts';
import type { CampaignKey } from '../queries.ts';

/**
 * The people a campaign goes to: the contacts of groups, or, with `retryOf`, the recipients whom that
 * campaign of the team did not reach, without those that `leftOutOf` names.
 */
export type Audience = { teamId: string; groupIds: readonly string[]; retryOf: string | null };

/** One of these people. The number is written as in the contact. */
export type Addressee = MergeValues & { number: string };

/**
 * The statistics do not know a new team. To the planner each of its indexes then looks equally good, for one
 * row as for all. So each side is read by the one index that has the order asked for: a range of one key,
 * with sorts switched off. The fence keeps a look-up from becoming a join.
 */
const IN_GROUPS = fragment`select c.* from (
    select distinct m.contact_id from unnest(${'groupIds'}::uuid[]) as wanted (group_id)
    cross join lateral (
      select m.contact_id from contact_group_members m
      where m.team_id = ${'teamId'} and ${inOrder('m.group_id', 'wanted.group_id')}
      order by m.group_id, m.contact_id ${FENCE}) as m
  ) as member
  cross join lateral (
    select c.number, c.first_name, c.last_name from contacts c
    where c.team_id = ${'teamId'} and ${inOrder('c.id', 'member.contact_id')} order by c.id ${FENCE}) as c`;
const UNREACHED = fragment`select r.number, r.first_name, r.last_name from campaign_recipients r
  cross join lateral (
    select where r.skip_reason <> all(${'skipsLeftOut'}::skip_reason[])
    union all
    select from messages m where m.team_id = ${'teamId'} and ${inOrder('m.id', 'r.message_id')}
      and m.state = 'failed' and m.failure <> all(${'failuresLeftOut'}::failure_code[])
      and ltrim(coalesce(m.carrier_error, ''), '0') <> all(${'errorsLeftOut'}::text[]) ${FENCE}) as missed
  where r.team_id = ${'teamId'} and r.campaign_id = ${'retryOf'}::uuid`;

/** The reasons with which recipients are left out of UNREACHED. */
function leftOut(toLandlines: boolean) {
  const isLeftOut = (reason: Parameters<typeof leftOutOf>[0]) => leftOutOf(reason, toLandlines) !== null;
  return {
    skipsLeftOut: (Object.keys(SKIP_REASONS) as SkipReason[]).filter(isLeftOut),
    failuresLeftOut: FAILURE_CODES.filter(isLeftOut),
    errorsLeftOut: receiptErrorsOf(isLeftOut),
  };
}

const PLAN_FOR_ALL = unprepared('plan-for-all-recipients')`
  select set_config('enable_sort', 'off', true), set_config('cursor_tuple_fraction', '1', true)`;

/**
 * Has the later statements of a transaction planned to read all rows, each by the index that its order names.
 */
export async function planForAll(client: ClientBase): Promise<void> {
  await PLAN_FOR_ALL.run(client);
}

/** Joins each addressee `a` with an opt-out that stops this message to them. */
const OPT_OUTS = fragment`left join lateral (
      select o.number ${stoppedBy({ team: fragment`${'teamId'}`, mode: fragment`${'mode'}::message_mode`, number: 'a.number', promotional: fragment`${'contentClass'}::content_class = 'PROMOTIONAL'` })}
      order by o.number limit 1) as o on true`;

/**
 * Joins each addressee `a` with whether they have consented to messages of its class, if that matters.
 */
const CONSENTS = fragment`left join lateral (
      select * from (
        select c.kind <> 'WITHDRAWN' as consented ${decidingConsent({ team: fragment`${'teamId'}`, mode: fragment`${'mode'}::message_mode`, number: 'a.number' })}
      ) as c where ${'asksConsent'}::boolean) as c on true`;

type AddresseeRow = Addressee & { opted_out: boolean; consented: boolean };
const READ_GROUPS = unprepared<AddresseeRow>('read-audience-of-groups')`
  select a.*, o.number is not null as opted_out, coalesce(c.consented, false) as consented from (${IN_GROUPS} ${FENCE}) as a
    ${OPT_OUTS} ${CONSENTS}
    order by a.number collate "C"`;
const READ_UNREACHED = unprepared<AddresseeRow>('read-audience-of-retry')`
  select a.*, o.number is not null as opted_out, coalesce(c.consented, false) as consented from (${UNREACHED} ${FENCE}) as a
    ${OPT_OUTS} ${CONSENTS}
    order by a.number collate "C"`;

/**
 * Reads an audience in pieces, in the order of numbers, in the caller's transaction. Each row has whether an
 * opt-out stops this message, and whether the person has consented to it, which is false without
 * `asksConsent`.
 */
export async function* readAudience(
  client: PoolClient,
  { teamId, groupIds, retryOf }: Audience,
  {
    pieceSize,
    toLandlines,
    ...message
  }: {
    mode: Mode;
    contentClass: ContentClass;
    asksConsent: boolean;
    toLandlines: boolean;
    pieceSize: number;
  },
): AsyncGenerator<AddresseeRow[]> {
  await planForAll(client);
  const bound = retryOf
    ? READ_UNREACHED.bind({ teamId, retryOf, ...leftOut(toLandlines), ...message })
    : READ_GROUPS.bind({ teamId, groupIds, ...message });
  yield* readInPieces<AddresseeRow>(client, bound, pieceSize);
}

const COUNT_MEMBERSHIPS = unprepared<{ count: number }>('count-memberships')`
  select count(*)::integer as count from unnest(${'groupIds'}::uuid[]) as wanted (group_id)
    cross join lateral (
      select from contact_group_members m
      where m.team_id = ${'teamId'} and ${inOrder('m.group_id', 'wanted.group_id')}
      order by m.group_id, m.contact_id ${FENCE}) as m`;

/** Counts the contacts of groups. A contact in several groups counts once for each. */
export async function countMemberships(client: ClientBase, { teamId, groupIds }: Audience): Promise<number> {
  await planForAll(client);
  const { rows } = await COUNT_MEMBERSHIPS.run(client, { teamId, groupIds });
  return rows[0]!.count;
}

const INSERT_FROM_GROUPS = unprepared('insert-recipients-of-groups')`
  insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name)
    select ${'teamId'}, ${'id'}, a.number, a.first_name, a.last_name from (${IN_GROUPS} ${FENCE}) as a order by a.number collate "C"`;
const INSERT_UNREACHED = unprepared('insert-recipients-of-retry')`
  insert into campaign_recipients (team_id, campaign_id, number, first_name, last_name)
    select ${'teamId'}, ${'id'}, a.number, a.first_name, a.last_name from (${UNREACHED} ${FENCE}) as a order by a.number collate "C"`;

/** Stores the recipients of a campaign. Returns how many they are. */
export async function insertRecipients(
  client: ClientBase,
  id: string,
  { teamId, groupIds, retryOf, toLandlines }: Audience & { toLandlines: boolean },
): Promise<number> {
  await planForAll(client);
  const { rowCount } = retryOf
    ? await INSERT_UNREACHED.run(client, { teamId, id, retryOf, ...leftOut(toLandlines) })
    : await INSERT_FROM_GROUPS.run(client, { teamId, id, groupIds });
  return rowCount ?? 0;
}

const UNCLAIMED = fragment`message_id is null and skip_reason is null`;

const SELECT_UNCLAIMED = prepared<Addressee>('select-unclaimed')`
  select number, first_name, last_name from campaign_recipients
    where team_id = ${'teamId'} and campaign_id = ${'id'} and number > ${'after'} and ${UNCLAIMED} order by number limit ${'limit'}`;

/**
 * The next recipients after a number that have neither a message nor a reason for having none, in the
 * caller's transaction.
 */
export async function selectUnclaimed(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  from: { after: string; limit: number },
): Promise<Addressee[]> {
  const { rows } = await withoutSorts(client, () => SELECT_UNCLAIMED.run(client, { teamId, id, ...from }));
  return rows;
}

/** The outcome of a recipient: a message, or the reason for having none. */
export type Settled = { number: string; messageId: string | null; reason: SkipReason | null };

// Looks each recipient up by itself, whatever the planner believes of a table that has just been filled. The
// campaign's lock keeps the rows where they were found.
const SETTLE_RECIPIENTS = prepared<{ count: number }>('settle-recipients')`
  with key as materialized (
      select key.message_id, key.skip_reason, r.ctid
      from unnest(${'number'}::text[], ${'messageId'}::uuid[], ${'reason'}::skip_reason[]) as key (number, message_id, skip_reason)
      cross join lateral (
        select ctid from campaign_recipients
        where team_id = ${'teamId'} and campaign_id = ${'id'} and number = key.number and ${UNCLAIMED} ${FENCE}
      ) as r
    ), settled as (
      update campaign_recipients r set message_id = key.message_id, skip_reason = key.skip_reason from key
      where r.ctid = key.ctid
      returning r.skip_reason
    ), counted as (
      insert into campaign_count_deltas (team_id, campaign_id, what, count, segments, cost_micros)
      select ${'teamId'}, ${'id'}, skip_reason, count(*), 0, 0 from settled where skip_reason is not null group by skip_reason
    )
    select count(*)::integer as count from settled`;

/**
 * Stores the outcomes of recipients, in the transaction that stores their messages.
 * @throws if one of them was settled before, so the whole transaction is rolled back
 */
export async function settleRecipients(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  settled: readonly Settled[],
): Promise<void> {
  const lists = listsOf(settled, 'number', 'messageId', 'reason');
  const { rows } = await SETTLE_RECIPIENTS.run(client, { teamId, id, ...lists });
  if (rows[0]!.count !== settled.length) throw new Error(`campaign ${id}: a recipient was settled twice`);
}

type FollowingRow = { number: string; messageId: string | null; isUnclaimed: boolean };
const SELECT_FOLLOWING = unprepared<FollowingRow>('following-recipients')`
  select number, message_id as "messageId", ${UNCLAIMED} as "isUnclaimed" from campaign_recipients
    where team_id = ${'teamId'} and campaign_id = ${'id'} and number > ${'after'} order by number limit ${'limit'}`;

/**
 * The next recipients after a number, with their messages and whether they are unclaimed, in the caller's
 * transaction.
 */
export async function selectFollowing(
  client: ClientBase,
  { teamId, id }: CampaignKey,
  from: { after: string; limit: number },
): Promise<FollowingRow[]> {
  const { rows } = await withoutSorts(client, () => SELECT_FOLLOWING.run(client, { teamId, id, ...from }));
  return rows;
}

const SET_SORTS = unprepared('set-sorts-of-recipients')`
  select set_config('enable_sort', ${'sorts'}, true)`;

/** Reads a page in the order of an index. With a sort, each page would read all rows that follow. */
async function withoutSorts<Result>(client: ClientBase, read: () => Promise<Result>): Promise<Result> {
  await SET_SORTS.run(client, { sorts: 'off' });
  const result = await read();
  await SET_SORTS.run(client, { sorts: 'on' });
  return result;
}

type Page = { offset: number; limit: number };

/** The message of a recipient. The floor of its id leaves out the months before the campaign. */
const messageOf = (
  recipient: string,
): Fragment<'teamId' | 'floor'> => fragment`select m.id, m.project_id as "projectId", m.mode, m.direction,
    m.api_type as "apiType", m.sender, m.recipient, m.segments, m.failure, m.state, m.accepted_at as "acceptedAt"
  from messages m where m.team_id = ${'teamId'} and m.id = ${raw(recipient)}.message_id and m.id >= ${'floor'}`;

/** A recipient with the outcome. Without a message all of it is null but the reason. */
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

const LIST_OUTCOMES = unprepared<OutcomeRow>('recipient-outcomes')`
  select r.number, r.first_name, r.last_name, r.skip_reason as reason, m.* from (
      select number, first_name, last_name, skip_reason, message_id from campaign_recipients
      where team_id = ${'teamId'} and campaign_id = ${'id'} and number > ${'after'} order by number limit ${'limit'}) as r
    left join lateral (
      select m.id, m.state, m.failure, m.carrier_error as "carrierError", m.segments, m.charged_micros as "chargedMicros",
        m.sent_at as "sentAt", m.delivered_at as "deliveredAt", case when ${'withText'} then m.body else '' end as body
      from messages m where m.team_id = ${'teamId'} and m.id = r.message_id and m.id >= ${'floor'} ${FENCE}) as m on true
    order by r.number`;

/**
 * The recipients after a number with their outcomes, in the order of their numbers. `body` is empty unless
 * texts are asked for.
 */
export function listOutcomes(
  pool: Pool,
  { teamId, id, createdAt }: CampaignKey & { createdAt: Date },
  { signal, ...from }: { after: string; limit: number; withText: boolean; signal: AbortSignal },
): Promise<OutcomeRow[]> {
  const { text, values } = LIST_OUTCOMES.bind({ teamId, id, floor: idFloor(createdAt), ...from });
  return abortableQuery(pool, signal, text, values);
}

/** The failure of message `m` with the carrier's error. Messages of one kind failed for one reason. */
export const FAILURE_KIND = fragment`concat_ws(' ', m.failure, m.carrier_error)`;

/** The states, failures and kinds of failure of the messages to select; null is all. */
type Of = {
  states: readonly MessageState[] | null;
  failures: readonly FailureCode[] | null;
  kinds?: readonly string[] | null;
};

type MessageRow = Parameters<typeof toRow>[0];
const SELECT_MESSAGES = unprepared<MessageRow>('campaign-messages')`
  select m.* from (select number, message_id from campaign_recipients
      where team_id = ${'teamId'} and campaign_id = ${'id'} and message_id is not null order by number limit ${'limit'} offset ${'offset'}) as page
    cross join lateral (${messageOf('page')} ${FENCE}) as m
    order by page.number`;
const SELECT_MESSAGES_OF = unprepared<MessageRow>('campaign-messages-of-state')`
  select m.* from (select number, message_id from campaign_recipients
      where team_id = ${'teamId'} and campaign_id = ${'id'} and message_id is not null order by number) as recipient
    cross join lateral (${messageOf('recipient')}
      and m.state = any(${'states'}::message_state[]) and (${'failures'}::failure_code[] is null or m.failure = any(${'failures'}))
      and (${'kinds'}::text[] is null or ${FAILURE_KIND} = any(${'kinds'})) ${FENCE}) as m
    order by recipient.number limit ${'limit'} offset ${'offset'}`;

/**
 * A page of a campaign's messages, in the order of their numbers. With `states` all messages before the page
 * are read as well.
 */
export async function selectMessages(
  pool: Pool,
  { teamId, id, createdAt }: CampaignKey & { createdAt: Date },
  { states, failures, kinds = null, ...page }: Page & Of,
): Promise<MessageRow[]> {
  const values = { teamId, id, floor: idFloor(createdAt), ...page };
  const { rows } = states
    ? await SELECT_MESSAGES_OF.run(pool, { ...values, states, failures, kinds })
    : await SELECT_MESSAGES.run(pool, values);
  return rows;
}

export type SkippedRow = Addressee & { reason: SkipReason };

const SKIPPED = fragment`team_id = ${'teamId'} and campaign_id = ${'id'} and skip_reason is not null
    and (${'reason'}::skip_reason is null or skip_reason = ${'reason'})`;
const COUNT_SKIPPED = unprepared<{ total: number }>('count-skipped-recipients')`
  select count(*)::integer as total from campaign_recipients where ${SKIPPED}`;
const SELECT_SKIPPED = unprepared<SkippedRow>('skipped-recipients')`
  select number, first_name, last_name, skip_reason as reason from campaign_recipients where ${SKIPPED}
    order by number limit ${'limit'} offset ${'offset'}`;

/**
 * A page of the recipients without a message in the order of their numbers, and how many they are. `reason`
 * leaves out those with another reason.
 */
export async function selectSkipped(
  pool: Pool,
  { teamId, id }: CampaignKey,
  { reason, ...page }: Page & { reason: SkipReason | null },
): Promise<{ total: number; rows: SkippedRow[] }> {
  const values = { teamId, id, reason };
  const [counted, listed] = await Promise.all([
    COUNT_SKIPPED.run(pool, values),
    SELECT_SKIPPED.run(pool, { ...values, ...page }),
  ]);
  return { total: counted.rows[0]!.total, rows: listed.rows };
}

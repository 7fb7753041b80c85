// SQL of the message log: messages of one project and mode in a span of time, a page at a time. The statement
// of a search depends on the meanings of the searched text, so Kysely builds it.
import type { FailureCode } from '@godwit/contract/messages/failures';
import type { Direction, MessageState, Mode, PublicStatus } from '@godwit/contract/messages/statuses';
import { type RawBuilder, sql } from 'kysely';
import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { type Fragment, fragment, prepared } from '../../db/sql.ts';
import { abortableQuery } from '../../db/transaction.ts';
import { idFloor } from '../../ids.ts';
import type { Connections, Database } from '../../services.ts';
import type { Stretch } from '../../stats/periods.ts';
import type { Reading, Wanted } from '../../stats/position.ts';
import type { Message, MessageListRow } from '../accept/queries.ts';

/** The filters of the log; null does not filter. `states`: the states that have `status`. */
export type LogFilter = {
  teamId: string;
  projectId: string;
  mode: Mode;
  stretch: Stretch;
  status: PublicStatus | null;
  states: readonly MessageState[] | null;
  direction: Direction | null;
  failures: readonly FailureCode[] | null;
  search: Search | null;
};

/**
 * The meanings of a searched text: a message id; or the start of a sender id or number, or an id's visible
 * part.
 */
export type Search = { id: string } | { sender: string; numbers: readonly string[]; shownId: ShownId | null };
/** The first eight digits of an id, if they were typed, and the last digits. */
type ShownId = { start: string | undefined; end: string };

type Searching = LogFilter & { search: Search };

/** The next `limit` messages of the log after the message `after`. */
export type Following = {
  order: Order;
  after: string | null;
  limit: number;
  withText: boolean;
  signal: AbortSignal;
};

type Order = Wanted['order'];

/** The columns of a MessageListRow, of `messages m`. */
export const ROW = fragment`m.id, m.project_id as "projectId", m.accepted_at as "acceptedAt", m.direction, m.api_type as "apiType", m.sender,
  m.recipient, m.segments, m.state, m.failure, m.mode`;

const NONE = fragment``;
export const ORDERS: Readonly<Record<Order, Fragment>> = { ASC: fragment`ASC`, DESC: fragment`DESC` };
const BY_STATE = fragment`and state = any(${'states'}::message_state[])`;
const BY_DIRECTION = fragment`and direction = ${'direction'}::message_direction`;
const BY_FAILURE = fragment`and failure = any(${'failures'}::failure_code[])`;

/** The filters on columns that no index holds. */
type Filters = 'states' | 'direction' | 'failures';

const nameOf = (order: Order, { states, direction, failures }: Readonly<Record<Filters, unknown>>) =>
  `log-page-${order}${states ? '-state' : ''}${direction ? '-direction' : ''}${failures ? '-failures' : ''}`;

// Each combination of filters has its own statement: without any, the index alone yields the ids. The scan
// passes over the skipped messages, at most a quarter of an hour of them, in that index, which has no team.
function logPage(order: Order, filters: Readonly<Record<Filters, boolean>>) {
  const sorted = ORDERS[order];
  const { states, direction, failures } = filters;
  const log = fragment`project_id = ${'projectId'} and mode = ${'mode'} ${states ? BY_STATE : NONE}
          ${direction ? BY_DIRECTION : NONE} ${failures ? BY_FAILURE : NONE}`;
  return prepared<MessageListRow>(nameOf(order, filters))`
    with page as materialized (
        (select id from messages where ${log} and id >= ${'first'} and id < ${'past'}
          order by id ${sorted} offset ${'skip'} limit ${'limit'})
        union all
        (select held.id from unnest(${'starts'}::uuid[], ${'ends'}::uuid[]) as reading (starts, ends)
          cross join lateral (
            select id from messages where team_id = ${'teamId'} and ${log} and id >= reading.starts and id < reading.ends
            order by id ${sorted} limit ${'limit'}
          ) as held order by held.id ${sorted} limit ${'limit'})
        order by id ${sorted} limit ${'limit'}
      )
      select m.* from page cross join lateral (
        select ${ROW} from messages m where m.team_id = ${'teamId'} and m.id = page.id ${FENCE}
      ) as m order by m.id ${sorted}`;
}

const BOTH = [true, false];
const COMBINATIONS = BOTH.flatMap((states) =>
  BOTH.flatMap((direction) => BOTH.map((failures) => ({ states, direction, failures }))),
);
const LOG_PAGES = new Map(
  (['ASC', 'DESC'] as const).flatMap((order) =>
    COMBINATIONS.map((filters) => [nameOf(order, filters), logPage(order, filters)] as const),
  ),
);

/** The messages of a page, from the spans that hold it. */
export async function listReadings(
  pool: Pool,
  filter: LogFilter,
  readings: readonly Reading[],
  { order, limit }: Wanted,
): Promise<MessageListRow[]> {
  const [first, ...others] = readings;
  if (!first) return [];
  const { rows } = await LOG_PAGES.get(nameOf(order, filter))!.run(pool, {
    ...filter,
    limit,
    ...{ first: idFloor(first.from), past: idFloor(first.before), skip: first.skip },
    starts: others.map(({ from }) => idFloor(from)),
    ends: others.map(({ before }) => idFloor(before)),
  });
  return rows;
}

type Sql = RawBuilder<unknown>;
const text = (part: Fragment): Sql => sql.raw(String(part));
const unionOf = (sources: readonly Sql[]): Sql => sql.join(sources, sql` union `);

/** Conditions on columns that no index holds; without them, the index alone yields the ids. */
function conditions({ states, direction, failures }: LogFilter): Sql {
  const given = [
    ...(states ? [sql`and state = any(${states}::message_state[])`] : []),
    ...(direction ? [sql`and direction = ${direction}::message_direction`] : []),
    ...(failures ? [sql`and failure = any(${failures}::failure_code[])`] : []),
  ];
  return sql.join(given, sql` `);
}

/**
 * Counts the messages that a search finds, no more than `most`. `frequent`: the meanings that alone have that
 * many, for which the order of the log finds a page sooner.
 */
export async function countFound(
  db: Database,
  filter: Searching,
  most: number,
): Promise<{ found: number; frequent: boolean[] }> {
  const meanings = meaningsOf(filter).map((meaning, i) => ({ meaning, i: sql.lit(i) }));
  const sources = meanings.map(
    ({ meaning, i }) =>
      sql`(select ${i} as meaning, id from (${sourceOf(filter, { meaning, by: 'meaning' })} limit ${most}) as of)`,
  );
  const frequent = meanings.map(({ i }) => sql`count(*) filter (where meaning = ${i}) >= ${most}`);
  const { rows } = await sql<{ found: number; frequent: boolean[] }>`
    select least(count(distinct id), ${most})::integer as found, array[${sql.join(frequent)}] as frequent
    from (${sql.join(sources, sql` union all `)}) as found`.execute(db);
  return rows[0]!;
}

/** A page of the messages that a search finds. Reads its `frequent` meanings in the order of the log. */
export async function listFound(
  db: Database,
  filter: Searching,
  { order, offset, limit, frequent }: Wanted & { frequent: readonly boolean[] },
): Promise<MessageListRow[]> {
  const sorted = text(ORDERS[order]);
  const sources = meaningsOf(filter).map((meaning, i) => {
    const source = sourceOf(filter, { meaning, by: frequent[i] ? 'log' : 'meaning' });
    return sql`(${source} order by id ${sorted} limit ${offset + limit})`;
  });
  const { rows } = await sql<MessageListRow>`
    with page as materialized (
      select id from (${unionOf(sources)}) as found order by id ${sorted} offset ${offset} limit ${limit}
    )
    select m.* from page cross join lateral (
      select ${text(ROW)} from messages m where m.team_id = ${filter.teamId} and m.id = page.id ${text(FENCE)}
    ) as m order by m.id ${sorted}`.execute(db);
  return rows;
}

/** The further columns that a report shows of a message; `body` is empty unless texts are requested. */
export type ReportedRow = MessageListRow &
  Pick<Message, 'carrierError' | 'chargedMicros' | 'body'> & { campaign: string | null };

const reportedRow = (withText: boolean): Sql => sql`${text(ROW)}, m.carrier_error as "carrierError",
  m.charged_micros as "chargedMicros", ${withText ? sql`m.body` : sql`''`} as body,
  (select c.name from campaigns c where c.team_id = m.team_id and c.id = m.campaign_id) as campaign`;

/** The next messages of the log in order, to read all of it in batches. */
export function listFollowing(
  { pool, kysely }: Connections,
  filter: LogFilter,
  { order, after, limit, withText, signal }: Following,
): Promise<ReportedRow[]> {
  const sorted = text(ORDERS[order]);
  const past = order === 'ASC' ? sql`and id > ${after}` : sql`and id < ${after}`;
  const sources = meaningsOf(filter).map((meaning) => {
    const source = sourceOf(filter, { meaning, by: 'log', columns: reportedRow(withText) });
    return sql`(${source} ${after === null ? sql`` : past} order by id ${sorted} limit ${limit})`;
  });
  const following = sql`select * from (${unionOf(sources)}) as found order by id ${sorted} limit ${limit}`;
  const compiled = following.compile(kysely);
  return abortableQuery(pool, signal, compiled.sql, [...compiled.parameters]);
}

/** The condition of each meaning of a search, each with its own index; `true` if there is no search. */
function meaningsOf(filter: LogFilter): Sql[] {
  const { search } = filter;
  if (!search) return [sql`true`];
  if ('id' in search) return [sql`id = ${search.id}`];
  return [
    sql`lower(sender) like ${prefix(search.sender.toLowerCase())}`,
    // The phone is the sender of an incoming message.
    ...search.numbers.flatMap((start) => [
      sql`recipient like ${prefix(start)}`,
      sql`lower(sender) like ${prefix(start)}`,
    ]),
    ...(search.shownId ? [sql`id = any(${idsShownAs(search.shownId, filter)})`] : []),
  ];
}

/**
 * A query of ids, or other columns, of the messages with one meaning. By 'meaning' the project is joined: as
 * a constant, a project newer than the statistics seems to have no messages, and the planner may choose the
 * index of the whole log. Joined, it counts as one of average size.
 */
function sourceOf(
  filter: LogFilter,
  { meaning, by, columns = sql`id` }: { meaning: Sql; by: 'log' | 'meaning'; columns?: Sql },
): Sql {
  const { projectId, mode, stretch } = filter;
  const from =
    by === 'log'
      ? sql`messages m where project_id = ${projectId} and mode = ${mode}`
      : sql`(select ${projectId}::uuid as project_id, ${mode}::message_mode as mode ${text(FENCE)}) as project
         join messages m using (project_id, mode) where true`;
  return sql`select ${columns} from ${from}
    and id >= ${idFloor(stretch.from)} and id < ${idFloor(stretch.before)} ${conditions(filter)} and ${meaning}`;
}

/**
 * The most messages that a call looks through for what no index holds: an index for it would cost every
 * message that is sent.
 */
export const LOOKED_THROUGH = 100_000;

/**
 * The ids with this visible part among the newest of a span. If the start is given, only among the ids of the
 * 65 seconds that have this start.
 */
function idsShownAs({ start, end }: ShownId, { projectId, mode, stretch }: LogFilter): Sql {
  const span = start
    ? sql`and id >= ${`${start}-0000-0000-0000-000000000000`} and id <= ${`${start}-ffff-ffff-ffff-ffffffffffff`}`
    : sql``;
  return sql`array(
      select newest.id from (
        select id from messages where project_id = ${projectId} and mode = ${mode}
          and id >= ${idFloor(stretch.from)} and id < ${idFloor(stretch.before)} ${span}
        order by id desc limit ${LOOKED_THROUGH}
      ) as newest where right(newest.id::text, ${end.length}) = ${end}
    )`;
}

function prefix(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** `stored`: the message is in the database. */
export type RowTexts = {
  id: string;
  stored: boolean;
  excerpt: string | null;
  firstName: string | null;
  lastName: string | null;
};

// Looks each message up by its primary key, and each contact by its number.
const SELECT_TEXTS = prepared<RowTexts>('select-row-texts')`
  select wanted.id, coalesce(m.stored, false) as stored, m.excerpt, k.first_name as "firstName", k.last_name as "lastName"
    from unnest(${'ids'}::uuid[], ${'numbers'}::text[]) as wanted (id, number)
    left join lateral (
      select true as stored, case when body = '' and characters > 0 then null else left(body, ${'length'}::integer) end as excerpt
      from messages m where m.team_id = ${'teamId'} and m.id = wanted.id ${FENCE}
    ) as m on true
    left join lateral (
      select first_name, last_name from contacts k where k.team_id = ${'teamId'} and k.number = wanted.number ${FENCE}
    ) as k on true`;

/** How the texts of messages begin, and the names of the contacts with these numbers. */
export async function selectTexts(
  pool: Pool,
  wanted: { teamId: string; ids: string[]; numbers: string[]; length: number },
): Promise<RowTexts[]> {
  const { rows } = await SELECT_TEXTS.run(pool, wanted);
  return rows;
}

const SELECT_KEPT_FROM = prepared<{ at: Date | null }>('select-kept-from')`
  select done_to as at from retention_runs where kind = 'messages'`;

/** The time since which all messages are kept; null if none were removed. */
export async function selectKeptFrom(pool: Pool): Promise<Date | null> {
  const { rows } = await SELECT_KEPT_FROM.run(pool);
  return rows[0]?.at ?? null;
}

// SQL of a log: messages of one project and mode in a stretch of time, a page at a time.

import type {
  Direction,
  FailureCode,
  MessageState,
  Mode,
  PublicStatus,
} from '@godwit/contract/messages/statuses';
import type { Pool } from 'pg';
import { FENCE } from '../../db/fences.ts';
import { abortableQuery } from '../../db/transaction.ts';
import { idFloor } from '../../ids.ts';
import type { Stretch } from '../../stats/periods.ts';
import type { Reading, Wanted } from '../../stats/position.ts';
import type { Message, MessageListRow } from '../accept/queries.ts';

/** The filters of a log; null is all. `states` are those of `status`, `failures` the reasons that count. */
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
 * A message id, or all that a text may mean: what a sender id or a number starts with, or what rows show of
 * an id.
 */
export type Search = { id: string } | { sender: string; numbers: readonly string[]; shownId: ShownId | null };
/** The first eight digits of an id, if they are known, and the last ones. */
type ShownId = { start: string | undefined; end: string };

type Searching = LogFilter & { search: Search };

/** A span of the log in one direction, past the message `after`. */
export type Following = {
  order: Wanted['order'];
  after: string | null;
  limit: number;
  withText: boolean;
  signal: AbortSignal;
};

const ROW = `m.id, m.project_id as "projectId", m.accepted_at as "acceptedAt", m.direction, m.api_type as "apiType", m.sender,
  m.recipient, m.segments, m.state, m.failure, m.mode`;

/** Adds a value to the parameters of a statement; returns its place, such as $3. */
type Parameter = (value: unknown) => string;

function parameters(): { values: unknown[]; parameter: Parameter } {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
}

/** Conditions on what no index holds; without them ids come from the index alone. */
function conditions({ states, direction, failures }: LogFilter, parameter: Parameter): string {
  return [
    states && `and state = any(${parameter(states)}::message_state[])`,
    direction && `and direction = ${parameter(direction)}::message_direction`,
    failures && `and failure = any(${parameter(failures)}::failure_code[])`,
  ]
    .filter(Boolean)
    .join(' ');
}

/** The messages of a page, from the stretches that hold it. */
export async function listReadings(
  pool: Pool,
  filter: LogFilter,
  readings: readonly Reading[],
  { order, limit }: Wanted,
): Promise<MessageListRow[]> {
  const [first, ...others] = readings;
  if (!first) return [];
  const { values, parameter } = parameters();
  const [project, mode, team, size] = [filter.projectId, filter.mode, filter.teamId, limit].map(parameter);
  const floors = (of: 'from' | 'before') => parameter(others.map((reading) => idFloor(reading[of])));
  const log = `project_id = ${project} and mode = ${mode} ${conditions(filter, parameter)}`;
  // The scan passes over skipped messages, at most a quarter of an hour of them, in the index alone, which
  // has no team.
  const { rows } = await pool.query({
    name: `log-page-${order}${filter.states ? '-state' : ''}${filter.direction ? '-direction' : ''}${filter.failures ? '-failures' : ''}`,
    text: `with page as materialized (
        (select id from messages where ${log} and id >= ${parameter(idFloor(first.from))} and id < ${parameter(idFloor(first.before))}
          order by id ${order} offset ${parameter(first.skip)} limit ${size})
        union all
        (select held.id from unnest(${floors('from')}::uuid[], ${floors('before')}::uuid[]) as reading (starts, ends)
          cross join lateral (
            select id from messages where team_id = ${team} and ${log} and id >= reading.starts and id < reading.ends
            order by id ${order} limit ${size}
          ) as held order by held.id ${order} limit ${size})
        order by id ${order} limit ${size}
      )
      ${rowsOfPage(order, team!)}`,
    values,
  });
  return rows;
}

/**
 * The rows of a page of ids. The fence has the planner look each one up, whatever its statistics say of a
 * team.
 */
function rowsOfPage(order: Wanted['order'], teamId: string): string {
  return `select m.* from page cross join lateral (
      select ${ROW} from messages m where m.team_id = ${teamId} and m.id = page.id ${FENCE}
    ) as m order by m.id ${order}`;
}

/**
 * How many messages a search finds, counting no further than `most`; and which of its meanings have as many,
 * so that a page is found sooner in the order of the log.
 */
export async function countFound(
  pool: Pool,
  filter: Searching,
  most: number,
): Promise<{ found: number; frequent: boolean[] }> {
  const { values, parameter } = parameters();
  const sources = meaningsOf(filter, parameter).map(
    (meaning, i) =>
      `(select ${i} as meaning, id from (${sourceOf(filter, parameter, { meaning, by: 'meaning' })} limit ${most}) as of)`,
  );
  const { rows } = await pool.query<{ found: number; frequent: boolean[] }>(
    `select least(count(distinct id), ${most})::integer as found,
       array[${sources.map((_, i) => `count(*) filter (where meaning = ${i}) >= ${most}`)}] as frequent
     from (${sources.join(' union all ')}) as found`,
    values,
  );
  return rows[0]!;
}

/**
 * A page of what a search finds, by time of acceptance; `frequent` of its meanings are looked for in the
 * order of the log.
 */
export async function listFound(
  pool: Pool,
  filter: Searching,
  { order, offset, limit, frequent }: Wanted & { frequent: readonly boolean[] },
): Promise<MessageListRow[]> {
  const { values, parameter } = parameters();
  const sources = meaningsOf(filter, parameter).map((meaning, i) => {
    const source = sourceOf(filter, parameter, { meaning, by: frequent[i] ? 'log' : 'meaning' });
    return `(${source} order by id ${order} limit ${offset + limit})`;
  });
  const { rows } = await pool.query(
    `with page as materialized (
        select id from (${sources.join(' union ')}) as found order by id ${order} offset ${offset} limit ${limit}
      )
      ${rowsOfPage(order, parameter(filter.teamId))}`,
    values,
  );
  return rows;
}

/** The further columns that a report shows of a message; `body` is empty unless texts are asked for. */
export type ReportedRow = MessageListRow &
  Pick<Message, 'carrierError' | 'chargedMicros' | 'body'> & { campaign: string | null };

const reportedRow = (
  withText: boolean,
): string => `${ROW}, m.carrier_error as "carrierError", m.charged_micros as "chargedMicros",
  ${withText ? 'm.body' : "''"} as body,
  (select c.name from campaigns c where c.team_id = m.team_id and c.id = m.campaign_id) as campaign`;

/** The next messages of a log in order: how it is read from one end to the other. */
export function listFollowing(
  pool: Pool,
  filter: LogFilter,
  { order, after, limit, withText, signal }: Following,
): Promise<ReportedRow[]> {
  const { values, parameter } = parameters();
  const past = after === null ? '' : `and id ${order === 'ASC' ? '>' : '<'} ${parameter(after)}`;
  const sources = meaningsOf(filter, parameter).map((meaning) => {
    const source = sourceOf(filter, parameter, { meaning, by: 'log', columns: reportedRow(withText) });
    return `(${source} ${past} order by id ${order} limit ${limit})`;
  });
  const text = `select * from (${sources.join(' union ')}) as found order by id ${order} limit ${limit}`;
  return abortableQuery(pool, signal, text, values);
}

/**
 * The conditions for each thing that the search may mean, each with an index of its own; without a search,
 * one that always holds.
 */
function meaningsOf(filter: LogFilter, parameter: Parameter): string[] {
  const { search } = filter;
  if (!search) return ['true'];
  if ('id' in search) return [`id = ${parameter(search.id)}`];
  return [
    `lower(sender) like ${parameter(prefix(search.sender.toLowerCase()))}`,
    ...search.numbers.flatMap((start) => {
      const number = parameter(prefix(start));
      // Of what came in, the phone is the sender.
      return [`recipient like ${number}`, `lower(sender) like ${number}`];
    }),
    ...(search.shownId ? [`id = any(${idsShownAs(search.shownId, filter, parameter)})`] : []),
  ];
}

/**
 * A query of ids, or other columns, of what one meaning finds. By 'meaning' the project is joined, so that
 * the planner takes it for one of average size: as a constant that came after the last statistics it has no
 * messages, and the index of the whole log looks as good.
 */
function sourceOf(
  filter: LogFilter,
  parameter: Parameter,
  { meaning, by, columns = 'id' }: { meaning: string; by: 'log' | 'meaning'; columns?: string },
): string {
  const { projectId, mode, stretch } = filter;
  const [project, of] = [parameter(projectId), parameter(mode)];
  const from =
    by === 'log'
      ? `messages m where project_id = ${project} and mode = ${of}`
      : `(select ${project}::uuid as project_id, ${of}::message_mode as mode ${FENCE}) as project
         join messages m using (project_id, mode) where true`;
  return `select ${columns} from ${from}
    and id >= ${parameter(idFloor(stretch.from))} and id < ${parameter(idFloor(stretch.before))}
    ${conditions(filter, parameter)} and ${meaning}`;
}

// No index has ids by their ends, and one for that alone would cost every message that is sent.
const LOOKED_THROUGH = 100_000;

/**
 * The ids that rows show so, among the newest of a stretch; with the start, among those of the 65 seconds
 * that it stands for.
 */
function idsShownAs(
  { start, end }: ShownId,
  { projectId, mode, stretch }: LogFilter,
  parameter: Parameter,
): string {
  const span = start
    ? `and id >= ${parameter(`${start}-0000-0000-0000-000000000000`)} and id <= ${parameter(`${start}-ffff-ffff-ffff-ffffffffffff`)}`
    : '';
  return `array(
      select newest.id from (
        select id from messages where project_id = ${parameter(projectId)} and mode = ${parameter(mode)}
          and id >= ${parameter(idFloor(stretch.from))} and id < ${parameter(idFloor(stretch.before))} ${span}
        order by id desc limit ${LOOKED_THROUGH}
      ) as newest where right(newest.id::text, ${end.length}) = ${parameter(end)}
    )`;
}

function prefix(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

/** Since when all messages are kept; null where none were removed. */
export async function selectKeptFrom(pool: Pool): Promise<Date | null> {
  const { rows } = await pool.query<{ at: Date | null }>({
    name: 'select-kept-from',
    text: `select done_to as at from retention_runs where kind = 'messages'`,
  });
  return rows[0]?.at ?? null;
}

// SQL of a log: messages of one project and mode in a stretch of time, a page at a time.
import type { Direction, MessageState, Mode, PublicStatus } from '@godwit/contract/statuses';
import type { Pool } from 'pg';
import { abortableQuery } from '../db/pool.ts';
import { idFloor } from '../ids.ts';
import type { Stretch } from '../stats/periods.ts';
import type { Reading, Wanted } from '../stats/position.ts';
import type { MessageListRow } from './queries.ts';

/** What a log is read by; null is all. `states` are those of `status`. */
export type LogFilter = {
  teamId: string;
  projectId: string;
  mode: Mode;
  stretch: Stretch;
  status: PublicStatus | null;
  states: readonly MessageState[] | null;
  direction: Direction | null;
  search: Search | null;
};

/** A message id, or what a sender id, and a number if it can be one, start with. */
export type Search = { id: string } | { sender: string; recipient: string | null };

type Searching = LogFilter & { search: Search };

/** A span of the log in one direction, past the message `after`. */
export type Following = { order: Wanted['order']; after: string | null; limit: number; signal: AbortSignal };

const ROW = `m.id, m.project_id as "projectId", m.accepted_at as "acceptedAt", m.direction, m.api_type as "apiType", m.sender,
  m.recipient, m.segments, m.state, m.mode`;

/** Adds a value to the parameters of a statement; returns its place, such as $3. */
type Parameter = (value: unknown) => string;

function parameters(): { values: unknown[]; parameter: Parameter } {
  const values: unknown[] = [];
  return { values, parameter: (value) => `$${values.push(value)}` };
}

/** Conditions on what no index holds; without them ids come from the index alone. */
function conditions({ states, direction }: LogFilter, parameter: Parameter): string {
  return [
    states && `and state = any(${parameter(states)}::message_state[])`,
    direction && `and direction = ${parameter(direction)}::message_direction`,
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
  const { values, parameter } = parameters();
  const starts = parameter(readings.map(({ from }) => idFloor(from)));
  const ends = parameter(readings.map(({ before }) => idFloor(before)));
  const skips = parameter(readings.map(({ skip }) => skip));
  const size = parameter(limit);
  const { rows } = await pool.query({
    name: `log-page-${order}${filter.states ? '-state' : ''}${filter.direction ? '-direction' : ''}`,
    text: `with page as materialized (
        select held.id
        from unnest(${starts}::uuid[], ${ends}::uuid[], ${skips}::integer[]) as reading (starts, ends, skip)
        cross join lateral (
          select id from messages where project_id = ${parameter(filter.projectId)} and mode = ${parameter(filter.mode)}
            and id >= reading.starts and id < reading.ends ${conditions(filter, parameter)}
          order by id ${order} offset reading.skip limit ${size}
        ) as held order by held.id ${order} limit ${size}
      )
      ${rowsOfPage(order, parameter(filter.teamId))}`,
    values,
  });
  return rows;
}

/** The rows of a page of ids. `offset 0` has the planner look each one up, whatever its statistics say of a team. */
function rowsOfPage(order: Wanted['order'], teamId: string): string {
  return `select m.* from page cross join lateral (
      select ${ROW} from messages m where m.team_id = ${teamId} and m.id = page.id offset 0
    ) as m order by m.id ${order}`;
}

/** How many messages a search finds, counting no further than `most`. */
export async function countFound(pool: Pool, filter: Searching, most: number): Promise<number> {
  const { values, parameter } = parameters();
  const sources = sourcesOf(filter, parameter).map((source) => `(${source} limit ${most})`);
  const { rows } = await pool.query(
    `select least(count(*), ${most})::integer as found from (${sources.join(' union ')}) as found`,
    values,
  );
  return rows[0].found;
}

/** A page of what a search finds, by time of acceptance. */
export async function listFound(
  pool: Pool,
  filter: Searching,
  { order, offset, limit }: Wanted,
): Promise<MessageListRow[]> {
  const { values, parameter } = parameters();
  const sources = sourcesOf(filter, parameter).map(
    (source) => `(${source} order by id ${order} limit ${offset + limit})`,
  );
  const { rows } = await pool.query(
    `with page as materialized (
        select id from (${sources.join(' union ')}) as found order by id ${order} offset ${offset} limit ${limit}
      )
      ${rowsOfPage(order, parameter(filter.teamId))}`,
    values,
  );
  return rows;
}

/** The next messages of a log in order: how it is read from one end to the other. */
export function listFollowing(
  pool: Pool,
  filter: LogFilter,
  { order, after, limit, signal }: Following,
): Promise<MessageListRow[]> {
  const { values, parameter } = parameters();
  const past = after === null ? '' : `and id ${order === 'ASC' ? '>' : '<'} ${parameter(after)}`;
  const sources = sourcesOf(filter, parameter, ROW).map(
    (source) => `(${source} ${past} order by id ${order} limit ${limit})`,
  );
  const text = `select * from (${sources.join(' union ')}) as found order by id ${order} limit ${limit}`;
  return abortableQuery(pool, signal, text, values);
}

/** A query of ids, or other columns, for each thing a search may mean, each by an index of its own; without one, of everything. */
function sourcesOf(filter: LogFilter, parameter: Parameter, columns = 'id'): string[] {
  const { projectId, mode, stretch, search } = filter;
  const within = `select ${columns} from messages m where project_id = ${parameter(projectId)} and mode = ${parameter(mode)}
    and id >= ${parameter(idFloor(stretch.from))} and id < ${parameter(idFloor(stretch.before))}
    ${conditions(filter, parameter)}`;
  if (!search) return [within];
  if ('id' in search) return [`${within} and id = ${parameter(search.id)}`];
  const meanings = [`lower(sender) like ${parameter(prefix(search.sender.toLowerCase()))}`];
  if (search.recipient) meanings.push(`recipient like ${parameter(prefix(search.recipient))}`);
  return meanings.map((meaning) => `${within} and ${meaning}`);
}

function prefix(text: string): string {
  return `${text.replace(/[\\%_]/g, '\\$&')}%`;
}

// A page of a log: days in the project's time zone, filters, and how much there is in all.
import { MAX_FOUND } from '@godwit/contract/messages';
import { rangeDays } from '@godwit/contract/ranges';
import {
  type Direction,
  type FailureCode,
  MESSAGE_STATES,
  type Mode,
  type PublicStatus,
  publicStatus,
} from '@godwit/contract/statuses';
import { localDay, startOfDay } from '@godwit/contract/timezones';
import type { Pool } from 'pg';
import { type Rows, toPage } from '../http/paging.ts';
import { isId } from '../ids.ts';
import { numberPrefixes } from '../phoneNumbers.ts';
import { isRefusal, orThrow, type Refusal } from '../refusal.ts';
import { type AskedDays, endOfDay, refuseNoDays, type Stretch, spanOf, stretchOf } from '../stats/periods.ts';
import { findPosition, type Wanted } from '../stats/position.ts';
import {
  countFound,
  type LogFilter,
  listFound,
  listReadings,
  type Search,
  selectKeptFrom,
} from './logQueries.ts';
import type { MessageListRow } from './queries.ts';
import { toRow } from './serialize.ts';

export { findMessage as lookUpMessage } from './queries.ts';

export type LogQuery = AskedDays & {
  status?: PublicStatus | undefined;
  direction?: Direction | undefined;
  failure?: FailureCode | undefined;
  search?: Typed;
  sort_order: 'ASC' | 'DESC';
};

/** What is typed into a search; numbers without a country code are those of the region (ISO 3166 alpha-2). */
type Typed = { q: string | undefined; regionId: string };

export type LogProject = { team_id: string; id: string; timezone: string };
type Found = { total: number; more: boolean; rows: MessageListRow[] };

// Before the first message and after the last one there can be.
const EVER: Stretch = { from: new Date(0), before: new Date('9999-12-31T00:00:00Z') };

/**
 * Reads a page of a project's log. `more`: a search found more than it counts and shows.
 * Refusals: invalidDate, invalidArgument.
 */
export async function readLog(pool: Pool, project: LogProject, mode: Mode, query: LogQuery, page: Rows) {
  const filter = await keptOf(pool, filterOf(project, mode, query));
  if (isRefusal(filter)) return filter;
  const wanted = { order: query.sort_order, ...page };
  const { total, more, rows } = filter.search
    ? await readFound(pool, { ...filter, search: filter.search }, wanted)
    : await readAll(pool, filter, wanted);
  const { keptFrom } = filter;
  return { ...toPage(rows.map(toRow), total, page), more, kept_from: keptFrom?.toISOString() ?? null };
}

/** A filter without the time of which no message is kept; `keptFrom` is its end where the filter asks for it, else null. */
async function keptOf(
  pool: Pool,
  filter: LogFilter | Refusal,
): Promise<(LogFilter & { keptFrom: Date | null }) | Refusal> {
  if (isRefusal(filter)) return filter;
  const keptFrom = await selectKeptFrom(pool);
  const { stretch } = filter;
  if (keptFrom === null || stretch.from >= keptFrom) return { ...filter, keptFrom: null };
  const before = stretch.before > keptFrom ? stretch.before : keptFrom;
  return { ...filter, stretch: { from: keptFrom, before }, keptFrom };
}

/** What a log's query asks for, as a filter. Refusals: invalidDate, invalidArgument. */
export function filterOf(
  project: LogProject,
  mode: Mode,
  query: LogQuery,
  now = new Date(),
): LogFilter | Refusal {
  const stretch = stretchAsked(query, project.timezone, now);
  if (isRefusal(stretch)) return stretch;
  const { status, direction, failure } = query;
  return {
    teamId: project.team_id,
    projectId: project.id,
    mode,
    stretch,
    status: status ?? null,
    states: status ? MESSAGE_STATES.filter((state) => publicStatus(state) === status) : null,
    direction: direction ?? null,
    failure: failure ?? null,
    search: query.search ? searchOf(query.search) : null,
  };
}

/** How many messages that are kept match a filter, or null where a search finds more than it counts. */
export async function countLog(pool: Pool, asked: LogFilter): Promise<number | null> {
  const filter = orThrow(await keptOf(pool, asked));
  if (!filter.search) {
    return (await findPosition(pool, filter, filter.stretch, { order: 'ASC', offset: 0, limit: 0 })).total;
  }
  const { found } = await countFound(pool, { ...filter, search: filter.search }, MAX_FOUND + 1);
  return found > MAX_FOUND ? null : found;
}

/** Everything in a stretch of time: how much it is and where the page lies is known from the counts. */
async function readAll(pool: Pool, filter: LogFilter, wanted: Wanted): Promise<Found> {
  const { total, readings } = await findPosition(pool, filter, filter.stretch, wanted);
  const rows = readings.length > 0 ? await listReadings(pool, filter, readings, wanted) : [];
  return { total, more: false, rows };
}

/** What a search finds, counted one by one, no further than MAX_FOUND. */
async function readFound(pool: Pool, filter: LogFilter & { search: Search }, wanted: Wanted): Promise<Found> {
  const { found, frequent } = await countFound(pool, filter, MAX_FOUND + 1);
  const total = Math.min(found, MAX_FOUND);
  const limit = Math.min(wanted.limit, total - wanted.offset);
  const rows = limit > 0 ? await listFound(pool, filter, { ...wanted, limit, frequent }) : [];
  return { total, more: found > MAX_FOUND, rows };
}

/** The time asked for; one date alone is open to the other side, no date at all is ever. */
function stretchAsked({ range, from, to }: AskedDays, timezone: string, now: Date): Stretch | Refusal {
  if (range && !from && !to) {
    const days = rangeDays(range, localDay(now, timezone));
    return stretchOf(days.from, days.to, timezone);
  }
  if (from && to) {
    const span = spanOf({ from, to }, '');
    return isRefusal(span) ? span : stretchOf(from, to, timezone);
  }
  return (
    refuseNoDays({ from, to }) ?? {
      from: from ? startOfDay(from, timezone) : EVER.from,
      before: to ? endOfDay(to, timezone) : EVER.before,
    }
  );
}

/** A message id as rows show it, without its middle: `019aa0b4…3f9c21`, or only its end, `3f9c21`; six digits alone are of a number. */
const SHOWN_ID = /^(?:(?:([0-9a-f]{8})?\s*(?:…|\.{3})\s*)|(?=.*[a-f]))([0-9a-f]{6})$/;

/** What a search may mean: the start of a number, the start of a sender id, a message id, or what rows show of one. */
function searchOf({ q, regionId }: Typed): Search | null {
  const text = q?.trim();
  if (!text) return null;
  const lower = text.toLowerCase();
  if (isId(lower)) return { id: lower };
  const [, start, end] = SHOWN_ID.exec(lower) ?? [];
  return {
    sender: text,
    numbers: numberPrefixes(text, regionId),
    shownId: end === undefined ? null : { start, end },
  };
}

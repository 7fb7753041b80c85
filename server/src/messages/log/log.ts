// Reads pages of a project's message log: days in its time zone, filters, and totals.
import { isId } from '@godwit/contract/common';
import { FAILURE_CODES, type FailureCode } from '@godwit/contract/messages/failures';
import { MAX_FOUND } from '@godwit/contract/messages/messages';
import {
  type Direction,
  MESSAGE_STATES,
  type MessageState,
  type Mode,
  type PublicStatus,
  publicStatus,
  type ShownStatus,
} from '@godwit/contract/messages/statuses';
import { rangeDays } from '@godwit/contract/ranges';
import { localDay, startOfDay } from '@godwit/contract/timezones';
import { type Rows, toPage } from '../../http/paging.ts';
import { idFloor } from '../../ids.ts';
import { numberPrefixes } from '../../phoneNumbers.ts';
import { isRefusal, orThrow, type Refusal } from '../../refusal.ts';
import type { Connections } from '../../services.ts';
import {
  type AskedDays,
  endOfDay,
  refuseNoDays,
  type Stretch,
  spanOf,
  stretchOf,
} from '../../stats/periods.ts';
import { findPosition, type Wanted } from '../../stats/position.ts';
import type { MessageListRow } from '../accept/queries.ts';
import { type LogSource, listAcross, listArchived } from './archived.ts';
import { countFound, type LogFilter, listFound, type Search, selectKeptFrom } from './queries.ts';

export { findMessage } from '../accept/queries.ts';
export { findKept, refuseMissing } from './find.ts';

export type LogQuery = AskedDays & {
  status?: ShownStatus | undefined;
  direction?: Direction | undefined;
  failure?: FailureCode | undefined;
  search?: Typed;
  sort_order: 'ASC' | 'DESC';
};

/** A typed search. A number without a country code belongs to the region (ISO 3166 alpha-2). */
type Typed = { q: string | undefined; regionId: string };

export type LogProject = { team_id: string; id: string; timezone: string };
type Found = { total: number; more: boolean; rows: MessageListRow[] };

// Before the first possible message and after the last.
const EVER: Stretch = { from: new Date(0), before: new Date('9999-12-31T00:00:00Z') };

/**
 * Reads a page of a project's log, with each row mapped by `toRow`. `more`: a search found more than it
 * counts and shows.
 * Refusals: invalidDate, invalidArgument.
 */
export async function readLog<Row>(
  source: LogSource,
  project: LogProject,
  mode: Mode,
  query: LogQuery,
  { toRow, ...page }: Rows & { toRow: (row: MessageListRow) => Row },
) {
  const filter = await keptOf(source, filterOf(project, mode, query));
  if (isRefusal(filter)) return filter;
  const wanted = { order: query.sort_order, ...page };
  const { total, more, rows } = filter.search
    ? await readFound(source, { ...filter, search: filter.search }, wanted)
    : await readAll(source, filter, wanted);
  const { keptFrom } = filter;
  return { ...toPage(rows.map(toRow), total, page), more, kept_from: keptFrom?.toISOString() ?? null };
}

/**
 * Removes from a filter the time before retention. `keptFrom`: the start of the kept messages if the filter
 * reaches before it, else null.
 */
export async function keptOf(
  { pool }: Connections,
  filter: LogFilter | Refusal,
): Promise<(LogFilter & { keptFrom: Date | null }) | Refusal> {
  if (isRefusal(filter)) return filter;
  const keptFrom = await selectKeptFrom(pool);
  const { stretch } = filter;
  if (keptFrom === null || stretch.from >= keptFrom) return { ...filter, keptFrom: null };
  const before = stretch.before > keptFrom ? stretch.before : keptFrom;
  return { ...filter, stretch: { from: keptFrom, before }, keptFrom };
}

/** Turns a log's query into a filter. Refusals: invalidDate, invalidArgument. */
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
    ...statusFilter(status, failure),
    direction: direction ?? null,
    search: query.search ? searchOf(query.search) : null,
  };
}

/** The states that the public API shows as a status. */
export const statesOf = (status: PublicStatus): MessageState[] =>
  MESSAGE_STATES.filter((state) => publicStatus(state) === status);

/** The messages that a screen shows for a status. FAILED excludes cancelled ones. */
export function statusFilter(
  shown: ShownStatus | undefined,
  failure?: FailureCode | undefined,
): Pick<LogFilter, 'status' | 'states' | 'failures'> {
  const status = shown === 'CANCELLED' ? 'FAILED' : (shown ?? null);
  const states = status && statesOf(status);
  if (shown === 'CANCELLED') return { status, states, failures: ['CANCELLED'] };
  if (failure) return { status, states, failures: [failure] };
  const failures = shown === 'FAILED' ? FAILURE_CODES.filter((code) => code !== 'CANCELLED') : null;
  return { status, states, failures };
}

/** The number of kept messages that match a filter, or null if a search finds more than it counts. */
export async function countLog(connections: Connections, asked: LogFilter): Promise<number | null> {
  const filter = orThrow(await keptOf(connections, asked));
  if (!filter.search) {
    return (
      await findPosition(connections.pool, filter, filter.stretch, { order: 'ASC', offset: 0, limit: 0 })
    ).total;
  }
  const { found } = await countFound(connections.kysely, { ...filter, search: filter.search }, MAX_FOUND + 1);
  return found > MAX_FOUND ? null : found;
}

/** All messages of a period. The counts give the total and the position of the page. */
async function readAll(source: LogSource, filter: LogFilter, wanted: Wanted): Promise<Found> {
  const { total, readings } = await findPosition(source.pool, filter, filter.stretch, wanted);
  const rows = readings.length > 0 ? await listAcross(source, filter, readings, wanted) : [];
  return { total, more: false, rows };
}

/** The matches of a search, counted one by one up to MAX_FOUND. */
async function readFound(
  source: LogSource,
  filter: LogFilter & { search: Search },
  wanted: Wanted,
): Promise<Found> {
  const { kysely } = source;
  const { found, frequent } = await countFound(kysely, filter, MAX_FOUND + 1);
  if (found === 0 && 'id' in filter.search) return readArchived(source, filter, filter.search.id);
  const total = Math.min(found, MAX_FOUND);
  const limit = Math.min(wanted.limit, total - wanted.offset);
  const rows = limit > 0 ? await listFound(kysely, filter, { ...wanted, limit, frequent }) : [];
  return { total, more: found > MAX_FOUND, rows };
}

/** The message with a searched id, from an archive. */
async function readArchived(source: LogSource, filter: LogFilter, id: string): Promise<Found> {
  const { stretch, states, direction, failures } = filter;
  const range = { first: idFloor(stretch.from), past: idFloor(stretch.before) };
  const rows = await listArchived(source, filter, [id], { ...range, states, direction, failures });
  return { total: rows.size, more: false, rows: [...rows.values()] };
}

/** The requested period. A single date leaves the other side open; no date means all time. */
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

/**
 * A message id as rows show it: `019aa0b4…3f9c21`, or only its end, `3f9c21`. Six digits alone belong to a
 * number.
 */
const SHOWN_ID = /^(?:(?:([0-9a-f]{8})?\s*(?:…|\.{3})\s*)|(?=.*[a-f]))([0-9a-f]{6})$/;

/**
 * The possible meanings of a search: the start of a number or a sender id, a message id, or its visible part.
 */
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

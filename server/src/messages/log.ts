// A page of a log: days in the project's time zone, filters, and how much there is in all.
import { customDays, type Range, rangeDays } from '@godwit/contract/ranges';
import { MESSAGE_STATES, type PublicStatus, publicStatus } from '@godwit/contract/statuses';
import type { Pool } from 'pg';
import { Temporal } from 'temporal-polyfill';
import { idFloor, isId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import { countMessages, type LogFilter, listMessages } from './logQueries.ts';
import { localDay } from './origin.ts';
import { toRow } from './present.ts';
import type { MessageMode } from './queries.ts';

/** The days a caller asks for: a range by name, or from and to; neither is all there is. */
export type AskedDays = { range?: Range | undefined; from?: string | undefined; to?: string | undefined };

export type LogQuery = AskedDays & {
  status?: PublicStatus | undefined;
  direction?: 'OUTGOING' | 'INCOMING' | undefined;
  q?: string | undefined;
  sort_order: 'ASC' | 'DESC';
};

type Project = { team_id: string; id: string; timezone: string };
type Page = { number: number; size: number };

const FIRST_ID = '00000000-0000-0000-0000-000000000000';
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/** Reads a page (counted from zero) of a project's log. Refusals: invalidDate, invalidArgument. */
export async function readLog(pool: Pool, project: Project, mode: MessageMode, query: LogQuery, page: Page) {
  const span = idSpan(query, project.timezone, new Date());
  if ('refused' in span) return span;
  const filter: LogFilter = {
    teamId: project.team_id,
    projectId: project.id,
    mode,
    ...span,
    states: query.status ? MESSAGE_STATES.filter((state) => publicStatus(state) === query.status) : null,
    direction: query.direction ?? null,
    search: searchOf(query.q),
  };
  const [total, rows] = await Promise.all([
    countMessages(pool, filter),
    listMessages(pool, filter, {
      order: query.sort_order,
      limit: page.size,
      offset: page.number * page.size,
    }),
  ]);
  return { total, totalPages: Math.ceil(total / page.size), results: rows.map(toRow) };
}

/** The ids of the days asked for, in a time zone; from and to are both included. */
export function idSpan(
  { range, from, to }: AskedDays,
  timezone: string,
  now: Date,
): { from: string; before: string } | Refusal {
  if (range && !from && !to) {
    const days = rangeDays(range, localDay(now, timezone));
    return { from: firstIdOf(days.from, timezone), before: firstIdAfter(days.to, timezone) };
  }
  for (const [name, day] of [
    ['from', from],
    ['to', to],
  ] as const) {
    if (day && !isDay(day)) {
      const problem = `${name} must be a date as yyyy-MM-dd.`;
      return refuse('invalidDate', { description: problem, fields: { [name]: problem } });
    }
  }
  if (from && to) {
    const custom = customDays(from, to);
    if (!custom.ok)
      return refuse('invalidArgument', { description: custom.problem, fields: { from: custom.problem } });
  }
  return {
    from: from ? firstIdOf(from, timezone) : FIRST_ID,
    before: to ? firstIdAfter(to, timezone) : LAST_ID,
  };
}

function isDay(text: string): boolean {
  return DAY.test(text) && customDays(text, text).ok;
}

function firstIdOf(day: string, timezone: string): string {
  return idFloor(startOfDay(Temporal.PlainDate.from(day), timezone));
}

function firstIdAfter(day: string, timezone: string): string {
  return idFloor(startOfDay(Temporal.PlainDate.from(day).add({ days: 1 }), timezone));
}

/** When a day begins: not always at midnight, where clocks are put forward there. */
function startOfDay(day: Temporal.PlainDate, timezone: string): Date {
  return new Date(day.toZonedDateTime(timezone).epochMilliseconds);
}

/** What a search may mean: the start of a number, the start of a sender id, or a whole message id. */
function searchOf(q: string | undefined): LogFilter['search'] {
  const text = q?.trim();
  if (!text) return null;
  const digits = text.replace(/[\s.\-()+]/g, '').replace(/^00/, '');
  return {
    recipient: /^\d+$/.test(digits) ? `+${digits}` : null,
    sender: text,
    id: isId(text.toLowerCase()) ? text.toLowerCase() : null,
  };
}

// Date ranges of the dashboard and the logs, in whole days. The server finds the instants of a day in the
// time zone of the project.
import * as sending from './sentences/sending.ts';

/** The ranges by name, in the order of their menu. Each is this many whole local days and ends today. */
export const RANGES = {
  '1d': { label: sending.RANGE_TODAY, days: 1 },
  '7d': { label: sending.RANGE_7_DAYS, days: 7 },
  '4w': { label: sending.RANGE_4_WEEKS, days: 30 },
  '3m': { label: sending.RANGE_3_MONTHS, days: 90 },
  '12m': { label: sending.RANGE_12_MONTHS, days: 365 },
} as const;

export type Range = keyof typeof RANGES;

/** The longest custom range: two years, leap days included. */
export const MAX_CUSTOM_DAYS = 732;

const MAX_DAYS_BY_DAY = 92;
const DAY_MS = 86_400_000;
// The year has four digits and no leading zero, so the previous period also has four-digit years.
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/** Two adjacent periods of `days` days. All dates are yyyy-MM-dd and included. */
export type DaySpan = { from: string; to: string; prevFrom: string; prevTo: string; days: number };

/**
 * The span of a named range. `today` is the local day (yyyy-MM-dd) in the time zone of the project. Throws
 * RangeError if it is not a day.
 */
export function rangeDays(range: Range, today: string): DaySpan {
  if (!isDay(today)) throw new RangeError(`not a day: ${today}`);
  const { days } = RANGES[range];
  return spanFrom(addDays(today, 1 - days), days);
}

/** The span of chosen dates, or the sentence that explains why they are invalid. */
export function customDays(
  from: string,
  to: string,
): { ok: true; span: DaySpan } | { ok: false; problem: string } {
  if (!isDay(from) || !isDay(to)) return { ok: false, problem: sending.DATES_INVALID };
  const days = (utcMs(to) - utcMs(from)) / DAY_MS + 1;
  if (days < 1) return { ok: false, problem: sending.DATES_REVERSED };
  if (days > MAX_CUSTOM_DAYS) return { ok: false, problem: `Choose at most ${MAX_CUSTOM_DAYS} days` };
  return { ok: true, span: spanFrom(from, days) };
}

/** The unit of a point in a graph: MONTH for ranges of more than 92 days, otherwise DAY. */
export function timeUnit(range: Range | { days: number }): 'DAY' | 'MONTH' {
  const days = typeof range === 'string' ? RANGES[range].days : range.days;
  return days > MAX_DAYS_BY_DAY ? 'MONTH' : 'DAY';
}

function spanFrom(from: string, days: number): DaySpan {
  return {
    from,
    to: addDays(from, days - 1),
    prevFrom: addDays(from, -days),
    prevTo: addDays(from, -1),
    days,
  };
}

function isDay(text: string): boolean {
  // Date.parse reads 30 February as 1 March, so the day must also be formatted back unchanged.
  return DAY.test(text) && !Number.isNaN(utcMs(text)) && formatDay(utcMs(text)) === text;
}

/** Adds days to a day (yyyy-MM-dd). The day after 9999-12-31 is +010000-01-01, as in ISO 8601. */
export function addDays(day: string, days: number): string {
  return formatDay(utcMs(day) + days * DAY_MS);
}

// Every day in UTC has 24 hours, so calendar days can be counted.
function utcMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function formatDay(ms: number): string {
  return new Date(ms).toISOString().replace(/T.*/, '');
}

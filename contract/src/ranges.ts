// Date ranges of dashboard and logs as whole days. Which instants a day spans in a project's time zone is the
// server's.
import * as sending from './sentences/sending.ts';

/**
 * The ranges by name, in the order they are offered. Each is this many whole local days and ends with today.
 */
export const RANGES = {
  '1d': { label: sending.RANGE_TODAY, days: 1 },
  '7d': { label: sending.RANGE_7_DAYS, days: 7 },
  '4w': { label: sending.RANGE_4_WEEKS, days: 30 },
  '3m': { label: sending.RANGE_3_MONTHS, days: 90 },
  '12m': { label: sending.RANGE_12_MONTHS, days: 365 },
} as const;

export type Range = keyof typeof RANGES;

/** The longest custom range, in days: two years, leap days included. */
export const MAX_CUSTOM_DAYS = 732;

const MAX_DAYS_BY_DAY = 92;
const DAY_MS = 86_400_000;
// Years of four digits without a leading zero, so that the period before stays within four digits too.
const DAY = /^[1-9]\d{3}-\d{2}-\d{2}$/;

/**
 * Two periods of the same number of days, each yyyy-MM-dd to yyyy-MM-dd inclusive; the previous one ends the
 * day before.
 */
export type DaySpan = { from: string; to: string; prevFrom: string; prevTo: string; days: number };

/**
 * The span of a named range; `today` is the local day (yyyy-MM-dd) in the project's time zone. Throws on
 * anything else.
 */
export function rangeDays(range: Range, today: string): DaySpan {
  if (!isDay(today)) throw new RangeError(`not a day: ${today}`);
  const { days } = RANGES[range];
  return spanFrom(addDays(today, 1 - days), days);
}

/** The span of chosen dates, or why they make none, in words for the person who chose them. */
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

/** The unit of one point of a graph: MONTH for 12m and for custom ranges of more than 92 days, else DAY. */
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
  // Date.parse takes 30 February for 1 March, so the day must also come back as it went in.
  return DAY.test(text) && !Number.isNaN(utcMs(text)) && formatDay(utcMs(text)) === text;
}

/**
 * The day (yyyy-MM-dd) so many days after a day, or before it; after 9999-12-31 comes +010000-01-01, as ISO
 * 8601 has it.
 */
export function addDays(day: string, days: number): string {
  return formatDay(utcMs(day) + days * DAY_MS);
}

// UTC has no daylight saving: every day of it is 24 hours, which makes it safe for counting calendar days.
function utcMs(day: string): number {
  return Date.parse(`${day}T00:00:00Z`);
}

function formatDay(ms: number): string {
  return new Date(ms).toISOString().replace(/T.*/, '');
}

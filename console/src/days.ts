// The time range of a page, as its address carries it, and how long requests wait.
import { customDays, RANGES, type Range, rangeDays } from '@godwit/contract/ranges';
import { localDay } from '@godwit/contract/timezones';

/** Both dates are yyyy-MM-dd in the project's time zone, and both are included. */
export type Days = { range: Range } | { from: string; to: string };

export const DEFAULT_DAYS: Days = { range: '7d' };

const isRange = (text: string | null): text is Range => text !== null && Object.hasOwn(RANGES, text);

/** Reads `from` and `to`, else `range`. Returns the default if neither is valid. */
export function parseDays(params: URLSearchParams): Days {
  const from = params.get('from');
  const to = params.get('to');
  if (from && to && customDays(from, to).ok) return { from, to };
  const range = params.get('range');
  return isRange(range) ? { range } : DEFAULT_DAYS;
}

/** The current day in a time zone, yyyy-MM-dd. */
export function todayIn(timezone: string, now = new Date()): string {
  return localDay(now, timezone);
}

/** The first and last date of a range, with which the date picker starts. */
export function datesOf(days: Days, today: string): { from: string; to: string } {
  if ('from' in days) return days;
  const { from, to } = rangeDays(days.range, today);
  return { from, to };
}

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/**
 * The number of business days (Monday to Friday, in UTC) from an instant to now, without the day of the
 * instant.
 */
export function businessDaysSince(instant: string, now: Date): number {
  let days = 0;
  const today = Math.floor(now.getTime() / DAY_MS);
  for (let day = Math.floor(Date.parse(instant) / DAY_MS) + 1; day <= today; day++) {
    const weekday = new Date(day * DAY_MS).getUTCDay();
    if (weekday !== 0 && weekday !== 6) days += 1;
  }
  return days;
}

/**
 * Returns the time until an instant in days and hours, and whether it has passed. `urgent` means less than
 * half a day, or late.
 */
export function timeLeft(due: string, now: number) {
  const ms = Date.parse(due) - now;
  const all = Math.floor(Math.abs(ms) / HOUR_MS);
  return { late: ms < 0, urgent: ms < DAY_MS / 2, days: Math.floor(all / 24), hours: all % 24 };
}

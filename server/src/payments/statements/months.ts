// Months as time ranges in a region's time zone.
import { localDay, startOfDay } from '@godwit/contract/timezones';
import type { Stretch } from '../../stats/periods.ts';

/** The month, yyyy-MM, of an instant. */
export function monthOf(instant: Date, timezone: string): string {
  return localDay(instant, timezone).slice(0, 7);
}

/** The month after or, with -1, before one. */
export function shiftMonth(month: string, by: number): string {
  const [year = 0, number = 0] = month.split('-').map(Number);
  return new Date(Date.UTC(year, number - 1 + by, 1)).toISOString().slice(0, 7);
}

/** When a month begins and ends. */
export function stretchOfMonth(month: string, timezone: string): Stretch {
  return {
    from: startOfDay(`${month}-01`, timezone),
    before: startOfDay(`${shiftMonth(month, 1)}-01`, timezone),
  };
}

/** The months from one to another, both included. */
export function monthsBetween(first: string, last: string): string[] {
  const months: string[] = [];
  for (let month = first; month <= last; month = shiftMonth(month, 1)) months.push(month);
  return months;
}

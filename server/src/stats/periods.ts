// Periods of local days and their graph buckets as instants, in the project's time zone.
import { addDays, customDays, type DaySpan, type Range, rangeDays, timeUnit } from '@godwit/contract/ranges';
import { resolveLocal, startOfDay, zonedTime } from '@godwit/contract/timezones';
import { type Refusal, refuse } from '../refusal.ts';

/** The days of a request: a range by name, or from and to. */
export type AskedDays = { range?: Range | undefined; from?: string | undefined; to?: string | undefined };

/** A stretch of time: `from` belongs to it, `before` does not. */
export type Stretch = { from: Date; before: Date };

/** A graph point: its day or the first day of its month, and the part inside the period. */
export type Bucket = Stretch & { date: string };

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d{2}-\d{2}$/;

/**
 * The requested days and those before them; dates override a name. Refusals: invalidDate for an invalid
 * day, invalidArgument for days in the wrong order, too many, or none.
 */
export function spanOf({ range, from, to }: AskedDays, today: string): DaySpan | Refusal {
  if (range && !from && !to) return rangeDays(range, today);
  const wrong = refuseNoDays({ from, to });
  if (wrong) return wrong;
  if (!from || !to) {
    const field = from ? 'to' : 'from';
    const problem = 'Give a range, or both from and to.';
    return refuse('invalidArgument', { description: problem, fields: { [field]: problem } });
  }
  const custom = customDays(from, to);
  if (custom.ok) return custom.span;
  return refuse('invalidArgument', { description: custom.problem, fields: { from: custom.problem } });
}

/** Refuses dates that are no days (invalidDate); null if all are. */
export function refuseNoDays(dates: { from: string | undefined; to: string | undefined }): Refusal | null {
  for (const [name, day] of Object.entries(dates)) {
    if (!day || isDay(day)) continue;
    const problem = `${name} must be a date as yyyy-MM-dd.`;
    return refuse('invalidDate', { description: problem, fields: { [name]: problem } });
  }
  return null;
}

function isDay(text: string): boolean {
  return DAY.test(text) && customDays(text, text).ok;
}

/** When the day after a day begins. */
export function endOfDay(day: string, timezone: string): Date {
  return startOfDay(addDays(day, 1), timezone);
}

/** The days `from` to `to`, both included, in a time zone. */
export function stretchOf(from: string, to: string, timezone: string): Stretch {
  return { from: startOfDay(from, timezone), before: endOfDay(to, timezone) };
}

const QUARTER_MS = 900_000;

/** The previous period, as far as it is compared; `until` is the cut, null if it is whole. */
export type Before = Stretch & { to: string; until: Date | null };

/**
 * The days before a period, for as long as the period has run at `now`: until the same time of the
 * corresponding day, to the end of the quarter of an hour. Whole if the period is over or has not begun.
 */
export function beforeOf({ from, to, prevFrom, prevTo }: DaySpan, timezone: string, now: Date): Before {
  const whole = stretchOf(prevFrom, prevTo, timezone);
  const elapsed = zonedTime(new Date(Math.ceil(now.getTime() / QUARTER_MS) * QUARTER_MS), timezone).local;
  const [today = '', time = ''] = elapsed.split('T');
  if (from > today || to < today) return { ...whole, to: prevTo, until: null };
  const day = addDays(prevFrom, (Date.parse(today) - Date.parse(from)) / DAY_MS);
  const until = resolveLocal(`${day}T${time}`, timezone)!.instant;
  return until < whole.before
    ? { from: whole.from, before: until, to: day, until }
    : { ...whole, to: prevTo, until: null };
}

/** Buckets as far as they are before an instant. */
export const cutAt = (buckets: readonly Bucket[], until: Date): Bucket[] =>
  buckets.map((bucket) => ({ ...bucket, before: bucket.before < until ? bucket.before : until }));

/**
 * The buckets of the days `from` to `to`, in order, without a gap; the first and the last month may be parts
 * of months.
 */
export function bucketsOf(from: string, to: string, unit: 'DAY' | 'MONTH', timezone: string): Bucket[] {
  const buckets: Bucket[] = [];
  // As instants: after the year 9999 days written down are no longer in order.
  const isIn = (day: string) => Date.parse(day) <= Date.parse(to);
  for (let day = from; isIn(day); ) {
    const next = unit === 'DAY' ? addDays(day, 1) : firstOfNextMonth(day);
    buckets.push({
      date: unit === 'DAY' ? day : firstOfMonth(day),
      from: startOfDay(day, timezone),
      before: isIn(next) ? startOfDay(next, timezone) : endOfDay(to, timezone),
    });
    day = next;
  }
  return buckets;
}

function firstOfMonth(day: string): string {
  return day.replace(/\d\d$/, '01');
}

function firstOfNextMonth(day: string): string {
  return firstOfMonth(addDays(firstOfMonth(day), 31));
}

/** The label of a graph point for these days. */
export function unitOf({ range, from, to }: AskedDays, { days }: DaySpan): 'DAY' | 'MONTH' {
  return timeUnit(range && !from && !to ? range : { days });
}

// The points of Home's chart, which pair a period with the previous one, and the format of dates and ticks.
import type { Graphs } from '@godwit/contract/stats';
import { zonedTime } from '@godwit/contract/timezones';
import type { Days } from '../../days.ts';
import { formatDayMonth, formatYearMonth } from '../../format.ts';
import { shownLanguage } from '../../text/language.ts';

/** Messages of a day or a month by outcome. `undelivered` is the sum of `failed` and `waiting`. */
export type Amounts = {
  total: number;
  delivered: number;
  undelivered: number;
  failed: number;
  waiting: number;
  spend: number;
};

/** `days` are the first and the last day of the label's month or day that lie in the period. */
export type Dated = Amounts & { label: string; days: { from: string; to: string } };

/**
 * One position on the axis. One period can touch one month more than the other, which then has null there.
 */
export type Point = { index: number; current: Dated | null; previous: Dated | null };

type Period = 'data_points_current' | 'data_points_previous';

/** Returns the points of a chart. The two periods are matched by position, not by date. */
export function pointsOf(graphs: Graphs): Point[] {
  const current = datedOf(graphs, 'data_points_current', [graphs.current_from, graphs.current_to]);
  const previous = datedOf(graphs, 'data_points_previous', [graphs.prev_from, graphs.prev_to]);
  return Array.from({ length: Math.max(current.length, previous.length) }, (_, index) => ({
    index,
    current: current[index] ?? null,
    previous: previous[index] ?? null,
  }));
}

function datedOf({ graphs, time_unit: unit }: Graphs, period: Period, span: [string, string]): Dated[] {
  return graphs.outgoing_sms_total[period].map(({ date, value: total }, index) => {
    const value = (name: keyof Graphs['graphs']) => graphs[name][period][index]?.value ?? 0;
    const [undelivered, failed] = [value('outgoing_sms_undelivered'), value('outgoing_sms_failed')];
    return {
      label: pointLabel(unit, date),
      days: unit === 'DAY' ? { from: date, to: date } : daysOfMonth(date, span),
      total,
      delivered: value('outgoing_sms_delivered'),
      undelivered,
      failed,
      waiting: undelivered - failed,
      spend: value('outgoing_sms_cost'),
    };
  });
}

/** Returns the days of a month, given by its first day, that lie in a period. */
function daysOfMonth(first: string, [from, to]: [string, string]): { from: string; to: string } {
  const [year = 0, month = 1] = first.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** Returns the labels of the previous period, in order. */
export const previousLabels = (points: readonly Point[]): string[] =>
  points.flatMap(({ previous }) => previous?.label ?? []);

/** Whether the range is Today. Home shows no chart for it: a single point has nothing to compare to. */
export const isToday = (days: Days): boolean => 'range' in days && days.range === '1d';

// All days are yyyy-MM-dd in the project's time zone.
const yearOf = (day: string): string => day.slice(0, 4);
const withYear = (day: string): string => `${formatDayMonth(day)} ${yearOf(day)}`;

/** Formats a range of days: `14 Nov – 20 Nov`, with years if they differ, or `14 Nov` for a single day. */
export function formatSpan(from: string, to: string): string {
  if (from === to) return formatDayMonth(from);
  const format = yearOf(from) === yearOf(to) ? formatDayMonth : withYear;
  return `${format(from)} – ${format(to)}`;
}

/**
 * Formats the time at which the previous period ends on its last day: `14:30` in the project's time zone.
 * Returns `none` if that day is counted in full.
 */
export const formatUntil = ({ prev_until }: Pick<Graphs, 'prev_until'>, timezone: string): string =>
  prev_until === null ? 'none' : zonedTime(new Date(prev_until), timezone).local.slice(11, 16);

/** Like formatSpan, but always with the year: `14 Nov – 20 Nov 2026`. */
export function formatSpanWithYear(from: string, to: string): string {
  return yearOf(from) === yearOf(to) ? `${formatSpan(from, to)} ${yearOf(to)}` : formatSpan(from, to);
}

/** Returns the label of a point: `14 Nov` for a day, `2026 Nov` for a month. */
export const pointLabel = (unit: Graphs['time_unit'], date: string): string =>
  unit === 'DAY' ? formatDayMonth(date) : formatYearMonth(date);

// The grid lines of a chart are at round numbers.
const ROUND = [1, 2, 2.5, 5, 10];
const MAX_STEPS = 4;
const MIN_STEPS = 2;
const COMPACT_FROM = 100_000;

/**
 * Returns three to five equally spaced numbers from 0 to at least `max`. The distance is 1, 2, 2.5 or 5 times
 * a power of ten, and a whole number if `whole`.
 */
export function roundTicks(max: number, whole: boolean): number[] {
  const least = Math.max(max, 0) / MAX_STEPS || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = ROUND.map((round) => trim(round * power));
  // For counts, `least` is at least 0.25, so 10 times the power is a whole number.
  const step = steps.find((each) => each >= least && (!whole || Number.isInteger(each))) ?? 10 * power;
  const count = Math.max(MIN_STEPS, Math.ceil(trim(max / step)));
  return Array.from({ length: count + 1 }, (_, index) => trim(index * step));
}

// Removes the errors of binary fractions. No figure has more than twelve digits.
const trim = (value: number): number => Number(value.toPrecision(12));

/** Returns a format for these ticks: with the decimals they need, and compact if large: `0.25`, `250K`. */
export function tickFormat(ticks: readonly number[]): (tick: number) => string {
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  const format =
    (ticks.at(-1) ?? 0) >= COMPACT_FROM
      ? new Intl.NumberFormat(shownLanguage().locale, { notation: 'compact' })
      : new Intl.NumberFormat('en', { minimumFractionDigits: decimals });
  return (tick) => format.format(tick);
}

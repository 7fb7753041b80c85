// The points of Home's chart: a period and the one before it, side by side; how days and ticks are written.
import type { Graphs } from '@godwit/contract/stats';
import { zonedTime } from '@godwit/contract/timezones';
import type { Days } from '../../days.ts';
import { formatDayMonth, formatYearMonth } from '../../format.ts';
import { shownLanguage } from '../../text/language.ts';

/** What became of the messages of a day or a month. Undelivered are those that failed or still wait. */
export type Amounts = {
  total: number;
  delivered: number;
  undelivered: number;
  failed: number;
  waiting: number;
  spend: number;
};

/** `days` are those of the period that the label stands for. */
export type Dated = Amounts & { label: string; days: { from: string; to: string } };

/** One place on the axis. Periods of months may differ by one; the shorter one has nothing there. */
export type Point = { index: number; current: Dated | null; previous: Dated | null };

type Period = 'data_points_current' | 'data_points_previous';

/** The points of a chart, matched by their place and not by their date. */
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

/** The part of a month, given by its first day, that lies in a period. */
function daysOfMonth(first: string, [from, to]: [string, string]): { from: string; to: string } {
  const [year = 0, month = 1] = first.split('-').map(Number);
  const last = new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10);
  return { from: first < from ? from : first, to: last > to ? to : last };
}

/** The labels of the previous period, in order. */
export const previousLabels = (points: readonly Point[]): string[] =>
  points.flatMap(({ previous }) => previous?.label ?? []);

/** Whether these days are today alone: the chart's ranges have none, as there is nothing to compare in it. */
export const isToday = (days: Days): boolean => 'range' in days && days.range === '1d';

// Days and months as Home writes them. All days come as yyyy-MM-dd of the project's time zone.
const yearOf = (day: string): string => day.slice(0, 4);
const withYear = (day: string): string => `${formatDayMonth(day)} ${yearOf(day)}`;

/** First and last day: `14 Nov – 20 Nov`, with their years where those differ; a single day stands alone. */
export function spanWords(from: string, to: string): string {
  if (from === to) return formatDayMonth(from);
  const word = yearOf(from) === yearOf(to) ? formatDayMonth : withYear;
  return `${word(from)} – ${word(to)}`;
}

/**
 * The time of day on the last day before, at which what is compared ends, on the clocks of the project:
 * `14:30`; `none` if it is whole.
 */
export const untilWords = ({ prev_until }: Pick<Graphs, 'prev_until'>, timezone: string): string =>
  prev_until === null ? 'none' : zonedTime(new Date(prev_until), timezone).local.slice(11, 16);

/** The same with the year in any case: `14 Nov – 20 Nov 2026`. */
export function spanWithYear(from: string, to: string): string {
  return yearOf(from) === yearOf(to) ? `${spanWords(from, to)} ${yearOf(to)}` : spanWords(from, to);
}

/** The label of a point: 'DD MMM' of a day, 'yyyy MMM' of a month. */
export const pointLabel = (unit: Graphs['time_unit'], date: string): string =>
  unit === 'DAY' ? formatDayMonth(date) : formatYearMonth(date);

// The round numbers at a graph's horizontal lines.
const ROUND = [1, 2, 2.5, 5, 10];
const MOST_STEPS = 4;
const FEWEST_STEPS = 2;
const COMPACT_FROM = 100_000;

/**
 * Three to five equally spaced numbers from 0 to at least `max`: 1, 2, 2.5 or 5 times a power of ten apart,
 * and whole where what is counted is whole.
 */
export function roundTicks(max: number, whole: boolean): number[] {
  const least = Math.max(max, 0) / MOST_STEPS || 1;
  const power = 10 ** Math.floor(Math.log10(least));
  const steps = ROUND.map((round) => tidy(round * power));
  // Counts are never less than a quarter apart, so that 10 times the power is whole.
  const step = steps.find((each) => each >= least && (!whole || Number.isInteger(each))) ?? 10 * power;
  const count = Math.max(FEWEST_STEPS, Math.ceil(tidy(max / step)));
  return Array.from({ length: count + 1 }, (_, index) => tidy(index * step));
}

// Twelve digits are more than any figure has, and fewer than binary fractions get wrong.
const tidy = (value: number): number => Number(value.toPrecision(12));

/** Writes ticks with as many decimals as they need, and big ones short: `0.25`, `1,000`, `250K`. */
export function tickFormat(ticks: readonly number[]): (tick: number) => string {
  const decimals = Math.max(...ticks.map((tick) => String(tick).split('.')[1]?.length ?? 0));
  const format =
    (ticks.at(-1) ?? 0) >= COMPACT_FROM
      ? new Intl.NumberFormat(shownLanguage().locale, { notation: 'compact' })
      : new Intl.NumberFormat('en', { minimumFractionDigits: decimals });
  return (tick) => format.format(tick);
}

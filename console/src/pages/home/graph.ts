// The points of a graph: a period and the one before it, side by side.
import type { Graphs } from '@godwit/contract/stats';
import { formatDayMonth, formatYearMonth } from '../../format.ts';
import type { FigureName } from './figures.ts';

/** One place on the axis. Periods of months may differ by one; the shorter one has no value and no label there. */
export type Point = {
  index: number;
  label: string | null;
  current: number | null;
  previousLabel: string | null;
  previous: number | null;
};

/** The points of one graph, matched by their place and not by their date. */
export function pointsOf({ graphs, time_unit: unit }: Graphs, name: FigureName): Point[] {
  const { data_points_current: current, data_points_previous: previous } = graphs[name];
  const length = Math.max(current.length, previous.length);
  return Array.from({ length }, (_, index) => {
    const [now, before] = [current[index], previous[index]];
    return {
      index,
      label: now ? pointLabel(unit, now.date) : null,
      current: now?.value ?? null,
      previousLabel: before ? pointLabel(unit, before.date) : null,
      previous: before?.value ?? null,
    };
  });
}

/** The labels of the previous period, in order. */
export const previousLabels = (points: readonly Point[]): string[] =>
  points.flatMap(({ previousLabel }) => previousLabel ?? []);

// Days and months as Home writes them. All days come as yyyy-MM-dd of the project's time zone.
const yearOf = (day: string): string => day.slice(0, 4);
const withYear = (day: string): string => `${formatDayMonth(day)} ${yearOf(day)}`;

/** First and last day: `14 Nov – 20 Nov`, with their years where those differ; a single day stands alone. */
export function spanWords(from: string, to: string): string {
  if (from === to) return formatDayMonth(from);
  const word = yearOf(from) === yearOf(to) ? formatDayMonth : withYear;
  return `${word(from)} – ${word(to)}`;
}

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
 * Three to five equally spaced numbers from 0 to at least `max`: 1, 2, 2.5 or 5 times a power of ten apart, and whole where
 * what is counted is whole.
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
      ? new Intl.NumberFormat('en', { notation: 'compact' })
      : new Intl.NumberFormat('en', { minimumFractionDigits: decimals });
  return (tick) => format.format(tick);
}

// Days and months as Home writes them. All days come as yyyy-MM-dd of the project's time zone.
import type { Graphs } from '@godwit/contract/stats';
import { formatDayMonth, formatYearMonth } from '../../format.ts';

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

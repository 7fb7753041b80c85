// Formats dates, times, numbers and money. Instants arrive as ISO 8601 in UTC and are shown in the viewer's
// time zone. Months are in the language on screen; numbers look the same in every language, like prices and
// balances.
import { CURRENCY_SYMBOLS } from '@godwit/contract/payments/amounts';
import { byLocale, shownLanguage } from './text/language.ts';
import type { Unit } from './text/translation.ts';

// Uses en-US for three-letter months, because en-GB writes "Sept". The order of the parts is our own.
const translatedMonths = (): Record<string, string> | undefined =>
  shownLanguage().translation?.calendar?.months;
const monthsOf = (locale: string): string => (locale === 'en' || translatedMonths() ? 'en-US' : locale);
const dayFormat = byLocale(
  (locale) => new Intl.DateTimeFormat(monthsOf(locale), { day: '2-digit', month: 'short', year: 'numeric' }),
);
// A project's days have no time zone, unlike instants. Parsing and formatting both in UTC keeps them
// unchanged.
const dateFormat = byLocale(
  (locale) =>
    new Intl.DateTimeFormat(monthsOf(locale), {
      day: '2-digit',
      month: 'short',
      year: 'numeric',
      timeZone: 'UTC',
    }),
);
const TIME = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const MILLIS = new Intl.DateTimeFormat('en-GB', {
  hour: '2-digit',
  minute: '2-digit',
  second: '2-digit',
  fractionalSecondDigits: 3,
});
const COUNT = new Intl.NumberFormat('en');
const MONEY = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 });
const PERCENT = new Intl.NumberFormat('en', {
  style: 'percent',
  minimumFractionDigits: 1,
  maximumFractionDigits: 1,
  signDisplay: 'exceptZero',
});
const PRICE = new Intl.NumberFormat('en', { minimumFractionDigits: 2, maximumFractionDigits: 4 });

type DayParts = Partial<Record<Intl.DateTimeFormatPartTypes, string>>;
function partsOf(format: Intl.DateTimeFormat, date: string): DayParts {
  const parts = format.formatToParts(new Date(date)).map(({ type, value }) => [type, value]);
  const { month = '', ...others }: DayParts = Object.fromEntries(parts);
  return { ...others, month: translatedMonths()?.[month] ?? month };
}

/** The day of an instant in the viewer's zone: `02 Sep 2026`. */
export function formatDay(instant: string): string {
  const { day, month, year } = partsOf(dayFormat(), instant);
  return `${day} ${month} ${year}`;
}

/** The last day (UTC) of what ends at an instant, such as a midnight: `30 Jun 2027`. */
export function formatLastDay(end: string): string {
  const { day, month, year } = partsOf(dateFormat(), new Date(Date.parse(end) - 1).toISOString());
  return `${day} ${month} ${year}`;
}

/** A day given as yyyy-MM-dd, without its year: `02 Sep`. */
export function formatDayMonth(date: string): string {
  const { day, month } = partsOf(dateFormat(), date);
  return `${day} ${month}`;
}

/** The day of an instant in the viewer's zone, without its year: `21 Nov`. */
export function formatShortDay(instant: string): string {
  const { day, month } = partsOf(dayFormat(), instant);
  return `${day} ${month}`;
}

/** The month of a day given as yyyy-MM-dd: `2026 Sep`. */
export function formatYearMonth(date: string): string {
  const { month, year } = partsOf(dateFormat(), date);
  return `${year} ${month}`;
}

/** The time of day of an instant in the viewer's zone: `14:32:08`. */
export const formatTime = (instant: string): string => TIME.format(new Date(instant));

/** The time of day with milliseconds: `14:32:08.114`. */
export const formatTimeMs = (instant: string): string => MILLIS.format(new Date(instant));

/** The day and the time: `20 Nov 2026, 14:32:08`. */
export const formatInstant = (instant: string): string => `${formatDay(instant)}, ${formatTime(instant)}`;

/**
 * A chosen local time to the minute: `24 Nov 2026, 04:00`. `local` is `yyyy-MM-dd'T'HH:mm:ss`, or has a space
 * instead of the T, as the picker writes it.
 */
export function formatLocal(local: string): string {
  const { day, month, year } = partsOf(dateFormat(), local.slice(0, 10));
  return `${day} ${month} ${year}, ${local.slice(11, 16)}`;
}

/** The exact instant, for tooltips: `2026-11-20 14:32:08.114 UTC`. */
export const formatUtc = (instant: string): string =>
  `${new Date(instant).toISOString().replace('T', ' ').replace('Z', '')} UTC`;

/** An integer with thousands separators: `12,486`. */
export const formatCount = (count: number): string => COUNT.format(count);

/** Two integers, or one if they are the same: `1–3`. */
export const formatCounts = (least: number, most: number): string =>
  least === most ? COUNT.format(least) : COUNT.formatRange(least, most);

/** A change in percent with its sign and one decimal: `+12.5%`, `-4.0%`, `0.0%`. */
export const formatPercent = (percent: number): string => PERCENT.format(percent / 100);

/** A number with its unit in words: `3.2 seconds`, `4 minutes`, `27 bytes`. */
export function formatUnit(count: number, unit: Unit, maximumFractionDigits = 0): string {
  const { locale, translation } = shownLanguage();
  const words = translation?.calendar?.units[unit];
  if (words) return words.replace('{count}', count.toFixed(maximumFractionDigits).replace(/\.0+$/, ''));
  const look = { style: 'unit', unit, unitDisplay: 'long', maximumFractionDigits } as const;
  return new Intl.NumberFormat(locale, look).format(count);
}

/** A file size: `27 bytes`, `640 KB`, `1.4 MB`. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return formatUnit(bytes, 'byte');
  const megabytes = bytes / 1_000_000;
  return megabytes < 1 ? `${COUNT.format(Math.ceil(bytes / 1000))} KB` : `${megabytes.toFixed(1)} MB`;
}

// A symbol that ends in a letter needs a space before the number (Rs 5.00); others do not ($5.00). Answers to
// staff have currency codes, which are shown as the symbols that customers see.
function withSymbol(code: string, figure: string): string {
  const symbol = CURRENCY_SYMBOLS[code] ?? code;
  const negative = figure.startsWith('-') ? '-' : '';
  const blank = /\p{L}$/u.test(symbol) ? '\u00a0' : '';
  return `${negative}${symbol}${blank}${figure.slice(negative.length)}`;
}

/** Money in major units with two decimals and the symbol: `Rs 48,250.00`. */
export const formatMoney = (amount: number, symbol: string): string =>
  withSymbol(symbol, MONEY.format(amount));

/** The price or cost of one message, which may need four decimals: `Rs 0.80`, `$0.0525`. */
export const formatPrice = (amount: number, symbol: string): string =>
  withSymbol(symbol, PRICE.format(amount));

/** A number that the server has formatted, such as `display_balance`, with the symbol. */
export const formatDisplayed = (figure: string, symbol: string): string => withSymbol(symbol, figure);

/** An id shortened in the middle, because both ends distinguish it: `019aa0b4…3f9c21`. */
export const shortId = (id: string): string => (id.length <= 18 ? id : `${id.slice(0, 8)}…${id.slice(-6)}`);

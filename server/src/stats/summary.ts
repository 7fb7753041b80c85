// Figures for Home's sentences: delivery rate and speed, daily spending, and failure reasons.
import { countriesOf, dialCodeOf } from '@godwit/contract/numbers/dialCodes';
import { type Failures, MAX_DESTINATIONS, type Summary } from '@godwit/contract/stats';
import { startOfDay } from '@godwit/contract/timezones';
import type { Pool } from 'pg';
import { fromMicros } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { piecesOf } from './grains.ts';
import { type AskedDays, spanOf, stretchOf } from './periods.ts';
import { type Pace, selectDeliveryTimes, selectPace, sumFailures } from './queries.ts';
import { type Place, sumOf } from './read.ts';

/**
 * So many of the newest messages are looked at for how soon they were delivered: a few milliseconds, however
 * long the range.
 */
const NEWEST = 1_000;
const DAY_MS = 86_400_000;

type Days = { from: string; to: string };

/** The figures that Home's words are made of. Refusals: as of `spanOf`. */
export async function readSummary(pool: Pool, place: Place, asked: AskedDays): Promise<Summary | Refusal> {
  const span = spanOf(asked, place.today);
  if (isRefusal(span)) return span;
  const stretch = stretchOf(span.from, span.to, place.timezone);
  const [sums] = await sumOf(pool, place, [stretch]);
  const { DELIVERED, FAILED, WAITING } = sums!;
  const times = await selectDeliveryTimes(pool, place, stretch, NEWEST);
  return {
    current_from: span.from,
    current_to: span.to,
    total: DELIVERED.total + FAILED.total + WAITING.total,
    delivered: DELIVERED.total,
    failed: FAILED.total,
    waiting: WAITING.total,
    delivery:
      times.medianSeconds === null
        ? null
        : {
            median_seconds: times.medianSeconds,
            delivered: times.delivered,
            is_all: times.delivered >= DELIVERED.total,
          },
    spend_per_day: await readSpendPerDay(pool, place, span),
  };
}

/** Part of today alone predicts little, and so do days in the past. */
async function readSpendPerDay(pool: Pool, place: Place, { from, to }: Days): Promise<number | null> {
  if (place.mode === 'TEST' || to !== place.today || from === to) return null;
  return spendPerDay(await selectPace(pool, place.teamId, { from, to }), place.timezone, new Date());
}

/**
 * Daily spending in major units, averaged from the first day with any: an account that began yesterday did
 * not spend nothing before. Null without spending.
 */
export function spendPerDay({ spentMicros, firstDay }: Pace, timezone: string, now: Date): number | null {
  if (spentMicros <= 0n || firstDay === null) return null;
  // A project in another time zone may be a day ahead.
  const days = Math.max(1, (now.getTime() - startOfDay(firstDay, timezone).getTime()) / DAY_MS);
  return fromMicros(BigInt(Math.round(Number(spentMicros) / days)));
}

/** Failure reasons and destinations. Refusals: as of `spanOf`. */
export async function readFailures(pool: Pool, place: Place, asked: AskedDays): Promise<Failures | Refusal> {
  const span = spanOf(asked, place.today);
  if (isRefusal(span)) return span;
  const pieces = piecesOf(stretchOf(span.from, span.to, place.timezone));
  const failures = await sumFailures(pool, place, pieces);
  const destinations = ranked(failures, ({ destination }) => dialCodeOf(destination));
  return {
    current_from: span.from,
    current_to: span.to,
    total: totalOf(failures),
    reasons: ranked(failures, ({ failure }) => failure).map(([code, total]) => ({ code, total })),
    destinations: destinations.slice(0, MAX_DESTINATIONS).map(([code, total]) => ({
      dial_code: code,
      countries: code === null ? [] : [...countriesOf(code)],
      total,
    })),
    other_destinations: destinations.slice(MAX_DESTINATIONS).reduce((sum, [, total]) => sum + total, 0),
  };
}

type Counted = { count: number };
const totalOf = (some: readonly Counted[]) => some.reduce((sum, { count }) => sum + count, 0);

/** The sums of what has the same key, the largest first, and equal ones always in the same order. */
function ranked<Row extends Counted, Key extends string | null>(
  rows: readonly Row[],
  keyOf: (row: Row) => Key,
): [Key, number][] {
  return [...Map.groupBy(rows, keyOf)]
    .map(([key, some]): [Key, number] => [key, totalOf(some)])
    .sort(([a, many], [b, more]) => more - many || String(a).localeCompare(String(b)));
}

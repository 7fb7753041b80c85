// Outgoing messages by weekday and hour, in the project's time zone.
import { addDays } from '@godwit/contract/ranges';
import { type Hours, MAX_HOURS_DAYS } from '@godwit/contract/stats';
import { startOfDay, zonedTime } from '@godwit/contract/timezones';
import type { Pool } from 'pg';
import { isRefusal, type Refusal } from '../refusal.ts';
import { piecesOf } from './grains.ts';
import { type AskedDays, endOfDay, type Stretch, spanOf } from './periods.ts';
import { sumBuckets } from './queries.ts';
import type { Place } from './read.ts';

const MINUTE_MS = 60_000;
const HOURS_PER_DAY = 24;

/** A stretch of one hour of the clock, at most: clocks that change may make it shorter. */
type ClockHour = Stretch & { hour: number };

/** Messages by hour of the week. Refusals: as of `spanOf`. */
export async function readHours(pool: Pool, place: Place, asked: AskedDays): Promise<Hours | Refusal> {
  const span = spanOf(asked, place.today);
  if (isRefusal(span)) return span;
  const days = { current_from: span.from, current_to: span.to };
  if (span.days > MAX_HOURS_DAYS) return { ...days, hours: null };
  const hours = Array.from({ length: 7 }, () => new Array<number>(HOURS_PER_DAY).fill(0));
  const pieces = [];
  for (let day = span.from; day <= span.to; day = addDays(day, 1)) {
    // getUTCDay() is 0 on Sundays, and the first row is Monday.
    const weekday = (new Date(day).getUTCDay() + 6) % 7;
    for (const { hour, ...stretch } of hoursOf(day, place.timezone)) {
      const bucket = weekday * HOURS_PER_DAY + hour;
      pieces.push(...piecesOf(stretch).map((piece) => ({ ...piece, bucket })));
    }
  }
  for (const { bucket, outcome, count } of await sumBuckets(pool, place, pieces)) {
    const row = hours[Math.floor(bucket / HOURS_PER_DAY)]!;
    // Cancelled messages were not sent and do not count as volume.
    if (outcome !== 'CANCELLED') row[bucket % HOURS_PER_DAY]! += count;
  }
  return { ...days, hours };
}

/** The hours of a local day in order, without a gap. A day on which the clocks change has more or fewer. */
function* hoursOf(day: string, timezone: string): Generator<ClockHour> {
  const end = endOfDay(day, timezone);
  for (let from = startOfDay(day, timezone); from < end; ) {
    const [hour = 0, minute = 0] = zonedTime(from, timezone).local.slice(11, 16).split(':').map(Number);
    const next = new Date(from.getTime() + (60 - minute) * MINUTE_MS);
    const before = next < end ? next : end;
    yield { hour, from, before };
    from = before;
  }
}

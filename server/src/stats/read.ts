// A project's sending in a period and the period before: totals, and points by day or month.
import type { DaySpan } from '@godwit/contract/ranges';
import type { Graphs, Overview } from '@godwit/contract/stats';
import type { Pool } from 'pg';
import { fromMicros } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { piecesOf } from './grains.ts';
import {
  type AskedDays,
  type Before,
  type Bucket,
  beforeOf,
  bucketsOf,
  cutAt,
  type Stretch,
  spanOf,
  stretchOf,
  unitOf,
} from './periods.ts';
import { type Outcome, type Scope, sumBuckets } from './queries.ts';

/** A project in a mode, the zone its days are of, the time now, and the day it is there then. */
export type Place = Scope & { timezone: string; now: Date; today: string };

type Sums = Record<Outcome, Figure>;
type Figure = { total: number; costMicros: bigint };

/** The figures of the cards. Refusals: as of `spanOf`. */
export async function readOverview(pool: Pool, place: Place, days: AskedDays): Promise<Overview | Refusal> {
  const span = spanOf(days, place.today);
  if (isRefusal(span)) return span;
  const before = beforeOf(span, place.timezone, place.now);
  const [current, previous] = await sumOf(pool, place, [
    stretchOf(span.from, span.to, place.timezone),
    before,
  ]);
  return {
    ...dates(span, before),
    outgoing_sms_current: rows(current!),
    outgoing_sms_previous: rows(previous!),
  };
}

/** The points of the graphs. Refusals: as of `spanOf`. */
export async function readGraphs(pool: Pool, place: Place, days: AskedDays): Promise<Graphs | Refusal> {
  const span = spanOf(days, place.today);
  if (isRefusal(span)) return span;
  const unit = unitOf(days, span);
  const current = bucketsOf(span.from, span.to, unit, place.timezone);
  const before = beforeOf(span, place.timezone, place.now);
  const previous = cutAt(bucketsOf(span.prevFrom, span.prevTo, unit, place.timezone), before.before);
  const sums = await sumOf(pool, place, [...current, ...previous]);

  const points = (buckets: Bucket[], sums: Sums[], value: (sums: Sums) => number) =>
    buckets.map(({ date }, index) => ({ date, value: value(sums[index]!) }));
  const graph = (value: (sums: Sums) => number) => ({
    data_points_current: points(current, sums, value),
    data_points_previous: points(previous, sums.slice(current.length), value),
  });
  return {
    ...dates(span, before),
    time_unit: unit,
    graphs: {
      outgoing_sms_total: graph((sums) => allOf(sums).total),
      outgoing_sms_delivered: graph(({ DELIVERED }) => DELIVERED.total),
      outgoing_sms_undelivered: graph((sums) => undelivered(sums).total),
      outgoing_sms_failed: graph(({ FAILED }) => FAILED.total),
      outgoing_sms_cost: graph((sums) => fromMicros(allOf(sums).costMicros)),
    },
  };
}

/** Adds up each stretch by what became of its messages, zeros if there are none. */
export async function sumOf(pool: Pool, scope: Scope, stretches: Stretch[]): Promise<Sums[]> {
  const pieces = stretches.flatMap((stretch, bucket) =>
    piecesOf(stretch).map((piece) => ({ ...piece, bucket })),
  );
  const sums = stretches.map(
    () => ({ DELIVERED: NONE, FAILED: NONE, WAITING: NONE, CANCELLED: NONE }) as Sums,
  );
  for (const { bucket, outcome, count, costMicros } of await sumBuckets(pool, scope, pieces))
    sums[bucket]![outcome] = { total: count, costMicros };
  return sums;
}

const NONE: Figure = { total: 0, costMicros: 0n };
const add = (a: Figure, b: Figure): Figure => ({
  total: a.total + b.total,
  costMicros: a.costMicros + b.costMicros,
});
const undelivered = ({ FAILED, WAITING }: Sums): Figure => add(FAILED, WAITING);
/** Cancelled messages were not sent and do not count as volume. */
const allOf = (sums: Sums): Figure => add(sums.DELIVERED, undelivered(sums));

function rows(sums: Sums): Overview['outgoing_sms_current'] {
  const row = (status: 'DELIVERED' | 'UNDELIVERED', { total, costMicros }: Figure) => ({
    status,
    cost: fromMicros(costMicros),
    total,
  });
  return [row('DELIVERED', sums.DELIVERED), row('UNDELIVERED', undelivered(sums))];
}

function dates({ from, to, prevFrom }: DaySpan, before: Before) {
  return {
    current_from: from,
    current_to: to,
    prev_from: prevFrom,
    prev_to: before.to,
    prev_until: before.until?.toISOString() ?? null,
  };
}

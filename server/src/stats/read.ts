// What a project sent in a period and in the one before it: in two sums, and day by day or month by month.
import type { DaySpan } from '@godwit/contract/ranges';
import type { Graphs, Overview } from '@godwit/contract/stats';
import type { Pool } from 'pg';
import { fromMicros } from '../money.ts';
import { isRefusal, type Refusal } from '../refusal.ts';
import { piecesOf } from './grains.ts';
import {
  type AskedDays,
  type Bucket,
  bucketsOf,
  type Stretch,
  spanOf,
  stretchOf,
  unitOf,
} from './periods.ts';
import { type BucketSum, type Scope, sumBuckets } from './queries.ts';

/** A project in a mode, the zone its days are of, and the day it is there now. */
export type Place = Scope & { timezone: string; today: string };

type Sums = { delivered: Figure; undelivered: Figure };
type Figure = { total: number; costMicros: bigint };

/** The figures of the cards. Refusals: as of `spanOf`. */
export async function readOverview(pool: Pool, place: Place, days: AskedDays): Promise<Overview | Refusal> {
  const span = spanOf(days, place.today);
  if (isRefusal(span)) return span;
  const [current, previous] = await sum(pool, place, [
    stretchOf(span.from, span.to, place.timezone),
    stretchOf(span.prevFrom, span.prevTo, place.timezone),
  ]);
  return { ...dates(span), outgoing_sms_current: rows(current!), outgoing_sms_previous: rows(previous!) };
}

/** The points of the graphs. Refusals: as of `spanOf`. */
export async function readGraphs(pool: Pool, place: Place, days: AskedDays): Promise<Graphs | Refusal> {
  const span = spanOf(days, place.today);
  if (isRefusal(span)) return span;
  const unit = unitOf(days, span);
  const current = bucketsOf(span.from, span.to, unit, place.timezone);
  const previous = bucketsOf(span.prevFrom, span.prevTo, unit, place.timezone);
  const sums = await sum(pool, place, [...current, ...previous]);

  const points = (buckets: Bucket[], sums: Sums[], value: (sums: Sums) => number) =>
    buckets.map(({ date }, index) => ({ date, value: value(sums[index]!) }));
  const graph = (value: (sums: Sums) => number) => ({
    data_points_current: points(current, sums, value),
    data_points_previous: points(previous, sums.slice(current.length), value),
  });
  return {
    ...dates(span),
    time_unit: unit,
    graphs: {
      outgoing_sms_total: graph(({ delivered, undelivered }) => delivered.total + undelivered.total),
      outgoing_sms_delivered: graph(({ delivered }) => delivered.total),
      outgoing_sms_undelivered: graph(({ undelivered }) => undelivered.total),
      outgoing_sms_cost: graph(({ delivered, undelivered }) =>
        fromMicros(delivered.costMicros + undelivered.costMicros),
      ),
    },
  };
}

/** Adds up each stretch, zeros where there is nothing. */
async function sum(pool: Pool, scope: Scope, stretches: Stretch[]): Promise<Sums[]> {
  const pieces = stretches.flatMap((stretch, bucket) =>
    piecesOf(stretch).map((piece) => ({ ...piece, bucket })),
  );
  const found = new Map((await sumBuckets(pool, scope, pieces)).map((row) => [keyOf(row), row]));
  const figure = (bucket: number, delivered: boolean): Figure => {
    const { count = 0, costMicros = 0n } = found.get(keyOf({ bucket, delivered })) ?? {};
    return { total: count, costMicros };
  };
  return stretches.map((_, bucket) => ({
    delivered: figure(bucket, true),
    undelivered: figure(bucket, false),
  }));
}

function keyOf({ bucket, delivered }: Pick<BucketSum, 'bucket' | 'delivered'>): string {
  return `${bucket} ${delivered}`;
}

function rows({ delivered, undelivered }: Sums): Overview['outgoing_sms_current'] {
  return [
    { status: 'DELIVERED', cost: fromMicros(delivered.costMicros), total: delivered.total },
    { status: 'UNDELIVERED', cost: fromMicros(undelivered.costMicros), total: undelivered.total },
  ];
}

function dates({ from, to, prevFrom, prevTo }: DaySpan) {
  return { current_from: from, current_to: to, prev_from: prevFrom, prev_to: prevTo };
}

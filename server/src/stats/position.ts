// Finds the time position of a log page from counts: the last page of millions costs as much as the first.
import type { Pool } from 'pg';
import { GRAIN_MS, type Grain, piecesOf } from './grains.ts';
import type { Stretch } from './periods.ts';
import { type CountFilter, type Scope, type Slot, selectSlots } from './queries.ts';

/** A stretch to read messages from, in the page's order, past the first `skip` of them. */
export type Reading = Stretch & { skip: number };

/** How many messages there are in all, and which stretches hold those of the page; none past the end. */
export type Position = { total: number; readings: Reading[] };

export type Wanted = { order: 'ASC' | 'DESC'; offset: number; limit: number };

const DAYS_AND_ENDS: ReadonlySet<Grain> = new Set(['DAY', 'QUARTER']);
const QUARTERS: ReadonlySet<Grain> = new Set(['QUARTER']);

/**
 * Finds `limit` messages after the first `offset` of a stretch, in the order of their acceptance or against
 * it.
 */
export async function findPosition(
  pool: Pool,
  scope: Scope & CountFilter,
  stretch: Stretch,
  { order, offset, limit }: Wanted,
): Promise<Position> {
  const slotsOf = async (stretch: Stretch, grains: ReadonlySet<Grain>) => {
    const slots = await selectSlots(pool, scope, scope, piecesOf(stretch, grains));
    return order === 'ASC' ? slots : slots.reverse();
  };
  const slots = await slotsOf(stretch, DAYS_AND_ENDS);
  const total = slots.reduce((sum, { count }) => sum + count, 0);
  const days = runOf(slots, offset, limit);
  if (days.slots.length === 0) return { total, readings: [] };
  const quarters = runOf(await slotsOf(hull(days.slots), QUARTERS), days.skip, limit);
  return { total, readings: readingsOf(quarters) };
}

type Run = { slots: Slot[]; skip: number };

/** The slots that hold the messages `offset` to `offset + limit`, and how many to skip in the first. */
function runOf(slots: readonly Slot[], offset: number, limit: number): Run {
  let skip = offset;
  const first = slots.findIndex(({ count }) => {
    if (skip < count) return true;
    skip -= count;
    return false;
  });
  if (first < 0) return { slots: [], skip: 0 };
  let held = -skip;
  const last = slots.findIndex(({ count }, index) => {
    if (index >= first) held += count;
    return held >= limit;
  });
  return { slots: slots.slice(first, last < 0 ? undefined : last + 1), skip };
}

/**
 * Stretches in the run's order; slots side by side are read in one go, empty time between them is passed
 * over.
 */
function readingsOf({ slots, skip }: Run): Reading[] {
  const readings: Reading[] = [];
  for (const slot of slots) {
    const { from, before } = hull([slot]);
    const last = readings.at(-1);
    if (last?.before.getTime() === from.getTime()) last.before = before;
    else if (last?.from.getTime() === before.getTime()) last.from = from;
    else readings.push({ from, before, skip: last ? 0 : skip });
  }
  return readings;
}

function hull(slots: readonly Slot[]): Stretch {
  return {
    from: new Date(Math.min(...slots.map(({ startsAt }) => startsAt.getTime()))),
    before: new Date(Math.max(...slots.map(({ startsAt, grain }) => startsAt.getTime() + GRAIN_MS[grain]))),
  };
}

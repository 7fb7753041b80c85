// Splits a time range into counts of several grains: whole UTC days and hours, quarter hours at its ends.
import type { Stretch } from './periods.ts';

export type Grain = 'QUARTER' | 'HOUR' | 'DAY';

/** Counts of one grain to add up: those that start from `from` on and before `before`. */
export type Piece = Stretch & { grain: Grain };

/** The length of each grain, the largest first. */
export const GRAIN_MS: Readonly<Record<Grain, number>> = {
  DAY: 86_400_000,
  HOUR: 3_600_000,
  QUARTER: 900_000,
};
const GRAINS = Object.entries(GRAIN_MS) as [Grain, number][];

/**
 * The fewest counts that make up a stretch, in order of time. It begins and ends with quarters of an hour,
 * as local days do.
 */
export function piecesOf(
  { from, before }: Stretch,
  grains: ReadonlySet<Grain> = new Set(['DAY', 'HOUR', 'QUARTER']),
): Piece[] {
  return cover(
    from.getTime(),
    before.getTime(),
    GRAINS.filter(([grain]) => grains.has(grain)),
  );
}

function cover(fromMs: number, beforeMs: number, [largest, ...smaller]: typeof GRAINS): Piece[] {
  if (fromMs >= beforeMs || !largest) return [];
  const [grain, lengthMs] = largest;
  if (smaller.length === 0) return [{ grain, from: new Date(fromMs), before: new Date(beforeMs) }];
  const first = Math.ceil(fromMs / lengthMs) * lengthMs;
  const last = Math.floor(beforeMs / lengthMs) * lengthMs;
  if (first >= last) return cover(fromMs, beforeMs, smaller);
  return [
    ...cover(fromMs, first, smaller),
    { grain, from: new Date(first), before: new Date(last) },
    ...cover(last, beforeMs, smaller),
  ];
}

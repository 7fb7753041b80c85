// How long to wait before the next attempt to connect.

export interface Backoff {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after the `failures`-th failure in a row (from 1): doubling from minMs up to maxMs,
 * the upper half of it drawn at random so that many sessions that were lost together do not come back
 * together.
 */
export function backoffMs(backoff: Backoff, failures: number, random: () => number): number {
  const ceilingMs = Math.min(backoff.maxMs, backoff.minMs * 2 ** Math.min(failures - 1, 30));
  return ceilingMs / 2 + (random() * ceilingMs) / 2;
}

// Computes the delay before the next attempt to connect.

export interface Backoff {
  readonly minMs: number;
  readonly maxMs: number;
}

/**
 * Milliseconds to wait after the `failures`-th failure in a row (from 1). The delay doubles from minMs up to
 * maxMs. Its upper half is random, so sessions lost at the same time do not reconnect at the same time.
 */
export function backoffMs(backoff: Backoff, failures: number, random: () => number): number {
  const ceilingMs = Math.min(backoff.maxMs, backoff.minMs * 2 ** Math.min(failures - 1, 30));
  return ceilingMs / 2 + (random() * ceilingMs) / 2;
}

// The retry schedule of callbacks.

/** Seconds from one attempt to the next: 10 attempts, the last about three days after the first. */
const LADDER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/**
 * Relative deviation from the schedule in both directions, so calls that failed together do not return
 * together.
 */
const JITTER = 0.08;

/**
 * Milliseconds to wait after failed attempt `attempt` (from 1), or null after the last. `random` is in [0,
 * 1).
 */
export function retryAfterMs(attempt: number, random: number): number | null {
  const seconds = LADDER_SECONDS[attempt - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 + JITTER * (2 * random - 1)));
}

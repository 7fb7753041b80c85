// When a callback is tried again.

/** Seconds from one attempt to the next: 10 attempts, the last about three days after the first. */
const LADDER_SECONDS = [5, 300, 1_800, 7_200, 18_000, 36_000, 50_400, 72_000, 86_400];
/** How far a wait may be from the ladder, to both sides, so that what failed together does not come back together. */
const JITTER = 0.08;

/** How long to wait after the attempt of this number (from 1) has failed; null after the last. `random` is from 0 up to 1. */
export function retryAfterMs(attempt: number, random: number): number | null {
  const seconds = LADDER_SECONDS[attempt - 1];
  return seconds === undefined ? null : Math.round(seconds * 1000 * (1 + JITTER * (2 * random - 1)));
}

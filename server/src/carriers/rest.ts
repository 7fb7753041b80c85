// Rests between small pieces of work, so that messages that come one by one share their transactions.

/** Fifty transactions a second do for a trickle; a flood fills them by itself, and what comes after a pause does not wait. */
const REST_MS = 20;

/** Gives what to wait for before each next piece: it resolves at least a rest after it did so last. */
export function openRest(): () => Promise<void> {
  let restedAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const earlyMs = restedAt + REST_MS - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    restedAt = performance.now();
  };
}

// Pauses between pieces of work.
import { setTimeout as sleep } from 'node:timers/promises';

/** As a multiple of what a piece took. */
const PAUSE = 3;
const MOST_MS = 200;
/** Fifty transactions a second are enough for a trickle. */
const APART_MS = 20;

/**
 * Does one piece of a long work, and pauses for longer than it took: much of a contested core, and of the disk, is left to what people
 * wait for. The pause ends when `signal` aborts.
 */
export async function pauseAfter<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const started = performance.now();
  const result = await work();
  const waitMs = Math.min(MOST_MS, (performance.now() - started) * PAUSE);
  await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
  return result;
}

/**
 * Opens a minimum interval, to be awaited before each next small piece of work: it resolves at least 20 ms after it did so last. So messages that come one
 * by one share their transactions; a flood fills them by itself, and what comes after a pause does not wait.
 */
export function openMinimumInterval(): () => Promise<void> {
  let lastAt = Number.NEGATIVE_INFINITY;
  return async () => {
    const earlyMs = lastAt + APART_MS - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    lastAt = performance.now();
  };
}

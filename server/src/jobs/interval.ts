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

const GATHERED_MS = 50;
const QUIET_MS = 3;

/**
 * Opens the gathering of what comes one by one from those who wait for an answer to it, and of what nobody waits for: `rest`, to be awaited
 * after each piece of work, lasts 50 ms from the end of the last rest on, and ends before that when of what is waited for (`came`) some is there
 * and no more has come for a moment: who sends it may send no more before it is answered. What comes after a pause does not wait.
 */
export function openGathering(): { came(): void; rest(): Promise<void> } {
  let count = 0;
  let restedAt = Number.NEGATIVE_INFINITY;
  return {
    came() {
      count++;
    },
    async rest() {
      const began = count;
      for (
        let seen = -1;
        performance.now() < restedAt + GATHERED_MS && (count === began || count !== seen);
      ) {
        seen = count;
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
      restedAt = performance.now();
    },
  };
}

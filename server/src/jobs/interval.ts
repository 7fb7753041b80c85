// Pauses between pieces of work.
import { setTimeout as sleep } from 'node:timers/promises';

/** As a multiple of what a piece took. */
const PAUSE = 3;
const MOST_MS = 200;
/** Fifty transactions a second are enough for a trickle, and twenty for a flood. */
const APART_MS = 20;
const FLOODED_MS = 50;
const PER_ITEM_MS = 2.5;
/** Nothing has come for so long: nothing more may come. */
const QUIET_MS = 3;

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
 * Opens a minimum interval, to be awaited before each next small piece of work: it resolves at least 20 ms after it did so last, and up to 50 ms
 * after a piece of many items. So what comes one by one shares its transactions; what comes after a pause does not wait.
 */
export function openMinimumInterval(): (items?: number) => Promise<void> {
  let lastAt = Number.NEGATIVE_INFINITY;
  return async (items = 0) => {
    const apartMs = Math.min(FLOODED_MS, Math.max(APART_MS, items * PER_ITEM_MS));
    const earlyMs = lastAt + apartMs - performance.now();
    if (earlyMs > 0) await new Promise((resolve) => setTimeout(resolve, earlyMs));
    lastAt = performance.now();
  };
}

/**
 * Opens the gathering of what nobody waits for, and of what comes from those who wait for an answer to it (`came`). After each piece of work, whose
 * items were `taken`, `rest` lasts until 50 ms after the last one. It ends before that when something is waited for and nothing more has come
 * for a moment: who sends it may send no more before it is answered. What comes after a pause does not wait.
 */
export function openGathering(): { came(): void; taken(): void; rest(): Promise<void> } {
  let count = 0;
  let takenCount = 0;
  let restedAt = Number.NEGATIVE_INFINITY;
  return {
    came() {
      count++;
    },
    taken() {
      takenCount = count;
    },
    async rest() {
      let seen = -1;
      while (performance.now() < restedAt + FLOODED_MS && (count === takenCount || count !== seen)) {
        seen = count;
        await new Promise((resolve) => setTimeout(resolve, QUIET_MS));
      }
      restedAt = performance.now();
    },
  };
}

// Pauses between pieces of work.
import { setTimeout as sleep } from 'node:timers/promises';

/** As a multiple of the time a piece took. */
const PAUSE = 3;
const MOST_MS = 200;
/** Fifty transactions a second are enough for a trickle, and twenty for a flood. */
const APART_MS = 20;
const FLOODED_MS = 50;
const PER_ITEM_MS = 2.5;
/** If nothing has arrived for this long, nothing more is expected. */
const QUIET_MS = 3;

/**
 * Does one piece of a long task, then pauses for longer than it took, to leave most of a busy core and disk
 * to people's requests.
 * The pause ends when `signal` aborts.
 */
export async function pauseAfter<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const started = performance.now();
  const result = await work();
  const waitMs = Math.min(MOST_MS, (performance.now() - started) * PAUSE);
  await sleep(waitMs, undefined, { signal, ref: false }).catch(() => {});
  return result;
}

/**
 * Opens a minimum interval. Await it before each small piece of work: it resolves at least 20 ms after it
 * last did, up to 50 ms after a piece of many items.
 * A trickle of items then shares transactions; the first after a pause does not wait.
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
 * Opens a gathering of items, some of which have a sender waiting for the result (`came`). Report each
 * piece's items with `taken`, then await `rest`.
 * A rest ends 50 ms after the last one. It ends earlier if a sender waits and nothing more has arrived for a
 * moment, since that sender may need the result first. The first item after a pause does not wait.
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

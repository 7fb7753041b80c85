// Long work in pieces leaves much of a contested core, and of the disk, to what somebody waits for.
import { setTimeout as sleep } from 'node:timers/promises';

/** As a multiple of what a piece took. */
const REST = 3;
const MOST_MS = 200;

/** Does one piece of a long work, and rests for longer than it took; the rest ends when `signal` aborts. */
export async function restAfter<T>(work: () => Promise<T>, signal?: AbortSignal): Promise<T> {
  const started = performance.now();
  const result = await work();
  const restMs = Math.min(MOST_MS, (performance.now() - started) * REST);
  await sleep(restMs, undefined, { signal, ref: false }).catch(() => {});
  return result;
}

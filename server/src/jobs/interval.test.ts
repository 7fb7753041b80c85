import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openGathering, openMinimumInterval } from './interval.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets the first go at once, spaces later ones, and never makes up for a pause', async () => {
  const minimumInterval = openMinimumInterval();
  const rested: number[] = [];
  const note = async () => {
    await minimumInterval();
    rested.push(performance.now() - startedMs);
  };
  const startedMs = performance.now();
  await note();
  const next = note();
  await vi.advanceTimersByTimeAsync(100);
  await next;
  await note();
  expect(rested).toEqual([0, 20, 100]);
});

it('spaces larger pieces by more, but even a flood by at most 50 ms', async () => {
  const minimumInterval = openMinimumInterval();
  await minimumInterval();
  for (const [items, afterMs] of [
    [12, 30],
    [500, 50],
  ] as const) {
    const startedMs = performance.now();
    const resting = minimumInterval(items).then(() => performance.now() - startedMs);
    await vi.advanceTimersByTimeAsync(100);
    // The interval counts from the end of the last one, which is here.
    expect(await resting).toBe(afterMs);
    await minimumInterval();
  }
});

it('gathers items without a waiting sender for 50 ms, and others only until no more arrive', async () => {
  /** Length of a second rest when items arrive at these milliseconds of it. */
  async function restWith(comesAt: readonly number[]): Promise<number> {
    const gathering = openGathering();
    await gathering.rest();
    gathering.taken();
    const startedMs = performance.now();
    for (const ms of comesAt) setTimeout(gathering.came, ms);
    const resting = gathering.rest().then(() => performance.now() - startedMs);
    await vi.advanceTimersByTimeAsync(100);
    return await resting;
  }
  expect(await restWith([])).toBe(51);
  // A window of three: nothing more comes until they are answered.
  expect(await restWith([7, 7, 8])).toBe(12);
  expect(await restWith(Array.from({ length: 60 }, (_, ms) => ms))).toBe(51);
});

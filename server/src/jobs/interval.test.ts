import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { openMinimumInterval } from './interval.ts';

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

it('lets the first go at once, spaces those that follow it, and never makes up for a pause', async () => {
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

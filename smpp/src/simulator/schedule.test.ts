// The schedule: every item, in order, on time.
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { fakeClock } from '../../test/fakeClock.ts';
import { backoffMs } from '../session/backoff.ts';
import { Schedule } from './schedule.ts';

it('reports every item in order of time, none too early, on one timer', () => {
  const times = fc.array(fc.nat({ max: 10_000 }), { minLength: 1 });
  fc.assert(
    fc.property(times, fc.array(fc.nat({ max: 3000 }), { maxLength: 10 }), (delays, steps) => {
      const clock = fakeClock(0);
      const called: number[] = [];
      const schedule = new Schedule<number>(clock, (dueMs) => {
        expect(clock.nowMs()).toBeGreaterThanOrEqual(dueMs - 1);
        called.push(dueMs);
      });
      for (const delay of delays) schedule.add(delay, delay);
      expect(clock.pendingMs()).toHaveLength(1);
      for (const step of [0, ...steps]) clock.advance(step);
      const passedMs = clock.nowMs();
      expect(called.length).toBeGreaterThanOrEqual(delays.filter((delay) => delay <= passedMs).length);
      clock.advance(20_000);
      expect(called).toEqual([...delays].sort((a, b) => a - b));
    }),
  );
});

it('keeps the order of adding for equal times', () => {
  const clock = fakeClock(0);
  const called: number[] = [];
  const schedule = new Schedule<number>(clock, (item) => called.push(item));
  for (let item = 0; item < 50; item++) schedule.add(item % 2, item);
  clock.advance(1);
  expect(called).toEqual([...called].sort((a, b) => (a % 2) - (b % 2) || a - b));
});

it('removes the first item on request', () => {
  const schedule = new Schedule<number>(fakeClock(0), () => {});
  for (const item of [5, 1, 4, 2, 3]) schedule.add(item, item);
  expect([1, 2, 3, 4, 5, 6].map(() => schedule.takeFirst())).toEqual([1, 2, 3, 4, 5, undefined]);
  expect(schedule.size).toBe(0);
});

it('backs off between half of the doubled delay and all of it, up to the maximum', () => {
  const backoff = { minMs: 500, maxMs: 60_000 };
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 1000 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (failures, drawn) => {
        const ceilingMs = Math.min(60_000, 500 * 2 ** (failures - 1));
        const waitMs = backoffMs(backoff, failures, () => drawn);
        expect(waitMs).toBeGreaterThanOrEqual(ceilingMs / 2);
        expect(waitMs).toBeLessThanOrEqual(ceilingMs);
      },
    ),
  );
});

import { expect, test } from 'vitest';
import { positionsOf } from './Trend.tsx';

const at = (minutes: number) => new Date(Date.UTC(2026, 10, 23, 6, minutes)).toISOString();

test('a line ends at the right, is scaled by time, and has a gap for missing measurements', () => {
  const points = [0, 5, 60].map((minutes) => ({ at: at(minutes), value: minutes }));
  const [first, second, gap, last] = positionsOf(points, { width: 408, max: 100 });
  expect([first, second].map((position) => Math.round(position!.x))).toEqual([348, 353]);
  expect(gap).toBeNull();
  expect(last).toEqual({ x: 408, y: expect.closeTo(46.4) });
  expect(positionsOf([], { width: 400, max: 1 })).toEqual([]);
});

test('a line ends where its span ends, also if the last measurement is missing', () => {
  const span = { spanMs: 60 * 60_000, stepMs: 60_000, until: at(60) };
  const points = [0, 30].map((minutes) => ({ at: at(minutes), value: 1 }));
  const [first, gap, second] = positionsOf(points, { width: 408, max: 1, span });
  expect(gap).toBeNull();
  expect([first, second].map((position) => Math.round(position!.x))).toEqual([48, 228]);
});

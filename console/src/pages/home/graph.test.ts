import type { Graphs } from '@godwit/contract/stats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  pointLabel,
  pointsOf,
  previousLabels,
  roundTicks,
  spanWithYear,
  spanWords,
  tickFormat,
} from './graph.ts';

const point = (date: string, value: number) => ({ date, value });
const graphs = (
  time_unit: Graphs['time_unit'],
  data_points_current: ReturnType<typeof point>[],
  data_points_previous: ReturnType<typeof point>[],
) => {
  const graph = { data_points_current, data_points_previous };
  return { time_unit, graphs: { outgoing_sms_total: graph } } as Graphs;
};

test('two periods of days are matched by their place', () => {
  const points = pointsOf(
    graphs(
      'DAY',
      [point('2026-11-14', 52), point('2026-11-15', 61)],
      [point('2026-11-12', 0), point('2026-11-13', 58)],
    ),
    'outgoing_sms_total',
  );
  expect(points).toEqual([
    { index: 0, label: '14 Nov', current: 52, previousLabel: '12 Nov', previous: 0 },
    { index: 1, label: '15 Nov', current: 61, previousLabel: '13 Nov', previous: 58 },
  ]);
  expect(previousLabels(points)).toEqual(['12 Nov', '13 Nov']);
});

test('where one period touches a month more, the other has nothing there', () => {
  const points = pointsOf(
    graphs('MONTH', [point('2026-10-01', 5)], [point('2026-08-01', 3), point('2026-09-01', 4)]),
    'outgoing_sms_total',
  );
  expect(points[1]).toEqual({
    index: 1,
    label: null,
    current: null,
    previousLabel: '2026 Sep',
    previous: 4,
  });
  expect(previousLabels(points)).toEqual(['2026 Aug', '2026 Sep']);
});

test.each([
  ['2026-11-14', '2026-11-20', '14 Nov – 20 Nov', '14 Nov – 20 Nov 2026'],
  ['2026-09-02', '2026-09-02', '02 Sep', '02 Sep 2026'],
  ['2025-11-21', '2026-11-20', '21 Nov 2025 – 20 Nov 2026', '21 Nov 2025 – 20 Nov 2026'],
])('%s to %s is written %s, and %s', (from, to, short, long) => {
  expect(spanWords(from, to)).toBe(short);
  expect(spanWithYear(from, to)).toBe(long);
});

test('points are labelled by day or by month', () => {
  expect(pointLabel('DAY', '2026-09-02')).toBe('02 Sep');
  expect(pointLabel('MONTH', '2026-09-01')).toBe('2026 Sep');
});

describe('ticks', () => {
  test.each([
    [0, [0, 1, 2]],
    [1, [0, 1, 2]],
    [4, [0, 1, 2, 3, 4]],
    [9, [0, 5, 10]],
    [66, [0, 20, 40, 60, 80]],
    [92, [0, 25, 50, 75, 100]],
    [2100, [0, 1000, 2000, 3000]],
  ])('of counts up to %d', (max, ticks) => {
    expect(roundTicks(max, true)).toEqual(ticks);
  });

  test.each([
    [0, [0, 1, 2]],
    [0.0525, [0, 0.02, 0.04, 0.06]],
    [1.6, [0, 0.5, 1, 1.5, 2]],
    [388.8, [0, 100, 200, 300, 400]],
  ])('of money up to %d', (max, ticks) => {
    expect(roundTicks(max, false)).toEqual(ticks);
  });

  test('are three to five, from 0, equally far apart, and reach the highest point', () => {
    const max = fc.oneof(fc.nat(), fc.double({ min: 0.0001, max: 1e9, noNaN: true }));
    fc.assert(
      fc.property(max, fc.boolean(), (highest, whole) => {
        const value = whole ? Math.round(highest) : highest;
        const ticks = roundTicks(value, whole);
        const [first, step = 0] = ticks;
        expect(first).toBe(0);
        expect(ticks.length).toBeGreaterThanOrEqual(3);
        expect(ticks.length).toBeLessThanOrEqual(5);
        expect(ticks.at(-1)).toBeGreaterThanOrEqual(value * (1 - 1e-9));
        expect([1, 2, 2.5, 5]).toContain(Number(step.toExponential().split('e')[0]));
        ticks.forEach((tick, index) => {
          expect(tick).toBeCloseTo(index * step, 6);
        });
        if (whole) expect(ticks.every(Number.isInteger)).toBe(true);
      }),
    );
  });
});

test.each([
  [
    [0, 1000, 2000],
    ['0', '1,000', '2,000'],
  ],
  [
    [0, 0.25, 0.5],
    ['0.00', '0.25', '0.50'],
  ],
  [
    [0, 0.5, 1],
    ['0.0', '0.5', '1.0'],
  ],
  [
    [0, 250_000, 500_000],
    ['0', '250K', '500K'],
  ],
  [
    [0, 2_500_000, 5_000_000],
    ['0', '2.5M', '5M'],
  ],
])('%j are written alike', (ticks, words) => {
  expect(ticks.map(tickFormat(ticks))).toEqual(words);
});

import type { Graphs } from '@godwit/contract/stats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  formatSpan,
  formatSpanWithYear,
  pointLabel,
  pointsOf,
  previousLabels,
  roundTicks,
  tickFormat,
} from './graph.ts';

type Values = [total: number, delivered: number, failed: number, cost: number];

function graphs(
  time_unit: Graphs['time_unit'],
  spans: [from: string, to: string, prevFrom: string, prevTo: string],
  current: Record<string, Values>,
  previous: Record<string, Values>,
): Graphs {
  const points = (period: Record<string, Values>, value: (values: Values) => number) =>
    Object.entries(period).map(([date, values]) => ({ date, value: value(values) }));
  const graph = (value: (values: Values) => number) => ({
    data_points_current: points(current, value),
    data_points_previous: points(previous, value),
  });
  const [current_from, current_to, prev_from, prev_to] = spans;
  return {
    current_from,
    current_to,
    prev_from,
    prev_to,
    prev_until: null,
    time_unit,
    graphs: {
      outgoing_sms_total: graph(([total]) => total),
      outgoing_sms_delivered: graph(([, delivered]) => delivered),
      outgoing_sms_undelivered: graph(([total, delivered]) => total - delivered),
      outgoing_sms_failed: graph(([, , failed]) => failed),
      outgoing_sms_cost: graph(([, , , cost]) => cost),
    },
  };
}

test('two periods of days are matched by position', () => {
  const points = pointsOf(
    graphs(
      'DAY',
      ['2026-11-14', '2026-11-15', '2026-11-12', '2026-11-13'],
      { '2026-11-14': [52, 50, 2, 41.6], '2026-11-15': [61, 50, 8, 48.8] },
      { '2026-11-12': [0, 0, 0, 0], '2026-11-13': [58, 58, 0, 46.4] },
    ),
  );
  expect(points.map(({ current }) => current?.label)).toEqual(['14 Nov', '15 Nov']);
  expect(points[1]).toEqual({
    index: 1,
    current: {
      label: '15 Nov',
      days: { from: '2026-11-15', to: '2026-11-15' },
      total: 61,
      delivered: 50,
      undelivered: 11,
      failed: 8,
      waiting: 3,
      spend: 48.8,
    },
    previous: expect.objectContaining({ label: '13 Nov', total: 58, undelivered: 0 }),
  });
  expect(previousLabels(points)).toEqual(['12 Nov', '13 Nov']);
});

test('a period that touches one month less has null there, and a month covers its days in the period', () => {
  const points = pointsOf(
    graphs(
      'MONTH',
      ['2026-10-03', '2026-10-31', '2026-08-30', '2026-09-27'],
      { '2026-10-01': [5, 5, 0, 4] },
      { '2026-08-01': [3, 3, 0, 2.4], '2026-09-01': [4, 4, 0, 3.2] },
    ),
  );
  expect(points[0]?.current?.days).toEqual({ from: '2026-10-03', to: '2026-10-31' });
  expect(points[1]?.previous?.days).toEqual({ from: '2026-09-01', to: '2026-09-27' });
  expect(points[1]?.current).toBeNull();
  expect(previousLabels(points)).toEqual(['2026 Aug', '2026 Sep']);
});

test.each([
  ['2026-11-14', '2026-11-20', '14 Nov – 20 Nov', '14 Nov – 20 Nov 2026'],
  ['2026-09-02', '2026-09-02', '02 Sep', '02 Sep 2026'],
  ['2025-11-21', '2026-11-20', '21 Nov 2025 – 20 Nov 2026', '21 Nov 2025 – 20 Nov 2026'],
])('%s to %s is formatted as %s and %s', (from, to, short, long) => {
  expect(formatSpan(from, to)).toBe(short);
  expect(formatSpanWithYear(from, to)).toBe(long);
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

  test('are three to five equally spaced numbers from 0 to at least the highest point', () => {
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
])('%j are formatted with the same precision', (ticks, labels) => {
  expect(ticks.map(tickFormat(ticks))).toEqual(labels);
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { roundTicks, tickFormat } from './ticks.ts';

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

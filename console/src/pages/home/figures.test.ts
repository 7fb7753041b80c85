import type { Overview } from '@godwit/contract/stats';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { FIGURES, figuresOf, isManyTimes, percentChange, sum, toneOf } from './figures.ts';

const rows = (
  delivered: [number, number],
  undelivered: [number, number],
): Overview['outgoing_sms_current'] => [
  { status: 'DELIVERED', total: delivered[0], cost: delivered[1] },
  { status: 'UNDELIVERED', total: undelivered[0], cost: undelivered[1] },
];

test('totals and spend add up both outcomes', () => {
  const figures = figuresOf({
    current_from: '2026-11-14',
    current_to: '2026-11-20',
    prev_from: '2026-11-07',
    prev_to: '2026-11-13',
    prev_until: null,
    outgoing_sms_current: rows([472, 377.6], [14, 11.2]),
    outgoing_sms_previous: rows([0, 0], [3, 0.3]),
  });
  expect(figures).toEqual({
    outgoing_sms_total: { current: 486, previous: 3 },
    outgoing_sms_delivered: { current: 472, previous: 0 },
    outgoing_sms_undelivered: { current: 14, previous: 3 },
    outgoing_sms_cost: { current: 388.8, previous: 0.3 },
  });
});

test('a sum of money has no errors of binary fractions', () => {
  expect(sum([0.1, 0.2])).toBe(0.3);
  expect(sum(Array(1000).fill(0.0525))).toBe(52.5);
});

describe('change in percent', () => {
  test.each([
    [486, 432, 12.5],
    [14, 13, 7.7],
    [1, 3, -66.7],
    [0, 4, -100],
    [5, 5, 0],
    [1, 0, 100],
    [0.0525, 0, 100],
    [0, 0, 0],
    [10_004, 10_000, 0],
  ])('%d after %d is %d', (current, previous, percent) => {
    expect(percentChange({ current, previous })).toBe(percent);
  });

  test('has one decimal, the sign of the difference, and never falls below -100', () => {
    const count = fc.nat(100_000_000);
    fc.assert(
      fc.property(count, count, (current, previous) => {
        const percent = percentChange({ current, previous });
        expect(Number(percent.toFixed(1))).toBe(percent);
        expect(percent).toBeGreaterThanOrEqual(-100);
        expect([Math.sign(current - previous), 0]).toContain(Math.sign(percent));
        expect(Object.is(percent, -0)).toBe(false);
      }),
    );
  });
});

test('a change above tenfold has no percentage', () => {
  expect(isManyTimes({ current: 100, previous: 10 })).toBe(false);
  expect(isManyTimes({ current: 101, previous: 10 })).toBe(true);
  expect(isManyTimes({ current: 5, previous: 0 })).toBe(false);
});

test('volume and spend have no good or bad colour', () => {
  const tones = FIGURES.map(({ moreIsGood }) => [toneOf(50, moreIsGood), toneOf(-50, moreIsGood)]);
  expect(tones).toEqual([
    ['none', 'none'],
    ['good', 'bad'],
    ['bad', 'good'],
    ['none', 'none'],
  ]);
});

test('an increase is good news, except for undelivered messages', () => {
  expect(toneOf(12.5, true)).toBe('good');
  expect(toneOf(-12.5, true)).toBe('bad');
  expect(toneOf(7.7, false)).toBe('bad');
  expect(toneOf(-7.7, false)).toBe('good');
  expect(toneOf(0, true)).toBe('none');
  expect(toneOf(0, false)).toBe('none');
});

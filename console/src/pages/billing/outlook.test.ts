// Tests how many messages an amount buys, and the offered amounts.
import { expect, it } from 'vitest';
import { boughtBy, daysOf, presetsOf } from './outlook.ts';

const outlook = (price: number, spend_per_day: number | null = null) => ({
  spend_per_day,
  country: { dial_code: '94', countries: ['LK'], price },
});
const NONE = { spend_per_day: null, country: null };

it.each([
  [5_000, 0.8, 6_250],
  [0.79, 0.8, 0],
  [-3, 0.8, 0],
  [2.1, 0.7, 3],
])('%d buys at %d each: %d', (amount, price, count) => {
  expect(boughtBy(amount, outlook(price))).toEqual({ count, country: 'Sri Lanka', price });
});

it.each([
  [120, 2.5, 48],
  [2, 2.5, 0],
  [-2, 2.5, 0],
  [5_000, 2.5, 366],
  [5_000, null, null],
])('%d lasts at %j a day: %j', (balance, rate, days) => expect(daysOf(balance, outlook(1, rate))).toBe(days));

it.each([
  [0.8, null, null, [1_000, 5_000, 20_000]],
  [0.053, null, null, [100, 500, 2_000]],
  [0.8, 3_000, null, [5_000, 20_000]],
  [0.8, null, 6_000, [1_000, 5_000]],
])('at %d each, from %j to %j, it offers %j', (price, min, max, amounts) => {
  expect(presetsOf(outlook(price), { min, max })).toEqual(amounts);
});

it('without a price there is nothing to say', () => {
  expect([boughtBy(5, NONE), presetsOf(NONE, { min: null, max: null })]).toEqual([null, []]);
});

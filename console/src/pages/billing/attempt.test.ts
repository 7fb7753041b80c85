// Tests how an amount, its tax and its total are calculated before payment.
import { expect, it } from 'vitest';
import { amountsOf } from './attempt.ts';

const ADDED = { percentage: 18, included: false };
const INCLUDED = { percentage: 10, included: true };

it.each([
  ['1,000', ADDED, { amount: 1000, tax: 180, total: 1180 }],
  ['0.25', ADDED, { amount: 0.25, tax: 0.05, total: 0.3 }],
  ['999999999.99', ADDED, { amount: 999_999_999.99, tax: 180_000_000, total: 1_179_999_999.99 }],
  ['110', INCLUDED, { amount: 110, tax: 10, total: 110 }],
  ['0.05', INCLUDED, { amount: 0.05, tax: 0, total: 0.05 }],
  ['5.5000', { percentage: 0, included: false }, { amount: 5.5, tax: 0, total: 5.5 }],
])('%s with %j', (typed, tax, sums) => expect(amountsOf(typed, tax)).toEqual(sums));

it.each(['', '0', '-5', '1e3', '5.005', '1234567890', 'five'])('%j is no amount', (typed) =>
  expect(amountsOf(typed, ADDED)).toBeNull(),
);

import { expect, test } from 'vitest';
import { onSlip } from './SlipDecision.tsx';

test('splits a total into amount and tax, added or included, rounded half up to cents', () => {
  const added = { tax_percentage: 18, tax_included: false };
  expect(onSlip('5900', added)).toEqual({ amount: 5000, tax: 900, total: 5900 });
  expect(onSlip('1180.59', added)).toEqual({ amount: 1000.5, tax: 180.09, total: 1180.59 });
  expect(onSlip(' 99.99 ', { tax_percentage: 10, tax_included: true })).toEqual({
    amount: 99.99,
    tax: 9.09,
    total: 99.99,
  });
});

test.each(['', '0', '-5', '1.234', '1,000', 'five'])('%j is not an amount', (typed) => {
  expect(onSlip(typed, { tax_percentage: 18, tax_included: false })).toBeNull();
});

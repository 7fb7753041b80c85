import { expect, test } from 'vitest';
import { onSlip } from './SlipDecision.tsx';

test('tax comes on top of what is credited, or is in it, rounded half up to cents', () => {
  const added = { tax_percentage: 18, tax_included: false };
  expect(onSlip('1000.50', added)).toEqual({ amount: 1000.5, tax: 180.09, total: 1180.59 });
  expect(onSlip('999999999.99', added)?.total).toBe(1_179_999_999.99);
  expect(onSlip(' 99.99 ', { tax_percentage: 10, tax_included: true })).toEqual({
    amount: 99.99,
    tax: 9.09,
    total: 99.99,
  });
  expect(onSlip('0.03', { tax_percentage: 50, tax_included: false })?.tax).toBe(0.02);
});

test.each(['', '0', '-5', '1.234', '1,000', 'five'])('%j is no amount', (typed) => {
  expect(onSlip(typed, { tax_percentage: 18, tax_included: false })).toBeNull();
});

import { expect, test } from 'vitest';
import { costOf } from './cost.ts';

const PRICES = [
  { dial_prefix: '94', name: 'Sri Lanka', price: 0.8 },
  { dial_prefix: '61', name: 'Australia', price: 14.5 },
  { dial_prefix: '1', name: 'United States and Canada', price: 3.1005 },
];

test('a line per destination in order of appearance, and their total', () => {
  const cost = costOf(['+94774128830', '+61412770918', '+94719031127'], 2, PRICES);
  expect(cost).toEqual({
    lines: [
      { destination: 'Sri Lanka', count: 2, price: 0.8, amount: 3.2 },
      { destination: 'Australia', count: 1, price: 14.5, amount: 29 },
    ],
    unpriced: 0,
    total: 32.2,
  });
});

test('prices with four decimals add up exactly', () => {
  const numbers = Array.from({ length: 3 }, (_, index) => `+1202555012${index}`);
  expect(costOf(numbers, 3, PRICES).total).toBe(27.9045);
});

test('numbers without a price are counted separately and cost nothing', () => {
  expect(costOf(['+4915123456789'], 1, PRICES)).toEqual({ lines: [], unpriced: 1, total: 0 });
});

test('a text without segments costs nothing', () => {
  expect(costOf(['+94774128830'], 0, PRICES).total).toBe(0);
});

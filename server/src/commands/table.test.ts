import { expect, it } from 'vitest';
import { age, table } from './table.ts';

it('aligns columns, counts what it leaves out, and prints no control character', () => {
  const text = table(
    ['name', 'due'],
    [
      ['Shop\u001b[2J', '1'],
      ['A', '20'],
    ],
    5,
  );
  expect(text).toBe('name      due\nShop [2J  1\nA         20\nand 3 more');
});

it('shows an age in its largest useful unit', () => {
  expect([0.4, 119, 120, 7_199, 7_200].map(age)).toEqual(['0 s', '119 s', '2 min', '120 min', '2 h']);
});

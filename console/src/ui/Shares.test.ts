import { expect, test } from 'vitest';
import { namedShares, type Share } from './Shares.tsx';

const shares = (...all: number[]): Share[] => all.map((share, index) => ({ name: String(index), share }));

test('five parts have names, and the rest is one part', () => {
  expect(namedShares(shares(0.5, 0.25, 0.125, 0.0625, 0.0625), 'Others')).toHaveLength(5);
  // The server leaves small shares out, so the parts need not add up to the whole.
  expect(namedShares(shares(0.25, 0.25, 0.125, 0.125, 0.125, 0.0625), 'Others').slice(4)).toEqual([
    { name: '4', share: 0.125 },
    { name: 'Others', share: 0.125 },
  ]);
});

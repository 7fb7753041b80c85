import { RANGES, type Range } from '@godwit/contract/ranges';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { Days } from '../../days.ts';
import { formatHomeState, type HomeState, parseHomeState } from './homeState.ts';

const parse = (query: string) => parseHomeState(new URLSearchParams(query));
const ranges = Object.keys(RANGES) as Range[];
const dates = fc
  .tuple(fc.integer({ min: 10, max: 27 }), fc.integer({ min: 10, max: 27 }))
  .map(([first, last]): Days => ({ from: `2026-02-${first}`, to: `2026-03-${last}` }));
const days = (offered: Range[]): fc.Arbitrary<Days> =>
  fc.oneof(fc.record({ range: fc.constantFrom(...offered) }), dates);

const anyState: fc.Arbitrary<HomeState> = fc.record({
  figures: days(ranges),
  graphs: days(ranges.filter((range) => range !== '1d')),
  view: fc.constantFrom('graph', 'table'),
});

test('the address reads back as the state it was made from', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(parseHomeState(formatHomeState(state))).toEqual(state);
    }),
  );
});

test('a bare or wrong address shows the last 7 days as graphs', () => {
  const start = { figures: { range: '7d' }, graphs: { range: '7d' }, view: 'graph' };
  expect(parse('')).toEqual(start);
  expect(parse('range=1y&graphs_range=week&view=pie')).toEqual(start);
  expect(parse('from=2026-02-30&to=2026-03-01')).toEqual(start);
});

test('the two ranges are independent, and graphs know no Today', () => {
  expect(parse('range=1d&graphs_range=12m')).toMatchObject({
    figures: { range: '1d' },
    graphs: { range: '12m' },
  });
  expect(parse('graphs_range=1d').graphs).toEqual({ range: '7d' });
});

import { RANGES, type Range } from '@godwit/contract/ranges';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatAddress } from '../../components/list/useAddress.ts';
import type { Days } from '../../days.ts';
import { type HomeState, parseHomeState } from './homeState.ts';

const parse = (query: string) => parseHomeState(new URLSearchParams(query));
const dates = fc
  .tuple(fc.integer({ min: 10, max: 27 }), fc.integer({ min: 10, max: 27 }))
  .map(([first, last]): Days => ({ from: `2026-02-${first}`, to: `2026-03-${last}` }));

const anyState: fc.Arbitrary<HomeState> = fc.record({
  days: fc.oneof(fc.record({ range: fc.constantFrom(...(Object.keys(RANGES) as Range[])) }), dates),
  view: fc.constantFrom('graph', 'table'),
});

test('a formatted state is parsed back to the same state', () => {
  fc.assert(
    fc.property(anyState, (state) => {
      expect(parseHomeState(formatAddress(state))).toEqual(state);
    }),
  );
});

test('an empty or invalid query shows the last 7 days as a graph', () => {
  const start = { days: { range: '7d' }, view: 'graph' };
  expect(parse('')).toEqual(start);
  expect(parse('range=1y&view=pie')).toEqual(start);
  expect(parse('from=2026-02-30&to=2026-03-01')).toEqual(start);
});

import { MAX_SEARCH } from '@godwit/contract/common';
import { FAILURE_CODES } from '@godwit/contract/messages/failures';
import { DIRECTIONS, MODES, PUBLIC_STATUSES } from '@godwit/contract/messages/statuses';
import { RANGES, type Range } from '@godwit/contract/ranges';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress, PAGE_SIZES } from '../../components/list/useAddress.ts';
import {
  fromNavigation,
  isFiltered,
  type LogState,
  parseLogState,
  toFilter,
  toNavigation,
} from './logState.ts';

const parse = (query: string) => parseLogState(new URLSearchParams(query));
const defaults = parse('');

const anyDays = fc.oneof(
  fc.record({ range: fc.constantFrom(...(Object.keys(RANGES) as Range[])) }),
  fc
    .tuple(fc.integer({ min: 1, max: 27 }), fc.integer({ min: 0, max: 3 }))
    .map(([day, more]) => ({ from: `2026-02-${two(day)}`, to: `2026-03-${two(day + more)}` })),
);
const two = (number: number) => String(number).padStart(2, '0');

const anyState: fc.Arbitrary<LogState> = fc.record({
  mode: fc.constantFrom(null, ...MODES),
  days: anyDays,
  status: fc.constantFrom(null, ...PUBLIC_STATUSES),
  direction: fc.constantFrom(null, ...DIRECTIONS),
  failure: fc.constantFrom(null, ...FAILURE_CODES),
  sort: fc.constantFrom(null, 'ASC' as const),
  q: fc.string({ maxLength: MAX_SEARCH, unit: 'grapheme-ascii' }),
  page: fc.integer({ min: 1, max: 100_000 }),
  page_size: fc.constantFrom(...PAGE_SIZES),
});

describe('the address', () => {
  test('parses to the state that it was built from', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(parseLogState(formatAddress(state))).toEqual(state);
      }),
    );
  });

  test('holds the whole state', () => {
    const state = parse('mode=TEST&status=FAILED&q=LR+Stores&page=3&page_size=50');
    expect(String(formatAddress(state))).toBe(
      'mode=TEST&range=7d&status=FAILED&q=LR+Stores&page=3&page_size=50',
    );
  });

  test('takes the defaults for missing and invalid values', () => {
    expect(defaults).toEqual({
      mode: null,
      days: { range: '7d' },
      status: null,
      direction: null,
      failure: null,
      sort: null,
      q: '',
      page: 1,
      page_size: 25,
    });
    expect(parse('mode=BOTH&range=1y&status=LOST&direction=UP&failure=BAD_LUCK&page=0&page_size=26')).toEqual(
      defaults,
    );
    expect(parse('page=1.5').page).toBe(1);
    expect(parse('page=-3').page).toBe(1);
  });

  test('cuts a search that is too long for the server', () => {
    expect(parse(`q=${'9'.repeat(200)}`).q).toHaveLength(MAX_SEARCH);
  });
});

describe('the navigation state', () => {
  test('preserves the state, even after the browser stored it', () => {
    fc.assert(
      fc.property(anyState, (state) => {
        expect(fromNavigation(structuredClone(toNavigation(state)))).toEqual(state);
      }),
    );
  });

  test('has the names of the specification', () => {
    const state = parse('mode=LIVE&from=2026-11-01&to=2026-11-20&page=2&page_size=100');
    expect(toNavigation(state)).toMatchObject({
      mode: 'LIVE',
      page: 2,
      from: '2026-11-01',
      to: '2026-11-20',
      filterBy: 'custom',
      itemsPerPage: 100,
    });
  });

  test.each([null, undefined, 'text', {}, { from: { pathname: '/logs' } }])('%j holds none', (state) => {
    expect(fromNavigation(state)).toBeNull();
  });
});

test('a request counts pages from zero and trims the search', () => {
  const filter = toFilter(parse('q=+LR+&page=3&status=SENT'), 'LIVE', 'p1');
  expect(filter).toMatchObject({
    project_id: 'p1',
    mode: 'LIVE',
    range: '7d',
    status: 'SENT',
    q: 'LR',
    page_num: 2,
  });
  expect(toFilter(parse('q=++'), 'LIVE', 'p1').q).toBeUndefined();
  expect(filter.sort_order).toBe('DESC');
  expect(toFilter(parse('sort=ASC'), 'LIVE', 'p1').sort_order).toBe('ASC');
});

test('days alone do not count as a filter', () => {
  expect(isFiltered(parse('range=12m&page=4'))).toBe(false);
  expect(isFiltered(parse('direction=INCOMING'))).toBe(true);
  expect(isFiltered(parse('failure=REJECTED'))).toBe(true);
  expect(isFiltered(parse('q=94'))).toBe(true);
});

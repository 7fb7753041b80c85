import { MODES } from '@godwit/contract/messages/statuses';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress, PAGE_SIZES } from '../../components/list/useAddress.ts';
import { fromNavigation, parseListState, toNavigation } from './listState.ts';

const state = fc.record({
  mode: fc.constantFrom(...MODES, null),
  page: fc.integer({ min: 1, max: 1000 }),
  page_size: fc.constantFrom(...PAGE_SIZES),
});

describe('the state of the list', () => {
  test('is preserved by the address and by the navigation state', () => {
    fc.assert(
      fc.property(state, (value) => {
        expect(parseListState(formatAddress(value))).toEqual(value);
        expect(fromNavigation(JSON.parse(JSON.stringify(toNavigation(value))))).toEqual(value);
      }),
    );
  });

  test('takes its defaults if the address is invalid', () => {
    expect(parseListState(new URLSearchParams('mode=BOTH&page=0&page_size=7'))).toEqual({
      mode: null,
      page: 1,
      page_size: 25,
    });
  });

  test('is not read from the navigation state of other pages', () => {
    expect(fromNavigation({ filterBy: '7d', page: 2 })).toBeNull();
    expect(fromNavigation(null)).toBeNull();
  });
});

import { MAX_SEARCH } from '@godwit/contract/common';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { formatAddress, PAGE_SIZES } from '../../components/list/useAddress.ts';
import { isFiltered, parseContactState, toFilter } from './ContactsPage.tsx';

const state = fc.record({
  q: fc.string({ maxLength: MAX_SEARCH }),
  group: fc.option(fc.uuid()),
  page: fc.integer({ min: 1, max: 100_000 }),
  page_size: fc.constantFrom(...PAGE_SIZES),
});

describe('the address of Contacts', () => {
  test('preserves every state', () => {
    fc.assert(
      fc.property(state, (each) => {
        const address = formatAddress(each).toString();
        expect(parseContactState(new URLSearchParams(address))).toEqual(each);
      }),
    );
  });

  test('takes the defaults for missing and invalid values', () => {
    const defaults = { q: '', group: null, page: 1, page_size: 25 };
    for (const address of [
      '',
      'page=0&page_size=26&group=',
      'page=1.5',
      'page=-1',
      'page=100001&page_size=x',
    ]) {
      expect(parseContactState(new URLSearchParams(address))).toEqual(defaults);
    }
  });

  test('cuts a search that is too long for the server', () => {
    const q = 'a'.repeat(MAX_SEARCH + 1);
    expect(parseContactState(new URLSearchParams({ q })).q).toHaveLength(MAX_SEARCH);
  });
});

describe('the filter', () => {
  const unfiltered = parseContactState(new URLSearchParams());

  test('leaves out an empty search', () => {
    expect(toFilter({ ...unfiltered, q: '  ' })).toEqual({});
    expect(isFiltered({ ...unfiltered, q: '  ' })).toBe(false);
    expect(toFilter({ ...unfiltered, q: ' nim ', group: 'group-1' })).toEqual({
      q: 'nim',
      group_id: 'group-1',
    });
    expect(isFiltered({ ...unfiltered, group: 'group-1' })).toBe(true);
  });
});

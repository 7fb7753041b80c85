// Tests Geo Permissions with the real list of countries.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { DIAL_CODES } from '@godwit/contract/numbers/dialCodes';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  blockedItems,
  codesOf,
  countChanges,
  extentOf,
  searchCountries,
  toGroups,
  usualOf,
  withCodes,
} from './countries.ts';

const groups = toGroups(CONTINENTS);
const countriesOf = (continent: string) => groups.find(({ name }) => name === continent)!.countries;
const countries = groups.flatMap((group) => group.countries);
const namesFor = (search: string) =>
  searchCountries(groups, search).flatMap(({ countries }) => countries.map(({ name }) => name));

test('a country with several codes occurs once, with all of them', () => {
  const found = countries.filter(({ name }) => name === 'Dominican Republic');
  expect(found.map(({ codes }) => codes.toSorted())).toEqual([['1809', '1829', '1849']]);
  expect(new Set(codesOf(countries))).toEqual(DIAL_CODES);
});

describe('a search', () => {
  it.each([
    ['lanka', ['Sri Lanka']],
    ['SRI LANKA ', ['Sri Lanka']],
    ['cote', ['Côte d’Ivoire']],
    ['+94', ['Sri Lanka']],
    ['+94 77 123 4567', ['Sri Lanka']],
    ['1876', ['Jamaica']],
    ['+1 876 555 0143', ['Jamaica']],
    ['atlantis', []],
  ])('for "%s"', (search, names) => {
    expect(namesFor(search)).toEqual(names);
  });

  it('for an empty text finds all', () => {
    expect(searchCountries(groups, '  ')).toEqual(groups);
  });

  it('for the start of a code finds the countries that share it', () => {
    expect(namesFor('+1')).toEqual(expect.arrayContaining(['Canada', 'United States', 'Jamaica']));
    expect(namesFor('+44')).toContain('United Kingdom');
    expect(namesFor('+44')).not.toContain('United States');
  });
});

describe('the blocked items', () => {
  it('are whole continents, then codes with all countries that have them', () => {
    const blocked = new Set([...codesOf(countriesOf('Africa')), '1876', '7']);
    expect(blockedItems(groups, blocked)).toEqual([
      { continent: 'Africa', codes: codesOf(countriesOf('Africa')) },
      { names: ['Jamaica'], codes: ['1876'] },
      { names: expect.arrayContaining(['Kazakhstan', 'Russia']), codes: ['7'] },
    ]);
  });

  it('include countries of other continents that share a code with a blocked continent', () => {
    const items = blockedItems(groups, new Set(codesOf(countriesOf('Asia'))));
    expect(items).toContainEqual({ names: ['Russia'], codes: ['7'] });
  });

  it('cover all blocked codes, and allowing them leaves none', () => {
    fc.assert(
      fc.property(fc.subarray([...DIAL_CODES]), (codes) => {
        const blocked = new Set(codes);
        const listed = blockedItems(groups, blocked).flatMap((item) => [...item.codes]);
        expect(new Set(listed)).toEqual(blocked);
        expect(withCodes(blocked, listed, false).size).toBe(0);
      }),
    );
  });
});

test('blocking a continent and allowing one of its countries', () => {
  const asia = codesOf(countriesOf('Asia'));
  const all = withCodes(new Set(), asia, true);
  expect(extentOf(asia, all)).toBe('all');
  const exceptOne = withCodes(all, ['94'], false);
  expect(extentOf(asia, exceptOne)).toBe('some');
  expect(countChanges(exceptOne, ['94', '1'])).toBe(exceptOne.size + 2);
  expect(countChanges(exceptOne, [...exceptOne])).toBe(0);
  expect(extentOf(asia, new Set())).toBe('none');
});

test('the countries that a team uses come before the usual ones, each once', () => {
  const isos = (used: string[]) => usualOf(groups, used).map(({ iso2 }) => iso2);
  expect(isos([])).toEqual(['LK', 'AU', 'NZ', 'SG', 'IN', 'GB', 'AE', 'MV', 'US']);
  expect(isos(['NP', 'IN', 'XX'])).toEqual(['NP', 'IN', 'LK', 'AU', 'NZ', 'SG', 'GB', 'AE', 'MV']);
});

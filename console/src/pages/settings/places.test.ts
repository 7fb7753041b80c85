// Tests the lists and changes of Geo Permissions with the real list of countries.
import { CONTINENTS } from '@godwit/contract/numbers/countries';
import { DIAL_CODES } from '@godwit/contract/numbers/dialCodes';
import fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import {
  blockedParts,
  codesOf,
  countChanges,
  extentOf,
  searchPlaces,
  toGroups,
  withCodes,
} from './places.ts';

const groups = toGroups(CONTINENTS);
const group = (name: string) => groups.find((one) => one.name === name)!;
const found = (search: string) =>
  searchPlaces(groups, search).flatMap(({ places }) => places.map(({ name }) => name));

test('a country of several codes is there once, with all of them', () => {
  const places = groups.flatMap((one) => one.places).filter(({ name }) => name === 'Dominican Republic');
  expect(places.map(({ codes }) => codes.toSorted())).toEqual([['1809', '1829', '1849']]);
  expect(new Set(codesOf(groups.flatMap((one) => one.places)))).toEqual(DIAL_CODES);
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
    expect(found(search)).toEqual(names);
  });

  it('for nothing finds all', () => {
    expect(searchPlaces(groups, '  ')).toEqual(groups);
  });

  it('for the beginning of a code finds those that share it', () => {
    expect(found('+1')).toEqual(expect.arrayContaining(['Canada', 'United States', 'Jamaica']));
    expect(found('+44')).toContain('United Kingdom');
    expect(found('+44')).not.toContain('United States');
  });
});

describe('what is blocked', () => {
  it('is said by continent where all of it is, else by code with every country that has it', () => {
    const blocked = new Set([...codesOf(group('Africa').places), '1876', '7']);
    expect(blockedParts(groups, blocked)).toEqual([
      { continent: 'Africa', codes: codesOf(group('Africa').places) },
      { names: ['Jamaica'], codes: ['1876'] },
      { names: expect.arrayContaining(['Kazakhstan', 'Russia']), codes: ['7'] },
    ]);
  });

  it('names the countries of other continents that a whole continent takes with it', () => {
    const parts = blockedParts(groups, new Set(codesOf(group('Asia').places)));
    expect(parts).toContainEqual({ names: ['Russia'], codes: ['7'] });
  });

  it('is never left out, and allowing all lines leaves nothing', () => {
    fc.assert(
      fc.property(fc.subarray([...DIAL_CODES]), (codes) => {
        const blocked = new Set(codes);
        const said = blockedParts(groups, blocked).flatMap((part) => [...part.codes]);
        expect(new Set(said)).toEqual(blocked);
        expect(withCodes(blocked, said, false).size).toBe(0);
      }),
    );
  });
});

test('blocking a continent and one country back', () => {
  const asia = codesOf(group('Asia').places);
  const all = withCodes(new Set(), asia, true);
  expect(extentOf(asia, all)).toBe('all');
  const but = withCodes(all, ['94'], false);
  expect(extentOf(asia, but)).toBe('some');
  expect(countChanges(but, ['94', '1'])).toBe(but.size + 2);
  expect(countChanges(but, [...but])).toBe(0);
  expect(extentOf(asia, new Set())).toBe('none');
});

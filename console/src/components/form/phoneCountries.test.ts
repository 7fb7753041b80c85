import { describe, expect, test } from 'vitest';
import { matchesCountry, PHONE_COUNTRIES } from './PhoneField.tsx';

const found = (search: string) =>
  PHONE_COUNTRIES.filter((one) => matchesCountry(one, search)).map(({ iso2 }) => iso2);

describe('the countries of phone numbers', () => {
  test('are listed once each, sorted by name', () => {
    const codes = PHONE_COUNTRIES.map(({ iso2 }) => iso2);
    expect(new Set(codes).size).toBe(codes.length);
    const names = PHONE_COUNTRIES.map(({ name }) => name);
    expect(names).toEqual(names.toSorted((a, b) => a.localeCompare(b, 'en')));
    for (const { dialCode } of PHONE_COUNTRIES) expect(dialCode).toMatch(/^\d{1,7}$/);
  });

  test('are found by the start of a word, ignoring accents', () => {
    expect(found('lanka')).toEqual(['LK']);
    expect(found(' SRI l')).toEqual(['LK']);
    expect(found('anka')).toEqual([]);
    expect(found('')).toHaveLength(PHONE_COUNTRIES.length);
  });

  test('are found by letters and by dial code', () => {
    expect(found('lk')).toContain('LK');
    expect(found('+94')).toEqual(['LK']);
    expect(found('94')).toEqual(['LK']);
    expect(found('61')).toContain('AU');
  });
});

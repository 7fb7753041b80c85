// Countries that have several dial codes.
import { expect, test } from 'vitest';
import { CONTINENTS } from './countries.ts';
import { DIAL_CODES, mainCodeOf } from './dialCodes.ts';

test('each country with several dial codes has one main code, and other codes stand for themselves', () => {
  const all = CONTINENTS.flatMap(({ countries }) => countries);
  const several = [...Map.groupBy(all, ({ iso2 }) => iso2).values()].filter(({ length }) => length > 1);
  expect(several.length).toBeGreaterThan(0);
  for (const codes of several) {
    const main = new Set(codes.map(({ dialCode }) => mainCodeOf(dialCode)));
    expect([...main]).toEqual([
      expect.stringMatching(new RegExp(`^(${codes.map((c) => c.dialCode).join('|')})$`)),
    ]);
  }
  const others = [...DIAL_CODES].filter((code) => !several.flat().some(({ dialCode }) => dialCode === code));
  expect(others.map(mainCodeOf)).toEqual(others);
});

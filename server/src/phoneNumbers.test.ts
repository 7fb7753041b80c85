// The law of numbers: however one is written, it is kept as one and the same.
import { isShortened } from '@godwit/contract/csv';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../test/corpus.ts';
import { numberPrefixes, readNumber } from './phoneNumbers.ts';
import { isRefusal } from './refusal.ts';

/** Mobile numbers by country: its code, and what follows it. */
const PLANS = {
  LK: { code: '94', starts: ['70', '71', '72', '75', '76', '77', '78'], rest: 7 },
  AU: { code: '61', starts: ['41', '43'], rest: 7 },
  GB: { code: '44', starts: ['7400', '7500'], rest: 6 },
} as const;
type Country = keyof typeof PLANS;

const mobile = (country: Country) => {
  const { code, starts, rest } = PLANS[country];
  return fc
    .tuple(fc.constantFrom(...starts), fc.integer({ min: 0, max: 10 ** rest - 1 }))
    .map(([start, last]) => ({ country, code, national: start + String(last).padStart(rest, '0') }));
};
const anyMobile = fc.oneof(mobile('LK'), mobile('AU'), mobile('GB'));
/** Digits with what people put between them. */
const spaced = (digits: string) =>
  fc
    .array(fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0', '(', ')'), {
      minLength: digits.length,
      maxLength: digits.length,
    })
    .map((between) => [...digits].map((digit, i) => digit + between[i]).join(''));

describe('a number', () => {
  it('is the same however it is written, with its country code or inside its country', () => {
    const written = anyMobile.chain(({ country, code, national }) => {
      const whole = fc
        .constantFrom('+', '00', '')
        .chain((sign) => spaced(code + national).map((text) => sign + text));
      const inside = fc.constantFrom('0', '').chain((trunk) => spaced(trunk + national));
      return fc.record({
        country: fc.constant(country),
        text: fc.oneof(whole, inside),
        e164: fc.constant(`+${code}${national}`),
      });
    });
    fc.assert(
      fc.property(written, ({ country, text, e164 }) => {
        expect(readNumber(text, country)).toBe(e164);
      }),
    );
  });

  it('with its country code does not depend on the country of the team', () => {
    fc.assert(
      fc.property(anyMobile, fc.constantFrom('LK', 'AU'), ({ code, national }, team) => {
        expect(readNumber(`+${code}${national}`, team)).toBe(`+${code}${national}`);
      }),
    );
  });

  it('once read stays what it is', () => {
    const digits = fc.string({ unit: fc.constantFrom(...'0123456789+ '), minLength: 3, maxLength: 20 });
    fc.assert(
      fc.property(digits, (text) => {
        const number = readNumber(text, 'LK');
        if (isRefusal(number)) return;
        expect(number).toMatch(/^\+[1-9]\d{6,14}$/);
        for (const country of ['LK', 'AU']) expect(readNumber(number, country)).toBe(number);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that is none is told so, whatever it is', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...CORPUS), fc.string({ unit: 'binary' })), (text) => {
        const number = readNumber(text, 'LK');
        if (isRefusal(number)) expect(number.fields?.number).toMatch(/\w/);
        else expect(number).toMatch(/^\+\d+$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('that a spreadsheet has shortened is told as such', () => {
    const mantissa = fc.tuple(
      fc.integer({ min: 1, max: 9 }),
      fc.constantFrom('.', ','),
      fc.integer({ min: 0, max: 99_999 }),
    );
    const shortened = fc.tuple(mantissa, fc.constantFrom('E+', 'e+', 'E'), fc.integer({ min: 9, max: 14 }));
    fc.assert(
      fc.property(shortened, ([[whole, point, part], e, exponent]) => {
        const cell = `${whole}${point}${part}${e}${exponent}`;
        expect(isShortened(cell)).toBe(true);
        expect(readNumber(cell, 'LK')).toMatchObject({
          fields: { number: expect.stringContaining('shortened') },
        });
      }),
    );
    expect(isShortened('94771234567')).toBe(false);
  });
});

it('what is typed of a number finds it', () => {
  fc.assert(
    fc.property(mobile('LK'), fc.integer({ min: 3, max: 9 }), ({ code, national }, length) => {
      const number = `+${code}${national}`;
      const typed = [
        `0${national}`.slice(0, length),
        `+${code} ${national}`.slice(0, length + 2),
        `${code}${national}`.slice(0, length),
      ];
      for (const text of typed) {
        expect(
          numberPrefixes(text, 'LK').some((prefix) => number.startsWith(prefix)),
          text,
        ).toBe(true);
      }
    }),
  );
  expect(numberPrefixes('Nimal', 'LK')).toEqual([]);
});

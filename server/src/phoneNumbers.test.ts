// Properties of numbers: every spelling of a number is stored the same.
import { isShortened } from '@godwit/contract/csv/cells';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { CORPUS } from '../test/corpus.ts';
import { cannotTakeSms, numberPrefixes, parseRecipient, readNumber } from './phoneNumbers.ts';
import { isRefusal } from './refusal.ts';

/** Mobile numbers by country: country code and national part. */
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
/** Digits with the separators that people use. */
const spaced = (digits: string) =>
  fc
    .array(fc.constantFrom('', '', '', ' ', '-', '.', '\u00a0', '(', ')'), {
      minLength: digits.length,
      maxLength: digits.length,
    })
    .map((between) => [...digits].map((digit, i) => digit + between[i]).join(''));

describe('a number', () => {
  it('is the same in every spelling, with its country code or national', () => {
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

  it('is stable once parsed', () => {
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

  it('has at least seven digits, although Iran has shorter ones', () => {
    for (const text of ['+989601', '00989601', '989601']) {
      expect(readNumber(text, 'LK')).toMatchObject({ refused: 'invalidNumber' });
      expect(parseRecipient(text)).toMatchObject({ refused: 'invalidNumber' });
    }
    // Numbers in Niue have seven.
    expect(readNumber('+6834002', 'LK')).toBe('+6834002');
    expect(parseRecipient('+6834002')).toMatchObject({ e164: '+6834002' });
  });

  it('gets the right error if invalid', () => {
    fc.assert(
      fc.property(fc.oneof(fc.constantFrom(...CORPUS), fc.string({ unit: 'binary' })), (text) => {
        const number = readNumber(text, 'LK');
        if (isRefusal(number)) expect(number.fields?.number).toMatch(/\w/);
        else expect(number).toMatch(/^\+\d+$/);
      }),
      { numRuns: 2_000 },
    );
  });

  it('shortened by a spreadsheet gets its own error', () => {
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

it('is excluded from SMS only if it is certainly no mobile', () => {
  fc.assert(fc.property(anyMobile, ({ code, national }) => !cannotTakeSms(`+${code}${national}`)));
  const services = ['+94112345678', '+94812345678', '+61212345678', '+611800123456', '+611300123456'];
  for (const number of [...services, '+61131234', '+611900123456', '+61163123456'])
    expect(cannotTakeSms(number), number).toBe(true);
  // Either in North America; VoIP, personal and unknown numbers may receive messages.
  for (const number of ['+12025550123', '+61147123456', '+447012345678', '+94999'])
    expect(cannotTakeSms(number), number).toBe(false);
});

it('is found by any typed part', () => {
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

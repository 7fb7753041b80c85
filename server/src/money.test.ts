import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { displayMoney, fromMicros, parseAmount } from './money.ts';

describe('parseAmount', () => {
  it.each([
    ['0', 0n],
    ['12', 12_000_000n],
    ['12.5', 12_500_000n],
    ['0.0001', 100n],
    ['999999999.9999', 999_999_999_999_900n],
  ])('reads %s', (text, micros) => expect(parseAmount(text)).toBe(micros));

  it.each([
    '',
    '-1',
    '+1',
    '1e3',
    'NaN',
    'Infinity',
    '1,000',
    '1.',
    '.5',
    '1.00001',
    '1234567890',
    ' 1',
    '１２',
    '0x10',
  ])('refuses %j', (text) => expect(parseAmount(text)).toBeNull());

  it('reads back every amount that answers can show', () => {
    fc.assert(
      fc.property(fc.bigInt(0n, 999_999_999_9999n), (units) => {
        const text = `${units / 10_000n}.${(units % 10_000n).toString().padStart(4, '0')}`;
        expect(fromMicros(parseAmount(text)!)).toBe(Number(text));
      }),
    );
  });
});

describe('displayMoney', () => {
  it.each([
    [0n, '0.00'],
    [1_234_500_000n, '1,234.50'],
    [1_999_999n, '1.99'],
    [1_000_000_000_000_000n, '1,000,000,000.00'],
    [-1_234_500_000n, '-1,234.50'],
    [-1n, '0.00'],
  ])('shows %d micro-units as %s', (micros, text) => expect(displayMoney(micros)).toBe(text));
});

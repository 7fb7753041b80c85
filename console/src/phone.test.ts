import { parsePhoneNumberFromString } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { toE164 } from './phone.ts';

const read = (typed: string, country = 'LK') => toE164(typed, country, parsePhoneNumberFromString);

describe('reading a number', () => {
  test.each([
    '+94774128830',
    '0094 77 412 8830',
    '+94 (0) 77-412.8830',
    '077 412 8830',
    '774128830',
    '94774128830',
  ])('normalizes %s', (typed) => {
    expect(read(typed)).toBe('+94774128830');
  });

  test('reads a national number by its country', () => {
    expect(read('0412 345 678', 'AU')).toBe('+61412345678');
  });

  test.each(['', '0771', 'abc', '+', '9.477E+10', '+94774128830x', '+989601'])('rejects %j', (typed) => {
    expect(read(typed)).toBeNull();
  });
});

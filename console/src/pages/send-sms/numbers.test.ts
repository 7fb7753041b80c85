import { parsePhoneNumberFromString as parse } from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { countryName } from '../../countryName.ts';
import { endsNumber, readNumber, readNumbers, splitNumbers, withFullForms } from './numbers.ts';

describe('taking a pasted list apart', () => {
  test('a column, commas, semicolons and tabs part numbers', () => {
    expect(splitNumbers('+94774128830\r\n+94719031127,+94763380042; 0771234567\t+61412770918\n')).toEqual([
      '+94774128830',
      '+94719031127',
      '+94763380042',
      '0771234567',
      '+61412770918',
    ]);
  });

  test('a number written with blanks stays one number', () => {
    expect(splitNumbers('+94 77 412 8830')).toEqual(['+94 77 412 8830']);
    expect(splitNumbers('077 123 45')).toEqual(['077 123 45']);
    expect(splitNumbers('(02) 9876 5432')).toEqual(['(02) 9876 5432']);
  });

  test('blanks part whole numbers, and every plus begins one', () => {
    expect(splitNumbers('94774128830 94719031127')).toEqual(['94774128830', '94719031127']);
    expect(splitNumbers('+94 77 412 8830 +61 412 770 918')).toEqual(['+94 77 412 8830', '+61 412 770 918']);
  });

  test('nothing but separators is no number', () => {
    expect(splitNumbers(' ,\n ; \t')).toEqual([]);
  });
});

describe('a blank while typing', () => {
  test.each(['+94774128830', '+94 77 412 8830', '0771234567', '94774128830', '12x'])('ends %s', (text) => {
    expect(endsNumber(`${text} `, parse)).toBe(true);
  });

  test.each(['', '+94', '+94 77', '+94 77 412', '0094', '077', '077 123'])('stays inside %j', (text) => {
    expect(endsNumber(`${text} `, parse)).toBe(false);
  });
});

describe('reading one number', () => {
  test.each(['+94774128830', '94774128830', '0094 77 412 8830', '+94 (77) 412-88.30'])(
    '%s is good',
    (typed) => {
      expect(readNumber(typed, parse, 'LK')).toEqual({
        key: '+94774128830',
        shown: '+94 77 412 8830',
        problem: null,
        full: null,
        country: 'LK',
      });
    },
  );

  test('a national number lacks its country code, and is told its own full form', () => {
    expect(readNumber('077 412 8830', parse, 'LK')).toMatchObject({
      shown: '077 412 8830',
      problem: 'lacksCode',
      full: '+94 77 412 8830',
    });
    expect(readNumber('774128830', parse, 'LK')).toMatchObject({ full: '+94 77 412 8830' });
    expect(readNumber('0412 770 918', parse, 'AU').full).toBe('+61 412 770 918');
  });

  test('a national number of the other region lacks its code too', () => {
    expect(readNumber('912345678', parse, 'AU')).toMatchObject({ problem: 'lacksCode', full: null });
  });

  test('too short with a leading zero lacks its code; there is no full form to offer', () => {
    expect(readNumber('077 123 45', parse, 'LK')).toMatchObject({ problem: 'lacksCode', full: null });
  });

  test('letters and other characters are told as such', () => {
    expect(readNumber('Mobile', parse, 'LK').problem).toBe('badFormat');
    expect(readNumber('+94/774128830', parse, 'LK').problem).toBe('badFormat');
  });

  test('wrong digits after a country code are no number', () => {
    expect(readNumber('+9477412', parse, 'LK').problem).toBe('badNumber');
    expect(readNumber('9'.repeat(70), parse, 'LK').problem).toBe('badNumber');
  });

  test.each([
    ['+1 212 555 0123', 'United States'],
    ['+1 416 555 0123', 'Canada'],
    ['+1 787 555 0123', 'Puerto Rico'],
    ['+55 11 98765 4321', 'Brazil'],
  ])('no sender id reaches %s', (typed, country) => {
    const entry = readNumber(typed, parse, 'LK');
    expect([entry.problem, countryName(entry.country)]).toEqual(['unreachable', country]);
  });

  test('a number of another country under the same code is reached', () => {
    expect(readNumber('+1 876 555 0123', parse, 'LK')).toMatchObject({ problem: null, country: 'JM' });
  });

  test('until the numbering plans are there, what has only digits passes', () => {
    expect(readNumber('0094 77 412 8830', undefined, 'LK')).toMatchObject({
      key: '+94774128830',
      problem: null,
    });
  });
});

test('a number given again is merged, and bad ones keep their place', () => {
  const { entries, repeated } = readNumbers(
    ['+94774128830', '077 123 45', '94 77 412 8830', '+61412770918', '07712345'],
    parse,
    'LK',
  );
  expect(entries.map(({ shown }) => shown)).toEqual(['+94 77 412 8830', '077 123 45', '+61 412 770 918']);
  expect(repeated).toBe(2);
});

test('numbers without their country code are put right where they stand', () => {
  const typed = ['0774128830', '+61412770918', '771 903 112', '077 123'];
  const { entries, keys } = readNumbers(typed, parse, 'LK');
  const lacking = entries.filter(({ full }) => full !== null);
  expect(withFullForms(typed, keys, lacking)).toEqual([
    '+94 77 412 8830',
    '+61412770918',
    '+94 77 190 3112',
    '077 123',
  ]);
  expect(withFullForms(typed, keys, lacking.slice(1))).toEqual([
    '0774128830',
    '+61412770918',
    '+94 77 190 3112',
    '077 123',
  ]);
});

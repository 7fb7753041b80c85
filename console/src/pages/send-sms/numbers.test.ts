import parsePhoneNumber from 'libphonenumber-js/min';
import { describe, expect, test } from 'vitest';
import { countryName } from '../../countryName.ts';
import { isLandline } from './landlines.ts';
import { endsNumber, readEntries, readEntry, splitNumbers, withFullForms } from './numbers.ts';

describe('splitting a pasted list', () => {
  test('numbers are split at line ends, commas, semicolons and tabs', () => {
    expect(splitNumbers('+94774128830\r\n+94719031127,+94763380042; 0771234567\t+61412770918\n')).toEqual([
      '+94774128830',
      '+94719031127',
      '+94763380042',
      '0771234567',
      '+61412770918',
    ]);
  });

  test('a number written with spaces stays one number', () => {
    expect(splitNumbers('+94 77 412 8830')).toEqual(['+94 77 412 8830']);
    expect(splitNumbers('077 123 45')).toEqual(['077 123 45']);
    expect(splitNumbers('(02) 9876 5432')).toEqual(['(02) 9876 5432']);
  });

  test('spaces split whole numbers, and each plus sign starts one', () => {
    expect(splitNumbers('94774128830 94719031127')).toEqual(['94774128830', '94719031127']);
    expect(splitNumbers('+94 77 412 8830 +61 412 770 918')).toEqual(['+94 77 412 8830', '+61 412 770 918']);
  });

  test('separators alone are no number', () => {
    expect(splitNumbers(' ,\n ; \t')).toEqual([]);
  });
});

describe('a space while typing', () => {
  test.each(['+94774128830', '+94 77 412 8830', '0771234567', '94774128830', '12x'])('ends %s', (text) => {
    expect(endsNumber(`${text} `, parsePhoneNumber)).toBe(true);
  });

  test.each(['', '+94', '+94 77', '+94 77 412', '0094', '077', '077 123'])('does not end %j', (text) => {
    expect(endsNumber(`${text} `, parsePhoneNumber)).toBe(false);
  });
});

describe('reading one number', () => {
  test.each(['+94774128830', '94774128830', '0094 77 412 8830', '+94 (77) 412-88.30'])(
    '%s is valid',
    (typed) => {
      expect(readEntry(typed, parsePhoneNumber, 'LK')).toEqual({
        key: '+94774128830',
        shown: '+94 77 412 8830',
        problem: null,
        full: null,
        country: 'LK',
      });
    },
  );

  test('a national number lacks its country code and has an international form', () => {
    expect(readEntry('077 412 8830', parsePhoneNumber, 'LK')).toMatchObject({
      shown: '077 412 8830',
      problem: 'lacksCode',
      full: '+94 77 412 8830',
    });
    expect(readEntry('774128830', parsePhoneNumber, 'LK')).toMatchObject({ full: '+94 77 412 8830' });
    expect(readEntry('0412 770 918', parsePhoneNumber, 'AU').full).toBe('+61 412 770 918');
  });

  test('a national number of the other region lacks its code too', () => {
    expect(readEntry('912345678', parsePhoneNumber, 'AU')).toMatchObject({
      problem: 'lacksCode',
      full: null,
    });
  });

  test('a short number with a leading zero lacks its code and has no international form', () => {
    expect(readEntry('077 123 45', parsePhoneNumber, 'LK')).toMatchObject({
      problem: 'lacksCode',
      full: null,
    });
  });

  test('letters and other characters are reported', () => {
    expect(readEntry('Mobile', parsePhoneNumber, 'LK').problem).toBe('badFormat');
    expect(readEntry('+94/774128830', parsePhoneNumber, 'LK').problem).toBe('badFormat');
  });

  test('wrong digits after a country code are invalid', () => {
    expect(readEntry('+9477412', parsePhoneNumber, 'LK').problem).toBe('badNumber');
    expect(readEntry('9'.repeat(70), parsePhoneNumber, 'LK').problem).toBe('badNumber');
  });

  test.each([
    ['+1 212 555 0123', 'United States'],
    ['+1 416 555 0123', 'Canada'],
    ['+1 787 555 0123', 'Puerto Rico'],
    ['+55 11 98765 4321', 'Brazil'],
  ])('no sender id reaches %s', (typed, country) => {
    const around = { home: 'LK', withoutNames: ['US', 'CA', 'PR', 'BR'] } as const;
    const entry = readEntries([typed], parsePhoneNumber, around).entries[0]!;
    expect([entry.problem, countryName(entry.country)]).toEqual(['unreachable', country]);
  });

  test('landlines and service numbers are left out once their types are known, unless they are wanted', () => {
    const typed = ['+94112345678', '+611300123456', '+94774128830', '+12125550123', '0112345678'];
    const around = { home: 'LK', withoutNames: ['US'] } as const;
    const problemsOf = (more: { isLandline?: (e164: string) => boolean; toLandlines?: boolean }) => {
      const { entries, landlines } = readEntries(typed, parsePhoneNumber, { ...around, ...more });
      return { problems: entries.map(({ problem }) => problem), landlines: landlines.map(({ key }) => key) };
    };
    const others = [null, 'unreachable', 'lacksCode'];
    const landlines = ['+94112345678', '+611300123456'];
    expect(problemsOf({ isLandline })).toEqual({ problems: ['landline', 'landline', ...others], landlines });
    expect(problemsOf({ isLandline, toLandlines: true })).toEqual({
      problems: [null, null, ...others],
      landlines,
    });
    expect(problemsOf({})).toEqual({ problems: [null, null, ...others], landlines: [] });
  });

  test('another country with the same dial code is reachable', () => {
    expect(readEntry('+1 876 555 0123', parsePhoneNumber, 'LK')).toMatchObject({
      problem: null,
      country: 'JM',
    });
  });

  test('all digits pass until the numbering plans are loaded', () => {
    expect(readEntry('0094 77 412 8830', undefined, 'LK')).toMatchObject({
      key: '+94774128830',
      problem: null,
    });
  });
});

test('duplicates are merged, and invalid numbers keep their position', () => {
  const { entries, repeated } = readEntries(
    ['+94774128830', '077 123 45', '94 77 412 8830', '+61412770918', '07712345'],
    parsePhoneNumber,
    { home: 'LK', withoutNames: [] },
  );
  expect(entries.map(({ shown }) => shown)).toEqual(['+94 77 412 8830', '077 123 45', '+61 412 770 918']);
  expect(repeated).toBe(2);
});

test('numbers without a country code are corrected in place', () => {
  const typed = ['0774128830', '+61412770918', '771 903 112', '077 123'];
  const { entries, keys } = readEntries(typed, parsePhoneNumber, { home: 'LK', withoutNames: [] });
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

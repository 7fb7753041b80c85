import { describe, expect, test } from 'vitest';
import { DEFAULT_DAYS, datesOf, parseDays, todayIn } from './days.ts';

const read = (query: string) => parseDays(new URLSearchParams(query));

describe('days in an address', () => {
  test('a range by name', () => {
    expect(read('range=12m')).toEqual({ range: '12m' });
  });

  test('chosen dates win over a name', () => {
    expect(read('range=12m&from=2026-11-01&to=2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  });

  test.each([
    '',
    'range=2y',
    'range=toString',
    'from=2026-11-01',
    'from=2026-11-20&to=2026-11-01',
    'from=x&to=y',
  ])('the default stands in for %j', (query) => {
    expect(read(query)).toEqual(DEFAULT_DAYS);
  });
});

test('the present day is the one in the project’s zone', () => {
  const lateInLondon = new Date('2026-11-20T20:00:00Z');
  expect(todayIn('Asia/Colombo', lateInLondon)).toBe('2026-11-21');
  expect(todayIn('America/New_York', lateInLondon)).toBe('2026-11-20');
});

test('choosing dates starts from what is shown', () => {
  expect(datesOf({ range: '7d' }, '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  const chosen = { from: '2026-01-01', to: '2026-01-31' };
  expect(datesOf(chosen, '2026-11-21')).toEqual(chosen);
});

import { describe, expect, test } from 'vitest';
import { businessDaysSince, DEFAULT_DAYS, datesOf, parseDays, timeLeft, todayIn } from './days.ts';

const read = (query: string) => parseDays(new URLSearchParams(query));

describe('days in an address', () => {
  test('a range by name', () => {
    expect(read('range=12m')).toEqual({ range: '12m' });
  });

  test('dates override a name', () => {
    expect(read('range=12m&from=2026-11-01&to=2026-11-20')).toEqual({ from: '2026-11-01', to: '2026-11-20' });
  });

  test.each([
    '',
    'range=2y',
    'range=toString',
    'from=2026-11-01',
    'from=2026-11-20&to=2026-11-01',
    'from=x&to=y',
  ])('the default replaces %j', (query) => {
    expect(read(query)).toEqual(DEFAULT_DAYS);
  });
});

test('the current day is that of the project’s time zone', () => {
  const lateInLondon = new Date('2026-11-20T20:00:00Z');
  expect(todayIn('Asia/Colombo', lateInLondon)).toBe('2026-11-21');
  expect(todayIn('America/New_York', lateInLondon)).toBe('2026-11-20');
});

test('the date picker starts with the shown range', () => {
  expect(datesOf({ range: '7d' }, '2026-11-21')).toEqual({ from: '2026-11-15', to: '2026-11-21' });
  const chosen = { from: '2026-01-01', to: '2026-01-31' };
  expect(datesOf(chosen, '2026-11-21')).toEqual(chosen);
});

// 20 November 2026 is a Friday.
test.each([
  ['2026-11-20T09:00:00.000Z', '2026-11-20T23:00:00Z', 0],
  ['2026-11-20T09:00:00.000Z', '2026-11-22T23:00:00Z', 0],
  ['2026-11-20T09:00:00.000Z', '2026-11-23T00:00:00Z', 1],
  ['2026-11-20T23:59:59.000Z', '2026-12-01T09:00:00Z', 7],
  ['2026-11-21T09:00:00.000Z', '2026-11-27T09:00:00Z', 5],
  ['2026-11-21T09:00:00.000Z', '2026-11-20T09:00:00Z', 0],
])('business days from %s to %s: %i', (from, to, days) => {
  expect(businessDaysSince(from, new Date(to))).toBe(days);
});

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the time left for a request', () => {
  test.each([
    ['2026-11-20T18:30:00Z', { late: false, urgent: true, days: 0, hours: 6 }],
    ['2026-11-21T16:00:00Z', { late: false, urgent: false, days: 1, hours: 4 }],
    ['2026-11-20T12:00:00Z', { late: false, urgent: true, days: 0, hours: 0 }],
    ['2026-11-18T11:00:00Z', { late: true, urgent: true, days: 2, hours: 1 }],
  ])('until %s', (due, left) => {
    expect(timeLeft(due, NOW)).toEqual(left);
  });
});

import { describe, expect, test } from 'vitest';
import { businessDaysSince, DEFAULT_DAYS, datesOf, parseDays, timeLeft, todayIn } from './days.ts';

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

// 20 November 2026 is a Friday.
test.each([
  ['2026-11-20T09:00:00.000Z', '2026-11-20T23:00:00Z', 0],
  ['2026-11-20T09:00:00.000Z', '2026-11-22T23:00:00Z', 0],
  ['2026-11-20T09:00:00.000Z', '2026-11-23T00:00:00Z', 1],
  ['2026-11-20T23:59:59.000Z', '2026-12-01T09:00:00Z', 7],
  ['2026-11-21T09:00:00.000Z', '2026-11-27T09:00:00Z', 5],
  ['2026-11-21T09:00:00.000Z', '2026-11-20T09:00:00Z', 0],
])('from %s to %s there are so many: %i', (from, to, days) => {
  expect(businessDaysSince(from, new Date(to))).toBe(days);
});

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the time that a request may still wait', () => {
  test.each([
    ['2026-11-20T18:30:00Z', { late: false, urgent: true, days: 0, hours: 6 }],
    ['2026-11-21T16:00:00Z', { late: false, urgent: false, days: 1, hours: 4 }],
    ['2026-11-20T12:00:00Z', { late: false, urgent: true, days: 0, hours: 0 }],
    ['2026-11-18T11:00:00Z', { late: true, urgent: true, days: 2, hours: 1 }],
  ])('until %s', (due, left) => {
    expect(timeLeft(due, NOW)).toEqual(left);
  });
});

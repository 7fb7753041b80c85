import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { customDays, MAX_CUSTOM_DAYS, RANGES, type Range, rangeDays, timeUnit } from './ranges.ts';

const names = Object.keys(RANGES) as Range[];
const day = fc
  .date({ min: new Date('1971-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));

const dayAfter = (text: string) => new Date(Date.parse(text) + 86_400_000).toISOString().slice(0, 10);

/** How many days a span holds, counted one by one, both ends included. */
function countDays(from: string, to: string): number {
  let count = 1;
  for (let at = from; at !== to; at = dayAfter(at)) count++;
  return count;
}

describe('named ranges', () => {
  test('have the labels and the days of the specification, in its order', () => {
    expect(names.map((name) => [name, RANGES[name].label, RANGES[name].days])).toEqual([
      ['1d', 'Today', 1],
      ['7d', 'Last 7 days', 7],
      ['4w', 'Last 4 weeks', 30],
      ['3m', 'Last 3 months', 90],
      ['12m', 'Last 12 months', 365],
    ]);
  });

  test.each<[Range, string, string, string, string]>([
    ['1d', '2026-03-01', '2026-03-01', '2026-02-28', '2026-02-28'],
    ['1d', '2024-03-01', '2024-03-01', '2024-02-29', '2024-02-29'],
    ['7d', '2026-01-03', '2025-12-28', '2025-12-21', '2025-12-27'],
    ['4w', '2024-03-10', '2024-02-10', '2024-01-11', '2024-02-09'],
    ['3m', '2026-06-30', '2026-04-02', '2026-01-02', '2026-04-01'],
    ['12m', '2026-02-28', '2025-03-01', '2024-03-01', '2025-02-28'],
    ['12m', '2024-02-29', '2023-03-02', '2022-03-02', '2023-03-01'],
    ['12m', '2000-12-31', '2000-01-02', '1999-01-02', '2000-01-01'],
  ])('%s on %s starts %s, after %s to %s', (range, today, from, prevFrom, prevTo) => {
    expect(rangeDays(range, today)).toEqual({ from, to: today, prevFrom, prevTo, days: RANGES[range].days });
  });

  test('end today, and the previous period is as long and ends the day before', () => {
    fc.assert(
      fc.property(fc.constantFrom(...names), day, (range, today) => {
        const { from, to, prevFrom, prevTo, days } = rangeDays(range, today);
        expect(to).toBe(today);
        expect(days).toBe(RANGES[range].days);
        expect(countDays(from, to)).toBe(days);
        expect(countDays(prevFrom, prevTo)).toBe(days);
        expect(dayAfter(prevTo)).toBe(from);
      }),
    );
  });

  test('today must be a day', () => {
    expect(() => rangeDays('7d', '2026-02-30')).toThrow(RangeError);
    expect(() => rangeDays('7d', '2026-02-28T00:00:00Z')).toThrow(RangeError);
  });
});

describe('custom ranges', () => {
  test('of any two days in order are those days', () => {
    fc.assert(
      fc.property(day, fc.integer({ min: 1, max: MAX_CUSTOM_DAYS }), (from, days) => {
        const to = new Date(Date.parse(from) + (days - 1) * 86_400_000).toISOString().slice(0, 10);
        const custom = customDays(from, to);
        if (!custom.ok) return expect.fail(custom.problem);
        expect(custom.span).toMatchObject({ from, to, days });
        expect(countDays(custom.span.prevFrom, custom.span.prevTo)).toBe(days);
        expect(dayAfter(custom.span.prevTo)).toBe(from);
      }),
    );
  });

  test.each([
    ['2023-02-29', '2023-03-01'],
    ['2100-02-29', '2100-03-01'],
    ['2026-04-31', '2026-05-01'],
    ['2026-13-01', '2026-13-02'],
    ['2026-00-10', '2026-01-10'],
    ['2026-01-00', '2026-01-10'],
    ['2026-1-1', '2026-01-10'],
    ['0001-01-01', '0001-01-02'],
    ['', ''],
    ['2026-01-01', '2026-01-32'],
    ['2026-01-01', ' 2026-01-02'],
    ['2026-01-01', '2026-01-02T00:00:00'],
    ['2026-01-01', '٢٠٢٦-٠١-٠٢'],
  ])('of %j to %j are refused: not days', (from, to) => {
    expect(customDays(from, to)).toEqual({ ok: false, problem: 'Enter both dates as yyyy-MM-dd' });
  });

  test('backwards or longer than two years are refused', () => {
    expect(customDays('2026-01-02', '2026-01-01')).toEqual({
      ok: false,
      problem: 'The first date is after the last',
    });
    expect(customDays('2024-01-01', '2026-01-01')).toMatchObject({ ok: true, span: { days: 732 } });
    expect(customDays('2024-01-01', '2026-01-02')).toEqual({ ok: false, problem: 'Choose at most 732 days' });
  });

  test('at the ends of the calendar keep four-digit years', () => {
    expect(customDays('1000-01-01', '1000-01-02')).toMatchObject({
      ok: true,
      span: { prevFrom: '0999-12-30' },
    });
    expect(customDays('9999-12-31', '9999-12-31')).toMatchObject({
      ok: true,
      span: { prevTo: '9999-12-30' },
    });
  });
});

test('a graph has days up to 92 of them, else months', () => {
  expect(names.map((name) => timeUnit(name))).toEqual(['DAY', 'DAY', 'DAY', 'DAY', 'MONTH']);
  expect(timeUnit({ days: 1 })).toBe('DAY');
  expect(timeUnit({ days: 92 })).toBe('DAY');
  expect(timeUnit({ days: 93 })).toBe('MONTH');
});

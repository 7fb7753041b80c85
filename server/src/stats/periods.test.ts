// Local days as time ranges, with clock changes and fractional offsets, and the counts they read.
import { customDays, type DaySpan } from '@godwit/contract/ranges';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isRefusal } from '../refusal.ts';
import { piecesOf } from './grains.ts';
import { beforeOf, bucketsOf, cutAt, spanOf, stretchOf } from './periods.ts';

const ZONES = [
  'Asia/Colombo',
  'Australia/Sydney',
  'Australia/Lord_Howe',
  'Asia/Kathmandu',
  'Pacific/Chatham',
  'America/Santiago',
  'America/St_Johns',
  'Africa/Cairo',
  'UTC',
];
const LENGTH_MS = { QUARTER: 900_000, HOUR: 3_600_000, DAY: 86_400_000 };

const zone = fc.constantFrom(...ZONES);
const day = fc
  .date({ min: new Date('2020-01-01T00:00:00Z'), max: new Date('2035-12-31T00:00:00Z'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10));
const days = fc.record({ from: day, length: fc.integer({ min: 1, max: 732 }) }).map(({ from, length }) => {
  const to = new Date(Date.parse(from) + (length - 1) * 86_400_000).toISOString().slice(0, 10);
  return { from, to, length };
});

describe('a day', () => {
  it.each([
    ['2026-10-04', 'Australia/Sydney', '2026-10-03T14:00:00Z', '2026-10-04T13:00:00Z'],
    ['2026-04-05', 'Australia/Sydney', '2026-04-04T13:00:00Z', '2026-04-05T14:00:00Z'],
    // Half an hour forward, half an hour back.
    ['2026-10-04', 'Australia/Lord_Howe', '2026-10-03T13:30:00Z', '2026-10-04T13:00:00Z'],
    ['2026-04-05', 'Australia/Lord_Howe', '2026-04-04T13:00:00Z', '2026-04-05T13:30:00Z'],
    ['2026-11-20', 'Asia/Colombo', '2026-11-19T18:30:00Z', '2026-11-20T18:30:00Z'],
    ['2026-11-20', 'Asia/Kathmandu', '2026-11-19T18:15:00Z', '2026-11-20T18:15:00Z'],
    ['2026-09-27', 'Pacific/Chatham', '2026-09-26T11:15:00Z', '2026-09-27T10:15:00Z'],
    // The clocks go forward at midnight: the day begins at one.
    ['2026-09-06', 'America/Santiago', '2026-09-06T04:00:00Z', '2026-09-07T03:00:00Z'],
  ])('%s in %s is %s to %s', (date, zone, from, before) => {
    expect(stretchOf(date, date, zone)).toEqual({ from: new Date(from), before: new Date(before) });
  });
});

describe('the buckets of a graph', () => {
  it('are the days, or months that begin and end with the period', () => {
    const dates = (from: string, to: string, unit: 'DAY' | 'MONTH') =>
      bucketsOf(from, to, unit, 'Asia/Colombo').map(({ date }) => date);
    expect(dates('2026-02-27', '2026-03-02', 'DAY')).toEqual([
      '2026-02-27',
      '2026-02-28',
      '2026-03-01',
      '2026-03-02',
    ]);
    expect(dates('2025-11-21', '2026-01-01', 'MONTH')).toEqual(['2025-11-01', '2025-12-01', '2026-01-01']);
    const [first, , last] = bucketsOf('2025-11-21', '2026-01-01', 'MONTH', 'Asia/Colombo');
    expect(first).toMatchObject(stretchOf('2025-11-21', '2025-11-30', 'Asia/Colombo'));
    expect(last).toMatchObject(stretchOf('2026-01-01', '2026-01-01', 'Asia/Colombo'));
  });

  it('lie side by side and fill the period, in any zone', () => {
    fc.assert(
      fc.property(
        zone,
        days,
        fc.constantFrom('DAY' as const, 'MONTH' as const),
        (zone, { from, to, length }, unit) => {
          const buckets = bucketsOf(from, to, unit, zone);
          const period = stretchOf(from, to, zone);
          expect(buckets[0]?.from).toEqual(period.from);
          expect(buckets.at(-1)?.before).toEqual(period.before);
          for (const [i, bucket] of buckets.entries()) {
            expect(bucket.from < bucket.before).toBe(true);
            if (i > 0) expect(bucket.from).toEqual(buckets[i - 1]?.before);
          }
          if (unit === 'DAY') expect(buckets).toHaveLength(length);
        },
      ),
      { numRuns: 200 },
    );
  });
});

describe('the period before', () => {
  const span = (from: string, to: string) => (customDays(from, to) as { span: DaySpan }).span;
  const week = span('2026-11-14', '2026-11-20');

  it.each([
    // 14:20 in Colombo, of a quarter that ends at 14:30.
    ['2026-11-20T08:50:00Z', 'Asia/Colombo', week, '2026-11-13', '2026-11-13T09:00:00Z'],
    [
      '2026-11-20T08:50:00Z',
      'Asia/Colombo',
      span('2026-11-20', '2026-11-20'),
      '2026-11-19',
      '2026-11-19T09:00:00Z',
    ],
    ['2026-11-17T08:50:00Z', 'Asia/Colombo', week, '2026-11-10', '2026-11-10T09:00:00Z'],
    // The clocks went forward in between: it is the time of day that is the same, and of a time that there
    // was not the next one.
    [
      '2026-10-05T00:00:00Z',
      'Australia/Sydney',
      span('2026-10-05', '2026-10-05'),
      '2026-10-04',
      '2026-10-04T00:00:00Z',
    ],
    [
      '2026-10-04T15:30:00Z',
      'Australia/Sydney',
      span('2026-10-05', '2026-10-05'),
      '2026-10-04',
      '2026-10-03T16:30:00Z',
    ],
  ])('of one that is running at %s in %s is cut at the same time of day', (now, zone, days, to, until) => {
    const before = beforeOf(days, zone, new Date(now));
    expect(before).toMatchObject({ to, until: new Date(until), before: new Date(until) });
    expect(before.from).toEqual(stretchOf(days.prevFrom, days.prevTo, zone).from);
  });

  it.each([
    ['of one that is over', '2026-11-20T18:30:01Z'],
    ['of one that has not begun', '2026-11-13T18:00:00Z'],
    ['in the last quarter of an hour', '2026-11-20T18:20:00Z'],
  ])('%s is whole', (_what, now) => {
    const whole = stretchOf(week.prevFrom, week.prevTo, 'Asia/Colombo');
    expect(beforeOf(week, 'Asia/Colombo', new Date(now))).toEqual({ ...whole, to: week.prevTo, until: null });
  });

  it('has its graph cut there too', () => {
    const until = new Date('2026-11-12T06:30:00Z');
    const buckets = cutAt(bucketsOf('2026-11-11', '2026-11-13', 'DAY', 'Asia/Colombo'), until);
    expect(buckets[0]).toMatchObject(stretchOf('2026-11-11', '2026-11-11', 'Asia/Colombo'));
    expect(buckets.map(({ before }) => before).slice(1)).toEqual([until, until]);
    expect(piecesOf(buckets[2]!)).toEqual([]);
  });
});

describe('the counts of a stretch', () => {
  it('cover it once, each grain on its own marks, and are few', () => {
    fc.assert(
      fc.property(zone, days, (zone, { from, to }) => {
        const stretch = stretchOf(from, to, zone);
        const pieces = piecesOf(stretch);
        expect(pieces[0]?.from).toEqual(stretch.from);
        expect(pieces.at(-1)?.before).toEqual(stretch.before);
        for (const [i, { grain, from, before }] of pieces.entries()) {
          expect(from.getTime() % LENGTH_MS[grain]).toBe(0);
          expect(before.getTime() % LENGTH_MS[grain]).toBe(0);
          if (i > 0) expect(from).toEqual(pieces[i - 1]?.before);
          if (grain !== 'DAY') expect(before.getTime() - from.getTime()).toBeLessThan(2 * LENGTH_MS.DAY);
          if (grain === 'QUARTER') expect(before.getTime() - from.getTime()).toBeLessThan(LENGTH_MS.HOUR);
        }
      }),
      { numRuns: 200 },
    );
  });

  it('of nothing are none', () => {
    const noon = new Date('2026-11-20T12:00:00Z');
    expect(piecesOf({ from: noon, before: noon })).toEqual([]);
  });
});

describe('the days asked for', () => {
  const today = '2026-11-20';

  it('are those of the name, or the dates when there are some', () => {
    expect(spanOf({ range: '7d' }, today)).toMatchObject({
      from: '2026-11-14',
      to: today,
      prevFrom: '2026-11-07',
    });
    expect(spanOf({ range: '7d', from: '2026-01-01', to: '2026-01-02' }, today)).toEqual(
      Object.assign({}, (customDays('2026-01-01', '2026-01-02') as { span: object }).span),
    );
  });

  it.each([
    [{}, 'invalidArgument'],
    [{ from: '2026-01-01' }, 'invalidArgument'],
    [{ range: '7d' as const, to: '2026-01-01' }, 'invalidArgument'],
    [{ from: '2026-01-02', to: '2026-01-01' }, 'invalidArgument'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'invalidArgument'],
    [{ from: '2026-02-30', to: '2026-03-01' }, 'invalidDate'],
    [{ from: '2026-02-01', to: 'tomorrow' }, 'invalidDate'],
  ])('%j: %s', (asked, refused) => {
    const span = spanOf(asked, today);
    expect(isRefusal(span) && span.refused).toBe(refused);
  });
});

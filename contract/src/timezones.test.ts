// Time zones against the rules of RFC 5545, and against Temporal.
import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { describe, expect, it } from 'vitest';
import { localDay, resolveLocal, startOfDay, zonedTime } from './timezones.ts';

describe('a local time', () => {
  it.each([
    // Sydney goes ahead from 02:00 to 03:00 on 4 October 2026, and back from 03:00 to 02:00 on 4 April 2027.
    [
      'Australia/Sydney',
      '2026-10-04T01:59:59',
      '2026-10-03T15:59:59.000Z',
      '2026-10-04T01:59:59',
      '+10:00',
      null,
    ],
    [
      'Australia/Sydney',
      '2026-10-04T02:30:00',
      '2026-10-03T16:30:00.000Z',
      '2026-10-04T03:30:00',
      '+11:00',
      'forward',
    ],
    [
      'Australia/Sydney',
      '2026-10-04T03:00:00',
      '2026-10-03T16:00:00.000Z',
      '2026-10-04T03:00:00',
      '+11:00',
      null,
    ],
    [
      'Australia/Sydney',
      '2027-04-04T02:30:00',
      '2027-04-03T15:30:00.000Z',
      '2027-04-04T02:30:00',
      '+11:00',
      'first',
    ],
    [
      'Australia/Sydney',
      '2027-04-04T03:00:00',
      '2027-04-03T17:00:00.000Z',
      '2027-04-04T03:00:00',
      '+10:00',
      null,
    ],
    // Lord Howe Island moves by half an hour.
    [
      'Australia/Lord_Howe',
      '2026-10-04T02:15',
      '2026-10-03T15:45:00.000Z',
      '2026-10-04T02:45:00',
      '+11:00',
      'forward',
    ],
    [
      'Australia/Lord_Howe',
      '2027-04-04T01:45',
      '2027-04-03T14:45:00.000Z',
      '2027-04-04T01:45:00',
      '+11:00',
      'first',
    ],
    ['Asia/Colombo', '2026-11-21T09:00', '2026-11-21T03:30:00.000Z', '2026-11-21T09:00:00', '+05:30', null],
    [
      'America/New_York',
      '2027-03-14T02:30',
      '2027-03-14T07:30:00.000Z',
      '2027-03-14T03:30:00',
      '-04:00',
      'forward',
    ],
  ] as const)('%s %s is %s', (zone, local, instant, shown, offset, adjusted) => {
    expect(resolveLocal(local, zone)).toEqual({
      instant: new Date(instant),
      local: shown,
      utc_offset: offset,
      adjusted,
    });
  });

  it.each(['2026-02-30T09:00', '2026-11-21', '2026-11-21T24:30', '2026-13-01T00:00', 'tomorrow', ''])(
    '%j is none',
    (local) => {
      expect(resolveLocal(local, 'Asia/Colombo')).toBeNull();
    },
  );

  it('law: it is what Temporal takes it for', { timeout: 30_000 }, () => {
    const zones = [
      'Australia/Sydney',
      'Australia/Lord_Howe',
      'Asia/Colombo',
      'Europe/London',
      'America/St_Johns',
    ];
    const moment = fc.date({ min: new Date('2020-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    // Most hours are plain; half of those tried are near one at which clocks change.
    const near = fc
      .tuple(fc.constantFrom(...zones), moment, fc.integer({ min: -10_800, max: 10_800 }))
      .map(([zone, date, seconds]) => {
        const at = Temporal.Instant.fromEpochMilliseconds(date.getTime()).toZonedDateTimeISO(zone);
        const change = at.getTimeZoneTransition('next') ?? at;
        return [zone, change.toPlainDateTime().add({ seconds })] as const;
      });
    const any = fc
      .tuple(fc.constantFrom(...zones), moment)
      .map(([zone, date]) => [zone, Temporal.PlainDateTime.from(date.toISOString().slice(0, 19))] as const);
    fc.assert(
      fc.property(fc.oneof(near, any), ([zone, plain]) => {
        const local = plain.round('second').toString({ smallestUnit: 'second' });
        const expected = Temporal.PlainDateTime.from(local).toZonedDateTime(zone, {
          disambiguation: 'compatible',
        });
        const resolved = resolveLocal(local, zone)!;
        expect(resolved.instant.getTime()).toBe(expected.epochMilliseconds);
        const shown = zonedTime(resolved.instant, zone);
        expect([shown.local, shown.utc_offset]).toEqual([
          expected.toPlainDateTime().toString({ smallestUnit: 'second' }),
          expected.offset,
        ]);
      }),
      { numRuns: 500 },
    );
  });
});

describe('a day', () => {
  it('law: it begins when Temporal says, also where clocks change at midnight', { timeout: 30_000 }, () => {
    const zone = fc.constantFrom(
      'Africa/Cairo',
      'America/Havana',
      'Asia/Beirut',
      'America/Nuuk',
      'Asia/Colombo',
    );
    const moment = fc.date({ min: new Date('2010-01-01'), max: new Date('2036-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(zone, moment, fc.boolean(), (zone, moment, isNearChange) => {
        const at = Temporal.Instant.fromEpochMilliseconds(moment.getTime()).toZonedDateTimeISO(zone);
        const date = ((isNearChange && at.getTimeZoneTransition('next')) || at).toPlainDate();
        const start = startOfDay(date.toString(), zone);
        expect(start.getTime()).toBe(date.toZonedDateTime(zone).epochMilliseconds);
        expect(localDay(start, zone)).toBe(date.toString());
        expect(localDay(new Date(start.getTime() - 1), zone)).toBe(date.subtract({ days: 1 }).toString());
      }),
      { numRuns: 500 },
    );
  });

  it('after the last one that has four digits begins too', () => {
    expect(startOfDay('+010000-01-01', 'Asia/Colombo')).toEqual(new Date('9999-12-31T18:30:00Z'));
  });
});

// Quiet hours of countries against what the runtime knows of their clocks, and the laws of holding a message
// back.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { zonedTime } from '../timezones.ts';
import { CONTINENTS } from './countries.ts';
import { heldUntil, quietIn, zonesOfCountry } from './countryClocks.ts';
import { DEFAULT_QUIET_HOURS, type QuietHours, quietHoursProblem } from './quietHours.ts';

const COUNTRIES = [...new Set(CONTINENTS.flatMap(({ countries }) => countries.map(({ iso2 }) => iso2)))];

describe('the clocks of a country', () => {
  // Twice a day for two years: what differs between changes differs in winter or in summer.
  const days = Array.from(
    { length: 200 },
    (_, i) => new Date(Date.UTC(2026, 10, 1, (i % 2) * 12) + i * 4 * 86_400_000),
  );
  const shown = (zone: string) => days.map((day) => zonedTime(day, zone).utc_offset).join();
  /** Other clocks in these, by which less than a hundredth of the people live. */
  const FEW = 'AU BR CL CN EC GL KI MX NZ PF RU UA US CA'.split(' ');

  it.each(COUNTRIES)('of %s are those of its zones', (country) => {
    const zones = zonesOfCountry(country);
    expect(zones.length).toBeGreaterThan(0);
    // biome-ignore lint/suspicious/noExplicitAny: the types of the language do not have it yet
    const real: string[] = (new Intl.Locale(`und-${country}`) as any).getTimeZones() ?? [];
    // Ascension, Tristan da Cunha and Kosovo are not in the list of countries that zones are given by.
    if (real.length === 0) return expect(['AC', 'TA', 'XK']).toContain(country);
    const clocks = new Set(real.map(shown));
    const kept = new Set(zones.map(shown));
    expect([...kept].filter((clock) => !clocks.has(clock))).toEqual([]);
    if (!FEW.includes(country)) expect(kept.size).toBe(clocks.size);
  });
});

const clock = fc
  .tuple(fc.integer({ min: 0, max: 23 }), fc.integer({ min: 0, max: 59 }))
  .map((parts) => parts.map((part) => String(part).padStart(2, '0')).join(':'));
const hours: fc.Arbitrary<QuietHours> = fc
  .record({ from: clock, to: clock })
  .filter((one) => quietHoursProblem(one) === null);
const DAY_MS = 86_400_000;

describe('a message in quiet hours', () => {
  it.each([
    // Sri Lanka: 22:40, 08:00 and 20:59 there.
    ['LK', '2026-11-22T17:10:00Z', '2026-11-23T02:30:00Z'],
    ['LK', '2026-11-23T02:30:00Z', null],
    ['LK', '2026-11-22T15:29:59.999Z', null],
    // 23:30 in Sydney; Perth, three hours behind, is the last to wake.
    ['AU', '2026-11-22T12:30:00Z', '2026-11-23T00:00:00Z'],
    // 08:30 in Sydney, 05:30 in Perth.
    ['AU', '2026-11-22T21:30:00Z', '2026-11-23T00:00:00Z'],
    // From Moscow to Vladivostok six hours would be left: Moscow counts.
    ['RU', '2026-11-22T04:59:00Z', '2026-11-22T05:00:00Z'],
    ['RU', '2026-11-22T17:00:00Z', null],
    // The night in which London's clocks go back: 01:30 comes twice, 08:00 is an hour later.
    ['GB', '2026-10-25T00:30:00Z', '2026-10-25T08:00:00Z'],
    // No country.
    ['', '2026-11-22T17:10:00Z', null],
  ])('to %j at %s goes at %s', (country, at, until) => {
    expect(heldUntil(country, new Date(at), DEFAULT_QUIET_HOURS)).toEqual(new Date(until ?? at));
  });

  it('is said by the clocks where it is quiet', () => {
    expect(quietIn('LK', new Date('2026-11-22T17:10:00Z'), DEFAULT_QUIET_HOURS)).toEqual({
      clock: '22:40',
      partly: false,
      until: new Date('2026-11-23T02:30:00Z'),
      untilClock: '08:00',
    });
    expect(quietIn('AU', new Date('2026-11-22T21:30:00Z'), DEFAULT_QUIET_HOURS)).toMatchObject({
      clock: '05:30',
      partly: true,
      untilClock: '08:00',
    });
    expect(quietIn('LK', new Date('2026-11-23T02:30:00Z'), DEFAULT_QUIET_HOURS)).toBeNull();
  });

  it('law: goes when it is quiet no more, never earlier than asked and at most a day later', () => {
    const CHANGES = [
      '2026-10-03T16:00Z',
      '2027-04-03T16:00Z',
      '2027-03-28T01:00Z',
      '2026-10-25T01:00Z',
      '2027-03-14T09:00Z',
    ];
    const near = fc
      .tuple(fc.constantFrom(...CHANGES), fc.integer({ min: -DAY_MS, max: DAY_MS }))
      .map(([change, ms]) => new Date(Date.parse(change) + ms));
    const any = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-01-01'), noInvalidDate: true });
    const country = fc.oneof(
      fc.constantFrom('AU', 'LK', 'GB', 'US', 'RU', 'KI'),
      fc.constantFrom(...COUNTRIES),
    );
    fc.assert(
      fc.property(country, fc.oneof(near, any), hours, (country, at, hours) => {
        const until = heldUntil(country, at, hours);
        expect(until.getTime()).toBeGreaterThanOrEqual(at.getTime());
        expect(until.getTime() - at.getTime()).toBeLessThanOrEqual(DAY_MS);
        expect(quietIn(country, until, hours)).toBeNull();
        expect(quietIn(country, at, hours)?.until ?? at).toEqual(until);
      }),
      { numRuns: 1_000 },
    );
  });

  it('law: in a country of one clock it goes when that shows the end', () => {
    const any = fc.date({ min: new Date('2026-01-01'), max: new Date('2031-01-01'), noInvalidDate: true });
    fc.assert(
      fc.property(any, hours, (at, hours) => {
        const until = heldUntil('LK', at, hours);
        if (until.getTime() === at.getTime()) return;
        expect(zonedTime(until, 'Asia/Colombo').local.slice(11)).toBe(`${hours.to}:00`);
      }),
    );
  });
});

describe('hours', () => {
  it.each([
    [{ from: '21:00', to: '08:00' }, null],
    [{ from: '00:00', to: '16:00' }, null],
    [{ from: '21:00', to: '13:01' }, 'to'],
    [{ from: '08:00', to: '08:00' }, 'to'],
    [{ from: '24:00', to: '08:00' }, 'from'],
    [{ from: '9:00', to: '' }, 'from'],
    [{ from: '21:00', to: '08:60' }, 'to'],
  ])('%j are refused at %s', (hours, field) => {
    expect(quietHoursProblem(hours)?.field ?? null).toBe(field);
  });
});

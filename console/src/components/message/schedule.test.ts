// Picked times: their instants, their texts, and clock changes.
import { describe, expect, test, vi } from 'vitest';
import { formatLocal } from '../../format.ts';
import {
  formatZone,
  nextHour,
  resolvePicked,
  scheduleError,
  sendAtOf,
  toPicker,
  viewerTime,
} from './schedule.ts';

const COLOMBO = 'Asia/Colombo';
const SYDNEY = 'Australia/Sydney';

describe('a picked time', () => {
  test('is in the project’s time zone and is sent as UTC without fractions; immediately is null', () => {
    expect(sendAtOf('2026-11-20 20:00:00', COLOMBO)).toBe('2026-11-20T14:30:00Z');
    expect(sendAtOf('2026-11-20 20:00:00', SYDNEY)).toBe('2026-11-20T09:00:00Z');
    expect(sendAtOf(null, COLOMBO)).toBeNull();
  });

  test('starts at the next full hour', () => {
    expect(nextHour(new Date('2026-11-20T09:02:08Z'), COLOMBO)).toBe('2026-11-20 15:00:00');
    expect(nextHour(new Date('2026-12-31T18:00:00Z'), COLOMBO)).toBe('2027-01-01 00:00:00');
  });

  test('must not be more than a minute ago or a year ahead', () => {
    const check = (instant: string) =>
      scheduleError(toPicker(new Date(instant), SYDNEY), SYDNEY, new Date('2026-11-20T09:00:00Z'));
    expect(check('2026-11-20T08:59:30Z')).toBeNull();
    expect(check('2026-11-20T08:58:59Z')).toBe('send.timePast');
    expect(check('2027-11-20T09:00:00Z')).toBeNull();
    expect(check('2027-11-20T09:00:01Z')).toBe('send.timeFar');
    expect(scheduleError(null, SYDNEY, new Date())).toBeNull();
  });
});

describe('its zone', () => {
  test.each([
    // In Sydney, clocks go forward on 4 October 2026 at 2 am and back on 4 April 2027 at 3 am.
    ['2026-10-04 02:30:00', 'forward', '04 Oct 2026, 03:30', 'Australia/Sydney (UTC+11:00)'],
    ['2027-04-04 02:30:00', 'first', '04 Apr 2027, 02:30', 'Australia/Sydney (UTC+11:00)'],
    ['2027-04-04 03:00:00', null, '04 Apr 2027, 03:00', 'Australia/Sydney (UTC+10:00)'],
  ])('is shown with its offset at that time: %s', (at, adjusted, text, zone) => {
    const resolved = resolvePicked(at, SYDNEY);
    expect(resolved.adjusted).toBe(adjusted);
    expect(formatLocal(resolved.local)).toBe(text);
    expect(formatZone(SYDNEY, resolved)).toBe(zone);
  });

  test('adds the viewer’s local time only if it differs', () => {
    vi.stubEnv('TZ', 'Asia/Kolkata');
    expect(viewerTime(resolvePicked('2026-11-21 20:00:00', COLOMBO))).toBeNull();
    expect(viewerTime(resolvePicked('2026-11-21 20:00:00', SYDNEY))).toBe('21 Nov 2026, 14:30');
  });
});

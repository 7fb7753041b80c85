// Picked times: their words, their instants, and what the clocks do to them.
import dayjs from 'dayjs';
import { describe, expect, test, vi } from 'vitest';
import {
  clockChange,
  elsewhere,
  formatPicked,
  nextHour,
  PICKER_FORMAT,
  scheduleError,
  sendAtOf,
  zoneAt,
} from './schedule.ts';

const picked = (instant: string) => dayjs(instant).format(PICKER_FORMAT);

describe('a picked time', () => {
  test('goes out as UTC without fractions; immediately is null', () => {
    expect(sendAtOf(picked('2026-11-20T14:30:00Z'))).toBe('2026-11-20T14:30:00Z');
    expect(sendAtOf(null)).toBeNull();
  });

  test('is written as the specification has it', () => {
    expect(formatPicked('2026-11-20 14:05:00')).toBe('11/20/2026 2:05 PM');
  });

  test('starts at the next full hour', () => {
    expect(nextHour(new Date(2026, 10, 20, 14, 32, 8))).toBe('2026-11-20 15:00:00');
  });

  test('may not have passed, but for the minute that clocks may differ by, nor be more than a year ahead', () => {
    const check = (instant: string) => scheduleError(picked(instant), new Date('2026-11-20T09:00:00Z'));
    expect(check('2026-11-20T08:59:30Z')).toBeNull();
    expect(check('2026-11-20T08:58:59Z')).toBe('send.timePast');
    expect(check('2027-11-20T09:00:00Z')).toBeNull();
    expect(check('2027-11-20T09:00:01Z')).toBe('send.timeFar');
    expect(scheduleError(null, new Date())).toBeNull();
  });
});

describe('when the clocks change', () => {
  // In Sydney they go forward on 4 October 2026 at 2 am and back on 4 April 2027 at 3 am; on Lord Howe Island by half an hour.
  test.each([
    ['Australia/Sydney', '2026-10-04 02:30:00', 'skipped', '10/04/2026 3:30 AM', '2026-10-03T16:30:00Z'],
    ['Australia/Sydney', '2026-10-04 03:00:00', null, '10/04/2026 3:00 AM', '2026-10-03T16:00:00Z'],
    ['Australia/Sydney', '2027-04-04 02:30:00', 'twice', '04/04/2027 2:30 AM', '2027-04-03T15:30:00Z'],
    ['Australia/Sydney', '2027-04-04 03:00:00', null, '04/04/2027 3:00 AM', '2027-04-03T17:00:00Z'],
    ['Australia/Lord_Howe', '2027-04-04 01:45:00', 'twice', '04/04/2027 1:45 AM', '2027-04-03T14:45:00Z'],
    ['Asia/Colombo', '2026-10-04 02:30:00', null, '10/04/2026 2:30 AM', '2026-10-03T21:00:00Z'],
  ])('in %s at %s', (zone, at, change, words, instant) => {
    vi.stubEnv('TZ', zone);
    expect(clockChange(at)).toBe(change);
    expect(formatPicked(at)).toBe(words);
    expect(sendAtOf(at)).toBe(instant);
  });

  test('the offset is that of the picked time, not of today', () => {
    vi.stubEnv('TZ', 'Australia/Sydney');
    expect(zoneAt('2026-07-01 12:00:00')).toBe('Australia/Sydney (GMT+10)');
    expect(zoneAt('2027-01-01 12:00:00')).toBe('Australia/Sydney (GMT+11)');
  });

  test('a zone whose clocks show the same needs no words of its own', () => {
    vi.stubEnv('TZ', 'Asia/Colombo');
    expect(elsewhere('2026-11-21 20:00:00', 'Asia/Kolkata')).toBeNull();
    expect(elsewhere('2026-11-21 20:00:00', 'Australia/Sydney')).toBe('11/22/2026 1:30 AM');
  });
});

// SMPP time formats.
import { describe, expect, it } from 'vitest';
import { formatTime, readTime, validityPeriod } from './time.ts';

const now = new Date('2026-11-22T21:30:00.400Z');
const read = (text: string) => {
  const time = readTime(text, now);
  return time instanceof Date ? time.toISOString() : time;
};

describe('an SMPP time', () => {
  it.each([
    ['', null],
    ['261122223000000+', '2026-11-22T22:30:00.000Z'],
    // Five and a half hours ahead of UTC, and ten behind.
    ['261123040000522+', '2026-11-22T22:30:00.500Z'],
    ['261122123000040-', '2026-11-22T22:30:00.000Z'],
    ['000001020304000R', '2026-11-23T23:33:04.400Z'],
    ['000100000000000R', '2026-12-22T21:30:00.400Z'],
    ['260230000000000+', 'invalid'],
    ['261122243000000+', 'invalid'],
    ['261122223000049+', 'invalid'],
    ['261122223000000', 'invalid'],
    ['tomorrow', 'invalid'],
  ])('%j is %j', (text, expected) => expect(read(text)).toBe(expected));

  it('round-trips through formatTime', () => {
    expect(formatTime(now)).toBe('261122213000400+');
    expect(read(formatTime(now))).toBe(now.toISOString());
  });
});

describe('validityPeriod', () => {
  it.each([
    ['relative', 86_400, '000001000000000R'],
    ['relative', 3_725.2, '000000010206000R'],
    ['relative', 1, '000000000100000R'],
    ['relative', 400 * 86_400, '000030000000000R'],
    ['absolute', 86_400, '270101230030000+'],
    ['absolute', -5, '261231230130000+'],
    ['none', 86_400, ''],
  ] as const)('%s, %d seconds: %s', (form, seconds, expected) => {
    expect(validityPeriod(form, seconds, new Date('2026-12-31T23:00:30.999Z'))).toBe(expected);
  });
});

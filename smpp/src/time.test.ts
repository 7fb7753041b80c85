// Times as SMPP writes them.
import { describe, expect, it } from 'vitest';
import { formatTime, readTime } from './time.ts';

const now = new Date('2026-11-22T21:30:00.400Z');
const read = (text: string) => {
  const time = readTime(text, now);
  return time instanceof Date ? time.toISOString() : time;
};

describe('a time of SMPP', () => {
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

  it('reads what it writes', () => {
    expect(formatTime(now)).toBe('261122213000400+');
    expect(read(formatTime(now))).toBe(now.toISOString());
  });
});

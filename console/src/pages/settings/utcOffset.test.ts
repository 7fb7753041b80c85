import { expect, test } from 'vitest';
import { utcOffset } from './utcOffset.ts';

test('a zone’s distance from UTC is the one that holds then', () => {
  const winter = new Date('2026-01-15T00:00:00Z');
  const summer = new Date('2026-07-15T00:00:00Z');
  expect(utcOffset('Asia/Colombo', winter)).toBe('UTC+05:30');
  expect(utcOffset('Australia/Sydney', winter)).toBe('UTC+11:00');
  expect(utcOffset('Australia/Sydney', summer)).toBe('UTC+10:00');
  expect(utcOffset('UTC', winter)).toBe('UTC+00:00');
});

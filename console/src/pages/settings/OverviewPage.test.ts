import { expect, test } from 'vitest';
import { matchesZone, utcOffset } from './OverviewPage.tsx';

test('the UTC offset of a zone is the one at that instant', () => {
  const winter = new Date('2026-01-15T00:00:00Z');
  const summer = new Date('2026-07-15T00:00:00Z');
  expect(utcOffset('Asia/Colombo', winter)).toBe('UTC+05:30');
  expect(utcOffset('Australia/Sydney', winter)).toBe('UTC+11:00');
  expect(utcOffset('Australia/Sydney', summer)).toBe('UTC+10:00');
  expect(utcOffset('UTC', winter)).toBe('UTC+00:00');
});

test.each([
  ['America/New_York (UTC-04:00)', 'new york', true],
  ['America/New_York (UTC-04:00)', 'New_York', true],
  ['America/New_York (UTC-04:00)', 'york america', true],
  ['America/New_York (UTC-04:00)', 'America/New_York (UTC-04:00)', true],
  ['America/New_York (UTC-04:00)', 'london', false],
  ['Asia/Colombo (UTC+05:30)', '+05:30', true],
  ['Asia/Colombo (UTC+05:30)', '', true],
  ['Asia/Colombo (UTC+05:30)', 'colombo x', false],
])('%s matches "%s": %s', (label, search, found) => {
  expect(matchesZone(label, search)).toBe(found);
});

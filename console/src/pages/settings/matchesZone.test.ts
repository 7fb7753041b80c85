import { expect, test } from 'vitest';
import { matchesZone } from './matchesZone.ts';

test.each([
  ['America/New_York (UTC-04:00)', 'new york', true],
  ['America/New_York (UTC-04:00)', 'New_York', true],
  ['America/New_York (UTC-04:00)', 'york america', true],
  ['America/New_York (UTC-04:00)', 'America/New_York (UTC-04:00)', true],
  ['America/New_York (UTC-04:00)', 'london', false],
  ['Asia/Colombo (UTC+05:30)', '+05:30', true],
  ['Asia/Colombo (UTC+05:30)', '', true],
  ['Asia/Colombo (UTC+05:30)', 'colombo x', false],
])('%s is found by "%s": %s', (label, search, found) => {
  expect(matchesZone(label, search)).toBe(found);
});

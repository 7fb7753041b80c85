import { expect, test } from 'vitest';
import { businessDaysSince } from './businessDays.ts';

// The 20th of November 2026 is a Friday.
test.each([
  ['2026-11-20T09:00:00.000Z', '2026-11-20T23:00:00Z', 0],
  ['2026-11-20T09:00:00.000Z', '2026-11-22T23:00:00Z', 0],
  ['2026-11-20T09:00:00.000Z', '2026-11-23T00:00:00Z', 1],
  ['2026-11-20T23:59:59.000Z', '2026-12-01T09:00:00Z', 7],
  ['2026-11-21T09:00:00.000Z', '2026-11-27T09:00:00Z', 5],
  ['2026-11-21T09:00:00.000Z', '2026-11-20T09:00:00Z', 0],
])('from %s to %s there are so many: %i', (from, to, days) => {
  expect(businessDaysSince(from, new Date(to))).toBe(days);
});

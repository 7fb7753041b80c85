// How long a request may still wait.
import { describe, expect, it } from 'vitest';
import { timeLeft } from './due.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

describe('the time left', () => {
  it.each([
    ['2026-11-20T18:30:00Z', { late: false, urgent: true, days: 0, hours: 6 }],
    ['2026-11-21T16:00:00Z', { late: false, urgent: false, days: 1, hours: 4 }],
    ['2026-11-20T12:00:00Z', { late: false, urgent: true, days: 0, hours: 0 }],
    ['2026-11-18T11:00:00Z', { late: true, urgent: true, days: 2, hours: 1 }],
  ])('until %s', (due, left) => {
    expect(timeLeft(due, NOW)).toEqual(left);
  });
});

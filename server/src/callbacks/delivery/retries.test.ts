import fc from 'fast-check';
import { expect, it } from 'vitest';
import { retryAfterMs } from './retries.ts';

const DAY_MS = 86_400_000;

it('tries ten times within about three days, at growing intervals, for any random number', () => {
  const chance = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.array(chance, { minLength: 9, maxLength: 9 }), (chances) => {
      const waits = chances.map((random, i) => retryAfterMs(i + 1, random)!);
      for (const [i, wait] of waits.slice(1).entries()) expect(wait).toBeGreaterThan(waits[i]!);
      const whole = waits.reduce((sum, wait) => sum + wait, 0);
      expect(whole).toBeGreaterThan(2.8 * DAY_MS);
      expect(whole).toBeLessThan(3.6 * DAY_MS);
    }),
  );
  expect(retryAfterMs(10, 0)).toBeNull();
  expect(retryAfterMs(11, 0.5)).toBeNull();
});

it('spreads calls that failed together', () => {
  expect(retryAfterMs(2, 0)).toBe(276_000);
  expect(retryAfterMs(2, 0.5)).toBe(300_000);
  expect(retryAfterMs(2, 1 - 1e-9)).toBe(324_000);
});

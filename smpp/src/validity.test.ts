// Times as SMPP 3.4 §7.1.1 writes them.
import { expect, it } from 'vitest';
import { validityPeriod } from './validity.ts';

const NOW = new Date('2026-12-31T23:00:30.999Z');

it.each([
  ['relative', 86_400, '000001000000000R'],
  ['relative', 3_725.2, '000000010206000R'],
  ['relative', 1, '000000000100000R'],
  ['relative', 400 * 86_400, '000030000000000R'],
  ['absolute', 86_400, '270101230030000+'],
  ['absolute', -5, '261231230130000+'],
  ['none', 86_400, ''],
] as const)('%s, %d seconds: %s', (form, seconds, expected) => {
  expect(validityPeriod(form, seconds, NOW)).toBe(expected);
});

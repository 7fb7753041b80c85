import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { choosePropertySeed } from './propertySeed.ts';

it('properties use one seed in CI, the given seed, or a new one', () => {
  expect(choosePropertySeed({ CI: 'true' })).toBe(choosePropertySeed({ CI: 'true' }));
  expect(choosePropertySeed({ CI: 'true', PROPERTY_SEED: '-1716407962' })).toBe(-1716407962);
  const fresh = Array.from({ length: 3 }, () => choosePropertySeed({ CI: 'true', PROPERTY_SEED: 'fresh' }));
  expect(new Set(fresh).size).toBeGreaterThan(1);
  expect(() => choosePropertySeed({ PROPERTY_SEED: 'lucky' })).toThrow('not lucky');
  expect(readFileSync(join(import.meta.dirname, '../.ci/run'), 'utf8')).toMatch(
    /^export CI="\$\{CI:-true\}"$/m,
  );
});

it('a run uses one seed for every property of every file', () => {
  expect(fc.readConfigureGlobal().seed).toBe(Number(process.env.PROPERTY_SEED));
  const seen: number[] = [];
  for (let i = 0; i < 2; i++)
    fc.assert(fc.property(fc.integer(), (n) => void (seen.length === i && seen.push(n))));
  expect(seen[0]).toBe(seen[1]);
});

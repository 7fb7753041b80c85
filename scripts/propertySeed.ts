// The seed of property tests: fixed in CI, so that chance blocks no merge, and a new one by hand and each
// night.
import { randomInt } from 'node:crypto';
import fc from 'fast-check';

const IN_CI = 1;

/**
 * Chooses the seed of a run from `PROPERTY_SEED` (a number or `fresh`) and `CI`, and sets `PROPERTY_SEED` for
 * all workers.
 */
export function choosePropertySeed(env: NodeJS.ProcessEnv): number {
  const { PROPERTY_SEED: asked = env.CI ? String(IN_CI) : 'fresh' } = env;
  const seed = asked === 'fresh' ? randomInt(2 ** 31) : Number(asked);
  if (!Number.isSafeInteger(seed))
    throw new Error(`PROPERTY_SEED must be a whole number or "fresh", not ${asked}`);
  env.PROPERTY_SEED = String(seed);
  return seed;
}

const given = process.env.PROPERTY_SEED;
const seed = choosePropertySeed(process.env);
// The main process runs this first; its workers find the number already set.
if (given !== String(seed)) console.log(`Property tests use the seed ${seed} (PROPERTY_SEED)`);
fc.configureGlobal({ ...fc.readConfigureGlobal(), seed });

// Forgets the numbers of verifications that have ended.
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { forgetVerifications } from './queries.ts';

const EVERY_MS = 600_000;

/** Runs now and every ten minutes. */
export const startForgettingNumbers = (
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  everyMs = EVERY_MS,
): Loop =>
  startLoop({
    name: 'forgetting verified numbers',
    log,
    everyMs,
    async round() {
      await forgetVerifications(pool);
      return undefined;
    },
  });

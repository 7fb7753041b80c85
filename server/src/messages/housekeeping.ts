// What messages need from time to time: next months' partitions made ahead; idempotency keys past their day deleted.
import { doEach, type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { ensurePartitions, purgeKeys } from './queries.ts';

const EVERY_MS = 3_600_000;

/** Makes sure that a message accepted now has a partition to go to; every process does so at its start. */
export { ensurePartitions as readyForMessages };

/** Runs now and every hour; a step that fails does not keep the others from being done. */
export function startHousekeeping(services: Pick<Services, 'pool' | 'log'>, everyMs = EVERY_MS): Loop {
  const { pool, log } = services;
  const steps = [() => ensurePartitions(pool), () => purgeKeys(pool)];
  return startLoop({ name: 'housekeeping', log, everyMs, round: () => doEach(steps) });
}

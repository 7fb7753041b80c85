// What messages need from time to time: next months' partitions made ahead; idempotency keys past their day and tries of callbacks
// past their month dropped.
import type { Pool } from 'pg';
import { deleteOldAttempts } from '../callbacks/attempts.ts';
import { doEach, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { ensurePartitions, purgeKeys } from './queries.ts';

const EVERY_MS = 3_600_000;

/** Makes sure that a message accepted now has a partition to go to; every process does so at its start. */
export function readyForMessages(pool: Pool): Promise<void> {
  return ensurePartitions(pool);
}

/** Keeps house now and every hour; what fails keeps nothing else from being done. */
export function startHousekeeping(
  services: Pick<Services, 'pool' | 'kysely' | 'log'>,
  everyMs = EVERY_MS,
): {
  stop(): Promise<void>;
} {
  const { pool, log } = services;
  const steps = [() => ensurePartitions(pool), () => purgeKeys(pool), () => deleteOldAttempts(services)];
  return startLoop({ name: 'housekeeping', log, everyMs, round: () => doEach(steps) });
}

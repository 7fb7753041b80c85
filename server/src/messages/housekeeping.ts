// What messages need from time to time: next months' partitions made ahead, and idempotency keys past their day dropped.
import type { Pool } from 'pg';
import type { Services } from '../services.ts';
import { ensurePartitions, purgeKeys } from './queries.ts';

const EVERY_MS = 3_600_000;

/** Makes sure that a message accepted now has a partition to go to; every process does so at its start. */
export function readyForMessages(pool: Pool): Promise<void> {
  return ensurePartitions(pool);
}

/** Keeps house every hour. */
export function startHousekeeping({ pool, log }: Pick<Services, 'pool' | 'log'>): { stop(): Promise<void> } {
  async function round() {
    await ensurePartitions(pool);
    await purgeKeys(pool);
  }
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = round().catch((error) =>
      log.error({ err: error }, 'housekeeping failed; it is tried again in an hour'),
    );
  }, EVERY_MS);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

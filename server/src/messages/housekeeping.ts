// What messages need from time to time: next months' partitions made ahead; idempotency keys past their day and tries of callbacks
// past their month dropped.
import type { Pool } from 'pg';
import { forgetTries } from '../callbacks/tries.ts';
import type { Services } from '../services.ts';
import { ensurePartitions, purgeKeys } from './queries.ts';

const EVERY_MS = 3_600_000;

/** Makes sure that a message accepted now has a partition to go to; every process does so at its start. */
export function readyForMessages(pool: Pool): Promise<void> {
  return ensurePartitions(pool);
}

/** Keeps house every hour. */
export function startHousekeeping(services: Pick<Services, 'pool' | 'kysely' | 'log'>): {
  stop(): Promise<void>;
} {
  const { pool, log } = services;
  async function round() {
    await ensurePartitions(pool);
    await purgeKeys(pool);
    await forgetTries(services);
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

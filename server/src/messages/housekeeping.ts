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

/** Keeps house every hour; what fails is tried again in an hour and keeps nothing else from being done. */
export function startHousekeeping(
  services: Pick<Services, 'pool' | 'kysely' | 'log'>,
  everyMs = EVERY_MS,
): {
  stop(): Promise<void>;
} {
  const { pool, log } = services;
  const steps = [() => ensurePartitions(pool), () => purgeKeys(pool), () => forgetTries(services)];
  async function round() {
    for (const step of steps) {
      await step().catch((err) => log.error({ err }, 'housekeeping failed; it is tried again in an hour'));
    }
  }
  let running = Promise.resolve();
  const timer = setInterval(() => {
    running = running.then(round);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await running;
    },
  };
}

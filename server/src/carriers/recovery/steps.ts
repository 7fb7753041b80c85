// The form of the steps of recovery and cleanup: rows in batches, one transaction a batch.
import type { Pool, PoolClient } from 'pg';
import { everyBatch } from '../../jobs/claim.ts';

/** The rows of one transaction. */
export const BATCH = 500;
/** How long refs, and what else the trace of a message shows, are kept. */
export const REFS_KEPT_MS = 72 * 3_600_000;
/** For steps that read much, or find little. */
export const HOUR_MS = 3_600_000;

export type Step = () => Promise<void>;

/** A step that works batch by batch, until one has fewer than `BATCH` rows. `work` returns their number. */
export function inBatches(pool: Pool, work: (client: PoolClient) => Promise<number>): Step {
  return () => everyBatch(pool, BATCH, work);
}

/** A step that is skipped for `ms` milliseconds after its last success. */
export function atMostEvery(ms: number, step: Step): Step {
  let doneMs = Number.NEGATIVE_INFINITY;
  return async () => {
    if (performance.now() - doneMs < ms) return;
    await step();
    doneMs = performance.now();
  };
}

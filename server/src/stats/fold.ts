// Folds what statements on messages have counted into the counts, every second. Any number of processes may: one at a time does.
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { foldCampaignCounts } from '../campaigns/fold.ts';
import { transaction } from '../db/pool.ts';
import { foldDeltas, lockFolding } from './queries.ts';

const EVERY_MS = 1_000;
const BATCH = 20_000;

/** Folds everything that is committed by now; leaves it to another process where that is folding already. */
export async function foldCounts(pool: Pool): Promise<void> {
  const foldBatch = () =>
    transaction(pool, async (client) => ((await lockFolding(client)) ? foldDeltas(client, BATCH) : 0));
  while ((await foldBatch()) === BATCH);
}

/** Starts folding. */
export function startFolding({ pool, log }: { pool: Pool; log: Logger }): { stop(): Promise<void> } {
  let timer: NodeJS.Timeout | undefined;
  let stopped = false;
  let running = Promise.resolve();

  async function round() {
    try {
      await foldCounts(pool);
      await foldCampaignCounts(pool);
    } catch (error) {
      log.error({ err: error }, 'could not fold message counts; it is tried again');
    }
    if (!stopped) timer = setTimeout(start, EVERY_MS);
  }
  function start() {
    running = round();
  }

  start();
  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await running;
    },
  };
}

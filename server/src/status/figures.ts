// Collects service figures: one process every 15 seconds, for the metrics of all processes and the status
// page.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staff/status';
import type { Pool } from 'pg';
import { readPages } from '../db/pages.ts';
import { monthsAhead } from '../db/schema/months.ts';
import { transaction } from '../db/transaction.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import {
  isChecked,
  mayTakeFigures,
  readFigures,
  selectClock,
  selectHistory,
  selectNewest,
  storeCheck,
  storeFigures,
  storeReport,
} from './queries.ts';

const EVERY_MS = 15_000;
/** Less than a round: a slightly early process still collects. */
const NOT_WITHIN_SECONDS = 12;
const CHECK_LOOK_MS = 600_000;
const CHECK_HOURS = 24;
/** A check reads everything: one that fails, as it takes too long, is not begun again at once. */
const RETRY_CHECK_MS = 6 * 3_600_000;

/**
 * The newest figures, the ledger check's last result, the clock offset to the database in seconds, the
 * seconds for which message partitions exist, and how many reads hit a damaged page.
 */
export type Status = Pick<StatusAnswer, 'at' | 'figures' | 'ledger'> & {
  aheadSeconds: number;
  monthsSeconds: number;
  damagedReads: number;
};

/** Accepted and refused messages a second; the 95th percentile of their times, null if there were none. */
export type Accepted = { accepted: number; refused: number; acceptMs: number | null };

/** Takes figures if none are newer than a round; false if another process does, or has. */
export function takeFigures(pool: Pool, notWithinSeconds = NOT_WITHIN_SECONDS): Promise<boolean> {
  return transaction(pool, async (client) => {
    if (!(await mayTakeFigures(client, notWithinSeconds))) return false;
    await storeFigures(client, await readFigures(client));
    return true;
  });
}

/** The figures of this moment, which are not kept. */
export function lookNow(pool: Pool): Promise<StatusFigures> {
  return transaction(pool, readFigures);
}

/** By how many seconds the database's clock is ahead of this process's; below zero if it is behind. */
export const clockAhead = async (pool: Pool): Promise<number> =>
  ((await selectClock(pool)) - Date.now()) / 1_000;

/** The newest figures there are. */
export async function readStatus(pool: Pool): Promise<Status> {
  const { at, figures, ledgerAt, differences } = await selectNewest(pool);
  return {
    aheadSeconds: await clockAhead(pool),
    monthsSeconds: await monthsAhead(pool),
    damagedReads: (await readPages(pool)).failures,
    at: at?.toISOString() ?? null,
    figures,
    ledger: ledgerAt && { at: ledgerAt.toISOString(), differences: differences! },
  };
}

/** The same with how some of them went over the last hours. */
export async function readStatusAnswer(pool: Pool): Promise<StatusAnswer> {
  const { at, figures, ledger } = await readStatus(pool);
  return { at, figures, ledger, history: await selectHistory(pool) };
}

/**
 * Starts reporting this process and, if it runs jobs, collecting figures; `onStatus` gets the newest each
 * round, whichever process collected them. `accepted` returns the messages accepted since its last call.
 */
export function startFigures(
  { pool, log, settings }: Pick<Services, 'pool' | 'log' | 'settings'>,
  {
    processId,
    onStatus,
    accepted,
  }: { processId: string; onStatus: (status: Status) => void; accepted: () => Accepted },
): Pick<Loop, 'stop'> {
  return startLoop({
    name: 'taking figures',
    log,
    everyMs: EVERY_MS,
    async round() {
      await storeReport(pool, processId, accepted());
      if (settings.roles.has('jobs')) await takeFigures(pool);
      onStatus(await readStatus(pool));
      return undefined;
    },
  });
}

/** Starts checking the ledger once a day; `differences` finds what does not agree. */
export function startLedgerChecks(
  { pool, log }: Pick<Services, 'pool' | 'log'>,
  differences: (pool: Pool) => Promise<readonly object[]>,
): Loop {
  let notBeforeMs = 0;
  return startLoop({
    name: 'checking the ledger',
    log,
    everyMs: CHECK_LOOK_MS,
    async round() {
      if (Date.now() < notBeforeMs || (await isChecked(pool, CHECK_HOURS))) return undefined;
      notBeforeMs = Date.now() + RETRY_CHECK_MS;
      const startedAt = performance.now();
      const found = await differences(pool);
      await storeCheck(pool, found.length, Math.round(performance.now() - startedAt));
      if (found.length > 0)
        log.error(
          { differences: found.length, first: found[0] },
          'the ledger does not agree: run godwit ledger check',
        );
      return undefined;
    },
  });
}

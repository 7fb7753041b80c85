// Taking figures of how the service does: by one process every quarter of a minute, for metrics of all processes and for the status page.
import { hostname } from 'node:os';
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staffStatus';
import type { Pool } from 'pg';
import { transaction } from '../db/pool.ts';
import { newId } from '../ids.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import { VERSION } from '../version.ts';
import {
  deleteReport,
  isChecked,
  keepCheck,
  keepFigures,
  keepReport,
  mayTakeFigures,
  readFigures,
  selectClock,
  selectHistory,
  selectNewest,
} from './queries.ts';

const EVERY_MS = 15_000;
/** Less than a round, so that a process that is a little early does take them. */
const NOT_WITHIN_SECONDS = 12;
const CHECK_LOOK_MS = 600_000;
const CHECK_HOURS = 24;
/** A check reads everything: one that fails, as it takes too long, is not begun again at once. */
const RETRY_CHECK_MS = 6 * 3_600_000;

/** The newest figures, what the ledger's last check found, and by how many seconds the database's clock is ahead of ours. */
export type Status = Pick<StatusAnswer, 'at' | 'figures' | 'ledger'> & { aheadSeconds: number };

/** Messages a second that were accepted and refused; what 95 of 100 of them took at most, null where there were none. */
export type Accepted = { accepted: number; refused: number; acceptMs: number | null };

/** Takes figures where none are newer than a round; false where another process does, or has. */
export function takeFigures(pool: Pool, notWithinSeconds = NOT_WITHIN_SECONDS): Promise<boolean> {
  return transaction(pool, async (client) => {
    if (!(await mayTakeFigures(client, notWithinSeconds))) return false;
    await keepFigures(client, await readFigures(client));
    return true;
  });
}

/** The figures of this moment, which are not kept. */
export function lookNow(pool: Pool): Promise<StatusFigures> {
  return transaction(pool, readFigures);
}

/** By how many seconds the database's clock is ahead of this process's; below zero where it is behind. */
export const clockAhead = async (pool: Pool): Promise<number> =>
  ((await selectClock(pool)) - Date.now()) / 1_000;

/** The newest figures there are. */
export async function readStatus(pool: Pool): Promise<Status> {
  const { at, figures, ledgerAt, differences } = await selectNewest(pool);
  return {
    aheadSeconds: await clockAhead(pool),
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
 * Starts reporting this process and, where it does jobs, taking figures; `onStatus` gets the newest ones each round, whichever process took
 * them. `accepted` tells what was accepted since it was last asked.
 */
export function startFigures(
  { pool, log, settings }: Pick<Services, 'pool' | 'log' | 'settings'>,
  onStatus: (status: Status) => void,
  accepted: () => Accepted,
): Pick<Loop, 'stop'> {
  const process = { id: newId(), host: hostname(), version: VERSION, roles: [...settings.roles] };
  const startedAt = new Date();
  const loop = startLoop({
    name: 'taking figures',
    log,
    everyMs: EVERY_MS,
    async round() {
      await keepReport(pool, { ...process, startedAt, ...accepted() });
      if (settings.roles.has('jobs')) await takeFigures(pool);
      onStatus(await readStatus(pool));
      return undefined;
    },
  });
  return {
    async stop() {
      await loop.stop();
      await deleteReport(pool, process.id).catch(() => {});
    },
  };
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
      await keepCheck(pool, found.length, Math.round(performance.now() - startedAt));
      if (found.length > 0)
        log.error(
          { differences: found.length, first: found[0] },
          'the ledger does not agree: run godwit ledger check',
        );
      return undefined;
    },
  });
}

// Taking figures of how the service does: by one process every quarter of a minute, for metrics of all processes and for the status page.
import type { StatusAnswer, StatusFigures } from '@godwit/contract/staffStatus';
import type { Pool } from 'pg';
import { transaction } from '../db/pool.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { Services } from '../services.ts';
import {
  isChecked,
  keepCheck,
  keepFigures,
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

/** The newest figures, and what the ledger's last check found. */
export type Status = Pick<StatusAnswer, 'at' | 'figures' | 'ledger'>;

/** Takes figures where none are newer than a round; false where another process does, or has. */
export function takeFigures(pool: Pool, notWithinSeconds = NOT_WITHIN_SECONDS): Promise<boolean> {
  return transaction(pool, async (client) => {
    if (!(await mayTakeFigures(client, notWithinSeconds))) return false;
    await keepFigures(client, await readFigures(client));
    return true;
  });
}

/** The figures of this moment, which are not kept, and how far the database's clock is ahead of ours, in seconds. */
export function lookNow(pool: Pool): Promise<{ figures: StatusFigures; aheadSeconds: number }> {
  return transaction(pool, async (client) => {
    const aheadSeconds = (await selectClock(client)) / 1_000 - Date.now() / 1_000;
    return { figures: await readFigures(client), aheadSeconds };
  });
}

/** The newest figures there are. */
export async function readStatus(pool: Pool): Promise<Status> {
  const { at, figures, ledgerAt, differences } = await selectNewest(pool);
  return {
    at: at?.toISOString() ?? null,
    figures,
    ledger: ledgerAt && { at: ledgerAt.toISOString(), differences: differences! },
  };
}

/** The same with how some of them went over the last hours. */
export async function readStatusAnswer(pool: Pool): Promise<StatusAnswer> {
  return { ...(await readStatus(pool)), history: await selectHistory(pool) };
}

/** Starts taking figures; `onStatus` gets the newest ones each round, whichever process took them. */
export function startFigures(
  { pool, log, settings }: Pick<Services, 'pool' | 'log' | 'settings'>,
  onStatus: (status: Status) => void,
): Loop {
  return startLoop({
    name: 'taking figures',
    log,
    everyMs: EVERY_MS,
    async round() {
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

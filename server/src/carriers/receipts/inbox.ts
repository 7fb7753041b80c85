// Processes the receipt inbox: receipts that found no message on arrival or could not be stored with it
// (store.ts). A receipt may precede its submit response, repeat, come out of order, or belong to a message
// whose response was lost. Each stays until it finds its message or expires.
import { decodePdu } from '@godwit/smpp/codec/decode';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { batchCommit, isDatabaseAway, isRolledBack, isTimedOut } from '../../db/commit/batchCommit.ts';
import { transaction } from '../../db/transaction.ts';
import { openMinimumInterval } from '../../jobs/interval.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import type { LinkCounters } from '../counts/counters.ts';
import type { LinkConfig } from '../links/config.ts';
import { findHints, type Hint, openHints } from './hints.ts';
import {
  deleteReceipts,
  type InboxRow,
  lockReceipts,
  pickReceipts,
  postponeReceipts,
  putReceiptOff,
  setReceiptAside,
} from './inboxQueries.ts';
import { type IdBases, readFinal, settle } from './match.ts';

/** Delay before the first retry of an unmatched receipt. Usually its submit result is just being stored. */
export const FIRST_RETRY_MS = 20;

const MAX_BATCH = 500;
// Retries become rarer and end after 72 hours.
const RETRY_AFTER_MS = [
  FIRST_RETRY_MS,
  200,
  1_000,
  5_000,
  30_000,
  300_000,
  ...[1, 6, 24, 41].map((hours) => hours * 3_600_000),
];
// New receipts always get most of a batch: each number of attempts gets at most a tenth of it.
const RETRY_SHARE = 0.1;
// After a timeout the next batch is a fourth as large. Each batch in time grows by a tenth.
const SMALLER = 0.25;
const LARGER = 1.1;
const SLOW_AGAIN_AFTER_MS = 300_000;
const LONGEST_FAILURE = 500;

/** Starts processing the inbox. */
export function startInbox({
  pool,
  idBases,
  links,
  log,
  pollMs,
  counters,
}: Omit<Parts, 'size'> & { links: readonly LinkConfig[]; pollMs: number }): Loop {
  const hints = openHints({ pool, links, log });
  const minimumInterval = openMinimumInterval();
  const size: BatchSize = { most: MAX_BATCH };
  return startLoop({
    name: 'working receipts off',
    log,
    everyMs: pollMs,
    async round() {
      await minimumInterval();
      const work = await workOff({ pool, idBases, log, size, counters });
      await hints.note(work.hints);
      return Math.min(pollMs, work.nextMs);
    },
  });
}

/** The maximum number of untried receipts in the next batch. */
type BatchSize = { most: number };
type Parts = {
  pool: Pool;
  idBases: IdBases;
  log: Logger;
  size: BatchSize;
  counters: Pick<LinkCounters, 'ended'>;
};
/** The results of a batch: hints about links, and the wait before the next one if nothing arrives. */
type Worked = { hints: Hint[]; nextMs: number };

/** Processes a batch, and each receipt by itself if the batch fails. */
async function workOff({ pool, idBases, log, size, counters }: Parts): Promise<Worked> {
  const { most } = size;
  const shares = [most, ...RETRY_AFTER_MS.map(() => Math.ceil(most * RETRY_SHARE))];
  let picked: InboxRow[] = [];
  try {
    const worked = await transaction(pool, async (client) => {
      const { rows, isMore } = await pickReceipts(client, shares);
      picked = rows;
      const worked = await settleRows(client, rows, { idBases, counters });
      return isMore ? { ...worked, nextMs: 0 } : worked;
    });
    size.most = Math.min(MAX_BATCH, Math.ceil(most * LARGER));
    return worked;
  } catch (error) {
    if (isTimedOut(error)) size.most = Math.ceil(most * SMALLER);
    // After a timeout the same rows would take as long again. Otherwise single rows may be at fault.
    if (picked.length === 0 || (isTimedOut(error) && most > 1)) throw error;
    log.warn({ err: error, receipts: picked.length }, 'a batch of receipts failed; retrying it in parts');
  }
  const worked: Worked[] = [];
  const outcomes = await batchCommit(picked, (rows) =>
    transaction(pool, async (client) => {
      worked.push(await settleRows(client, await lockReceipts(client, rows), { idBases, counters }));
      return rows.map(() => null);
    }),
  );
  for (const [index, outcome] of outcomes.entries()) {
    if (outcome.status === 'rejected') await setAside({ pool, log }, picked[index]!, outcome.reason);
  }
  return {
    hints: worked.flatMap(({ hints }) => hints),
    nextMs: Math.min(...worked.map((one) => one.nextMs)),
  };
}

/**
 * Sets aside a receipt that failed alone, unless the database was at fault. In that case it is retried, ever
 * later if it is slow alone.
 */
async function setAside({ pool, log }: Pick<Parts, 'pool' | 'log'>, row: InboxRow, error: unknown) {
  if (isDatabaseAway(error) || isRolledBack(error)) return;
  const afterMs = RETRY_AFTER_MS[row.attempts];
  if (isTimedOut(error) && afterMs !== undefined)
    return await putReceiptOff(pool, row.id, Math.max(afterMs, SLOW_AGAIN_AFTER_MS));
  const failure = String(error instanceof Error ? error.message : error)
    .toWellFormed()
    .replace(/\p{Cc}/gu, ' ')
    .slice(0, LONGEST_FAILURE);
  log.error(
    { err: error, link: row.linkId, receipt: String(row.id) },
    'a receipt cannot be processed; it is set aside',
  );
  await setReceiptAside(pool, row.id, failure);
}

/** Processes locked rows in order of arrival. */
async function settleRows(
  client: PoolClient,
  rows: InboxRow[],
  { idBases, counters }: Pick<Parts, 'idBases' | 'counters'>,
): Promise<Worked> {
  const finals = rows.flatMap((row) => {
    const decoded = decodePdu(row.pdu);
    const isDeliver = decoded.kind === 'pdu' && decoded.pdu.command === 'deliver_sm';
    return (isDeliver && readFinal(row, decoded.pdu, idBases)) || [];
  });
  const unmatched = await settle(client, finals, counters);
  const hints = await findHints(client, unmatched, idBases);
  const delays = unmatched.flatMap(({ row: { id, attempts }, ...named }) => {
    const afterMs = RETRY_AFTER_MS[attempts];
    return afterMs === undefined ? [] : [{ ...named, id, afterMs }];
  });
  const kept = new Set(delays.map(({ id }) => id));
  const done = rows.filter(({ id }) => !kept.has(id));
  await deleteReceipts(client, done);
  await postponeReceipts(client, delays);
  return { hints, nextMs: Math.min(...delays.map(({ afterMs }) => afterMs)) };
}

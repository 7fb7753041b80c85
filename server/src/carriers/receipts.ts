// The inbox of receipts: those that found no message when they came, or could not be stored with it (results.ts), are worked off here. A receipt
// may come before the answer that names its message, twice, out of order, or for a message whose answer was lost; each finds its
// message or is kept until it does.
import { decodePdu } from '@godwit/smpp/decode';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { transaction } from '../db/pool.ts';
import { commitTogether, isDatabaseAway, isRolledBack, isTimedOut } from '../db/together.ts';
import { openMinimumInterval } from '../jobs/interval.ts';
import { type Loop, startLoop } from '../jobs/loop.ts';
import type { LinkConfig } from './config.ts';
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
import { findHints, type Hint, openHints } from './receiptHints.ts';

/** An unmatched receipt is looked at again so soon: its answer is usually just being stored. */
export const FIRST_RETRY_MS = 20;

const MAX_BATCH = 500;
// And then ever less often, for 72 hours in all.
const RETRY_AFTER_MS = [
  FIRST_RETRY_MS,
  200,
  1_000,
  5_000,
  30_000,
  300_000,
  ...[1, 6, 24, 41].map((hours) => hours * 3_600_000),
];
// However many receipts match nothing, those that come take most of each batch: it has a tenth as many of each number of attempts.
const RETRY_SHARE = 0.1;
// After a batch that took too long the next one is a fourth of it, and each that does not is by a tenth larger again.
const SMALLER = 0.25;
const LARGER = 1.1;
const SLOW_AGAIN_AFTER_MS = 300_000;
const LONGEST_FAILURE = 500;

/** Starts working receipts off. */
export function startReceipts({
  pool,
  idBases,
  links,
  log,
  pollMs,
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
      const work = await workOff({ pool, idBases, log, size });
      await hints.note(work.hints);
      return Math.min(pollMs, work.nextMs);
    },
  });
}

/** How many untried receipts the next batch may have. */
type BatchSize = { most: number };
type Parts = { pool: Pool; idBases: IdBases; log: Logger; size: BatchSize };
/** What a batch found out: hints about links, and how long to wait before the next one if nothing comes in. */
type Worked = { hints: Hint[]; nextMs: number };

/** Works a batch off, each receipt by itself where they cannot be worked off together. */
async function workOff({ pool, idBases, log, size }: Parts): Promise<Worked> {
  const { most } = size;
  const shares = [most, ...RETRY_AFTER_MS.map(() => Math.ceil(most * RETRY_SHARE))];
  let picked: InboxRow[] = [];
  try {
    const worked = await transaction(pool, async (client) => {
      const { rows, isMore } = await pickReceipts(client, shares);
      picked = rows;
      const worked = await settleRows(client, rows, idBases);
      return isMore ? { ...worked, nextMs: 0 } : worked;
    });
    size.most = Math.min(MAX_BATCH, Math.ceil(most * LARGER));
    return worked;
  } catch (error) {
    if (isTimedOut(error)) size.most = Math.ceil(most * SMALLER);
    // The same rows once more would take as long; the single ones may be at fault.
    if (picked.length === 0 || (isTimedOut(error) && most > 1)) throw error;
    log.warn({ err: error, receipts: picked.length }, 'a batch of receipts failed; it is tried in parts');
  }
  const worked: Worked[] = [];
  const outcomes = await commitTogether(picked, (rows) =>
    transaction(pool, async (client) => {
      worked.push(await settleRows(client, await lockReceipts(client, rows), idBases));
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
 * Sets a receipt aside that failed alone, unless that was the database's fault: then it is picked again, later and ever more seldom if it
 * takes too long alone.
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
    'a receipt cannot be worked off; it is set aside',
  );
  await setReceiptAside(pool, row.id, failure);
}

/** Works locked rows off in the order they came. */
async function settleRows(client: PoolClient, rows: InboxRow[], idBases: IdBases): Promise<Worked> {
  const finals = rows.flatMap((row) => {
    const decoded = decodePdu(row.pdu);
    const isDeliver = decoded.kind === 'pdu' && decoded.pdu.command === 'deliver_sm';
    return (isDeliver && readFinal(row, decoded.pdu, idBases)) || [];
  });
  const unmatched = await settle(client, finals);
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

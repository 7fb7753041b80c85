// Receipts: committed as they come, answered then, and worked off afterwards. A receipt may come before the answer that names
// its message, twice, out of order, or for a message whose answer was lost; each finds its message or is kept until it does.
import { decodePdu } from '@godwit/smpp/decode';
import { encodePdu } from '@godwit/smpp/encode';
import type { DeliverSm } from '@godwit/smpp/pdu';
import { normaliseMessageId, parseReceipt, trimReceipt } from '@godwit/smpp/receipt';
import { commandStatus } from '@godwit/smpp/status';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { commitTogether, isDatabaseAway, isTimedOut } from '../db/together.ts';
import { openMinimumInterval } from '../jobs/interval.ts';
import { startLoop } from '../jobs/loop.ts';
import type { LinkConfig } from './config.ts';
import {
  deleteReceipts,
  type InboxRow,
  insertReceipts,
  lockReceipts,
  pickReceipts,
  postponeReceipts,
  putReceiptOff,
  setReceiptAside,
} from './inboxQueries.ts';
import { type Final, settle } from './match.ts';
import { findHints, type Hint, openHints } from './receiptHints.ts';

const MAX_BATCH = 500;
// An unmatched receipt is looked at again soon, for its answer is usually just being stored, and then ever less often, for 72 hours in all.
const RETRY_AFTER_MS = [
  20,
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

/** Starts working receipts off; `links` name how each carrier writes its ids. */
export function startReceipts(
  parts: Pick<Parts, 'pool' | 'log'> & { links: readonly LinkConfig[]; pollMs: number },
) {
  const { pool, links, log, pollMs } = parts;
  const idBases: IdBases = new Map(links.map((link) => [link.id, link.message_id]));
  const hints = openHints({ pool, links, log });
  const minimumInterval = openMinimumInterval();
  const inbox = groupCommit<{ linkId: string; pdu: Buffer }, null>(
    async (rows) => {
      await insertReceipts(pool, rows);
      loop.wake();
      return rows.map(() => null);
    },
    { maxBatch: MAX_BATCH, concurrency: 1, ownerOf: ({ linkId }) => linkId },
  );
  const size: BatchSize = { most: MAX_BATCH };
  const loop = startLoop({
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
  return {
    /** Commits a receipt; resolves with the status to answer the carrier. */
    async store(linkId: string, pdu: DeliverSm): Promise<number> {
      await inbox.add({ linkId, pdu: encodePdu(trimReceipt(pdu)) });
      return commandStatus.ESME_ROK;
    },
    async stop() {
      await loop.stop();
      await inbox.drained();
    },
  };
}

type IdBases = ReadonlyMap<string, LinkConfig['message_id']>;
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

/** Whether the transaction lost to another one (SQLSTATE class 40), as in a deadlock. */
function isRolledBack(error: unknown): boolean {
  const { code } = error as { code?: unknown };
  return typeof code === 'string' && code.startsWith('40');
}

/** Works locked rows off in the order they came. */
async function settleRows(client: PoolClient, rows: InboxRow[], idBases: IdBases): Promise<Worked> {
  const finals = rows.flatMap((row) => readFinal(row, idBases));
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

/** Reads an inbox row; nothing for what is no receipt, or says only that the message is on its way. */
function readFinal(row: InboxRow, idBases: IdBases): Final[] {
  const decoded = decodePdu(row.pdu);
  if (decoded.kind !== 'pdu' || decoded.pdu.command !== 'deliver_sm') return [];
  const receipt = parseReceipt(decoded.pdu);
  if (!receipt?.final) return [];
  const outcome = receipt.state === 'DELIVERED' ? 'delivered' : 'undelivered';
  return [
    {
      row,
      writtenId: receipt.messageId,
      carrierId: normaliseMessageId(receipt.messageId, 'receipt', idBases.get(row.linkId) ?? 'text'),
      outcome,
      error: outcome === 'delivered' ? null : (receipt.error ?? receipt.state),
      // A receipt comes from the phone and goes to the sender (SMPP 3.4 appendix B).
      sender: decoded.pdu.destinationAddr,
      recipient: `+${decoded.pdu.sourceAddr.replace(/^\+/, '')}`,
    },
  ];
}

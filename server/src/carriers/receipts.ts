// Receipts: committed as they come, answered then, and worked off afterwards. A receipt may come before the answer that names
// its message, twice, out of order, or for a message whose answer was lost; each finds its message or is kept until it does.
import { decodePdu } from '@godwit/smpp/decode';
import { encodePdu } from '@godwit/smpp/encode';
import type { DeliverSm } from '@godwit/smpp/pdu';
import { normaliseMessageId, parseReceipt } from '@godwit/smpp/receipt';
import { commandStatus } from '@godwit/smpp/status';
import type { Pool, PoolClient } from 'pg';
import type { Logger } from 'pino';
import { groupCommit } from '../db/groupCommit.ts';
import { transaction } from '../db/pool.ts';
import { commitTogether, isDatabaseAway, isTimedOut } from '../db/together.ts';
import { startLoop } from '../jobs/loop.ts';
import { openRest } from '../jobs/rest.ts';
import type { LinkConfig } from './config.ts';
import {
  deleteReceipts,
  type InboxRow,
  insertReceipts,
  lockReceipts,
  pickReceipts,
  postponeReceipts,
  setReceiptAside,
} from './inboxQueries.ts';
import { type Final, settle } from './match.ts';
import { findHints, type Hint, openHints } from './receiptHints.ts';

export type Receipts = {
  /** Commits a receipt; resolves with the status to answer the carrier. */
  store(linkId: string, pdu: DeliverSm): Promise<number>;
  stop(): Promise<void>;
};

const MAX_BATCH = 500;
const SECOND_MS = 1_000;
const HOUR_MS = 3_600_000;
// An unmatched receipt is looked at again soon, for its answer is usually just being stored, and then ever less often, for 72 hours in all.
const RETRY_AFTER_MS = [
  20,
  200,
  SECOND_MS,
  5 * SECOND_MS,
  30 * SECOND_MS,
  300 * SECOND_MS,
  HOUR_MS,
  6 * HOUR_MS,
  24 * HOUR_MS,
  41 * HOUR_MS,
];
// However many receipts match nothing, those that come take most of each batch.
const RETRY_SHARE = 50;
const SHARES = [MAX_BATCH, ...RETRY_AFTER_MS.map(() => RETRY_SHARE)];
const LONGEST_FAILURE = 500;

/** Starts working receipts off; `links` tell how each carrier writes its ids. */
export function startReceipts({
  pool,
  links,
  log,
  pollMs,
}: {
  pool: Pool;
  links: readonly LinkConfig[];
  log: Logger;
  pollMs: number;
}): Receipts {
  const idBases: IdBases = new Map(links.map((link) => [link.id, link.message_id]));
  const hints = openHints({ pool, links, log });
  const rest = openRest();
  const inbox = groupCommit<{ linkId: string; pdu: Buffer }, null>(
    async (rows) => {
      await insertReceipts(pool, rows);
      loop.wake();
      return rows.map(() => null);
    },
    { maxBatch: MAX_BATCH, concurrency: 1 },
  );
  const loop = startLoop({
    name: 'working receipts off',
    log,
    everyMs: pollMs,
    async round() {
      await rest();
      const work = await workOff({ pool, idBases, log });
      await hints.note(work.hints);
      return Math.min(pollMs, work.nextMs);
    },
  });
  return {
    async store(linkId, pdu) {
      await inbox.add({ linkId, pdu: encodePdu(pdu) });
      return commandStatus.ESME_ROK;
    },
    async stop() {
      await loop.stop();
      await inbox.drained();
    },
  };
}

type IdBases = ReadonlyMap<string, LinkConfig['message_id']>;
type Parts = { pool: Pool; idBases: IdBases; log: Logger };
/** What a batch found out: hints about links, and how long to wait before the next one if nothing comes in. */
type Worked = { hints: Hint[]; nextMs: number };

/** Works a batch off, each receipt by itself where they cannot be worked off together. */
async function workOff({ pool, idBases, log }: Parts): Promise<Worked> {
  let picked: InboxRow[] = [];
  try {
    return await transaction(pool, async (client) => {
      picked = await pickReceipts(client, SHARES);
      return await settleRows(client, picked, idBases);
    });
  } catch (error) {
    if (picked.length === 0) throw error;
    log.warn({ err: error, receipts: picked.length }, 'a batch of receipts failed; it is tried in parts');
  }
  const worked: Worked[] = [];
  const outcomes = await commitTogether(picked, (rows) =>
    transaction(pool, async (client) => {
      const locked = await lockReceipts(
        client,
        rows.map(({ id }) => id),
      );
      worked.push(await settleRows(client, locked, idBases));
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

/** Sets a receipt aside that failed alone, unless that was the database's fault: then it is picked again. */
async function setAside({ pool, log }: Pick<Parts, 'pool' | 'log'>, row: InboxRow, error: unknown) {
  if (isDatabaseAway(error) || isTimedOut(error) || isRolledBack(error)) return;
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
  const delays = unmatched.flatMap(({ row: { id, tries } }) => {
    const afterMs = RETRY_AFTER_MS[tries];
    return afterMs === undefined ? [] : [{ id, afterMs }];
  });
  const kept = new Set(delays.map(({ id }) => id));
  await deleteReceipts(
    client,
    rows.map(({ id }) => id).filter((id) => !kept.has(id)),
  );
  await postponeReceipts(client, delays);
  const byTries = Map.groupBy(rows, ({ tries }) => tries);
  const isMore = SHARES.some((most, tries) => byTries.get(tries)?.length === most);
  return { hints, nextMs: isMore ? 0 : Math.min(...delays.map(({ afterMs }) => afterMs)) };
}

/** Reads an inbox row; gives nothing for what is no receipt, or says only that the message is on its way. */
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

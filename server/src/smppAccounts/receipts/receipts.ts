// Sends receipts to customers bound here: in due order per account, as many at once as its binds' windows
// allow, accounts in round robin. Receipts of an unbound account wait in the database. A client that does not
// answer occupies one window and no more.
import { formatReceipt, messageStateValue, receiptEsmClass } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import { CALLBACKS_TOPIC } from '../../callbacks/wake.ts';
import { groupCommit } from '../../db/commit/groupCommit.ts';
import type { Signals } from '../../db/signals.ts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import type { Binds, Bound } from '../binds/binds.ts';
import { endOf } from '../submit/errors.ts';
import { claimReceipts, type DueReceipt, endReceipts, type Sent } from './queries.ts';

const LOOK_MS = 1_000;
const STOP_MS = 2_000;
/** Limits of a round, so the first of many accounts does not wait for the last. */
const ROUND = { accounts: 50, receipts: 50 };
const WANTED = { failures: 2, success: 3 } as const;

/** Starts sending receipts over the binds of this process. */
export function startReceipts(
  { pool, log }: { pool: Pool; log: Logger },
  signals: Pick<Signals, 'on'>,
  binds: Pick<Binds, 'receivers'>,
): Loop {
  const ends = groupCommit<Sent, null>(
    async (sent) => {
      await endReceipts(pool, sent);
      return sent.map(() => null);
    },
    { maxBatch: 500, concurrency: 1 },
  );
  /** Accounts already served, the longest ago first. */
  const served = new Set<string>();

  function nextShares(receivers: Map<string, Bound[]>) {
    const waiting = [...receivers.keys()].filter((systemId) => !served.has(systemId));
    const again = [...served].filter((systemId) => receivers.has(systemId));
    const next = [...waiting, ...again].slice(0, ROUND.accounts);
    served.clear();
    for (const systemId of again) if (!next.includes(systemId)) served.add(systemId);
    for (const systemId of next) served.add(systemId);
    return next.map((systemId) => ({
      systemId,
      capacity: Math.min(ROUND.receipts, freeWindowOf(receivers.get(systemId)!)),
    }));
  }

  const sending = startLoop({
    name: 'sending SMPP receipts',
    log,
    everyMs: LOOK_MS,
    wakeOn: { signals, topic: CALLBACKS_TOPIC },
    stopMs: STOP_MS,
    async round({ begin }) {
      const receivers = binds.receivers();
      if (receivers.size === 0) return undefined;
      const claimed = await claimReceipts(pool, nextShares(receivers));
      for (const receipt of claimed) {
        begin(() => send(receipt, receivers.get(receipt.systemId)!, ends.add), {
          message: receipt.messageId,
        });
      }
      return claimed.length > 0 ? 0 : undefined;
    },
  });
  return {
    wake: sending.wake,
    async stop() {
      await sending.stop();
      await ends.drained();
    },
  };
}

const freeWindowOf = (bound: readonly Bound[]): number =>
  bound.reduce((sum, { connection }) => sum + connection.freeWindow(), 0);

async function send(
  receipt: DueReceipt,
  receivers: readonly Bound[],
  end: (sent: Sent) => Promise<unknown>,
): Promise<void> {
  const { messageId } = receipt;
  await end({ messageId, outcome: isUnwanted(receipt) ? 'taken' : await deliver(receipt, receivers) });
}

function isUnwanted({ wanted, outcome }: DueReceipt): boolean {
  return wanted === (outcome === 'DELIVERED' ? WANTED.failures : WANTED.success);
}

/**
 * A receipt without an answer waits like a refused one while the bind holds. If the bind was lost, it goes to
 * the next bind at once.
 */
async function deliver(receipt: DueReceipt, receivers: readonly Bound[]): Promise<Sent['outcome']> {
  const free = receivers.find(({ connection }) => connection.freeWindow() > 0);
  if (!free) return 'unsent';
  const result = await free.connection.deliver(fieldsOf(receipt));
  if (result.kind === 'answered') return result.status === commandStatus.ESME_ROK ? 'taken' : 'refused';
  return free.connection.freeWindow() > 0 ? 'refused' : 'unsent';
}

function fieldsOf(receipt: DueReceipt) {
  const { notifiedId, endedAt, submittedAt, textStart } = receipt;
  const { state, error } = endOf(receipt.outcome);
  const text = formatReceipt({
    messageId: notifiedId,
    state,
    submittedAt,
    doneAt: endedAt,
    error,
    text: textStart,
  });
  return {
    sourceAddr: receipt.destination,
    sourceAddrTon: receipt.destTon,
    sourceAddrNpi: receipt.destNpi,
    destinationAddr: receipt.source,
    destAddrTon: receipt.sourceTon,
    destAddrNpi: receipt.sourceNpi,
    esmClass: receiptEsmClass,
    shortMessage: Buffer.from(text, 'latin1'),
    tlvs: { receiptedMessageId: notifiedId, messageState: messageStateValue(state) },
  };
}

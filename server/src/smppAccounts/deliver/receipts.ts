// The receipts of messages that customers submitted here.
import { formatReceipt, messageStateValue, receiptEsmClass } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { Pool } from 'pg';
import { endOf } from '../submit/errors.ts';
import { attempt, openAttempts, type Source } from './attempt.ts';
import { claimReceipts, type DueReceipt } from './queries.ts';

const WANTED = { failures: 2, success: 3 } as const;

/** Opens the receipts that wait to be sent. */
export function openReceipts(pool: Pool): Source {
  const attempts = openAttempts(pool, 'smpp_receipts');
  return {
    async claim(shares) {
      const receipts = await claimReceipts(pool, shares);
      return receipts.map((receipt) => ({
        messageId: receipt.messageId,
        systemId: receipt.systemId,
        async send(receivers) {
          const outcome = isUnwanted(receipt)
            ? 'ended'
            : await attempt(
                receivers,
                (connection) => connection.deliver(fieldsOf(receipt)),
                (status) => status === commandStatus.ESME_ROK,
              );
          await attempts.add({ messageId: receipt.messageId, outcome });
        },
      }));
    },
    drained: attempts.drained,
  };
}

function isUnwanted({ wanted, outcome }: DueReceipt): boolean {
  return wanted === (outcome === 'DELIVERED' ? WANTED.failures : WANTED.success);
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

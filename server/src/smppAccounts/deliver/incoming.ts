// Messages from phones to numbers that lead to an SMPP account, as deliver_sm.
import type { SmInput } from '@godwit/smpp/codec/pdu';
import { type LongMessages, splitMessage } from '@godwit/smpp/codec/split';
import { commandStatus } from '@godwit/smpp/codec/status';
import type { Pool } from 'pg';
import type { Logger } from 'pino';
import type { Account } from '../binds/authenticate.ts';
import { attempt, openAttempts, type Source } from './attempt.ts';
import { claimIncoming, type DueIncoming } from './queries.ts';

const LONG_MESSAGES: Record<Account['longMessages'], LongMessages> = {
  UDH: 'udh',
  SAR: 'sar',
  PAYLOAD: 'payload',
};
/** The client's refusals of a message for good, as SMPP 3.4 §5.1.3 names them. */
const REFUSALS: readonly number[] = [commandStatus.ESME_RX_P_APPN, commandStatus.ESME_RX_R_APPN];
/**
 * No part is sent later than this before the claim ends: its answer may take ten seconds. Otherwise another
 * process would send the message a second time, beside this one.
 */
const BEFORE_END_MS = 12_000;
/** SMPP 3.4 §4.6.1 allows 20 characters. */
const LONGEST_ADDRESS = 20;

/** Opens the incoming messages that wait to be delivered. */
export function openIncoming({ pool, log }: { pool: Pool; log: Logger }): Source {
  const attempts = openAttempts(pool, 'smpp_incoming');

  function isFinal(status: number, { messageId, systemId }: DueIncoming): boolean {
    const isRefused = REFUSALS.includes(status);
    if (isRefused) log.info({ message: messageId, systemId, status }, 'An SMPP client refused a message');
    return isRefused || status === commandStatus.ESME_ROK;
  }

  return {
    async claim(shares) {
      const claimedMs = performance.now();
      const messages = await claimIncoming(pool, shares);
      return messages.map((message) => ({
        messageId: message.messageId,
        systemId: message.systemId,
        async send(receivers) {
          const isInTime = () => performance.now() < claimedMs + message.leaseMs - BEFORE_END_MS;
          const outcome = message.isErased
            ? 'ended'
            : await attempt(
                receivers,
                (connection) => connection.deliverInOrder(partsOf(message, receivers[0]!.account), isInTime),
                (status) => isFinal(status, message),
              );
          await attempts.add({ messageId: message.messageId, outcome });
        },
      }));
    },
    drained: attempts.drained,
  };
}

/** An account that submits Latin-1 as data_coding 0 would misread GSM 03.38, so it gets data_coding 3. */
function partsOf(
  { body, reference, sender, recipient }: DueIncoming,
  { charset, longMessages }: Account,
): SmInput[] {
  const source = addressOf(sender);
  const destination = addressOf(recipient);
  const parts = splitMessage(body, {
    charset: charset === 'LATIN1' ? 'latin1' : 'gsm7',
    longMessages: LONG_MESSAGES[longMessages],
    reference,
  });
  return parts.map((part) => ({
    ...part,
    sourceAddr: source.address,
    sourceAddrTon: source.ton,
    sourceAddrNpi: source.npi,
    destinationAddr: destination.address,
    destAddrTon: destination.ton,
    destAddrNpi: destination.npi,
  }));
}

/** International, short or a name (SMPP 3.4 §5.2.5, §5.2.6), without characters that the protocol has not. */
function addressOf(text: string): { address: string; ton: number; npi: number } {
  const address = text
    .replace(/^\+/, '')
    .replace(/[^\x20-\x7e]/g, '?')
    .slice(0, LONGEST_ADDRESS);
  if (text.startsWith('+')) return { address, ton: 1, npi: 1 };
  return { address, ton: /^\d+$/.test(text) ? 3 : 5, npi: 0 };
}

// The receipts of the simulated carrier until a client has accepted them: sends due ones, holds those without
// a receiver for their system id and resends unanswered ones.

import type { SmInput } from '../codec/pdu.ts';
import { formatReceipt, messageStateValue, type ReceiptState, receiptEsmClass } from '../codec/receipt.ts';
import { commandStatus } from '../codec/status.ts';
import type { Clock } from '../session/clock.ts';
import type { DeliverResult, ServerConnection } from '../session/server.ts';
import { Schedule } from './schedule.ts';

/** A receipt to send; the addresses are those of its message. */
export interface OutgoingReceipt {
  readonly systemId: string;
  /** In the base that this carrier uses in receipts. */
  readonly messageId: string;
  readonly state: ReceiptState;
  readonly submittedMs: number;
  readonly sourceAddr: string;
  readonly sourceAddrTon: number;
  readonly destinationAddr: string;
  readonly destAddrTon: number;
  readonly text: string;
}

interface Account {
  readonly receivers: Set<ServerConnection>;
  readonly waiting: Queue<OutgoingReceipt>;
}

const resendAfterMs = 1000;

export class ReceiptQueue {
  readonly #clock: Clock;
  readonly #maxPending: number;
  readonly #due: Schedule<OutgoingReceipt>;
  readonly #accounts = new Map<string, Account>();
  #waitingCount = 0;
  #inFlightCount = 0;
  /** Receipts that a client answered with ESME_ROK. */
  taken = 0;
  /** Receipts dropped because too many were pending. */
  dropped = 0;

  constructor(clock: Clock, maxPending: number) {
    this.#clock = clock;
    this.#maxPending = maxPending;
    this.#due = new Schedule(clock, (receipt) => void this.send(receipt));
  }

  /** Receipts that no client has accepted yet. */
  get pending(): number {
    return this.#due.size + this.#waitingCount + this.#inFlightCount;
  }

  /** Sends the receipt when it is due, in a later event loop turn at the earliest. */
  schedule(dueMs: number, receipt: OutgoingReceipt): void {
    if (this.pending >= this.#maxPending) this.#dropOldest();
    this.#due.add(dueMs, receipt);
  }

  /**
   * Sends the receipt now, or once a receiver has a free window. Resolves when the first attempt is answered
   * or fails.
   */
  async send(receipt: OutgoingReceipt): Promise<void> {
    const account = this.#account(receipt.systemId);
    const receiver = freeReceiver(account);
    if (receiver === undefined) {
      account.waiting.push(receipt);
      this.#waitingCount++;
      if (this.pending > this.#maxPending) this.#dropOldest();
      return;
    }
    this.#inFlightCount++;
    const result = await receiver.deliver(this.#deliverFields(receipt));
    this.#inFlightCount--;
    if (result.kind === 'answered' && result.status === commandStatus.ESME_ROK) this.taken++;
    else this.schedule(this.#clock.nowMs() + resendAfterMs, receipt);
    this.#drain(account);
  }

  /** Sends a deliver_sm that is not a receipt, once. Returns notWritten if no receiver has a free window. */
  deliver(systemId: string, sm: SmInput): Promise<DeliverResult> {
    const receiver = freeReceiver(this.#account(systemId));
    return receiver?.deliver(sm) ?? Promise.resolve({ kind: 'notWritten' });
  }

  /** A client that may receive has bound. */
  addReceiver(connection: ServerConnection): void {
    const account = this.#account(connection.systemId);
    account.receivers.add(connection);
    this.#drain(account);
  }

  removeReceiver(connection: ServerConnection): void {
    this.#accounts.get(connection.systemId)?.receivers.delete(connection);
  }

  clear(): void {
    this.#due.clear();
    this.#accounts.clear();
    this.#waitingCount = 0;
  }

  #account(systemId: string): Account {
    let account = this.#accounts.get(systemId);
    if (account === undefined) {
      account = { receivers: new Set(), waiting: new Queue() };
      this.#accounts.set(systemId, account);
    }
    return account;
  }

  #drain(account: Account): void {
    while (account.waiting.size > 0 && freeReceiver(account) !== undefined) {
      this.#waitingCount--;
      void this.send(account.waiting.shift()!);
    }
  }

  #dropOldest(): void {
    this.dropped++;
    for (const account of this.#accounts.values()) {
      if (account.waiting.size === 0) continue;
      account.waiting.shift();
      this.#waitingCount--;
      return;
    }
    this.#due.takeFirst();
  }

  #deliverFields(receipt: OutgoingReceipt) {
    const text = formatReceipt({
      messageId: receipt.messageId,
      state: receipt.state,
      submittedAt: new Date(receipt.submittedMs),
      doneAt: new Date(this.#clock.nowMs()),
      error: receipt.state === 'DELIVERED' ? '000' : '001',
      text: receipt.text,
    });
    return {
      sourceAddr: receipt.destinationAddr,
      sourceAddrTon: receipt.destAddrTon,
      destinationAddr: receipt.sourceAddr,
      destAddrTon: receipt.sourceAddrTon,
      esmClass: receiptEsmClass,
      shortMessage: Buffer.from(text, 'latin1'),
      tlvs: { receiptedMessageId: receipt.messageId, messageState: messageStateValue(receipt.state) },
    };
  }
}

function freeReceiver(account: Account): ServerConnection | undefined {
  for (const receiver of account.receivers) if (receiver.freeWindow() > 0) return receiver;
  return undefined;
}

/** A first-in, first-out queue. The shift of an array would move all remaining items. */
class Queue<T> {
  #items: (T | undefined)[] = [];
  #head = 0;

  get size(): number {
    return this.#items.length - this.#head;
  }

  push(item: T): void {
    this.#items.push(item);
  }

  shift(): T | undefined {
    const item = this.#items[this.#head];
    this.#items[this.#head++] = undefined;
    if (this.#head * 2 > this.#items.length) {
      this.#items = this.#items.slice(this.#head);
      this.#head = 0;
    }
    return item;
  }
}

// A simulated carrier: a real SMPP server whose responses and receipts depend on the last four digits of the
// number. TEST mode, demos and failure tests send to it.
import { randomUUID } from 'node:crypto';
import type { BindRequest, SmInput, SubmitSm } from '../codec/pdu.ts';
import type { MessageIdBase, ReceiptState } from '../codec/receipt.ts';
import { readPart } from '../codec/split.ts';
import { commandStatus } from '../codec/status.ts';
import { type Clock, systemClock } from '../session/clock.ts';
import {
  type DeliverResult,
  listenSmpp,
  type ServerConnection,
  type SmppServer,
  type SubmitReply,
} from '../session/server.ts';
import { type OutgoingReceipt, ReceiptQueue } from './receipts.ts';
import { Schedule } from './schedule.ts';

/** The carrier's behaviour beyond the outcome of the number; it can change while the carrier runs. */
export interface Behaviour {
  /**
   * `hex`: ids are hexadecimal in responses, decimal in receipts; `dec`: the reverse; `text`: a UUID in both.
   */
  readonly idBase: MessageIdBase;
  /** Extra copies of every receipt. */
  readonly duplicateReceipts: number;
  /** Receipts overtake each other. */
  readonly reorderReceipts: boolean;
  /** Submits a second, above which they are answered ESME_RTHROTTLED. */
  readonly throttleAbovePerSecond: number | null;
  /** Refuses every submit with this command_status. */
  readonly refuseWith: number | null;
  /** Accepts submits and never answers them; their receipts are sent. */
  readonly silent: boolean;
  /** Disconnects on the n-th submit of a connection, which is accepted and not answered. */
  readonly disconnectAfterSubmits: number | null;
  /** Milliseconds before every response. */
  readonly answerDelayMs: number;
}

export interface SimulatorOptions extends Partial<Behaviour> {
  /** Default: 127.0.0.1. */
  readonly host?: string;
  /** Default: 0, any free port. */
  readonly port?: number;
  /** The system id that may bind; any if undefined. */
  readonly systemId?: string;
  /** The password that may bind; any if undefined. */
  readonly password?: string;
  /** Pending receipts above which the oldest are dropped; default: 1,000,000. */
  readonly maxPendingReceipts?: number;
  /** Messages counted individually in `stats().messages`; default: 1,000,000. */
  readonly maxTrackedMessages?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

interface SimulatorStats {
  /** Received submit_sm. */
  readonly submits: number;
  /** Of those, accepted, whether answered or not. */
  readonly accepted: number;
  /** Of those accepted, parts of a longer message. */
  readonly parts: number;
  /** Written submit_sm_resp. */
  readonly answers: number;
  /** Receipts that a client answered with ESME_ROK, copies included. */
  readonly receipts: number;
  readonly receiptsPending: number;
  readonly receiptsDropped: number;
  /** How often each message (by `messageKey`) was accepted. */
  readonly messages: ReadonlyMap<string, number>;
}

export interface Simulator {
  readonly port: number;
  stats(): SimulatorStats;
  behave(change: Partial<Behaviour>): void;
  /** Sends a deliver_sm to a client bound with this system id. */
  deliver(systemId: string, sm: SmInput): Promise<DeliverResult>;
  close(): Promise<void>;
}

const plainBehaviour: Behaviour = {
  idBase: 'hex',
  duplicateReceipts: 0,
  reorderReceipts: false,
  throttleAbovePerSecond: null,
  refuseWith: null,
  silent: false,
  disconnectAfterSubmits: null,
  answerDelayMs: 0,
};

/**
 * A submit_sm of this service type simulates a message from a phone. It is sent as a deliver_sm, with its
 * addresses unchanged, to a receiver bound with the same system id. The response has the receiver's
 * command_status, or ESME_RSYSERR if there is no receiver.
 */
export const incomingServiceType = 'INCOM';

const throttledTries = 2;
const maxThrottledMessages = 100_000;
/** How long a response waits for a receipt that must precede it, in milliseconds. */
const receiptFirstMs = 1000;

/** Starts the carrier. Rejects if the address is not available. */
export async function startSimulator(options: SimulatorOptions = {}): Promise<Simulator> {
  const carrier = new SimulatedCarrier(options);
  const server = await carrier.listen();
  return {
    port: server.port,
    stats: () => carrier.stats(),
    behave: (change) => carrier.behave(change),
    deliver: (systemId, sm) => carrier.deliver(systemId, sm),
    close: () => carrier.close(server),
  };
}

/** The key of a message in `stats().messages`; `sequence` is that of a part, 0 for a message in one part. */
export function messageKey(destination: string, text: string, sequence = 0): string {
  return `${destination}\n${sequence}\n${text}`;
}

class SimulatedCarrier {
  readonly #options: SimulatorOptions;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #receipts: ReceiptQueue;
  readonly #lateAnswers: Schedule<() => void>;
  readonly #messages = new Map<string, number>();
  readonly #throttled = new Map<string, number>();
  readonly #submitsOf = new WeakMap<ServerConnection, number>();
  readonly #counts = { submits: 0, accepted: 0, parts: 0, answers: 0 };
  #behaviour: Behaviour;
  #nextId: number;
  #second = 0;
  #submitsInSecond = 0;

  constructor(options: SimulatorOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#random = options.random ?? Math.random;
    this.#behaviour = { ...plainBehaviour, ...options };
    this.#receipts = new ReceiptQueue(this.#clock, options.maxPendingReceipts ?? 1_000_000);
    this.#lateAnswers = new Schedule(this.#clock, (answer) => answer());
    // A restarted carrier must not reuse the ids of its last run.
    this.#nextId = Math.floor(this.#clock.nowMs()) * 1000;
  }

  listen(): Promise<SmppServer> {
    return listenSmpp({
      host: this.#options.host ?? '127.0.0.1',
      port: this.#options.port ?? 0,
      clock: this.#clock,
      authenticate: (bind) => this.#authenticate(bind),
      onSubmit: (pdu, connection) => this.#onSubmit(pdu, connection),
      onBound: (connection) => {
        if (connection.canReceive) this.#receipts.addReceiver(connection);
      },
      onUnbound: (connection) => this.#receipts.removeReceiver(connection),
      onError: (error) => console.error('carrier simulator:', error),
    });
  }

  stats(): SimulatorStats {
    const { taken: receipts, pending: receiptsPending, dropped: receiptsDropped } = this.#receipts;
    return { ...this.#counts, receipts, receiptsPending, receiptsDropped, messages: this.#messages };
  }

  behave(change: Partial<Behaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...change };
  }

  deliver(systemId: string, sm: SmInput): Promise<DeliverResult> {
    return this.#receipts.deliver(systemId, sm);
  }

  async close(server: SmppServer): Promise<void> {
    await server.close();
    this.#lateAnswers.clear();
    this.#receipts.clear();
  }

  #authenticate(bind: BindRequest): number {
    const { systemId, password } = this.#options;
    if (systemId !== undefined && bind.systemId !== systemId) return commandStatus.ESME_RINVSYSID;
    if (password !== undefined && bind.password !== password) return commandStatus.ESME_RINVPASWD;
    return commandStatus.ESME_ROK;
  }

  #onSubmit(pdu: SubmitSm, connection: ServerConnection): SubmitReply | Promise<SubmitReply> {
    if (pdu.serviceType === incomingServiceType) return this.#deliverIncoming(pdu, connection.systemId);
    this.#counts.submits++;
    const { text, concatenation } = readPart(pdu);
    const key = messageKey(pdu.destinationAddr, text, concatenation?.sequence);
    const refusal = this.#refusal(pdu, key);
    if (refusal !== null) return this.#answer({ status: refusal, messageId: '' });
    this.#count(key, concatenation !== null);
    const { answerId, receiptId } = this.#newIds();
    const receiptFirst = this.#planReceipts(pdu, text, connection.systemId, receiptId);
    if (this.#isCutOff(connection)) {
      connection.destroy();
      return 'silence';
    }
    if (this.#behaviour.silent) return 'silence';
    const reply = { status: commandStatus.ESME_ROK, messageId: answerId };
    return receiptFirst === null ? this.#answer(reply) : receiptFirst.then(() => this.#answer(reply));
  }

  /** Sends a phone's message to the receiver and returns the receiver's status. */
  async #deliverIncoming(pdu: SubmitSm, systemId: string): Promise<SubmitReply> {
    const { command: _, sequence: __, serviceType: ___, ...sm } = pdu;
    const result = await this.deliver(systemId, sm);
    return { status: result.kind === 'answered' ? result.status : commandStatus.ESME_RSYSERR, messageId: '' };
  }

  /** The command_status that refuses this submit, or null. */
  #refusal(pdu: SubmitSm, key: string): number | null {
    const { throttleAbovePerSecond: limit, refuseWith } = this.#behaviour;
    if (refuseWith !== null) return refuseWith;
    if (limit !== null) {
      const second = Math.floor(this.#clock.nowMs() / 1000);
      this.#submitsInSecond = second === this.#second ? this.#submitsInSecond + 1 : 1;
      this.#second = second;
      if (this.#submitsInSecond > limit) return commandStatus.ESME_RTHROTTLED;
    }
    if (pdu.destinationAddr.endsWith('0004')) return commandStatus.ESME_RINVDSTADR;
    if (pdu.destinationAddr.endsWith('0005') && this.#throttles(key)) return commandStatus.ESME_RTHROTTLED;
    return null;
  }

  /** Whether this is one of the first attempts at a message to throttle; after them the count restarts. */
  #throttles(key: string): boolean {
    const tries = this.#throttled.get(key) ?? 0;
    if (tries >= throttledTries) {
      this.#throttled.delete(key);
      return false;
    }
    if (this.#throttled.size >= maxThrottledMessages) this.#throttled.clear();
    this.#throttled.set(key, tries + 1);
    return true;
  }

  #count(key: string, isPart: boolean): void {
    this.#counts.accepted++;
    if (isPart) this.#counts.parts++;
    const times = this.#messages.get(key);
    const isTracked =
      times !== undefined || this.#messages.size < (this.#options.maxTrackedMessages ?? 1_000_000);
    if (isTracked) this.#messages.set(key, (times ?? 0) + 1);
  }

  #newIds(): { answerId: string; receiptId: string } {
    if (this.#behaviour.idBase === 'text') {
      const id = randomUUID();
      return { answerId: id, receiptId: id };
    }
    const id = this.#nextId++;
    const decimal = String(id);
    const hexadecimal = id.toString(16).toUpperCase();
    return this.#behaviour.idBase === 'hex'
      ? { answerId: hexadecimal, receiptId: decimal }
      : { answerId: decimal, receiptId: hexadecimal };
  }

  /**
   * Schedules the receipts for the number. Returns a promise if one must precede the response, which waits
   * for it.
   */
  #planReceipts(pdu: SubmitSm, text: string, systemId: string, messageId: string): Promise<void> | null {
    const outcome = pdu.destinationAddr.slice(-4);
    const state: ReceiptState = outcome === '0002' ? 'UNDELIVERABLE' : 'DELIVERED';
    // SMPP 3.4 §5.2.17: 1 requests a receipt, 2 one on failure only.
    const asked = pdu.registeredDelivery & 3;
    if (outcome === '0003' || asked === 0 || (asked === 2 && state === 'DELIVERED')) return null;
    const nowMs = this.#clock.nowMs();
    const receipt: OutgoingReceipt = {
      systemId,
      messageId,
      state,
      submittedMs: nowMs,
      sourceAddr: pdu.sourceAddr,
      sourceAddrTon: pdu.sourceAddrTon,
      destinationAddr: pdu.destinationAddr,
      destAddrTon: pdu.destAddrTon,
      text,
    };
    const { duplicateReceipts, reorderReceipts, answerDelayMs } = this.#behaviour;
    const isFirst = outcome === '0007';
    const firstDueMs = nowMs + answerDelayMs + this.#receiptDelayMs(outcome);
    for (let copy = isFirst ? 1 : 0; copy <= duplicateReceipts; copy++) {
      this.#receipts.schedule(firstDueMs + (reorderReceipts ? this.#random() * 500 : 0), receipt);
    }
    return isFirst ? this.#withinReceiptFirstMs(this.#receipts.send(receipt)) : null;
  }

  #receiptDelayMs(outcome: string): number {
    if (outcome === '0001' || outcome === '0007') return 0;
    if (outcome === '0006') return 30_000;
    return 200 + this.#random() * 1800;
  }

  #withinReceiptFirstMs(sent: Promise<void>): Promise<void> {
    return new Promise((resolve) => {
      this.#lateAnswers.add(this.#clock.nowMs() + receiptFirstMs, resolve);
      void sent.then(resolve);
    });
  }

  #isCutOff(connection: ServerConnection): boolean {
    const limit = this.#behaviour.disconnectAfterSubmits;
    if (limit === null) return false;
    const submits = (this.#submitsOf.get(connection) ?? 0) + 1;
    this.#submitsOf.set(connection, submits);
    return submits >= limit;
  }

  #answer(reply: SubmitReply): SubmitReply | Promise<SubmitReply> {
    const { answerDelayMs } = this.#behaviour;
    if (answerDelayMs === 0) {
      this.#counts.answers++;
      return reply;
    }
    return new Promise((resolve) => {
      this.#lateAnswers.add(this.#clock.nowMs() + answerDelayMs, () => {
        this.#counts.answers++;
        resolve(reply);
      });
    });
  }
}

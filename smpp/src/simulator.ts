// A carrier to send to when there is none: a real SMPP server whose answers and receipts follow the last four
// digits of the number. It is the built-in carrier of test mode, of demos, and of the tests that break things
// on purpose.
import { randomUUID } from 'node:crypto';
import { type Clock, systemClock } from './clock.ts';
import type { BindRequest, SmInput, SubmitSm } from './pdu.ts';
import type { MessageIdBase, ReceiptState } from './receipt.ts';
import { type OutgoingReceipt, ReceiptDesk } from './receiptDesk.ts';
import { Schedule } from './schedule.ts';
import {
  type DeliverResult,
  listenSmpp,
  type ServerConnection,
  type SmppServer,
  type SubmitReply,
} from './server.ts';
import { readPart } from './split.ts';
import { commandStatus } from './status.ts';

/** How the carrier behaves beyond what the number asks for; can be changed while it runs. */
export interface Behaviour {
  /** `hex`: ids hexadecimal in answers, decimal in receipts; `dec`: the other way round; `text`: a UUID in both. */
  readonly idBase: MessageIdBase;
  /** So many more copies of every receipt. */
  readonly duplicateReceipts: number;
  /** Receipts overtake each other. */
  readonly reorderReceipts: boolean;
  /** Submits above this in one second are answered ESME_RTHROTTLED. */
  readonly throttleAbovePerSecond: number | null;
  /** Every submit is refused with this command_status. */
  readonly refuseWith: number | null;
  /** Submits are taken and never answered; their receipts come. */
  readonly silent: boolean;
  /** Every connection is cut on its so many-th submit, which is taken and not answered. */
  readonly disconnectAfterSubmits: number | null;
  /** How long every answer takes. */
  readonly answerDelayMs: number;
}

export interface SimulatorOptions extends Partial<Behaviour> {
  /** 127.0.0.1 when left out. */
  readonly host?: string;
  /** 0 (any free one) when left out. */
  readonly port?: number;
  /** Left out: any. */
  readonly systemId?: string;
  /** Left out: any. */
  readonly password?: string;
  /** Beyond it the oldest are dropped; 1,000,000 when left out. */
  readonly maxPendingReceipts?: number;
  /** Messages beyond it are not counted by themselves in `stats().messages`; 1,000,000 when left out. */
  readonly maxTrackedMessages?: number;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface SimulatorStats {
  /** submit_sm received. */
  readonly submits: number;
  /** Of those: taken, whether answered or not. */
  readonly accepted: number;
  /** Of those accepted: parts of a longer message. */
  readonly parts: number;
  /** submit_sm_resp handed to the network. */
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
  /** Hands a deliver_sm to a client that is bound with this system id. */
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
 * A submit_sm of this service type is what a phone sends: it is not carried, but handed to a receiver of the same system id as deliver_sm, from its
 * source address to its destination. The answer comes when the receiver has answered, with its command_status; ESME_RSYSERR where there is none.
 */
export const incomingServiceType = 'INCOM';

const throttledTries = 2;
const maxThrottledMessages = 100_000;
/** How long the answer waits for a receipt that is to come first. */
const receiptFirstMs = 1000;

/** Starts the carrier; rejects where the address cannot be had. */
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

/** The key of `stats().messages`: what makes two submits the same message; `sequence` of a part, 0 for a whole one. */
export function messageKey(destination: string, text: string, sequence = 0): string {
  return `${destination}\n${sequence}\n${text}`;
}

class SimulatedCarrier {
  readonly #options: SimulatorOptions;
  readonly #clock: Clock;
  readonly #random: () => number;
  readonly #desk: ReceiptDesk;
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
    this.#desk = new ReceiptDesk(this.#clock, options.maxPendingReceipts ?? 1_000_000);
    this.#lateAnswers = new Schedule(this.#clock, (answer) => answer());
    // A carrier started anew must not use the ids of its last run again.
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
        if (connection.canReceive) this.#desk.addReceiver(connection);
      },
      onUnbound: (connection) => this.#desk.removeReceiver(connection),
      onError: (error) => console.error('carrier simulator:', error),
    });
  }

  stats(): SimulatorStats {
    const { taken: receipts, pending: receiptsPending, dropped: receiptsDropped } = this.#desk;
    return { ...this.#counts, receipts, receiptsPending, receiptsDropped, messages: this.#messages };
  }

  behave(change: Partial<Behaviour>): void {
    this.#behaviour = { ...this.#behaviour, ...change };
  }

  deliver(systemId: string, sm: SmInput): Promise<DeliverResult> {
    return this.#desk.deliver(systemId, sm);
  }

  async close(server: SmppServer): Promise<void> {
    await server.close();
    this.#lateAnswers.clear();
    this.#desk.clear();
  }

  #authenticate(bind: BindRequest): number {
    const { systemId, password } = this.#options;
    if (systemId !== undefined && bind.systemId !== systemId) return commandStatus.ESME_RINVSYSID;
    if (password !== undefined && bind.password !== password) return commandStatus.ESME_RINVPASWD;
    return commandStatus.ESME_ROK;
  }

  #onSubmit(pdu: SubmitSm, connection: ServerConnection): SubmitReply | Promise<SubmitReply> {
    if (pdu.serviceType === incomingServiceType) return this.#handOver(pdu, connection.systemId);
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

  /** What a phone is to have sent: handed over as it is, and answered as the receiver answers. */
  async #handOver(pdu: SubmitSm, systemId: string): Promise<SubmitReply> {
    const { command: _, sequence: __, serviceType: ___, ...sm } = pdu;
    const result = await this.deliver(systemId, sm);
    return { status: result.kind === 'answered' ? result.status : commandStatus.ESME_RSYSERR, messageId: '' };
  }

  /** The command_status that turns this submit away, or null. */
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

  /** Whether this is one of the first attempts at a message that is to be throttled; after them it starts over. */
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

  /** Plans the receipts the number asks for. A promise where one must go before the answer: the answer waits for it. */
  #planReceipts(pdu: SubmitSm, text: string, systemId: string, messageId: string): Promise<void> | null {
    const outcome = pdu.destinationAddr.slice(-4);
    const state: ReceiptState = outcome === '0002' ? 'UNDELIVERABLE' : 'DELIVERED';
    // SMPP 3.4 §5.2.17: 1 asks for a receipt, 2 for one on failure only.
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
      this.#desk.schedule(firstDueMs + (reorderReceipts ? this.#random() * 500 : 0), receipt);
    }
    return isFirst ? this.#withinReceiptFirstMs(this.#desk.send(receipt)) : null;
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

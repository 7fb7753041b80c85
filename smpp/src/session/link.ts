// The part that both ends of an SMPP connection share: responses matched to requests, keepalive,
// back-pressure and an orderly close. session.ts builds the client on it, server.ts the carrier's side.
import type { Socket } from 'node:net';
import { answerTo } from '../codec/decode.ts';
import { createFramer, type FrameOutcome, type Framer } from '../codec/framer.ts';
import { commandId, isResponse, type Pdu, type RequestPdu, type ResponsePdu } from '../codec/pdu.ts';
import { commandStatus } from '../codec/status.ts';
import type { Clock } from './clock.ts';
import { Outbox } from './outbox.ts';
import { PendingRequests, type RequestOutcome } from './pending.ts';

/** Why a connection ended; `detail` has the socket's error message if there is one. */
export interface LinkEnd {
  readonly reason:
    | 'closedByUs'
    | 'closedByPeer'
    | 'unboundByPeer'
    | 'socketError'
    /** The peer's octets are not SMPP. */
    | 'protocolError'
    /** An enquire_link got no response. */
    | 'enquireUnanswered'
    /**
     * Reading was paused for longer than a response may take: the peer does not read, or requests are not
     * handled.
     */
    | 'stalled';
  readonly detail: string | null;
}

/** The response, now or later; null for no response at all. */
export type Reply = ResponsePdu | null | Promise<ResponsePdu | null>;

interface LinkOptions {
  readonly socket: Socket;
  readonly clock: Clock;
  readonly responseTimeoutMs: number;
  /** Milliseconds without input after which an enquire_link is sent; null for never. */
  readonly enquireLinkMs: number | null;
  /**
   * Requests of the peer handled at once. Above it reading pauses; one chunk of 64 KiB may exceed the limit.
   */
  readonly maxConcurrentRequests: number;
  /**
   * Requests of the peer a second, above which reading pauses until the next second; unlimited if undefined.
   */
  maxRequestsPerSecond?(): number;
  /** The largest PDU accepted, in octets; default: `maxPduSize`. */
  maxPduSize?(): number;
  /** Responds to every request except enquire_link and unbind. */
  onRequest(pdu: RequestPdu): Reply;
  /** Called once, when the socket is closed. */
  onEnd(end: LinkEnd): void;
  /** Called if one of our handlers throws. The peer gets a temporary error. */
  onError(error: unknown): void;
}

/** How long a peer may take to close its half of the connection after ours. */
const closeGraceMs = 1000;

/** One connection, from the moment its socket is connected. */
export class Link {
  readonly #options: LinkOptions;
  readonly #socket: Socket;
  readonly #clock: Clock;
  readonly #framer: Framer;
  readonly #outbox = new Outbox((octets) => this.#send(octets));
  readonly #pending: PendingRequests;
  #lastReceivedMs: number;
  #requestsInProgress = 0;
  #end: LinkEnd | null = null;
  #paused = { forDrain: false, forRequests: false, forRate: false };
  #secondBeganMs = 0;
  #requestsOfSecond = 0;
  #onIdle: (() => void)[] = [];
  #cancelStall: (() => void) | null = null;
  #cancelKeepalive: (() => void) | null = null;
  #enquiring = false;

  constructor(options: LinkOptions) {
    this.#options = options;
    this.#socket = options.socket;
    this.#clock = options.clock;
    this.#framer = createFramer((outcome) => this.#onFrame(outcome), options.maxPduSize);
    this.#pending = new PendingRequests(options.clock, options.responseTimeoutMs);
    this.#lastReceivedMs = this.#clock.nowMs();
    // Nagle's algorithm waits for the peer's acknowledgement between small writes: hundreds a second, not
    // thousands.
    this.#socket.setNoDelay(true);
    this.#socket.on('data', (chunk: Buffer) => this.#onData(chunk));
    this.#socket.on('drain', () => this.#pause({ forDrain: false }));
    this.#socket.on('error', (error) => this.destroy({ reason: 'socketError', detail: error.message }));
    this.#socket.on('close', () => this.#onClose());
    this.#planKeepalive();
  }

  /** When the peer last sent something, by the clock. */
  get lastReceivedMs(): number {
    return this.#lastReceivedMs;
  }

  get ended(): boolean {
    return this.#end !== null;
  }

  /** Resolves when no request of the peer waits for our response, or no response can be sent any more. */
  idle(): Promise<void> {
    if (this.#requestsInProgress === 0 || this.ended) return Promise.resolve();
    return new Promise((resolve) => this.#onIdle.push(resolve));
  }

  nextSequence(): number {
    return this.#pending.nextSequence();
  }

  /**
   * Sends a request numbered by `nextSequence`. `onLate` is called with a response that comes after the
   * timeout. Rejects (RangeError) only if the request cannot be encoded.
   */
  async request(pdu: RequestPdu, onLate?: (pdu: ResponsePdu) => void): Promise<RequestOutcome> {
    if (this.#end !== null) return { kind: 'notWritten' };
    this.#write(pdu);
    const outcome = await this.#pending.add(pdu, onLate);
    // Finds out if only this response is missing or if the peer is gone without closing.
    if (outcome.kind === 'noAnswer' && pdu.command === 'submit_sm') this.#enquireNow();
    return outcome;
  }

  /** Writes pending PDUs, closes our half and soon the other. Requests still waiting settle at once. */
  end(end: LinkEnd): void {
    if (this.#end !== null) return;
    this.#outbox.flush();
    this.#settle(end);
    this.#socket.end();
    // Reading on (and discarding) keeps the kernel from resetting the connection before the peer has read our
    // last PDUs.
    this.#socket.resume();
    this.#cancelStall = this.#clock.after(closeGraceMs, () => this.#socket.destroy());
  }

  /** Cuts the connection at once. */
  destroy(end: LinkEnd): void {
    if (this.#end === null) this.#settle(end);
    this.#socket.destroy();
  }

  #settle(end: LinkEnd): void {
    this.#end = end;
    this.#cancelStall?.();
    this.#cancelKeepalive?.();
    this.#pending.settle();
    this.#resolveIdle();
  }

  #resolveIdle(): void {
    for (const resolve of this.#onIdle.splice(0)) resolve();
  }

  #onClose(): void {
    if (this.#end === null) this.#settle({ reason: 'closedByPeer', detail: null });
    this.#cancelStall?.();
    this.#options.onEnd(this.#end!);
  }

  #write(pdu: Pdu): void {
    if (this.#end === null) this.#outbox.add(pdu);
  }

  #send(octets: Buffer): void {
    if (this.#end !== null) return;
    this.#pending.markWritten();
    // A peer that does not read our responses must not make us buffer without limit: stop accepting its
    // requests.
    if (!this.#socket.write(octets)) this.#pause({ forDrain: true });
  }

  #onData(chunk: Buffer): void {
    if (this.#end !== null) return;
    this.#lastReceivedMs = this.#clock.nowMs();
    this.#framer.push(chunk);
  }

  #onFrame(outcome: FrameOutcome): void {
    if (this.#end !== null) return;
    if (outcome.kind === 'pdu') {
      if (isResponse(outcome.pdu)) this.#pending.answer(outcome.pdu);
      else this.#onRequest(outcome.pdu);
    } else if (outcome.kind === 'malformed') {
      this.#write(outcome.answer);
    } else if (outcome.kind === 'badLength') {
      this.#write(answerTo('generic_nack', outcome.sequence, commandStatus.ESME_RINVCMDLEN));
      this.end({ reason: 'protocolError', detail: `command_length ${outcome.length}` });
    } else if (outcome.commandId < commandId.generic_nack) {
      this.#write(answerTo('generic_nack', outcome.sequence, commandStatus.ESME_RINVCMDID));
    }
  }

  #onRequest(pdu: RequestPdu): void {
    if (this.#options.maxRequestsPerSecond !== undefined)
      this.#limitRate(this.#options.maxRequestsPerSecond());
    if (pdu.command === 'enquire_link' || pdu.command === 'unbind') {
      this.#write(answerTo(pdu.command, pdu.sequence, commandStatus.ESME_ROK));
      if (pdu.command === 'unbind') this.end({ reason: 'unboundByPeer', detail: null });
      return;
    }
    let reply: Reply;
    try {
      reply = this.#options.onRequest(pdu);
    } catch (error) {
      this.#fail(pdu, error);
      return;
    }
    if (reply instanceof Promise) this.#answerLater(pdu, reply);
    else this.#answer(pdu, reply);
  }

  async #answerLater(pdu: RequestPdu, reply: Promise<ResponsePdu | null>): Promise<void> {
    this.#requestsInProgress++;
    if (this.#requestsInProgress >= this.#options.maxConcurrentRequests) this.#pause({ forRequests: true });
    try {
      this.#answer(pdu, await reply);
    } catch (error) {
      this.#fail(pdu, error);
    }
    this.#requestsInProgress--;
    if (this.#requestsInProgress < this.#options.maxConcurrentRequests) this.#pause({ forRequests: false });
    if (this.#requestsInProgress === 0) this.#resolveIdle();
  }

  #limitRate(most: number): void {
    const nowMs = this.#clock.nowMs();
    if (nowMs - this.#secondBeganMs >= 1000) {
      this.#secondBeganMs = nowMs;
      this.#requestsOfSecond = 0;
    }
    if (++this.#requestsOfSecond <= most || this.#paused.forRate) return;
    this.#pause({ forRate: true });
    this.#clock.after(this.#secondBeganMs + 1000 - nowMs, () => this.#pause({ forRate: false }));
  }

  #answer(pdu: RequestPdu, response: ResponsePdu | null): void {
    if (response === null) return;
    try {
      this.#write(response);
    } catch (error) {
      this.#fail(pdu, error);
    }
  }

  #fail(pdu: RequestPdu, error: unknown): void {
    this.#write(answerTo(pdu.command, pdu.sequence, commandStatus.ESME_RX_T_APPN));
    this.#options.onError(error);
  }

  #pause(change: Partial<{ forDrain: boolean; forRequests: boolean; forRate: boolean }>): void {
    const was = this.#isPaused();
    Object.assign(this.#paused, change);
    if (this.#end !== null || was === this.#isPaused()) return;
    if (was) {
      this.#cancelStall?.();
      this.#socket.resume();
      this.#pending.release();
    } else {
      this.#socket.pause();
      this.#pending.hold();
      const stalled: LinkEnd = {
        reason: 'stalled',
        detail: this.#paused.forDrain ? 'peer does not read' : 'requests pile up',
      };
      this.#cancelStall = this.#clock.after(this.#options.responseTimeoutMs, () => this.destroy(stalled));
    }
  }

  #isPaused(): boolean {
    const { forDrain, forRequests, forRate } = this.#paused;
    return forDrain || forRequests || forRate;
  }

  #planKeepalive(): void {
    const { enquireLinkMs } = this.#options;
    if (enquireLinkMs === null || this.#end !== null) return;
    const quietMs = this.#clock.nowMs() - this.#lastReceivedMs;
    if (quietMs < enquireLinkMs) {
      this.#cancelKeepalive = this.#clock.after(enquireLinkMs - quietMs, () => this.#planKeepalive());
    } else {
      void this.#enquire();
    }
  }

  #enquireNow(): void {
    if (this.#end !== null || this.#enquiring) return;
    this.#cancelKeepalive?.();
    void this.#enquire();
  }

  async #enquire(): Promise<void> {
    this.#enquiring = true;
    const outcome = await this.request({ command: 'enquire_link', sequence: this.nextSequence() });
    this.#enquiring = false;
    if (outcome.kind === 'response') this.#planKeepalive();
    else this.destroy({ reason: 'enquireUnanswered', detail: null });
  }
}

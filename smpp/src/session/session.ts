// The SMPP client: one bound session with a window of submits. It reconnects by itself and returns outcomes
// as values.
//
//   const session = connectSession({ host, port, systemId, password, bind, window: 10, onDeliver, onError });
//   if (session.freeWindow() > 0) {
//     const part = { destinationAddr: '94771234567', shortMessage, registeredDelivery: 1 };
//     const result = await session.submit(part);
//     // answered: `status` tells whether the carrier accepted it
//     // notWritten: safe to send again
//     // noAnswer: in doubt, until the second argument is called with a late response
//   }
//   await session.close();
//
// States: connecting → bound → connecting → … until `close` (closed), or until the carrier refuses the
// password or the system id (refused: retrying would lock the account). A submit answered ESME_RINVBNDSTS
// makes the session bind again. There is no queue inside: a submit over the window is notWritten.
import type { Socket } from 'node:net';
import { answerTo } from '../codec/decode.ts';
import { type DeliverSm, type RequestPdu, type ResponsePdu, type SmInput, smPdu } from '../codec/pdu.ts';
import { commandStatus } from '../codec/status.ts';
import { type Backoff, backoffMs } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ConnectFailure, type ConnectOptions, openSocket } from './connect.ts';
import { Link, type LinkEnd, type Reply } from './link.ts';
import type { RequestOutcome } from './pending.ts';

type SessionState = 'connecting' | 'bound' | 'closed' | 'refused';

type StateReason =
  | LinkEnd['reason']
  | ConnectFailure['reason']
  | 'bindRefused'
  | 'bindUnanswered'
  /** The carrier answered a submit as if we were not bound. */
  | 'bindLost';

export interface StateChange {
  readonly state: SessionState;
  /** Why the session is not bound, or no longer; null if it is. */
  readonly reason: StateReason | null;
  /** The system's error message for the reason, if there is one. */
  readonly detail: string | null;
  /** The command_status that refused our bind, with reason bindRefused. */
  readonly bindStatus: number | null;
  /** Milliseconds until the next attempt; null if there is none. */
  readonly retryInMs: number | null;
}

/** `status` is for `classifySubmitStatus`. `messageId` is the carrier's, '' unless status is 0. */
export type SubmitAnswer = { readonly kind: 'answered'; readonly status: number; readonly messageId: string };

export type SubmitResult =
  | SubmitAnswer
  /** Nothing was written (not bound, window full, or link lost before): safe to send again. */
  | { readonly kind: 'notWritten' }
  /** Written, but no response in time, or the link was lost: the carrier may or may not have it. */
  | { readonly kind: 'noAnswer' };

export interface SessionOptions extends ConnectOptions {
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  readonly bind: 'transceiver' | 'transmitter' | 'receiver';
  /** Unanswered submits at any time. */
  readonly window: number;
  /** Default: 10 s. Reading may also pause for as long (see onDeliver). */
  readonly responseTimeoutMs?: number;
  /** Milliseconds without input after which an enquire_link is sent; default: 30 s. */
  readonly enquireLinkMs?: number;
  /** Default: 500 ms to 60 s. */
  readonly backoff?: Backoff;
  /** Delivers handled at once before reading pauses; default: 500. */
  readonly maxConcurrentDelivers?: number;
  /** Called when the session is bound, lost, fails to reconnect, is refused or closed. */
  onState?(change: StateChange): void;
  /**
   * A receipt or a message from a handset. The deliver_sm_resp with the returned command_status is sent once
   * the promise resolves, so store first. A rejection becomes a temporary error. May be called before onState
   * reports bound: carriers send delivers together with the bind response.
   */
  onDeliver(pdu: DeliverSm): number | Promise<number>;
  /** One of these callbacks threw. */
  onError(error: unknown): void;
  readonly clock?: Clock;
  readonly random?: () => number;
}

export interface SmppSession {
  readonly state: SessionState;
  /**
   * Sends one submit_sm. If it timed out (noAnswer), `onLateAnswer` is called once with a response that still
   * arrives while this connection lasts, and for at least 5 min. Rejects (RangeError) only if a field cannot
   * be encoded, see `writePdu`.
   */
  submit(sm: SmInput, onLateAnswer?: (answer: SubmitAnswer) => void): Promise<SubmitResult>;
  /** How many submits can be sent now; 0 unless bound, and always 0 for a receiver. */
  freeWindow(): number;
  /**
   * Accepts no more submits, waits for the responses in flight and unbinds. Cuts the connection after
   * `graceMs` (default: 5 s); a later call may shorten that.
   */
  close(graceMs?: number): Promise<void>;
}

/** Connects at once and reconnects until `close`. */
export function connectSession(options: SessionOptions): SmppSession {
  return new ClientSession(options);
}

interface Failure {
  readonly reason: StateReason;
  readonly detail: string | null;
  readonly bindStatus: number | null;
}

const defaultBackoff: Backoff = { minMs: 500, maxMs: 60_000 };
const smppVersion = 0x34;
const notWritten: SubmitResult = { kind: 'notWritten' };
const noAnswer: SubmitResult = { kind: 'noAnswer' };

class ClientSession implements SmppSession {
  readonly #options: SessionOptions;
  readonly #clock: Clock;
  #state: SessionState = 'connecting';
  #socket: Socket | null = null;
  #link: Link | null = null;
  #unansweredSubmits = 0;
  /** No more submits go out on this link; it ends once those in flight are answered. */
  #isBindLost = false;
  #failures = 0;
  #lastWaitMs = 0;
  #boundSinceMs: number | null = null;
  /** Why the current link ends, if we know better than the link. */
  #failure: Failure | null = null;
  #cancelTimer: (() => void) | null = null;
  #closing: Promise<void> | null = null;
  #cutAtMs = Number.POSITIVE_INFINITY;
  /** Called when the last submit in flight is settled, and when the link is gone. */
  #onSubmitsSettled: (() => void) | null = null;
  #onGone: (() => void) | null = null;

  constructor(options: SessionOptions) {
    this.#options = options;
    this.#clock = options.clock ?? systemClock;
    this.#connect();
  }

  get state(): SessionState {
    return this.#state;
  }

  freeWindow(): number {
    if (this.#state !== 'bound' || this.#options.bind === 'receiver') return 0;
    if (this.#closing !== null || this.#isBindLost) return 0;
    return Math.max(0, this.#options.window - this.#unansweredSubmits);
  }

  async submit(sm: SmInput, onLateAnswer?: (answer: SubmitAnswer) => void): Promise<SubmitResult> {
    const link = this.#link;
    if (link === null || this.freeWindow() === 0) return notWritten;
    this.#unansweredSubmits++;
    try {
      const pdu = smPdu('submit_sm', link.nextSequence(), sm);
      const outcome = await link.request(
        pdu,
        onLateAnswer && ((late) => this.#reportLate(link, late, onLateAnswer)),
      );
      if (outcome.kind === 'response') return this.#noteAnswer(link, outcome.pdu);
      return outcome.kind === 'noAnswer' ? noAnswer : notWritten;
    } finally {
      this.#unansweredSubmits--;
      if (this.#unansweredSubmits === 0) this.#onSubmitsSettled?.();
      this.#endLostBind();
    }
  }

  #reportLate(link: Link, pdu: ResponsePdu, onLateAnswer: (answer: SubmitAnswer) => void): void {
    try {
      onLateAnswer(this.#noteAnswer(link, pdu));
    } catch (error) {
      this.#options.onError(error);
    }
    this.#endLostBind();
  }

  #noteAnswer(link: Link, pdu: ResponsePdu): SubmitAnswer {
    if (pdu.status === commandStatus.ESME_RINVBNDSTS && link === this.#link) this.#isBindLost = true;
    return submitAnswer(pdu);
  }

  /** Leaves a carrier that has lost our bind once nothing is in flight to it. */
  #endLostBind(): void {
    const link = this.#link;
    if (!this.#isBindLost || link === null || this.#unansweredSubmits > 0 || this.#closing !== null) return;
    this.#failure = { reason: 'bindLost', detail: null, bindStatus: null };
    void link.request({ command: 'unbind', sequence: link.nextSequence() });
    link.end({ reason: 'closedByUs', detail: null });
  }

  close(graceMs = 5000): Promise<void> {
    if (this.#closing === null) {
      // From here on only the timer of the cut may run.
      this.#cancelTimer?.();
      this.#cancelTimer = null;
      this.#cutIn(graceMs);
      this.#closing = this.#close();
    } else this.#cutIn(graceMs);
    return this.#closing;
  }

  /** Cuts the connection after `graceMs`, unless an earlier cut is set. */
  #cutIn(graceMs: number): void {
    const atMs = this.#clock.nowMs() + graceMs;
    if (this.#socket === null || atMs >= this.#cutAtMs) return;
    this.#cutAtMs = atMs;
    this.#cancelTimer?.();
    this.#cancelTimer = this.#clock.after(graceMs, () => this.#socket?.destroy());
  }

  async #close(): Promise<void> {
    const gone = new Promise<void>((resolve) => {
      if (this.#socket === null) resolve();
      else this.#onGone = resolve;
    });
    if (this.#link === null || this.#state !== 'bound') {
      this.#socket?.destroy();
    } else {
      if (this.#unansweredSubmits > 0) {
        await new Promise<void>((resolve) => {
          this.#onSubmitsSettled = resolve;
        });
      }
      await this.#link?.request({ command: 'unbind', sequence: this.#link.nextSequence() });
      this.#link?.end({ reason: 'closedByUs', detail: null });
    }
    await gone;
    this.#cancelTimer?.();
    if (this.#state === 'refused') return;
    this.#notify({ state: 'closed', reason: 'closedByUs', detail: null, bindStatus: null, retryInMs: null });
  }

  #connect(): void {
    if (this.#closing !== null) return;
    this.#socket = openSocket(
      this.#options,
      this.#clock,
      (socket) => void this.#bind(socket),
      (failure) => this.#onGoneSocket({ ...failure, bindStatus: null }),
    );
  }

  async #bind(socket: Socket): Promise<void> {
    const options = this.#options;
    const link = new Link({
      socket,
      clock: this.#clock,
      responseTimeoutMs: options.responseTimeoutMs ?? 10_000,
      enquireLinkMs: options.enquireLinkMs ?? 30_000,
      maxConcurrentRequests: options.maxConcurrentDelivers ?? 500,
      onRequest: (pdu) => this.#onRequest(pdu),
      onEnd: (end) => this.#onGoneSocket(this.#failure ?? { ...end, bindStatus: null }),
      onError: (error) => options.onError(error),
    });
    this.#link = link;
    this.#failure = null;
    const outcome = await link.request({
      command: `bind_${options.bind}`,
      sequence: link.nextSequence(),
      systemId: options.systemId,
      password: options.password,
      systemType: options.systemType ?? '',
      interfaceVersion: smppVersion,
      addrTon: 0,
      addrNpi: 0,
      addressRange: '',
    });
    if (this.#closing === null && !link.ended) this.#onBindOutcome(link, outcome);
  }

  #onBindOutcome(link: Link, outcome: RequestOutcome): void {
    if (outcome.kind !== 'response') {
      this.#failure = { reason: 'bindUnanswered', detail: null, bindStatus: null };
      link.destroy({ reason: 'closedByUs', detail: null });
      return;
    }
    const { status } = outcome.pdu;
    if (status === commandStatus.ESME_ROK && outcome.pdu.command !== 'generic_nack') {
      this.#boundSinceMs = this.#clock.nowMs();
      this.#notify({ state: 'bound', reason: null, detail: null, bindStatus: null, retryInMs: null });
      return;
    }
    this.#failure = { reason: 'bindRefused', detail: null, bindStatus: status };
    if (status === commandStatus.ESME_RINVPASWD || status === commandStatus.ESME_RINVSYSID) {
      this.#notify({ state: 'refused', ...this.#failure, retryInMs: null });
    }
    link.end({ reason: 'closedByUs', detail: null });
  }

  #onRequest(pdu: RequestPdu): Reply {
    if (pdu.command !== 'deliver_sm')
      return answerTo('generic_nack', pdu.sequence, commandStatus.ESME_RINVCMDID);
    const status = this.#options.onDeliver(pdu);
    if (typeof status === 'number') return answerTo('deliver_sm', pdu.sequence, status);
    return status.then((later) => answerTo('deliver_sm', pdu.sequence, later));
  }

  /** The socket is gone, whether or not it was connected. */
  #onGoneSocket(failure: Failure): void {
    this.#cancelTimer?.();
    this.#socket = null;
    this.#link = null;
    this.#isBindLost = false;
    this.#onGone?.();
    if (this.#closing !== null || this.#state === 'refused') return;
    const retryInMs = this.#nextWaitMs(failure);
    this.#cancelTimer = this.#clock.after(retryInMs, () => this.#connect());
    this.#notify({ state: 'connecting', ...failure, retryInMs });
  }

  #nextWaitMs(failure: Failure): number {
    // A session counts as a success if it lasted longer than the delay before it.
    if (this.#boundSinceMs !== null && this.#clock.nowMs() - this.#boundSinceMs >= this.#lastWaitMs)
      this.#failures = 0;
    this.#boundSinceMs = null;
    this.#failures++;
    const backoff = this.#options.backoff ?? defaultBackoff;
    const random = this.#options.random ?? Math.random;
    // The carrier still holds our old session: it ends when its own timer expires, however often we retry.
    const alreadyBound = failure.bindStatus === commandStatus.ESME_RALYBND;
    this.#lastWaitMs = alreadyBound
      ? backoffMs({ ...backoff, minMs: backoff.maxMs }, 1, random)
      : backoffMs(backoff, this.#failures, random);
    return this.#lastWaitMs;
  }

  #notify(change: StateChange): void {
    this.#state = change.state;
    try {
      this.#options.onState?.(change);
    } catch (error) {
      this.#options.onError(error);
    }
  }
}

function submitAnswer(pdu: ResponsePdu): SubmitAnswer {
  if (pdu.command === 'submit_sm_resp') {
    return { kind: 'answered', status: pdu.status, messageId: pdu.messageId };
  }
  // A generic_nack means that the request was not understood, even if its status is "OK".
  return { kind: 'answered', status: pdu.status || commandStatus.ESME_RUNKNOWNERR, messageId: '' };
}

// The client side of SMPP: one bound session that keeps a window of submits, reconnects by itself and returns
// outcomes as values.
//
//   const session = connectSession({ host, port, systemId, password, bind, window: 10, onDeliver, onError });
//   if (session.freeWindow() > 0) {
//     const result = await session.submit({ destinationAddr: '94771234567', registeredDelivery: 1, ...part });
//     // answered (status says whether it was taken) | notWritten (safe to send again) | noAnswer (in doubt, until
//     // a late answer comes, for which a second argument is called)
//   }
//   await session.close();
//
// connecting → bound → connecting → … until close() makes it closed, or a wrong password or system id makes
// it refused (trying on would only get the account locked). A submit answered ESME_RINVBNDSTS has it bind anew.
// There is no queue inside: what does not fit the window is notWritten.
import type { Socket } from 'node:net';
import { type Backoff, backoffMs } from './backoff.ts';
import { type Clock, systemClock } from './clock.ts';
import { type ConnectFailure, type ConnectOptions, openSocket } from './connect.ts';
import { answerTo } from './decode.ts';
import { Link, type LinkEnd, type Reply } from './link.ts';
import { type DeliverSm, type RequestPdu, type ResponsePdu, type SmInput, smPdu } from './pdu.ts';
import type { RequestOutcome } from './pending.ts';
import { commandStatus } from './status.ts';

export type SessionState = 'connecting' | 'bound' | 'closed' | 'refused';

export type StateReason =
  | LinkEnd['reason']
  | ConnectFailure['reason']
  | 'bindRefused'
  | 'bindUnanswered'
  /** The carrier answered a submit as if we were not bound. */
  | 'bindLost';

export interface StateChange {
  readonly state: SessionState;
  /** Why the session is not, or no longer, bound; null when it is. */
  readonly reason: StateReason | null;
  /** The system's own words for the reason, where it has any. */
  readonly detail: string | null;
  /** The command_status that refused our bind, with reason bindRefused. */
  readonly bindStatus: number | null;
  /** How long until the next attempt; null when there is none. */
  readonly retryInMs: number | null;
}

/** `status` as `classifySubmitStatus` takes it; `messageId` as the carrier wrote it, '' unless status is 0. */
export type SubmitAnswer = { readonly kind: 'answered'; readonly status: number; readonly messageId: string };

export type SubmitResult =
  | SubmitAnswer
  /** Not a byte was written (not bound, window full, link lost before): safe to send again. */
  | { readonly kind: 'notWritten' }
  /** Written, then no answer in time or the link was lost: the carrier may or may not have it. */
  | { readonly kind: 'noAnswer' };

export interface SessionOptions extends ConnectOptions {
  readonly systemId: string;
  readonly password: string;
  readonly systemType?: string;
  readonly bind: 'transceiver' | 'transmitter' | 'receiver';
  /** Most submits without an answer at any time. */
  readonly window: number;
  /** 10 s when left out; also the longest that reading may stand still (see onDeliver). */
  readonly responseTimeoutMs?: number;
  /** An enquire_link goes out when nothing came in for this long; 30 s when left out. */
  readonly enquireLinkMs?: number;
  /** 500 ms to 60 s when left out. */
  readonly backoff?: Backoff;
  /** Delivers worked on at once before reading pauses; 500 when left out. */
  readonly maxConcurrentDelivers?: number;
  /** Called every time the session is bound, lost, not got again, refused or closed. */
  onState?(change: StateChange): void;
  /**
   * A receipt or a message from a handset; the returned command_status is answered once it is there, so store
   * first. May be called before onState says bound: carriers send along with the bind answer. A rejection is
   * answered with a temporary error.
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
   * Sends one submit_sm. After noAnswer for want of time, `onLateAnswer` is called with an answer that comes all the same,
   * once, while this connection holds and for 5 min at least. Rejects (RangeError) only where a field cannot be
   * encoded, see `writePdu`.
   */
  submit(sm: SmInput, onLateAnswer?: (answer: SubmitAnswer) => void): Promise<SubmitResult>;
  /** How many submits can be sent now; 0 unless bound (and always for a receiver). */
  freeWindow(): number;
  /**
   * Takes no more submits, lets those on their way be answered, unbinds; cut off after `graceMs` (5 s when
   * left out).
   */
  close(graceMs?: number): Promise<void>;
}

/** Starts connecting at once and stays with it until `close`. */
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
  /** Nothing more goes out over this link: it ends once what is on its way is answered. */
  #isBindLost = false;
  #failures = 0;
  #lastWaitMs = 0;
  #boundSinceMs: number | null = null;
  /** Why the link that is just ending ends, where we know better than the link. */
  #failure: Failure | null = null;
  #cancelTimer: (() => void) | null = null;
  #closing: Promise<void> | null = null;
  /** Called when the last submit on its way is settled, and when the link is gone. */
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

  /** Parts from a carrier that does not know our bind any more, once nothing is on its way to it. */
  #endLostBind(): void {
    const link = this.#link;
    if (!this.#isBindLost || link === null || this.#unansweredSubmits > 0 || this.#closing !== null) return;
    this.#failure = { reason: 'bindLost', detail: null, bindStatus: null };
    void link.request({ command: 'unbind', sequence: link.nextSequence() });
    link.end({ reason: 'closedByUs', detail: null });
  }

  close(graceMs = 5000): Promise<void> {
    this.#closing ??= this.#close(graceMs);
    return this.#closing;
  }

  async #close(graceMs: number): Promise<void> {
    this.#cancelTimer?.();
    const gone = new Promise<void>((resolve) => {
      if (this.#socket === null) resolve();
      else this.#onGone = resolve;
    });
    if (this.#link === null || this.#state !== 'bound') {
      this.#socket?.destroy();
    } else {
      this.#cancelTimer = this.#clock.after(graceMs, () => this.#socket?.destroy());
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

  /** The socket is gone, connected before or not. */
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
    // A session that held for longer than the wait before it counts as a success; one that drops at once does
    // not.
    if (this.#boundSinceMs !== null && this.#clock.nowMs() - this.#boundSinceMs >= this.#lastWaitMs)
      this.#failures = 0;
    this.#boundSinceMs = null;
    this.#failures++;
    const backoff = this.#options.backoff ?? defaultBackoff;
    const random = this.#options.random ?? Math.random;
    // The carrier still holds our old session: it goes when its own timer runs out, not sooner for our asking.
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
  // A generic_nack says that the request was not understood; one that says "OK" is no acceptance either.
  return { kind: 'answered', status: pdu.status || commandStatus.ESME_RUNKNOWNERR, messageId: '' };
}

// The requests of one connection that wait for their answers, and when they have waited long enough.
import type { Clock } from './clock.ts';
import { commandId, maxSequence, type RequestPdu, type ResponsePdu } from './pdu.ts';

export type RequestOutcome =
  | { readonly kind: 'response'; readonly pdu: ResponsePdu }
  /** Nothing of the request left this process. */
  | { readonly kind: 'notWritten' }
  /** Handed to the network, and no answer came in time or before the connection was lost. */
  | { readonly kind: 'noAnswer' };

type OnLate = (pdu: ResponsePdu) => void;

interface Waiting {
  readonly command: RequestPdu['command'];
  readonly deadlineMs: number;
  readonly onLate: OnLate | undefined;
  written: boolean;
  resolve(outcome: RequestOutcome): void;
}

/** A request that timed out; its answer is of use until `untilMs`. */
interface Overdue {
  readonly command: RequestPdu['command'];
  readonly untilMs: number;
  readonly onLate: OnLate;
}

const notWritten: RequestOutcome = { kind: 'notWritten' };
const noAnswer: RequestOutcome = { kind: 'noAnswer' };
/** For how long after its timeout a request is remembered; longer where nothing else times out. */
const lateAnswersMs = 300_000;

export class PendingRequests {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  /** In the order sent, so the first one is the first to time out and one timer does for all. */
  readonly #waiting = new Map<number, Waiting>();
  /** In the order they timed out. Never more than time out within `lateAnswersMs`, which the sender's window bounds. */
  readonly #overdue = new Map<number, Overdue>();
  #unwritten: Waiting[] = [];
  #sequence: number;
  #cancelTimeout: (() => void) | null = null;
  #heldSinceMs: number | null = null;
  #heldMs = 0;

  constructor(clock: Clock, timeoutMs: number, firstSequence = 1) {
    this.#clock = clock;
    this.#timeoutMs = timeoutMs;
    this.#sequence = firstSequence - 1;
  }

  get size(): number {
    return this.#waiting.size;
  }

  /** The number for the next request: SMPP 3.4 §5.1.4, 1 to 0x7FFFFFFF, then from 1 again. */
  nextSequence(): number {
    do this.#sequence = this.#sequence >= maxSequence ? 1 : this.#sequence + 1;
    while (this.#waiting.has(this.#sequence) || this.#overdue.has(this.#sequence));
    return this.#sequence;
  }

  /**
   * Waits for the answer to a request that is on its way out. `onLate` is called with an
   * answer that comes after the timeout, while the connection holds and for 5 min at least.
   */
  add(pdu: RequestPdu, onLate?: OnLate): Promise<RequestOutcome> {
    return new Promise((resolve) => {
      const deadlineMs = this.#runningMs() + this.#timeoutMs;
      const waiting: Waiting = { command: pdu.command, deadlineMs, onLate, written: false, resolve };
      this.#unwritten.push(waiting);
      this.#waiting.set(pdu.sequence, waiting);
      if (this.#cancelTimeout === null) this.#planTimeout(this.#timeoutMs);
    });
  }

  /** All requests so far have been handed to the network. */
  markWritten(): void {
    for (const waiting of this.#unwritten) waiting.written = true;
    this.#unwritten = [];
  }

  /** An answer to nothing we asked is dropped. */
  answer(pdu: ResponsePdu): void {
    const waiting = this.#waiting.get(pdu.sequence);
    const overdue = this.#overdue.get(pdu.sequence);
    if (waiting !== undefined && answers(pdu, waiting)) {
      this.#waiting.delete(pdu.sequence);
      waiting.resolve({ kind: 'response', pdu });
    } else if (overdue !== undefined && answers(pdu, overdue)) {
      this.#overdue.delete(pdu.sequence);
      overdue.onLate(pdu);
    }
  }

  /** Stops the clock while nothing is read: an answer that we do not read is not late. */
  hold(): void {
    this.#heldSinceMs ??= this.#clock.nowMs();
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
  }

  /** Lets the clock go on. */
  release(): void {
    if (this.#heldSinceMs === null) return;
    this.#heldMs += this.#clock.nowMs() - this.#heldSinceMs;
    this.#heldSinceMs = null;
    this.#expire();
  }

  /** The connection is over: settles every request that still waits by how far it came. */
  settle(): void {
    this.#cancelTimeout?.();
    for (const waiting of this.#waiting.values()) waiting.resolve(waiting.written ? noAnswer : notWritten);
    this.#waiting.clear();
    this.#overdue.clear();
    this.#unwritten = [];
  }

  #runningMs(): number {
    return (this.#heldSinceMs ?? this.#clock.nowMs()) - this.#heldMs;
  }

  #planTimeout(delayMs: number): void {
    if (this.#heldSinceMs !== null) return;
    this.#cancelTimeout = this.#clock.after(delayMs, () => this.#expire());
  }

  #expire(): void {
    this.#cancelTimeout = null;
    const nowMs = this.#runningMs();
    this.#deleteOverdue(nowMs);
    for (const [sequence, waiting] of this.#waiting) {
      if (waiting.deadlineMs > nowMs) {
        this.#planTimeout(waiting.deadlineMs - nowMs);
        return;
      }
      this.#waiting.delete(sequence);
      const { command, onLate } = waiting;
      if (onLate !== undefined)
        this.#overdue.set(sequence, { command, untilMs: nowMs + lateAnswersMs, onLate });
      waiting.resolve(noAnswer);
    }
  }

  #deleteOverdue(nowMs: number): void {
    for (const [sequence, { untilMs }] of this.#overdue) {
      if (untilMs > nowMs) return;
      this.#overdue.delete(sequence);
    }
  }
}

function answers(pdu: ResponsePdu, { command }: { readonly command: RequestPdu['command'] }): boolean {
  return (
    pdu.command === 'generic_nack' || commandId[pdu.command] === commandId[command] + commandId.generic_nack
  );
}

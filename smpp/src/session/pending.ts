// Tracks the requests of one connection until they are answered, time out or the connection ends.

import { commandId, maxSequence, type RequestPdu, type ResponsePdu } from '../codec/pdu.ts';
import type { Clock } from './clock.ts';

export type RequestOutcome =
  | { readonly kind: 'response'; readonly pdu: ResponsePdu }
  /** Nothing of the request left this process. */
  | { readonly kind: 'notWritten' }
  /** Written to the network, but no response came in time or before the connection was lost. */
  | { readonly kind: 'noAnswer' };

type OnLate = (pdu: ResponsePdu) => void;

interface Waiting {
  readonly command: RequestPdu['command'];
  readonly deadlineMs: number;
  readonly onLate: OnLate | undefined;
  written: boolean;
  resolve(outcome: RequestOutcome): void;
}

/** A request that timed out; a late response is reported until `untilMs`. */
interface Overdue {
  readonly command: RequestPdu['command'];
  readonly untilMs: number;
  readonly onLate: OnLate;
}

const notWritten: RequestOutcome = { kind: 'notWritten' };
const noAnswer: RequestOutcome = { kind: 'noAnswer' };
/**
 * How long a timed-out request is remembered after its timeout, at least. It is dropped when the next one
 * times out.
 */
const lateAnswersMs = 300_000;

export class PendingRequests {
  readonly #clock: Clock;
  readonly #timeoutMs: number;
  /** In the order sent: the first one times out first, so one timer serves all. */
  readonly #waiting = new Map<number, Waiting>();
  /**
   * In the order they timed out. Bounded by the requests that time out within `lateAnswersMs`, hence by the
   * sender's window.
   */
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

  /** The number of the next request: SMPP 3.4 §5.1.4, 1 to 0x7FFFFFFF, then from 1 again. */
  nextSequence(): number {
    do this.#sequence = this.#sequence >= maxSequence ? 1 : this.#sequence + 1;
    while (this.#waiting.has(this.#sequence) || this.#overdue.has(this.#sequence));
    return this.#sequence;
  }

  /**
   * Waits for the response to a request that is about to be written. `onLate` is called with a response after
   * the timeout, while the connection lasts and for at least 5 min.
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

  /** Marks all requests so far as written to the network. */
  markWritten(): void {
    for (const waiting of this.#unwritten) waiting.written = true;
    this.#unwritten = [];
  }

  /** Settles the request of a response; an unexpected response is dropped. */
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

  /** Stops the timeouts while reading is paused: a response that we do not read is not late. */
  hold(): void {
    this.#heldSinceMs ??= this.#clock.nowMs();
    this.#cancelTimeout?.();
    this.#cancelTimeout = null;
  }

  /** Continues the timeouts. */
  release(): void {
    if (this.#heldSinceMs === null) return;
    this.#heldMs += this.#clock.nowMs() - this.#heldSinceMs;
    this.#heldSinceMs = null;
    this.#expire();
  }

  /** Settles every waiting request when the connection ends: notWritten or noAnswer. */
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

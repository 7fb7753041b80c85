// A timer queue for up to a million items on one timer: a binary heap.
import type { Clock } from '../session/clock.ts';

interface Entry<T> {
  readonly dueMs: number;
  /** The order of adding, which decides between items due at the same time. */
  readonly order: number;
  readonly item: T;
}

function isBefore(a: Entry<unknown>, b: Entry<unknown>): boolean {
  return a.dueMs < b.dueMs || (a.dueMs === b.dueMs && a.order < b.order);
}

/** Calls `onDue` for each item once it is due, the earliest first. */
export class Schedule<T> {
  readonly #clock: Clock;
  readonly #onDue: (item: T) => void;
  readonly #heap: Entry<T>[] = [];
  #added = 0;
  #timerDueMs = Number.POSITIVE_INFINITY;
  #cancelTimer: (() => void) | null = null;

  constructor(clock: Clock, onDue: (item: T) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Adds an item. It never calls `onDue` from within this call. */
  add(dueMs: number, item: T): void {
    const heap = this.#heap;
    const entry = { dueMs, order: this.#added++, item };
    let at = heap.length;
    heap.push(entry);
    while (at > 0) {
      const parent = (at - 1) >> 1;
      if (!isBefore(entry, heap[parent]!)) break;
      heap[at] = heap[parent]!;
      at = parent;
    }
    heap[at] = entry;
    if (dueMs < this.#timerDueMs) this.#arm(dueMs);
  }

  /** Removes and returns the item that is due first. */
  takeFirst(): T | undefined {
    const heap = this.#heap;
    const first = heap[0];
    const last = heap.pop();
    if (first === undefined || last === undefined || first === last) return first?.item;
    let at = 0;
    for (;;) {
      let child = 2 * at + 1;
      if (child >= heap.length) break;
      if (child + 1 < heap.length && isBefore(heap[child + 1]!, heap[child]!)) child++;
      if (isBefore(last, heap[child]!)) break;
      heap[at] = heap[child]!;
      at = child;
    }
    heap[at] = last;
    return first.item;
  }

  /** Removes all items. */
  clear(): void {
    this.#cancelTimer?.();
    this.#heap.length = 0;
    this.#timerDueMs = Number.POSITIVE_INFINITY;
  }

  #arm(dueMs: number): void {
    this.#cancelTimer?.();
    this.#timerDueMs = dueMs;
    this.#cancelTimer = this.#clock.after(Math.max(0, dueMs - this.#clock.nowMs()), () => this.#run());
  }

  #run(): void {
    this.#timerDueMs = Number.POSITIVE_INFINITY;
    const nowMs = this.#clock.nowMs();
    // A system timer may fire up to a millisecond early.
    for (let next = this.#heap[0]; next !== undefined && next.dueMs <= nowMs + 1; next = this.#heap[0]) {
      this.takeFirst();
      this.#onDue(next.item);
    }
    const next = this.#heap[0];
    if (next !== undefined && next.dueMs < this.#timerDueMs) this.#arm(next.dueMs);
  }
}

// The dry runs of this session. A message is sent only if there is a recent one with the same arguments.
import { randomUUID } from 'node:crypto';

/** How long a dry run allows its message to be sent. */
export const VALID_MS = 10 * 60_000;

type DryRunRecord = {
  price: number;
  /** Every attempt to send the message has this key, so a dry run allows one message. */
  idempotencyKey: string;
  atMs: number;
};

export class DryRuns {
  readonly #records = new Map<string, DryRunRecord>();
  readonly #nowMs: () => number;

  constructor(nowMs: () => number = Date.now) {
    this.#nowMs = nowMs;
  }

  /** Stores the dry run of a message. */
  add(message: object, price: number): void {
    for (const [key, { atMs }] of this.#records) if (this.#isOver(atMs)) this.#records.delete(key);
    this.#records.set(keyOf(message), { price, idempotencyKey: randomUUID(), atMs: this.#nowMs() });
  }

  /** Returns the dry run of the same arguments, or null if there is none or it is too old. */
  find(message: object): DryRunRecord | null {
    const record = this.#records.get(keyOf(message));
    return record && !this.#isOver(record.atMs) ? record : null;
  }

  /** Removes the dry run of a message that was sent or refused. */
  remove(message: object): void {
    this.#records.delete(keyOf(message));
  }

  #isOver(atMs: number): boolean {
    const age = this.#nowMs() - atMs;
    return age < 0 || age >= VALID_MS;
  }
}

/** Returns the same text for the same arguments in any order. */
function keyOf(message: object): string {
  return JSON.stringify(
    Object.entries(message)
      .filter(([, value]) => value !== undefined)
      .sort(),
  );
}

// What waits to be told to one page. It stays small whatever happens: of many changes only that they are many is kept.
import type { PublicStatus } from '@godwit/contract/statuses';

/** What to tell now. `refresh` and `balance` make a page ask again, so they come at most every `sumMs`. */
export type ToTell = {
  messages: [string, PublicStatus][];
  refresh: boolean;
  balance: boolean;
  decision: boolean;
};

export type Waiting = {
  /** Adds statuses by message id; null for many. */
  addMessages(changed: ReadonlyMap<string, PublicStatus> | null): void;
  addBalance(): void;
  addDecision(): void;
  isEmpty(): boolean;
  /** Takes out what may be told now. */
  take(): ToTell;
};

// More than these at once are told as "many".
const MAX_NAMED = 50;

/** Makes an empty one. */
export function createWaiting(sumMs: number): Waiting {
  const named = new Map<string, PublicStatus>();
  let many = false;
  let balance = false;
  let decision = false;
  let sumsToldAtMs = -Infinity;

  return {
    addMessages(changed) {
      for (const [id, status] of changed ?? []) named.set(id, status);
      many ||= changed === null || named.size > MAX_NAMED;
      if (many) named.clear();
    },
    addBalance() {
      balance = true;
    },
    addDecision() {
      decision = true;
    },
    isEmpty: () => named.size === 0 && !many && !balance && !decision,
    take() {
      const messages = [...named];
      named.clear();
      const decided = decision;
      decision = false;
      const due = (many || balance) && performance.now() - sumsToldAtMs >= sumMs;
      if (!due) return { messages, refresh: false, balance: false, decision: decided };
      sumsToldAtMs = performance.now();
      const told = { messages, refresh: many, balance, decision: decided };
      many = false;
      balance = false;
      return told;
    },
  };
}

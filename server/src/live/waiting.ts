// What waits to be told to one page. It stays small whatever happens: of many changes only that they are many is kept.
import type { PublicStatus } from '@godwit/contract/statuses';

/** What to tell now. All but `messages` make a page ask again, so they come at most every `sumMs`. */
export type ToTell = {
  messages: [string, PublicStatus][];
  campaigns: string[];
  refresh: boolean;
  balance: boolean;
  decision: boolean;
};

export type Waiting = {
  /** Adds statuses by message id; null for many. */
  addMessages(changed: ReadonlyMap<string, PublicStatus> | null): void;
  /** Adds ids of campaigns; null for many, which make a page ask for everything. */
  addCampaigns(changed: Iterable<string> | null): void;
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
  const campaigns = new Set<string>();
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
    addCampaigns(changed) {
      for (const id of changed ?? []) campaigns.add(id);
      many ||= changed === null || campaigns.size > MAX_NAMED;
      if (many) campaigns.clear();
    },
    addBalance() {
      balance = true;
    },
    addDecision() {
      decision = true;
    },
    isEmpty: () => named.size === 0 && campaigns.size === 0 && !many && !balance && !decision,
    take() {
      const messages = [...named];
      named.clear();
      const decided = decision;
      decision = false;
      const due = (many || balance || campaigns.size > 0) && performance.now() - sumsToldAtMs >= sumMs;
      if (!due) return { messages, campaigns: [], refresh: false, balance: false, decision: decided };
      sumsToldAtMs = performance.now();
      const told = { messages, campaigns: [...campaigns], refresh: many, balance, decision: decided };
      campaigns.clear();
      many = false;
      balance = false;
      return told;
    },
  };
}

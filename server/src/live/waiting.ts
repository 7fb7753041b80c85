// Collects the events waiting for one page. It stays small: many changes are kept only as "many".
import type { PublicStatus } from '@godwit/contract/messages/statuses';

// More than these at once are sent as "many".
const MAX_NAMED = 50;

/**
 * Creates an empty collection. All but messages and decisions make a page reload data, so they come at most
 * every `sumMs` milliseconds.
 */
export function createWaiting(sumMs: number) {
  const named = new Map<string, PublicStatus>();
  const campaigns = new Set<string>();
  let many = false;
  let balance = false;
  let decision = false;
  let sumsSentAtMs = -Infinity;

  return {
    /** Adds statuses by message id; null for many. */
    addMessages(changed: ReadonlyMap<string, PublicStatus> | null) {
      for (const [id, status] of changed ?? []) named.set(id, status);
      many ||= changed === null || named.size > MAX_NAMED;
      if (many) named.clear();
    },
    /** Adds ids of campaigns; null for many, which make a page reload everything. */
    addCampaigns(changed: Iterable<string> | null) {
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
    /** Removes and returns the events that may be sent now. */
    take() {
      const messages = [...named];
      named.clear();
      const decided = decision;
      decision = false;
      const due = (many || balance || campaigns.size > 0) && performance.now() - sumsSentAtMs >= sumMs;
      if (!due) return { messages, campaigns: [], refresh: false, balance: false, decision: decided };
      sumsSentAtMs = performance.now();
      const taken = { messages, campaigns: [...campaigns], refresh: many, balance, decision: decided };
      campaigns.clear();
      many = false;
      balance = false;
      return taken;
    },
  };
}

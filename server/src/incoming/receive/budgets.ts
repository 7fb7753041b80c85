// Rate limits for incoming messages per phone, team and link, so none of them floods the others.

/** A budget: parts per second, and the burst. */
export type Budget = { perSecond: number; burst: number };

/**
 * Takes one from the budget of each key, or nothing if any budget is empty.
 * Keeps the newest `capacity` keys; a forgotten key restarts with a full budget.
 */
export function openBudgets(capacity: number, now: () => number = performance.now.bind(performance)) {
  const known = new Map<string, { left: number; atMs: number }>();

  function leftOf(key: string, { perSecond, burst }: Budget, atMs: number): number {
    const before = known.get(key);
    return before ? Math.min(burst, before.left + ((atMs - before.atMs) / 1000) * perSecond) : burst;
  }

  return (budgets: readonly (readonly [key: string, budget: Budget])[]): boolean => {
    const atMs = now();
    const left = budgets.map(([key, budget]) => leftOf(key, budget, atMs));
    if (left.some((some) => some < 1)) return false;
    for (const [index, [key]] of budgets.entries()) {
      known.delete(key);
      known.set(key, { left: left[index]! - 1, atMs });
      if (known.size > capacity) known.delete(known.keys().next().value as string);
    }
    return true;
  };
}

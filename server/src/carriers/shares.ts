// Sharing out in proportion to weights, over any number of small picks: the one furthest behind its share is next.

export type Shares<Key> = {
  /** The candidate whose turn it is; the first of those that are equally far. Never called with none. */
  next<Candidate extends { key: Key; weight: number }>(candidates: readonly Candidate[]): Candidate;
};

/** Starts sharing out. Keys that were away for a while get nothing for it: they go on where the others are (start-time fair queueing). */
export function openShares<Key>(): Shares<Key> {
  const reached = new Map<Key, number>();
  let now = 0;
  return {
    next(candidates) {
      const startOf = ({ key }: { key: Key }) => Math.max(now, reached.get(key) ?? now);
      const next = candidates.reduce((a, b) => (startOf(b) < startOf(a) ? b : a));
      now = startOf(next);
      reached.set(next.key, now + 1 / next.weight);
      return next;
    },
  };
}

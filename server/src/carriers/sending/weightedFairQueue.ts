// Weighted fair queue (start-time fair queueing): picks in proportion to weights, over any number of small
// picks.

export type WeightedFairQueue<Key> = {
  /**
   * The candidate furthest behind its share, the first of several equal ones. `candidates` must not be empty.
   */
  next<Candidate extends { key: Key; weight: number }>(candidates: readonly Candidate[]): Candidate;
};

/** Starts a weighted fair queue. A key that was absent gains no credit: it continues where the others are. */
export function openWeightedFairQueue<Key>(): WeightedFairQueue<Key> {
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

// A cache for data that every message reads and people change: entries expire by age and by change
// notification.

type Entry<Value> = { value: Promise<Value>; loadedAt: number; loaded?: { value: Value } };

/**
 * Gives the value of a key. With a load of its `own` a caller waits for no other caller's: for a
 * transaction, which may wait for no other connection than its own. No other caller waits for that one
 * either.
 */
export type FreshCache<Value> = {
  (key: string, own?: (key: string) => Promise<Value>): Promise<Value>;
  /**
   * Drops the values that `match`, and all loads in progress, which may have read what was before the
   * change.
   */
  expire(match: (value: Value) => boolean): void;
};

/**
 * Remembers what `load` gives for a key for at most `maxAgeMs`; callers that come together share one load. A
 * change counts from `expire` on; a process that does not hear of it sees it within that age, so a revoked
 * key needs no notification to arrive. The age is monotonic: a clock set back must not keep what is old.
 * @param capacity how many keys are kept; the longest kept goes first.
 */
export function freshCache<Value>(
  load: (key: string) => Promise<Value>,
  {
    maxAgeMs,
    capacity,
    nowMs = () => performance.now(),
  }: { maxAgeMs: number; capacity: number; nowMs?: () => number },
): FreshCache<Value> {
  const entries = new Map<string, Entry<Value>>();
  let expiries = 0;

  function remember(key: string, entry: Entry<Value>) {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
  }

  async function renew(key: string, own?: (key: string) => Promise<Value>): Promise<Value> {
    // The age counts from before the read, so a change during the read is seen a moment later.
    const entry: Entry<Value> = { value: (own ?? load)(key), loadedAt: nowMs() };
    const expiriesBefore = expiries;
    if (!own) remember(key, entry);
    try {
      const value = await entry.value;
      entry.loaded = { value };
      if (own && expiries === expiriesBefore) remember(key, entry);
      return value;
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key);
      throw error;
    }
  }

  // Not async: each API call looks up twice, and cached values need no extra promises.
  const get = (key: string, own?: (key: string) => Promise<Value>): Promise<Value> => {
    const known = entries.get(key);
    const isFresh = known && nowMs() - known.loadedAt < maxAgeMs;
    return isFresh && (known.loaded || !own) ? known.value : renew(key, own);
  };
  return Object.assign(get, {
    expire(match: (value: Value) => boolean) {
      expiries++;
      for (const [key, { loaded }] of entries) if (!loaded || match(loaded.value)) entries.delete(key);
    },
  });
}

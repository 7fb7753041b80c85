// A cache for data that every message reads and people change: entries expire by age and by change
// notification.

type Entry<Value> = { value: Promise<Value>; loadedAt: number; loaded?: { value: Value } };

/**
 * Returns the value of a key. With `own`, the caller loads a value that is not cached by itself and shares no
 * load with others. A transaction needs this, because it must not wait for another connection.
 */
export type FreshCache<Value> = {
  (key: string, own?: (key: string) => Promise<Value>): Promise<Value>;
  /**
   * Drops the values that `match`, and all loads in progress, which may have read the data before the change.
   */
  expire(match: (value: Value) => boolean): void;
};

/**
 * Caches the result of `load` for each key for at most `maxAgeMs`. Simultaneous callers share one load. A
 * change takes effect with `expire`; without a notification, a process sees it within that age, for example a
 * revoked key. The age uses a monotonic clock, so a clock set back does not keep old values.
 * @param capacity the number of keys to keep; the oldest entry is dropped first
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
    // The age counts from before the read, so a change during the read is not cached for longer than
    // `maxAgeMs`.
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

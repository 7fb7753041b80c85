// A cache for what is read on every message but changed by people: never older than a set age, whoever changed it.

type Entry<Value> = { value: Promise<Value>; loadedAt: number; isLoaded: boolean };

/**
 * Gives the value of a key. With a load of its `own`, who asks waits for nobody else's: for a transaction, which may wait for no other
 * connection than its own. Nobody waits for that one either.
 */
export type FreshCache<Value> = (key: string, own?: (key: string) => Promise<Value>) => Promise<Value>;

/**
 * Remembers what `load` gives for a key for at most `maxAgeMs`; callers that come together share one load. Every process
 * sees a change within that age without being told, so a revoked key or a withdrawn verification needs no message to arrive.
 * @param capacity how many keys are kept; the longest kept goes first.
 */
export function freshCache<Value>(
  load: (key: string) => Promise<Value>,
  { maxAgeMs, capacity, now = Date.now }: { maxAgeMs: number; capacity: number; now?: () => number },
): FreshCache<Value> {
  const entries = new Map<string, Entry<Value>>();

  function remember(key: string, entry: Entry<Value>) {
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
  }

  return async (key, own) => {
    const known = entries.get(key);
    const isFresh = known && now() - known.loadedAt < maxAgeMs;
    if (isFresh && (known.isLoaded || !own)) return known.value;

    // The age counts from before the read: what changes while it runs is seen a moment later.
    const entry = { value: (own ?? load)(key), loadedAt: now(), isLoaded: false };
    if (!own) remember(key, entry);
    try {
      const value = await entry.value;
      entry.isLoaded = true;
      if (own) remember(key, entry);
      return value;
    } catch (error) {
      if (entries.get(key) === entry) entries.delete(key);
      throw error;
    }
  };
}

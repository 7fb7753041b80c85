// A cache for what is read on every message but changed by people: never older than a set age, whoever changed it.

type Entry<Value> = { value: Promise<Value>; loadedAt: number };

/**
 * Remembers what `load` gives for a key for at most `maxAgeMs`; callers that come together share one load. Every process
 * sees a change within that age without being told, so a revoked key or a withdrawn verification needs no message to arrive.
 * @param capacity how many keys are kept; the longest kept goes first.
 */
export function freshCache<Value>(
  load: (key: string) => Promise<Value>,
  { maxAgeMs, capacity, now = Date.now }: { maxAgeMs: number; capacity: number; now?: () => number },
): (key: string) => Promise<Value> {
  const entries = new Map<string, Entry<Value>>();

  return (key) => {
    const known = entries.get(key);
    if (known && now() - known.loadedAt < maxAgeMs) return known.value;

    // The age counts from before the read: what changes while it runs is seen a moment later.
    const entry = { value: load(key), loadedAt: now() };
    entries.delete(key);
    entries.set(key, entry);
    if (entries.size > capacity) entries.delete(entries.keys().next().value as string);
    entry.value.catch(() => {
      if (entries.get(key) === entry) entries.delete(key);
    });
    return entry.value;
  };
}

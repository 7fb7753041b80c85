// Records the calls of a callback, for a test to wait for.

export interface Recorder<T> {
  readonly items: readonly T[];
  add(item: T): void;
  /** Resolves with all items once `count` of them match. */
  until(count: number, matches?: (item: T) => boolean): Promise<T[]>;
}

export function recorder<T>(): Recorder<T> {
  const items: T[] = [];
  const checks = new Set<() => void>();
  return {
    items,
    add(item) {
      items.push(item);
      for (const check of checks) check();
    },
    until(count, matches = () => true) {
      return new Promise((resolve) => {
        const check = () => {
          const found = items.filter(matches);
          if (found.length < count) return;
          checks.delete(check);
          resolve(found);
        };
        checks.add(check);
        check();
      });
    },
  };
}

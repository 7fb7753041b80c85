// Group commit: items that arrive together share one transaction and one disk flush.
import { batchCommit, LineFullError } from './batchCommit.ts';

type Waiting<Item, Result> = {
  item: Item;
  sinceMs: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Limits<Item> = {
  maxBatch: number;
  concurrency: number;
  /** The owner of an item. By default all items have the same owner. */
  ownerOf?: (item: Item) => string;
  line?: { maxWaiting: number; maxWaitMs: number };
  now?: () => number;
};

const TOO_MANY = 'The queue for the database is full, so this was not stored; try again';
const TOO_LATE = 'The database did not take this in time, so it was not stored; try again';

/**
 * `add` resolves to the item's own result once its batch is committed; `drained` resolves when nothing is
 * waiting or running.
 */
export type GroupCommit<Item, Result> = { add(item: Item): Promise<Result>; drained(): Promise<void> };

/**
 * Collects items while earlier batches are being committed, and commits up to `maxBatch` items per batch and
 * `concurrency` batches at once. An item never waits for others: if a batch slot is free, it is committed at
 * the end of the event loop turn. Owners take turns with one item each, and are in one batch at a time. So an
 * owner's items keep their order, and an owner with thousands leaves the other slots free. `line` limits the
 * queue; items beyond it are rejected with a LineFullError. If `maxWaiting` items wait, the last item of the
 * owner with the longest queue is rejected instead of the new one, unless the new one's owner has about as
 * many. Items that have waited for `maxWaitMs` are rejected, and so are new items of an owner whose first
 * item has.
 * @param commit takes a batch and returns a result for each item, in order. If it throws, it has changed
 * nothing, and only items that cannot be committed alone reject (see `batchCommit`).
 */
export function groupCommit<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
  {
    maxBatch,
    concurrency,
    ownerOf = () => '',
    line = { maxWaiting: Infinity, maxWaitMs: Infinity },
    now = performance.now.bind(performance),
  }: Limits<Item>,
): GroupCommit<Item, Result> {
  const isLate = (one?: { sinceMs: number }) => one !== undefined && now() - one.sinceMs >= line.maxWaitMs;
  const waiting = waitingByOwner<Waiting<Item, Result>>();
  /** The owners of the batches that are being committed. */
  const inBatch = new Set<string>();
  const lastTaken = { sinceMs: 0 };
  let running = 0;
  let scheduled = false;
  const idle = openIdle(() => running === 0 && waiting.size() === 0);

  function schedule() {
    if (scheduled || waiting.size() === 0 || running >= concurrency) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      for (const late of waiting.dropWhile(isLate)) late.reject(new LineFullError(TOO_LATE));
      while (running < concurrency) {
        const batch = waiting.take(maxBatch, inBatch);
        if (batch.length === 0) break;
        void run(batch);
      }
      idle.settle();
    });
  }

  async function run(batch: Waiting<Item, Result>[]) {
    running++;
    lastTaken.sinceMs = now();
    const items = batch.map(({ item }) => item);
    const owners = new Set(items.map(ownerOf));
    for (const owner of owners) inBatch.add(owner);
    try {
      settle(batch, await batchCommit(items, commit));
    } finally {
      running--;
      for (const owner of owners) inBatch.delete(owner);
      schedule();
      idle.settle();
    }
  }

  return {
    add(item) {
      const owner = ownerOf(item);
      // While the database hangs, no owner's items are accepted.
      const hangs = running >= concurrency && isLate(lastTaken);
      if (
        (waiting.size() > 0 && hangs) ||
        isLate(waiting.firstOf(owner)) ||
        !makePlace(waiting, owner, line.maxWaiting)
      )
        return Promise.reject(new LineFullError(TOO_MANY));
      return new Promise<Result>((resolve, reject) => {
        waiting.add(owner, { item, sinceMs: now(), resolve, reject });
        schedule();
      });
    },
    drained: idle.come,
  };
}

function settle<Item, Result>(
  batch: readonly Waiting<Item, Result>[],
  outcomes: readonly PromiseSettledResult<Result>[],
): void {
  for (const [index, { resolve, reject }] of batch.entries()) {
    const outcome = outcomes[index]!;
    if (outcome.status === 'fulfilled') resolve(outcome.value);
    else reject(outcome.reason);
  }
}

/**
 * Returns whether the queue can take one more item of an owner; if needed it drops the last item of the
 * longest queue.
 */
function makePlace<Item, Result>(
  waiting: ReturnType<typeof waitingByOwner<Waiting<Item, Result>>>,
  owner: string,
  most: number,
): boolean {
  if (waiting.size() === 0 || waiting.size() < most) return true;
  const last = waiting.dropOfLongest(owner);
  last?.reject(new LineFullError(TOO_MANY));
  return last !== null;
}

/** Callers that wait until there is nothing to do. */
function openIdle(isIdle: () => boolean) {
  const waiting: (() => void)[] = [];
  return {
    come: (): Promise<void> =>
      isIdle() ? Promise.resolve() : new Promise((resolve) => waiting.push(resolve)),
    settle(): void {
      if (isIdle()) for (const resolve of waiting.splice(0)) resolve();
    },
  };
}

/** Waiting items, in one queue per owner. The next owner comes first. */
function waitingByOwner<Item>() {
  const lines = new Map<string, Item[]>();
  let size = 0;
  return {
    size: () => size,
    firstOf: (owner: string): Item | undefined => lines.get(owner)?.[0],
    add(owner: string, item: Item): void {
      const line = lines.get(owner);
      if (line) line.push(item);
      else lines.set(owner, [item]);
      size++;
    },
    /** Takes an item of each owner, round robin, up to `most`. */
    take(most: number, except: ReadonlySet<string>): Item[] {
      const turns = new Map([...lines].filter(([owner]) => !except.has(owner)));
      const counts = new Map<string, number>();
      const taken: Item[] = [];
      for (const [owner, line] of turns) {
        if (taken.length === most) break;
        const count = counts.get(owner) ?? 0;
        taken.push(line[count]!);
        // Moves the owner to the end, because it was served last.
        counts.delete(owner);
        counts.set(owner, count + 1);
        turns.delete(owner);
        if (count + 1 < line.length) turns.set(owner, line);
      }
      for (const [owner, count] of counts) {
        const line = lines.get(owner)!;
        line.splice(0, count);
        lines.delete(owner);
        if (line.length > 0) lines.set(owner, line);
      }
      size -= taken.length;
      return taken;
    },
    /** Removes the first items of each queue while `isOver` holds. */
    dropWhile(isOver: (item: Item) => boolean): Item[] {
      const dropped: Item[] = [];
      for (const [owner, line] of lines) {
        const kept = line.findIndex((item) => !isOver(item));
        dropped.push(...line.splice(0, kept === -1 ? line.length : kept));
        if (line.length === 0) lines.delete(owner);
      }
      size -= dropped.length;
      return dropped;
    },
    /**
     * Removes and returns the last item of the longest queue. Null if the queue of `owner` would be as long
     * with one more item.
     */
    dropOfLongest(owner: string): Item | null {
      let [longest, most]: [string, Item[]] = [owner, lines.get(owner) ?? []];
      for (const [other, line] of lines) if (line.length > most.length) [longest, most] = [other, line];
      if (longest === owner || most.length <= (lines.get(owner)?.length ?? 0) + 1) return null;
      size--;
      return most.pop()!;
    },
  };
}

// Group commit: work that arrives together shares one transaction, so that a disk flush pays for many.
import { commitTogether, LineFullError } from './together.ts';

type Waiting<Item, Result> = {
  item: Item;
  sinceMs: number;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

type Limits = {
  maxBatch: number;
  concurrency: number;
  line?: { maxWaiting: number; maxWaitMs: number };
  now?: () => number;
};

const TOO_MANY = 'Too much waits for the database already';
const TOO_LATE = 'It has waited for the database for too long';

/** `add` gives the item's own result once its batch is committed; `drained` resolves when nothing is waiting or running. */
export type GroupCommit<Item, Result> = { add(item: Item): Promise<Result>; drained(): Promise<void> };

/**
 * Collects items while earlier batches are being committed and hands them on, at most `maxBatch` at a time and
 * `concurrency` batches at once. An item never waits for company: with a free slot it leaves at the end of the turn.
 * Where `line` is given, what would make more than `maxWaiting` wait, or wait behind something that has for `maxWaitMs`, is turned away
 * at once with a LineFullError, and so is what has waited that long when its turn comes.
 * @param commit takes a batch and gives a result for each item in order; when it throws it has
 * changed nothing, and only the items that cannot be committed by themselves reject (see `commitTogether`).
 */
export function groupCommit<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
  {
    maxBatch,
    concurrency,
    line = { maxWaiting: Infinity, maxWaitMs: Infinity },
    now = performance.now.bind(performance),
  }: Limits,
): GroupCommit<Item, Result> {
  const isLate = ({ sinceMs }: Waiting<Item, Result>) => now() - sinceMs >= line.maxWaitMs;
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;
  const idle: (() => void)[] = [];

  function schedule() {
    if (scheduled || waiting.length === 0 || running >= concurrency) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (waiting.length > 0 && isLate(waiting[0]!)) waiting.shift()!.reject(new LineFullError(TOO_LATE));
      while (waiting.length > 0 && running < concurrency) void run(waiting.splice(0, maxBatch));
      settleIdle();
    });
  }

  async function run(batch: Waiting<Item, Result>[]) {
    running++;
    try {
      const outcomes = await commitTogether(
        batch.map(({ item }) => item),
        commit,
      );
      for (const [index, { resolve, reject }] of batch.entries()) {
        const outcome = outcomes[index]!;
        if (outcome.status === 'fulfilled') resolve(outcome.value);
        else reject(outcome.reason);
      }
    } finally {
      running--;
      schedule();
      settleIdle();
    }
  }

  function settleIdle() {
    if (running > 0 || waiting.length > 0) return;
    for (const resolve of idle.splice(0)) resolve();
  }

  return {
    add(item) {
      const [first] = waiting;
      if (first && (waiting.length >= line.maxWaiting || isLate(first)))
        return Promise.reject(new LineFullError(TOO_MANY));
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, sinceMs: now(), resolve, reject });
        schedule();
      });
    },
    drained() {
      if (running === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
  };
}

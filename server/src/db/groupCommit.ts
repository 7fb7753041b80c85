// Group commit: work that arrives together shares one transaction, so that a disk flush pays for many.
import { commitTogether } from './together.ts';

type Waiting<Item, Result> = {
  item: Item;
  resolve: (result: Result) => void;
  reject: (error: unknown) => void;
};

/** `add` gives the item's own result once its batch is committed; `drained` resolves when nothing is waiting or running. */
export type GroupCommit<Item, Result> = { add(item: Item): Promise<Result>; drained(): Promise<void> };

/**
 * Collects items while earlier batches are being committed and hands them on, at most `maxBatch` at a time and
 * `concurrency` batches at once. An item never waits for company: with a free slot it leaves at the end of the turn.
 * @param commit takes a batch and gives a result for each item in order; when it throws it has
 * changed nothing, and only the items that cannot be committed by themselves reject (see `commitTogether`).
 */
export function groupCommit<Item, Result>(
  commit: (items: Item[]) => Promise<Result[]>,
  { maxBatch, concurrency }: { maxBatch: number; concurrency: number },
): GroupCommit<Item, Result> {
  const waiting: Waiting<Item, Result>[] = [];
  let running = 0;
  let scheduled = false;
  const idle: (() => void)[] = [];

  function schedule() {
    if (scheduled || waiting.length === 0 || running >= concurrency) return;
    scheduled = true;
    setImmediate(() => {
      scheduled = false;
      while (waiting.length > 0 && running < concurrency) void run(waiting.splice(0, maxBatch));
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
      if (running === 0 && waiting.length === 0) {
        for (const resolve of idle.splice(0)) resolve();
      }
    }
  }

  return {
    add(item) {
      return new Promise<Result>((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        schedule();
      });
    },
    drained() {
      if (running === 0 && waiting.length === 0) return Promise.resolve();
      return new Promise((resolve) => idle.push(resolve));
    },
  };
}

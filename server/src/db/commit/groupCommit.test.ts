import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LineFullError } from './batchCommit.ts';
import { groupCommit } from './groupCommit.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('groupCommit', () => {
  it('resolves each item to its own result and never exceeds its limits, in every order of arrival', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.nat({ max: 3 }), { minLength: 1, maxLength: 60 }),
        fc.integer({ min: 1, max: 7 }),
        fc.integer({ min: 1, max: 3 }),
        async (pauses, maxBatch, concurrency) => {
          let running = 0;
          const commits = groupCommit<number, string>(
            async (items) => {
              running++;
              expect(running).toBeLessThanOrEqual(concurrency);
              expect(items.length).toBeLessThanOrEqual(maxBatch);
              await tick();
              running--;
              return items.map((item) => `result ${item}`);
            },
            { maxBatch, concurrency },
          );
          const results: Promise<string>[] = [];
          for (const [item, pause] of pauses.entries()) {
            results.push(commits.add(item));
            for (let i = 0; i < pause; i++) await tick();
          }
          expect(await Promise.all(results)).toEqual(pauses.map((_, item) => `result ${item}`));
          await commits.drained();
          expect(running).toBe(0);
        },
      ),
    );
  });

  it('shares one commit among what arrives in one event loop turn', async () => {
    const batches: number[] = [];
    const commits = groupCommit<number, number>(
      async (items) => {
        batches.push(items.length);
        return items;
      },
      { maxBatch: 500, concurrency: 2 },
    );
    await Promise.all(Array.from({ length: 50 }, (_, i) => commits.add(i)));
    expect(batches).toEqual([50]);
  });

  it('fails the items of a batch that fails, and no others', async () => {
    const commits = groupCommit<string, string>(
      async ([item]) => {
        if (item === 'bad') throw new Error('no commit');
        return [item!];
      },
      { maxBatch: 1, concurrency: 1 },
    );
    const outcomes = await Promise.allSettled(['good', 'bad', 'good'].map((item) => commits.add(item)));
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  });
});

describe('its line', () => {
  const open = (line: { maxWaiting: number; maxWaitMs: number }) => {
    const at = { ms: 0 };
    const gate = Promise.withResolvers<void>();
    const commits = groupCommit<number, number>(
      async (items) => {
        await gate.promise;
        return items;
      },
      { maxBatch: 1, concurrency: 1, line, now: () => at.ms },
    );
    return { at, gate, commits };
  };

  it('refuses items at once when the queue is full', async () => {
    const { gate, commits } = open({ maxWaiting: 2, maxWaitMs: Infinity });
    const first = commits.add(1);
    await tick();
    const waiting = [commits.add(2), commits.add(3)];
    await expect(commits.add(4)).rejects.toThrow(LineFullError);
    gate.resolve();
    expect(await Promise.all([first, ...waiting])).toEqual([1, 2, 3]);
  });

  it('refuses items that would wait, or have waited, for too long', async () => {
    const { at, gate, commits } = open({ maxWaiting: Infinity, maxWaitMs: 1_000 });
    const first = commits.add(1);
    await tick();
    const late = commits.add(2);
    late.catch(() => {});
    at.ms = 1_000;
    await expect(commits.add(3)).rejects.toThrow(LineFullError);
    gate.resolve();
    await expect(late).rejects.toThrow(LineFullError);
    expect(await first).toBe(1);
    await commits.drained();
    expect(await commits.add(4)).toBe(4);
  });
});

describe('owners of items', () => {
  /** Items begin with their owner's letter. Each batch waits until the test ends it. */
  const open = (limits: { maxBatch: number; concurrency: number; maxWaiting?: number }) => {
    const batches: { items: string[]; end: () => void }[] = [];
    const commits = groupCommit<string, string>(
      async (items) => {
        const gate = Promise.withResolvers<void>();
        batches.push({ items, end: gate.resolve });
        await gate.promise;
        return items;
      },
      {
        ...limits,
        ownerOf: (item) => item[0]!,
        line: { maxWaiting: limits.maxWaiting ?? Infinity, maxWaitMs: Infinity },
      },
    );
    return { commits, batches, add: (...items: string[]) => items.map((item) => commits.add(item)) };
  };

  it('go round robin, an item each, and keep their own order', async () => {
    const { add, batches } = open({ maxBatch: 4, concurrency: 1 });
    const added = add('a1', 'a2', 'a3', 'a4', 'a5', 'a6', 'a7', 'b1', 'c1', 'c2');
    const taken = async (number: number) => {
      await tick();
      await tick();
      batches[number]!.end();
      return batches[number]!.items;
    };
    expect(await taken(0)).toEqual(['a1', 'b1', 'c1', 'a2']);
    // The owner served last comes after the other.
    expect(await taken(1)).toEqual(['c2', 'a3', 'a4', 'a5']);
    expect(await taken(2)).toEqual(['a6', 'a7']);
    await Promise.all(added);
  });

  it('are in one batch at a time, so that another slot is left to others', async () => {
    const { add, batches, commits } = open({ maxBatch: 2, concurrency: 2 });
    const added = add('a1', 'a2', 'a3');
    await tick();
    added.push(...add('b1'));
    await tick();
    expect(batches.map(({ items }) => items)).toEqual([['a1', 'a2'], ['b1']]);
    batches[1]!.end();
    await tick();
    expect(batches).toHaveLength(2);
    batches[0]!.end();
    await tick();
    await tick();
    expect(batches[2]!.items).toEqual(['a3']);
    batches[2]!.end();
    await Promise.all(added);
    await commits.drained();
  });

  it('do not fill the line for others', async () => {
    const { add, batches } = open({ maxBatch: 1, concurrency: 1, maxWaiting: 3 });
    const [running] = add('a1');
    await tick();
    const [, , last] = add('a2', 'a3', 'a4');
    const [full] = add('a5');
    await expect(full).rejects.toThrow(LineFullError);
    add('b1');
    await expect(last).rejects.toThrow(LineFullError);
    // Two items for each owner would be no fairer.
    await expect(add('b2')[0]).rejects.toThrow(LineFullError);
    batches[0]!.end();
    await running;
  });
});

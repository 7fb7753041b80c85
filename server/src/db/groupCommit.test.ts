import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groupCommit } from './groupCommit.ts';
import { LineFullError } from './together.ts';

const tick = () => new Promise((resolve) => setImmediate(resolve));

describe('groupCommit', () => {
  it('gives each item its own result and never exceeds its limits, whatever comes when', async () => {
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

  it('shares one commit among what arrives in one turn', async () => {
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

  it('turns away at once what would make it too long', async () => {
    const { gate, commits } = open({ maxWaiting: 2, maxWaitMs: Infinity });
    const first = commits.add(1);
    await tick();
    const waiting = [commits.add(2), commits.add(3)];
    await expect(commits.add(4)).rejects.toThrow(LineFullError);
    gate.resolve();
    expect(await Promise.all([first, ...waiting])).toEqual([1, 2, 3]);
  });

  it('turns away what would wait, and what has waited, for too long', async () => {
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

import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { openFairScheduler } from './fairScheduler.ts';

/** A queue whose tasks record their start, in order, and end when the test ends them. */
function openLine(limits: { atOnce: number; waitMs?: number }) {
  const runFairly = openFairScheduler({ busy: 'Busy.', waitMs: 60_000, ...limits });
  const started: string[] = [];
  const ends = new Map<string, () => void>();
  const outcomes = new Map<string, Promise<unknown>>();
  return {
    started,
    add(name: string) {
      const work = () => {
        started.push(name);
        return new Promise<string>((resolve) => ends.set(name, () => resolve(name)));
      };
      outcomes.set(name, runFairly(name[0]!, work));
    },
    async end(name: string) {
      await nextTurn();
      ends.get(name)!();
      expect(await outcomes.get(name)).toBe(name);
    },
    outcome: (name: string) => outcomes.get(name),
  };
}

describe('fair scheduling of tasks', () => {
  it('runs a few at a time, and one per team', async () => {
    const line = openLine({ atOnce: 2 });
    for (const name of ['a1', 'a2', 'a3', 'b1', 'c1']) line.add(name);
    await nextTurn();
    expect(line.started).toEqual(['a1', 'b1']);
    await line.end('b1');
    await nextTurn();
    expect(line.started).toEqual(['a1', 'b1', 'c1']);
    await line.end('c1');
    await nextTurn();
    expect(line.started).toEqual(['a1', 'b1', 'c1']);
    await line.end('a1');
    await nextTurn();
    expect(line.started.at(-1)).toBe('a2');
  });

  it('alternates between teams, however much one of them has', async () => {
    const line = openLine({ atOnce: 1 });
    for (const name of ['a1', 'a2', 'a3', 'a4', 'b1', 'b2', 'c1']) line.add(name);
    for (const name of ['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']) await line.end(name);
    expect(line.started).toEqual(['a1', 'b1', 'c1', 'a2', 'b2', 'a3', 'a4']);
  });

  it('frees its slot when it fails', async () => {
    const runFairly = openFairScheduler({ busy: 'Busy.', atOnce: 1, waitMs: 60_000 });
    await expect(runFairly('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    expect(await runFairly('a', async () => 'yes')).toBe('yes');
  });

  it('refuses a task that waits too long, and never runs it', async () => {
    const line = openLine({ atOnce: 1, waitMs: 1 });
    for (const name of ['a1', 'a2', 'b1']) line.add(name);
    expect(await line.outcome('b1')).toMatchObject({ refused: 'unavailable', retryAfterSeconds: 30 });
    // A wait behind its own team's task is never refused, however long it is.
    await line.end('a1');
    await line.end('a2');
    expect(line.started).toEqual(['a1', 'a2']);
  });
});

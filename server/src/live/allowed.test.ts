import { expect, it } from 'vitest';
import { allowTogether, type Reader } from './allowed.ts';

const reader = (sessionId: string): Reader => ({ sessionId, teamId: 'team' });
const [one, two, three] = [reader('1'), reader('2'), reader('3')];

function openAllowed() {
  let now = 0;
  const asked: string[][] = [];
  const gone = new Set<string>();
  const allowed = allowTogether(
    async (readers) => {
      asked.push(readers.map(({ sessionId }) => sessionId));
      if (gone.has('database')) throw new Error('gone');
      return readers.map(({ sessionId }) => !gone.has(sessionId));
    },
    { forMs: 1_000, now: () => now },
  );
  const pass = (ms: number) => {
    now += ms;
  };
  return { allowed, asked, gone, pass };
}

it('looks up all readers at once, and again when the result has expired', async () => {
  const { allowed, asked, gone, pass } = openAllowed();
  const checks = [one, two, two].map((who) => allowed.enter(who));
  const ask = () => Promise.all(checks.map(({ isAllowed }) => isAllowed()));
  expect(await ask()).toEqual([true, true, true]);
  gone.add('2');
  pass(999);
  expect(await ask()).toEqual([true, true, true]);
  pass(1);
  expect(await ask()).toEqual([true, false, false]);
  expect(asked).toEqual([
    ['1', '2'],
    ['1', '2'],
  ]);
});

it('allows a reader that has just entered, and does not look up one that has left', async () => {
  const { allowed, asked, gone, pass } = openAllowed();
  const first = allowed.enter(one);
  expect(await first.isAllowed()).toBe(true);
  gone.add('3');
  const [second, third] = [allowed.enter(two), allowed.enter(three)];
  expect(await third.isAllowed()).toBe(true);
  second.leave();
  pass(1_000);
  expect(await third.isAllowed()).toBe(false);
  expect(asked).toEqual([['1'], ['1', '3']]);
});

it('repeats a look-up that failed', async () => {
  const { allowed, gone } = openAllowed();
  const { isAllowed } = allowed.enter(one);
  gone.add('database');
  await expect(isAllowed()).rejects.toThrow('gone');
  gone.clear();
  expect(await isAllowed()).toBe(true);
});

import { expect, it, onTestFinished, vi } from 'vitest';
import { freshCache } from './freshCache.ts';

const at = { ms: 0 };
const open = (load: (key: string) => Promise<string>, capacity = 10) =>
  freshCache(load, { maxAgeMs: 500, capacity, nowMs: () => at.ms });

it('loads again once its value is too old, and not before', async () => {
  let loads = 0;
  const get = open(async (key) => `${key} ${++loads}`);
  expect(await get('a')).toBe('a 1');
  at.ms += 499;
  expect(await get('a')).toBe('a 1');
  at.ms += 1;
  expect(await get('a')).toBe('a 2');
});

it('also loads again when the clock was set back', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'performance'] });
  onTestFinished(() => void vi.useRealTimers());
  let loads = 0;
  const get = freshCache(async () => ++loads, { maxAgeMs: 500, capacity: 1 });
  expect(await get('a')).toBe(1);
  vi.advanceTimersByTime(500);
  vi.setSystemTime(Date.now() - 3_600_000);
  expect(await get('a')).toBe(2);
});

it('shares one load among those who come together', async () => {
  let loads = 0;
  const get = open(async () => String(++loads));
  expect(await Promise.all([get('a'), get('a'), get('a')])).toEqual(['1', '1', '1']);
});

it('does not keep a failure', async () => {
  let fail = true;
  const get = open(async () => {
    if (fail) throw new Error('the database is away');
    return 'here';
  });
  await expect(get('a')).rejects.toThrow('away');
  fail = false;
  expect(await get('a')).toBe('here');
});

it('keeps no more keys than its capacity', async () => {
  let loads = 0;
  const get = open(async () => String(++loads), 2);
  for (const key of ['a', 'b', 'c', 'a']) await get(key);
  expect(loads).toBe(4);
});

it('loads expired values again, and no others', async () => {
  let loads = 0;
  const get = open(async (key) => `${key} ${++loads}`);
  await get('a');
  await get('b');
  get.expire((value) => value.startsWith('a'));
  expect(await Promise.all([get('a'), get('b')])).toEqual(['a 3', 'b 2']);
});

it('keeps nothing that was read before a change and comes after it', async () => {
  const shared = Promise.withResolvers<string>();
  const own = Promise.withResolvers<string>();
  let value = shared.promise;
  const get = open(() => value);
  const [first, second] = [get('a'), get('b', () => own.promise)];
  get.expire(() => false);
  value = Promise.resolve('new');
  shared.resolve('old');
  own.resolve('old');
  expect(await Promise.all([first, second])).toEqual(['old', 'old']);
  expect(await Promise.all([get('a'), get('b')])).toEqual(['new', 'new']);
});

it('lets who loads by its own means wait for no other load, and remembers what it got', async () => {
  const slow = Promise.withResolvers<string>();
  const get = open(() => slow.promise);
  const first = get('a');
  expect(await get('a', async () => 'own')).toBe('own');
  expect(await get('a')).toBe('own');
  slow.resolve('slow');
  expect(await first).toBe('slow');
});

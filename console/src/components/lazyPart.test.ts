// @vitest-environment jsdom
// Lazy components load with retries.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { loadWithRetries } from './lazyPart.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** Returns a loader that fails the given number of times, then succeeds. */
function partThatFails(times: number) {
  const load = vi.fn(async () => 'part');
  for (let failed = 0; failed < times; failed++) load.mockRejectedValueOnce(new TypeError('404'));
  return load;
}

test('retries a component until the restarted server has it', async () => {
  const load = partThatFails(4);
  const part = loadWithRetries(load);
  await vi.runAllTimersAsync();
  expect([await part, load.mock.calls.length]).toEqual(['part', 5]);
});

test('gives up after six tries', async () => {
  const load = partThatFails(100);
  const failed = expect(loadWithRetries(load)).rejects.toThrow('404');
  await vi.runAllTimersAsync();
  await failed;
  expect(load).toHaveBeenCalledTimes(6);
});

test('waits for a connection while offline', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = partThatFails(1);
  const part = loadWithRetries(load);
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledOnce();
  dispatchEvent(new Event('online'));
  expect(await part).toBe('part');
});

// @vitest-environment jsdom
// Parts of a page that do not come at once.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { bySeveralTries } from './later.ts';

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
});

/** What comes once it has failed so often. */
function partThatFails(times: number) {
  const load = vi.fn(async () => 'part');
  for (let failed = 0; failed < times; failed++) load.mockRejectedValueOnce(new TypeError('404'));
  return load;
}

test('a part is asked for again until a server that is started again has it', async () => {
  const load = partThatFails(4);
  const part = bySeveralTries(load);
  await vi.runAllTimersAsync();
  expect([await part, load.mock.calls.length]).toEqual(['part', 5]);
});

test('one that never comes fails after some tries', async () => {
  const load = partThatFails(100);
  const failed = expect(bySeveralTries(load)).rejects.toThrow('404');
  await vi.runAllTimersAsync();
  await failed;
  expect(load).toHaveBeenCalledTimes(6);
});

test('without a connection it waits for one', async () => {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
  const load = partThatFails(1);
  const part = bySeveralTries(load);
  await vi.runAllTimersAsync();
  expect(load).toHaveBeenCalledOnce();
  dispatchEvent(new Event('online'));
  expect(await part).toBe('part');
});

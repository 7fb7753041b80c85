// @vitest-environment jsdom
// An action that is pressed several times.
import { act, createElement } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { queryClient } from '../../api/queryClient.ts';
import { useAction } from './useSubmit.ts';

vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);

/** An action of a button, whose calls the test ends. */
function setUp({ once = false } = {}) {
  const calls: (PromiseWithResolvers<void> & { value: string })[] = [];
  const refused: unknown[] = [];
  let shown: ReturnType<typeof useAction<string>> | undefined;
  function Shown() {
    shown = useAction({
      call: (value: string) => {
        calls.push({ ...Promise.withResolvers<void>(), value });
        return calls.at(-1)!.promise;
      },
      onError: (error) => refused.push(error) > 0,
      once,
    });
    return null;
  }
  const root = createRoot(document.createElement('div'));
  act(() => root.render(createElement(Shown)));
  const press = (...values: string[]) =>
    act(async () => {
      for (const value of values) shown?.run(value);
    });
  const becomes = (busy: boolean) => act(() => vi.waitFor(() => expect(shown?.busy).toBe(busy)));
  return { calls, refused, press, becomes, leave: () => act(() => root.unmount()) };
}

it('runs once, however often it is pressed before the next render, and again after it has ended', async () => {
  const { calls, press, becomes } = setUp();
  await press('first', 'second');
  await becomes(true);
  await press('third');
  expect(calls.map(({ value }) => value)).toEqual(['first']);
  calls[0]?.resolve();
  await becomes(false);
  await press('fourth');
  expect(calls.map(({ value }) => value)).toEqual(['first', 'fourth']);
});

it('reports a refusal and can run again', async () => {
  const { calls, refused, press, becomes } = setUp({ once: true });
  await press('first');
  await becomes(true);
  calls[0]?.reject('no');
  await becomes(false);
  expect(refused).toEqual(['no']);
  await press('second');
  expect(calls).toHaveLength(2);
});

it('stays busy after a success if its control disappears', async () => {
  const { calls, press, becomes } = setUp({ once: true });
  await press('first');
  calls[0]?.resolve();
  await becomes(true);
  await press('second');
  expect(calls).toHaveLength(1);
});

it('drops its input, such as passwords, when its component is unmounted', async () => {
  const { calls, press, becomes, leave } = setUp();
  await press('secret');
  calls[0]?.resolve();
  await becomes(false);
  leave();
  const secrets = () =>
    queryClient
      .getMutationCache()
      .getAll()
      .filter(({ state }) => state.variables === 'secret');
  await vi.waitFor(() => expect(secrets()).toEqual([]));
});

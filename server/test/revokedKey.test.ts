// S24 with the whole service: a key revoked in one process fails in every other within a second.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Project } from '@godwit/contract/projects';
import { expect, it } from 'vitest';
import { basicOf, openAccount } from './client.ts';
import { serviceFolder } from './process.ts';

const { start } = serviceFolder();
const WITHIN_MS = 1_000;

it('fails within a second in two processes, while the new one works in both', async () => {
  const first = await start();
  const second = await start();
  const { project, authorization, call } = await openAccount(first.url);
  const statusOf = async (url: string, key: string) =>
    (await fetch(`${url}/v1/messages/${project.id}`, { headers: { authorization: key } })).status;
  // The message does not exist: a valid key gets 404.
  const works = async (url: string, key: string) => (await statusOf(url, key)) === 404;

  let revokedAtMs = Number.POSITIVE_INFINITY;
  /**
   * Calls without a pause until the key fails; returns how long after the revocation it last worked, in ms.
   */
  const untilItFails = async (url: string) => {
    for (let lastMs = Number.NEGATIVE_INFINITY; ; ) {
      const calledMs = performance.now();
      const status = await statusOf(url, authorization.LIVE);
      if (status === 401) return lastMs;
      expect(status).toBe(404);
      lastMs = calledMs - revokedAtMs;
      expect(lastMs).toBeLessThan(WITHIN_MS);
      await nextTurn();
    }
  };

  // Both have cached the key, and keep being called while it is revoked.
  expect(await Promise.all([first, second].map(({ url }) => works(url, authorization.LIVE)))).toEqual([
    true,
    true,
  ]);
  const failing = Promise.all([first, second].map(({ url }) => untilItFails(url)));
  const { api_key_live } = await call<Project>('POST', `/v1/web/projects/${project.id}/update_keys`, {
    mode: 'LIVE',
  });
  revokedAtMs = performance.now();
  const fresh = basicOf(project.id, api_key_live);
  expect(await Promise.all([first, second].map(({ url }) => works(url, fresh)))).toEqual([true, true]);
  for (const lastMs of await failing) expect(lastMs).toBeLessThan(WITHIN_MS);
  // The key of the other mode is unaffected.
  expect(await Promise.all([first, second].map(({ url }) => works(url, authorization.TEST)))).toEqual([
    true,
    true,
  ]);
});

// S24 with the whole service: a key that is revoked in one process fails in every other within a second.
import { setImmediate as turn } from 'node:timers/promises';
import type { Project } from '@godwit/contract/projects';
import { expect, it } from 'vitest';
import { basicOf, openAccount } from './client.ts';
import { serviceFolder } from './process.ts';

const { start } = serviceFolder();
const WITHIN_MS = 1_000;

it('fails within a second in two processes, while the new one works in both', {
  timeout: 60_000,
}, async () => {
  const first = await start();
  const second = await start();
  const { project, authorization, call } = await openAccount(first.url);
  const ask = async (url: string, key: string) =>
    (await fetch(`${url}/v1/messages/${project.id}`, { headers: { authorization: key } })).status;
  // The message is none: with a key that works the answer is 404.
  const works = async (url: string, key: string) => (await ask(url, key)) === 404;

  let revokedAtMs = Number.POSITIVE_INFINITY;
  /** Asks without a pause until the key fails; returns how long after the revocation it last worked. */
  const untilItFails = async (url: string) => {
    for (let lastMs = Number.NEGATIVE_INFINITY; ; ) {
      const askedMs = performance.now();
      const status = await ask(url, authorization.LIVE);
      if (status === 401) return lastMs;
      expect(status).toBe(404);
      lastMs = askedMs - revokedAtMs;
      expect(lastMs).toBeLessThan(WITHIN_MS);
      await turn();
    }
  };

  // Both know the key by now, and go on asking while it is revoked.
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
  // The other mode's key is untouched.
  expect(await Promise.all([first, second].map(({ url }) => works(url, authorization.TEST)))).toEqual([
    true,
    true,
  ]);
});

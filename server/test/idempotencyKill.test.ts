// Sends copies of the same requests at once and kills the server during them: each key has one message. By
// hand, the full test: COPIES=200 KEYS=500 KILLS=4.
import type { SmsObject } from '@godwit/contract/messages/messages';
import { expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { serviceFolder } from './process.ts';

const COPIES = Number(process.env.COPIES ?? 10);
const KEYS = Number(process.env.KEYS ?? 30);
const KILLS = Number(process.env.KILLS ?? 1);
/** Requests in flight at a time. */
const AT_ONCE = 100;
const { start } = serviceFolder();

it('copies of a request create one message, whatever is killed', { timeout: 1_200_000 }, async () => {
  const first = await start();
  const { authorization } = await openAccount(first.url);
  let service = first;
  let url = Promise.resolve(service.url);
  const ids = Array.from({ length: KEYS }, () => new Set<string>());
  let answered = 0;
  let onKill = Promise.withResolvers<void>();
  const every = (COPIES * KEYS) / (KILLS + 1);

  /** Sends until it is accepted. */
  async function sendUntilAccepted(key: number): Promise<void> {
    const body = JSON.stringify({ to: '+94771234567', from: 'SANDBOX', body: `Order ${key}` });
    for (;;) {
      const headers = {
        authorization: authorization.TEST,
        'content-type': 'application/json',
        'idempotency-key': `order ${key}`,
      };
      const answer = await fetch(`${await url}/v1/messages`, { method: 'POST', headers, body }).catch(
        () => null,
      );
      if (answer?.status === 201) {
        ids[key]!.add(((await answer.json()) as SmsObject).id);
        break;
      }
      // A copy of it is being answered, or the server is away.
      await answer?.arrayBuffer();
      if (answer) expect([409, 503]).toContain(answer.status);
      await new Promise(setImmediate);
    }
    if (++answered % every < 1) onKill.resolve();
  }

  const waiting = Array.from({ length: COPIES * KEYS }, (_, i) => i % KEYS);
  const asking = Promise.all(
    Array.from({ length: AT_ONCE }, async () => {
      for (let key = waiting.pop(); key !== undefined; key = waiting.pop()) await sendUntilAccepted(key);
    }),
  );
  for (let kill = 0; kill < KILLS; kill++) {
    await onKill.promise;
    onKill = Promise.withResolvers();
    const next = Promise.withResolvers<string>();
    url = next.promise;
    service.process.kill('SIGKILL');
    await service.exited;
    service = await start();
    next.resolve(service.url);
  }
  await asking;
  expect(ids.map(({ size }) => size)).toEqual(Array(KEYS).fill(1));
  const log = await fetch(`${await url}/v1/messages?page_num=1&page_size=1&sort_order=ASC`, {
    headers: { authorization: authorization.TEST },
  });
  expect(await log.json()).toMatchObject({ total_results: KEYS });
});

// `godwit top` in a terminal and in a pipe.
import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import type { Runtime } from '../runtime.ts';
import { top } from './top.ts';

const t = await testApp();
const runtime = t.services as Runtime;

it('shows the queue once where nobody watches', async () => {
  const { authorization } = await makeSender(t);
  await t.services.pool.query(
    `insert into processes (id, host, version, roles, started_at, accepted_rate, refused_rate)
     values (gen_random_uuid(), 'node-a', '1.2.3', '{web,send}', now(), 0, 0)`,
  );
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: authorization.TEST },
    payload: { to: '+94770000001', from: 'SANDBOX', body: 'One' },
  });
  expect(answer.statusCode).toBe(201);
  const { text, data } = await top(runtime, { to: { isTTY: false } as NodeJS.WriteStream });
  expect(text).toMatch(/^TEST +API +1 +1 +\d+ s$/m);
  expect(text).toMatch(/^node-a +web,send +1\.2\.3 +\d+ s +now$/m);
  expect(text).toMatch(/ledger not checked yet/);
  expect(data.figures).toMatchObject({ standbys: { connected: 0, lag_bytes: null } });
});

it('keeps to the size of a terminal, shows that the database is away, and ends at q', async () => {
  const keys = Object.assign(new EventEmitter(), {
    pause: () => keys,
    resume: () => keys,
    setRawMode(isRaw: boolean) {
      raw.push(isRaw);
      return keys;
    },
  });
  const raw: boolean[] = [];
  const written: string[] = [];
  const isShown = Promise.withResolvers<void>();
  const to = {
    isTTY: true,
    columns: 40,
    rows: 5,
    write: (text: string) => {
      written.push(text);
      if (written.length === 2) isShown.resolve();
      return true;
    },
  };
  const ended = top(runtime, { to, keys: keys as unknown as NodeJS.ReadStream });
  await isShown.promise;
  keys.emit('data', Buffer.from('q'));
  expect(await ended).toEqual({ text: '', data: {} });
  const lines = written[1]!.replace('\x1b[H\x1b[J', '').split('\n');
  expect(lines).toHaveLength(5);
  expect(lines[0]).toMatch(/^godwit top /);
  expect(lines[4]).toMatch(/^and \d+ more lines$/);
  expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(40);
  // The shell's screen and its way to read keys are back.
  expect(written.at(-1)).toBe('\x1b[?25h\x1b[?1049l');
  expect(raw).toEqual([true, false]);

  const away = { ...runtime, pool: { query: () => Promise.reject(new Error('it is away')) } } as never;
  written.length = 0;
  const isTold = Promise.withResolvers<void>();
  const told = {
    ...to,
    write(text: string) {
      if (/it is away/.test(text)) isTold.resolve();
      return true;
    },
  };
  const again = top(away, { to: told, keys: keys as unknown as NodeJS.ReadStream });
  await isTold.promise;
  keys.emit('data', Buffer.from('\x03'));
  await again;
});

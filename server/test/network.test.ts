// A network that the command line imports while two processes run: both use it, and so does a later start.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { afterAll, expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { serviceFolder } from './process.ts';
import { throwawayFolder } from './throwaway.ts';

const bound = new Set<ServerConnection>();
const taken: string[] = [];
const carrier = await listenSmpp({
  host: '127.0.0.1',
  port: 0,
  authenticate: () => 0,
  onSubmit(pdu, { systemId }) {
    taken.push(`${systemId} ${pdu.destinationAddr}`);
    return { status: 0, messageId: String(taken.length) };
  },
  onBound: (connection) => bound.add(connection),
  onUnbound: (connection) => bound.delete(connection),
  onError: () => {},
});
afterAll(() => carrier.close());

const file = join(throwawayFolder(), 'network.json');
const link = (id: string, more: object = {}) => ({
  ...{ id, host: '127.0.0.1', port: carrier.port, system_id: id, password: 'practice', sessions: 2 },
  ...more,
});
const write = (network: object) => writeFileSync(file, JSON.stringify(network));
const { start, godwit, fails, withDatabase } = serviceFolder();
const boundAs = (id: string) => [...bound].filter(({ systemId }) => systemId === id);

it('is used by every process, also after a restart', { timeout: 240_000 }, async () => {
  const service = await start();
  const sender = await start(undefined, { roles: 'send' });
  const { email, project, authorization } = await openAccount(service.url);
  await godwit('team', 'verify', email);
  await godwit('team', 'credit', email, '1000', 'for the test');
  await godwit('sender', 'add', project.id, 'Lanka Shop');
  const send = async (url: string, to: string) => {
    const answer = await fetch(`${url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: authorization.LIVE, 'content-type': 'application/json' },
      body: JSON.stringify({ to, from: 'Lanka Shop', body: 'Hello' }),
    });
    return answer.status;
  };
  const inUse = async (version: number) =>
    withDatabase(async (pool) => {
      const { rows } = await pool.query('select network_version as version from processes');
      return rows.length === 2 && rows.every((row) => row.version === version);
    });

  write([link('first', { routes: [{ prefix: '94' }] })]);
  expect(await godwit('network', 'import', file, 'The first carrier')).toMatchObject({ version: 1 });
  await waitFor(() => inUse(1), { timeoutMs: 20_000 });
  await waitFor(async () => boundAs('first').length === 2, { timeoutMs: 20_000 });
  expect(await send(service.url, '+61412345678')).toBe(503);
  expect(await send(service.url, '+94771234567')).toBe(201);
  await waitFor(async () => taken.includes('first 94771234567'), { timeoutMs: 20_000 });

  const kept = boundAs('first');
  const rule = { name: 'abroad', when: { prefixes: ['61'] }, links: [{ link: 'second' }] };
  write({
    links: [link('first', { routes: [{ prefix: '94' }] }), link('second', { routes: [] })],
    routes: [rule],
  });
  expect(await godwit('network', 'import', file, 'Abroad too')).toMatchObject({ version: 2 });
  await waitFor(() => inUse(2), { timeoutMs: 20_000 });
  expect(await send(service.url, '+61412345678')).toBe(201);
  await waitFor(async () => taken.includes('second 61412345678'), { timeoutMs: 20_000 });
  expect(boundAs('first')).toEqual(kept);

  write([link('first', { password: 'far too long' })]);
  const said = await fails('network', 'import', file, 'Wrong');
  expect(said).toContain('[0].password of link first');
  expect(said).not.toContain('far too long');

  for (const one of [service, sender]) one.process.kill('SIGTERM');
  await Promise.all([service.exited, sender.exited]);
  const again = await start();
  expect(await send(again.url, '+61412345679')).toBe(201);
  await waitFor(async () => taken.includes('second 61412345679'), { timeoutMs: 20_000 });
});

// SIGHUP, and a changed file without it: an error in CARRIERS_FILE does not stop the service, and new routes
// and rules apply to accept, too.
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

const carriersFile = join(throwawayFolder(), 'carriers.json');
const linkTo = (prefix: string) => ({
  id: `to-${prefix}`,
  host: '127.0.0.1',
  port: carrier.port,
  system_id: prefix,
  password: 'practice',
  routes: [{ prefix }],
});
const write = (...links: object[]) => writeFileSync(carriersFile, JSON.stringify(links));
write(linkTo('94'));
const { start, godwit } = serviceFolder({ CARRIERS_FILE: carriersFile });
const sessions = () => [...bound].map(({ systemId }) => systemId).sort();

it('reloads the links, all or nothing', async () => {
  const service = await start();
  const { email, project, authorization } = await openAccount(service.url);
  await godwit('team', 'verify', email);
  await godwit('team', 'credit', email, '1000', 'for the test');
  await godwit('sender', 'add', project.id, 'Lanka Shop');
  const send = async (to: string) => {
    const answer = await fetch(`${service.url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: authorization.LIVE, 'content-type': 'application/json' },
      body: JSON.stringify({ to, from: 'Lanka Shop', body: 'Hello' }),
    });
    return [answer.status, ((await answer.json()) as { code?: number }).code];
  };
  expect(await send('+61412345678')).toEqual([503, 1014]);

  const logged = (what: string) =>
    waitFor(async () => service.lines.some((line) => line.includes(what)), { what, timeoutMs: 20_000 });
  writeFileSync(carriersFile, '[\n  { "id": "to-94", }\n]');
  service.process.kill('SIGHUP');
  await logged('is not JSON: line 2, column');
  // A link of that name would replace the one of TEST.
  write({ ...linkTo('94'), id: 'simulator-test' });
  service.process.kill('SIGHUP');
  await logged('[0].id of link simulator-test: ');
  expect(await send('+94770000003')).toEqual([201, undefined]);
  await waitFor(async () => taken.includes('94 94770000003'));

  write(linkTo('94'), linkTo('61'));
  for (let i = 0; i < 3; i++) service.process.kill('SIGHUP');
  await waitFor(async () => (await send('+61412345678'))[0] === 201, { timeoutMs: 20_000 });
  await waitFor(async () => taken.includes('61 61412345678'));
  // Without a signal: the change of the file is detected.
  write(linkTo('61'));
  await waitFor(async () => sessions().join() === '61', { timeoutMs: 20_000 });

  const rule = { name: 'australia', when: { countries: ['AU'] }, links: [{ link: 'to-94' }] };
  const links = [linkTo('61'), { ...linkTo('94'), routes: [] }];
  writeFileSync(carriersFile, JSON.stringify({ links, routes: [rule] }));
  await waitFor(async () => sessions().join() === '61,94', { timeoutMs: 20_000 });
  expect(await send('+61412345679')).toEqual([201, undefined]);
  await waitFor(async () => taken.includes('94 61412345679'), { what: 'the link of the rule' });
  expect(taken).not.toContain('61 61412345679');
  expect(await send('+94770000003')).toEqual([503, 1014]);

  service.process.kill('SIGTERM');
  expect(await service.exited).toEqual([0, null]);
  expect(sessions()).toEqual([]);
});

it('applies a limit, a support address and a log level of the settings file, and keeps all of them if one is wrong', async () => {
  const settingsFile = join(throwawayFolder(), 'godwit.env');
  writeFileSync(settingsFile, 'SUPPORT_EMAIL=old@example.com\n');
  const service = await start(undefined, { settingsFile });
  const { authorization } = await openAccount(service.url);
  const support = async () => {
    const answer = await fetch(`${service.url}/v1/web/generic/support`);
    return ((await answer.json()) as { email: string }).email;
  };
  const call = () =>
    fetch(`${service.url}/v1/messages?limit=1`, { headers: { authorization: authorization.TEST } });
  const logged = (what: string) =>
    waitFor(async () => service.lines.some((line) => line.includes(what)), { what, timeoutMs: 20_000 });
  expect([await support(), (await call()).headers.get('ratelimit-policy')]).toEqual([
    'old@example.com',
    null,
  ]);

  writeFileSync(settingsFile, 'SUPPORT_EMAIL=new@example.com\nLIMIT_API=1/3600\nSUPPORT_URL=nowhere\n');
  service.process.kill('SIGHUP');
  await logged('Settings are not applied');
  expect([await support(), (await call()).status]).toEqual(['old@example.com', 200]);

  writeFileSync(settingsFile, 'SUPPORT_EMAIL=new@example.com\nLIMIT_API=1/3600\nMETRICS_PORT=1\n');
  service.process.kill('SIGHUP');
  await logged('need a restart');
  expect(await support()).toBe('new@example.com');
  expect([(await call()).status, (await call()).status]).toEqual([200, 429]);
  service.process.kill('SIGTERM');
  expect(await service.exited).toEqual([0, null]);
});

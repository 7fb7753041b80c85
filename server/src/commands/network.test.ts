// The network as a file: exported without secrets, imported with what it refers to, shown as a difference.
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { auditOf } from '../../test/staff.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { readCarriersFile, readNetworkFile } from '../carriers/links/config.ts';
import { readCurrentNetwork } from '../carriers/network/follow.ts';
import type { Runtime } from '../runtime.ts';
import { networkExport, networkImport } from './network.ts';

const t = await testApp();
const runtime = t.services as unknown as Runtime;
const folder = throwawayFolder();
const path = join(folder, 'network.json');
const PLAIN = { file: undefined, 'with-secrets': false };

const profile = {
  profile: 'mine',
  title: 'Mine',
  base: 'https://sms.example.com',
  secrets: ['token'],
  send: {
    post: '/send',
    headers: { authorization: 'Bearer {{token}}' },
    json: { to: '{{to}}', from: '{{from}}' },
  },
  answer: { ok: 'http == `200`', id: 'id' },
};
const links = [
  { id: 'dialog', host: 'smpp.example.com', port: 2775, system_id: 'shop', password: 'pw-4711' },
  { id: 'own', profile: './mine.json', secrets: { token: 'tok-1' } },
];
const run = (words: string[], check = false) => networkImport(runtime, [path, ...words], { check });

it('goes into the database with what it refers to, and comes out again as a file that works', async () => {
  await expect(networkExport(runtime, [], PLAIN)).rejects.toThrow('no network in the database');
  writeFileSync(join(folder, 'mine.json'), JSON.stringify(profile));
  writeFileSync(path, JSON.stringify(links));
  const { text } = await run([], true);
  expect(text.split('\n')).toEqual([
    '+ link dialog: host smpp.example.com, port 2775, system_id shop',
    '+ link own: profile mine',
    '~ link dialog: password set',
    '~ link own: token set',
    expect.stringMatching(/^\+ profile mine: profile mine, title Mine, base https:/),
    ...['', 'Nothing was stored.'],
  ]);
  await expect(run([])).rejects.toThrow('Give a reason');
  expect((await run(['The', 'first', 'one'])).text).toContain('Version 1 is current.');
  expect((await auditOf(t, 'NETWORK_IMPORTED'))[0]).toMatchObject({
    staff_email: 'command line',
    subject: '1',
    detail: { reason: 'The first one' },
  });
  const current = await readCurrentNetwork(t.services.pool, t.services.secrets);
  expect(current!.network).toEqual({ links: readCarriersFile(path), rules: [] });

  const shown = await networkExport(runtime, [], PLAIN);
  expect(shown.text).not.toMatch(/pw-4711|tok-1/);
  const file = join(folder, 'with-secrets.json');
  expect((await networkExport(runtime, [], { file, 'with-secrets': true })).text).toContain(
    'with its secrets',
  );
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readNetworkFile(file)).toEqual(current!.network);
  expect(await auditOf(t, 'NETWORK_EXPORTED')).toHaveLength(1);
  await expect(networkExport(runtime, [], { file, 'with-secrets': false })).rejects.toThrow('exists already');

  // Without secrets, the links keep theirs.
  writeFileSync(path, shown.text);
  expect((await run(['Again'])).text).toBe('The file is the current network.');
  const faster = JSON.parse(readFileSync(path, 'utf8'));
  faster.links[0].throughput = 70;
  writeFileSync(path, JSON.stringify(faster));
  expect((await run(['Faster'])).text).toContain('~ link dialog: throughput (none) -> 70');
  const next = await readCurrentNetwork(t.services.pool, t.services.secrets);
  expect(next!.network.links[0]).toMatchObject({ throughput: 70, password: 'pw-4711' });
});

it('is refused as a whole if anything in it is wrong', async () => {
  writeFileSync(path, '[{ "id": ');
  await expect(run(['Wrong'])).rejects.toThrow('is not JSON: line 1');
  writeFileSync(path, JSON.stringify([{ ...links[0], password: 'far too long' }]));
  await expect(run(['Wrong'])).rejects.toThrow('links[0].password of link dialog: SMPP 3.4');
  for (const content of ['null', '[null]', '{ "links": {} }', '{ "links": [], "route": [] }']) {
    writeFileSync(path, content);
    await expect(run(['Wrong'])).rejects.toThrow('The file is a list of links');
  }
  await expect(networkImport(runtime, [join(folder, 'none.json'), 'x'], { check: true })).rejects.toThrow(
    'cannot be read (ENOENT)',
  );
});

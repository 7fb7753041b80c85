// Changing the links while messages wait and are sent: no message is lost or stranded, and a faulty file
// changes nothing.
import { writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { commandStatus } from '@godwit/smpp/codec/status';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { describe, expect, it, onTestFinished } from 'vitest';
import { makeLiveSender, reaches, read, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { CERTIFICATE } from '../../../test/certificate.ts';
import { waitFor } from '../../../test/database.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { createLog } from '../../log.ts';
import { groupsWithoutLink } from '../staff/links.ts';
import {
  type LinkConfig,
  readCarriersFile,
  readNetworkFile,
  type SmppConfig,
  simulatorLinks,
} from './config.ts';
import { groupLinks } from './groups.ts';
import { openReload } from './reload.ts';

const path = join(throwawayFolder(), 'carriers.json');
const link = { id: 'dialog', host: 'smpp.example.com', port: 2775, system_id: 'shop', password: 'hush-hus' };
const saidOf = (text: string) => {
  writeFileSync(path, text);
  try {
    readCarriersFile(path);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
};

describe('the check of CARRIERS_FILE', () => {
  it.each([
    ['[\n  {"id": "a", "password": "hush",}\n]', 'line 2, column 34: Expected double-quoted property name'],
    ['[\n  {"password": "hush"},\n  nonsense\n]', "line 3, column 4: Unexpected token 'o'"],
    ['[{"password": "hush"}', 'line 1, column 22: '],
    ['[1] x', 'line 1, column 5: Unexpected non-whitespace character'],
    ['', 'line 1, column 1: Unexpected end'],
  ])('reports a syntax error by line and column, without the text there: %j', (text, where) => {
    expect(saidOf(text)).toContain(`CARRIERS_FILE ${path} is not JSON: ${where}`);
    expect(saidOf(text)).not.toContain('hush');
  });

  it.each([
    [
      [link, { ...link, id: 'mobitel', routes: [{ prefix: '+94' }] }],
      '[1].routes[0].prefix of link mobitel: a prefix is',
    ],
    [[{ ...link, port: 'x' }], '[0].port of link dialog: '],
    [[{ host: 'x' }], '[0].id: '],
    [[link, link], 'uses the id dialog twice'],
    [
      [{ ...link, id: 'simulator-test' }],
      '[0].id of link simulator-test: ids that begin with simulator- are',
    ],
    [[{ ...link, tls: { ca_file: 'none.pem' } }], 'tls.ca_file of link dialog: ENOENT'],
    [[{ ...link, tls: { ca_file: 'carriers.json' } }], 'tls.ca_file of link dialog: '],
    [[{ ...link, tls: { verify: false } }], '[0].tls of link dialog: '],
    [
      [{ ...link, statuses: { 1115: 'permanent' } }],
      '[0].statuses of link dialog: a status is written as 0x45B',
    ],
    [[{ ...link, statuses: { '0x0': 'permanent' } }], '[0].statuses of link dialog: the status 0x0 means'],
    [
      [{ ...link, statuses: { '0x45B': 'permanent', '0x45b': 'temporary' } }],
      '[0].statuses of link dialog: a status is named twice',
    ],
    [[{ ...link, statuses: { '0x45B': 'forever' } }], '[0].statuses.0x45B of link dialog: '],
    [[{ ...link, unknown_status: 'throttled' }], '[0].unknown_status of link dialog: '],
    [[], 'name at least one link'],
    [{}, 'links: '],
    ['links', 'must be a list'],
  ])('reports an invalid field by its path: %j', (content, where) => {
    expect(saidOf(JSON.stringify(content))).toContain(where);
  });

  it('accepts a valid file', () => {
    expect(saidOf(JSON.stringify([link]))).toBeNull();
  });

  it('accepts a link with its own CA file', () => {
    writeFileSync(join(dirname(path), 'carrier.pem'), CERTIFICATE);
    expect(
      saidOf(JSON.stringify([{ ...link, tls: { ca_file: 'carrier.pem', server_name: 'a.test' } }])),
    ).toBeNull();
    expect(readCarriersFile(path)[0]!.tls).toEqual({ ca: CERTIFICATE, servername: 'a.test' });
  });
});

describe('a reload', () => {
  const lines: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void lines.push(line) });

  it('runs alone, then once more for all requests that came while it ran', async () => {
    const using: (() => void)[] = [];
    const reload = openReload({
      log,
      read: () => ({ links: [], rules: [] }),
      use: () => new Promise((resolve) => using.push(resolve)),
    });
    reload.request();
    await waitFor(async () => using.length === 1);
    for (let i = 0; i < 3; i++) reload.request();
    using[0]!();
    await waitFor(async () => using.length === 2);
    const stopped = reload.stop();
    using[1]!();
    await stopped;
    reload.request();
    await reload.stop();
    expect(using).toHaveLength(2);
  });

  it('that fails is reported, and the next one may succeed', async () => {
    const used: string[] = [];
    const reload = openReload({
      log,
      read: () => readNetworkFile(path),
      use: async ({ links }) => void used.push(...links.map(({ id }) => id)),
    });
    writeFileSync(path, '[oops]');
    reload.request();
    await waitFor(async () => lines.some((line) => line.includes('the links stay as they are')));
    expect(used).toEqual([]);
    writeFileSync(path, JSON.stringify([link]));
    reload.request();
    await waitFor(async () => used.length > 0);
    expect(used).toEqual(['dialog']);
  });
});

describe('links in use', async () => {
  const t = await startEngine();
  const sender = await makeLiveSender(t);
  const [test, live] = t.links as [LinkConfig, LinkConfig];
  const to = (prefix: string) => [{ prefix, tier: 1, weight: 1 }];
  const groupOf = async (id: string) =>
    (await t.services.pool.query('select link_group from send_queue where message_id = $1', [id])).rows[0]
      .link_group;

  it('are opened again if the carrier had refused them, even if unchanged', async () => {
    let status: number = commandStatus.ESME_RINVPASWD;
    const carrier = await listenSmpp({
      host: '127.0.0.1',
      port: 0,
      authenticate: () => status,
      onSubmit: () => ({ status: 0, messageId: '1' }),
      onError: () => {},
    });
    onTestFinished(() => carrier.close());
    const refused = { ...live, id: 'refused', port: carrier.port };
    const tell = (state: string) =>
      waitFor(
        async () =>
          (
            await t.services.pool.query(
              `select 1 from link_reports where link_id = 'refused' and (bound_sessions > 0) = $1`,
              [state === 'bound'],
            )
          ).rowCount,
        { what: `the link ${state}` },
      );
    await t.carriers.reload([test, live, refused]);
    await tell('refused');
    await waitFor(() => t.log.some((line) => line.includes('refuses this account')), { what: 'the refusal' });
    status = 0;
    await t.carriers.reload([test, live, refused]);
    await tell('bound');
    await t.carriers.reload([test, live]);
  });

  it('keep their sessions if they stay the same, and lose them if they are removed', async () => {
    const bound = new Map<ServerConnection, string>();
    let binds = 0;
    const carrier = await listenSmpp({
      host: '127.0.0.1',
      port: 0,
      authenticate: () => 0,
      onSubmit: () => ({ status: 0, messageId: '1' }),
      onBound: (connection) => {
        binds++;
        bound.set(connection, connection.systemId);
      },
      onUnbound: (connection) => void bound.delete(connection),
      onError: () => {},
    });
    onTestFinished(() => carrier.close());
    const made = (id: string, change: Partial<LinkConfig> = {}): LinkConfig => ({
      ...live,
      id,
      port: carrier.port,
      system_id: id,
      ...change,
    });
    const boundAre = (ids: string[]) =>
      waitFor(async () => [...bound.values()].sort().join() === ids.sort().join(), { what: `bound ${ids}` });

    await t.carriers.reload([test, live, made('stays'), made('goes')]);
    await boundAre(['goes', 'goes', 'stays', 'stays']);
    await t.carriers.reload([test, live, made('stays', { routes: to('1') }), made('comes', { sessions: 1 })]);
    await boundAre(['comes', 'stays', 'stays']);
    expect(binds).toBe(5);
    await t.carriers.reload([test, live]);
    await boundAre([]);
  });

  it('pass messages on to a closer route, from a removed link and from an outdated group', async () => {
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const scheduled = await send(t, sender, { to: '+94770000003', send_at }, 'LIVE');
    expect(await groupOf(scheduled.id)).toBe('LIVE:');
    await t.carriers.reload([test, { ...live, routes: to('94') }]);
    await waitFor(async () => (await groupOf(scheduled.id)) === 'LIVE:94');
    // As a process without the new routes queues it.
    const late = await send(t, sender, { to: '+94770000003' }, 'LIVE');
    await reaches(t, sender, late, 'SENT');

    await t.carriers.reload([test, { ...live, routes: to('') }]);
    await waitFor(async () => (await groupOf(scheduled.id)) === 'LIVE:');
    await t.services.pool.query('update send_queue set due_at = now() where message_id = $1', [scheduled.id]);
    await reaches(t, sender, scheduled, 'SENT');
  });

  it('keep messages without a route waiting, warn once, and send them once there is a route', async () => {
    await t.carriers.reload([test, { ...live, routes: to('61') }]);
    const message = await send(t, sender, { to: '+94770000003' }, 'LIVE');
    const said = () => t.log.filter((line) => line.includes('no link has a route for')).length;
    await waitFor(async () => said() === 1);
    expect((await read(t, sender, message)).status).toBe('ACCEPTED');
    await waitFor(async () => (await groupsWithoutLink(t.services)).join() === 'LIVE:');
    await t.carriers.reload([test, live]);
    await reaches(t, sender, message, 'SENT');
    expect(said()).toBe(1);
  });

  it('are not disturbed in groups that another process serves', async () => {
    const message = await send(t, sender, { to: '+94770000003' }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    const elsewhere = { ...simulatorLinks(1, ['LIVE'])[0]!, id: 'elsewhere', routes: to('9477') };
    expect([...groupLinks([elsewhere]).groups.keys()]).toEqual(['LIVE:9477']);
    await t.services.pool.query(
      `insert into link_reports select 'elsewhere', gen_random_uuid(), mode, host, '{LIVE:9477}', sessions, bound_sessions,
        send_window, in_flight, throughput, rate, now() + interval '1 hour', 'OPEN', null, '[]' from link_reports limit 1`,
    );
    const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
    const theirs = await send(t, sender, { to: '+94770000003', send_at }, 'LIVE');
    const group = `update send_queue set link_group = $2 where message_id = $1`;
    await t.services.pool.query(group, [theirs.id, 'LIVE:9477']);
    const stale = await send(t, sender, { to: '+61412345678', send_at }, 'LIVE');
    await t.services.pool.query(group, [stale.id, 'LIVE:61']);
    await waitFor(async () => (await groupOf(stale.id)) === 'LIVE:');
    expect(await groupOf(theirs.id)).toBe('LIVE:9477');
  });
});

describe('a link that does not answer', async () => {
  const carrier = await startHeldCarrier();
  const t = await startEngine({}, { timings: { ...SHORT, responseTimeoutMs: 300_000, leaseMs: 600_000 } });
  const sender = await makeLiveSender(t);
  const [test, live] = t.links as [SmppConfig, SmppConfig];
  const silent = { ...carrier.serve(live), id: 'silent', sessions: 1 };
  const changed = { ...silent, window: 3 };

  it.each([
    ['is changed', changed, '+94770000003'],
    ['goes', live, '+94770000004'],
  ])('and %s finishes what it has started, while the others continue', async (_what, instead, to) => {
    let binds = 0;
    carrier.bindStatus = () => {
      binds++;
      return 0;
    };
    await t.carriers.reload([test, silent]);
    const begun = await send(t, sender, { to }, 'LIVE');
    const [submit] = await carrier.submitsTo(to, 1);
    await t.carriers.reload([test, instead]);
    await reaches(t, sender, await send(t, sender, { to: '+94770000001' }), 'DELIVERED');
    // Some carriers let an account bind only once.
    expect(binds).toBe(1);
    submit!.take();
    await reaches(t, sender, begun, 'SENT');
    if (instead !== changed) return;
    await send(t, sender, { to }, 'LIVE');
    const [, next] = await carrier.submitsTo(to, 2);
    expect(next!.connection).not.toBe(submit!.connection);
    expect(binds).toBe(2);
    next!.take();
  });
});

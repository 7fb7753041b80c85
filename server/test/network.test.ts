// A network that the command line imports, and rules of countries that staff accept, while two processes run:
// both use them within a second, and so does a later start. The network changes nothing for other teams and
// for TEST.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { afterAll, expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { inForce } from './factories.ts';
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
/** For the second that it takes on a quiet one. */
const ON_A_BUSY_MACHINE_MS = 5_000;
const boundAs = (id: string) => [...bound].filter(({ systemId }) => systemId === id);

it('is used by every process, also after a restart', async () => {
  const service = await start();
  const sender = await start(undefined, { roles: 'send' });
  async function openTeam(from: string) {
    const { email, project, authorization } = await openAccount(service.url);
    await godwit('team', 'verify', email);
    await godwit('team', 'credit', email, '1000', 'for the test');
    await godwit('sender', 'add', project.id, from);
    const teamId = await withDatabase(async (pool) => {
      const { rows } = await pool.query('select team_id from projects where id = $1', [project.id]);
      return rows[0].team_id as string;
    });
    const send = async (to: string, { url = service.url, mode = 'LIVE' as 'LIVE' | 'TEST' } = {}) => {
      const answer = await fetch(`${url}/v1/messages`, {
        method: 'POST',
        headers: { authorization: authorization[mode], 'content-type': 'application/json' },
        body: JSON.stringify({ to, from, body: 'Hello' }),
      });
      return answer.status;
    };
    return { teamId, send };
  }
  const { teamId, send } = await openTeam('Lanka Shop');
  const other = await openTeam('Other Shop');

  /** Imports the file; returns how long both processes needed to use it since it became current. */
  const change = (version: number, reason: string) =>
    withDatabase(async (pool) => {
      const imported = godwit('network', 'import', file, reason);
      const states = async () => {
        const { rows } = await pool.query(`select network_version as used, (
          select max(number) from network_versions where state = 'CURRENT') as current from processes`);
        return rows as { used: number | null; current: number | null }[];
      };
      await waitFor(async () => (await states())[0]?.current === version, { timeoutMs: 60_000 });
      const currentMs = performance.now();
      await waitFor(async () => {
        const all = await states();
        return all.length === 2 && all.every(({ used }) => used === version);
      });
      const tookMs = performance.now() - currentMs;
      expect(await imported).toMatchObject({ version });
      return tookMs;
    });
  const inTest = async (count: number) =>
    waitFor(
      () =>
        withDatabase(async (pool) => {
          const { rows } = await pool.query(
            "select count(*)::integer as count from messages where mode = 'TEST' and state = 'delivered'",
          );
          return rows[0].count === count;
        }),
      { timeoutMs: 30_000, what: 'a delivered TEST message' },
    );

  write([link('first', { routes: [{ prefix: '94' }] })]);
  expect(await change(1, 'The first carrier')).toBeLessThan(ON_A_BUSY_MACHINE_MS);
  await waitFor(async () => boundAs('first').length === 2, { timeoutMs: 20_000 });
  expect(await send('+61412345678')).toBe(503);
  expect(await send('+94771234567')).toBe(201);
  expect(await send('+61412345678', { mode: 'TEST' })).toBe(201);
  await inTest(1);
  await waitFor(async () => taken.includes('first 94771234567'), { timeoutMs: 20_000 });

  const kept = boundAs('first');
  const when = { prefixes: ['61', '9477'], teams: [teamId] };
  const rule = { name: 'abroad', when, links: [{ link: 'second' }] };
  write({
    links: [link('first', { routes: [{ prefix: '94' }] }), link('second', { routes: [] })],
    routes: [rule],
  });
  expect(await change(2, 'Abroad too')).toBeLessThan(ON_A_BUSY_MACHINE_MS);
  expect(await send('+61412345678')).toBe(201);
  expect(await send('+94771234568')).toBe(201);
  await waitFor(async () => taken.includes('second 61412345678'), { timeoutMs: 20_000 });
  await waitFor(async () => taken.includes('second 94771234568'), { timeoutMs: 20_000 });
  // The rule is not for the other team, and TEST has the simulator, as before.
  expect(await other.send('+61412345679')).toBe(503);
  expect(await other.send('+94771234569')).toBe(201);
  expect(await send('+61412345670', { mode: 'TEST' })).toBe(201);
  await inTest(2);
  await waitFor(async () => taken.includes('first 94771234569'), { timeoutMs: 20_000 });
  expect(taken.toSorted()).toEqual([
    'first 94771234567',
    'first 94771234569',
    'second 61412345678',
    'second 94771234568',
  ]);
  expect(boundAs('first')).toEqual(kept);

  write([link('first', { password: 'far too long' })]);
  const said = await fails('network', 'import', file, 'Wrong');
  expect(said).toContain('[0].password of link first');
  expect(said).not.toContain('far too long');

  expect(await send('+6591234567')).toBe(503);
  await acceptRuleSet();
  expect(await send('+6591234567')).toBe(400);

  for (const one of [service, sender]) one.process.kill('SIGTERM');
  await Promise.all([service.exited, sender.exited]);
  const again = await start();
  expect(await send('+61412345671', { url: again.url })).toBe(201);
  expect(await send('+6591234567', { url: again.url }), 'the rules of staff').toBe(400);
  await waitFor(async () => taken.includes('second 61412345671'), { timeoutMs: 20_000 });
});

/** Has Singapore refuse names by a rule set of staff, and waits until both processes use it. */
const acceptRuleSet = () =>
  withDatabase(async (pool) => {
    const rules = JSON.stringify({ SG: { register: [inForce({ else: 'REFUSE' })] } });
    await pool.query(
      `insert into rule_sets (state, body, changes, reason, author, decided_by, decided_at)
        values ('CURRENT', $1, $2, 'A test', 'a@godwit.example', 'b@godwit.example', now())`,
      [rules, '{"effects": [], "values": [], "is_cut": false}'],
    );
    await waitFor(async () => {
      const { rows } = await pool.query('select rule_set from processes');
      return rows.length === 2 && rows.every(({ rule_set }) => rule_set === 1);
    });
  });

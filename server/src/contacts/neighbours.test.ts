// One team's changes of its contacts that wait for each other: all other teams find connections.
import { once } from 'node:events';
import { type ClientRequest, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, it } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { makeGroup, readSizes } from '../../test/contacts.ts';
import { testDatabase, waitFor } from '../../test/database.ts';
import { makeOwner } from '../../test/factories.ts';
import { kyselyWithin, openKysely } from '../db/kysely.ts';
import { openPool } from '../db/pool.ts';
import type { Connections } from '../services.ts';
import { lockContacts } from './queries.ts';

const database = await testDatabase();
const t = await testApp({}, {}, database);

function connections(applicationName: string): Connections {
  const pool = openPool(database.config, { max: 2, applicationName });
  return { pool, kysely: openKysely(pool) };
}

const [people, long] = [connections('people'), connections('long')];
const small = await anotherApp({
  ...t,
  services: { ...t.services, ...people, pools: { ...t.services.pools, people, long } },
});

async function countWaiting(name: string): Promise<bigint> {
  const { rows } = await t.services.pool.query<{ count: bigint }>(
    `select count(*) from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and application_name = $1`,
    [name],
  );
  return rows[0]!.count;
}

/** Does something while a team's contacts are being imported. */
async function whileHeld(teamId: string, work: () => Promise<void>): Promise<void> {
  const client = await t.services.pool.connect();
  await client.query('begin');
  await lockContacts(kyselyWithin(client), teamId, 1_000);
  try {
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('keep one connection busy, however many they are', async () => {
  const [busy, other] = [await makeOwner(small), await makeOwner(small)];
  const changes: Promise<{ statusCode: number }>[] = [];
  await whileHeld(busy.teamId, async () => {
    for (let i = 10; i < 26; i++) {
      const form = { first_name: 'Nimal', last_name: '', number: `07712345${i}` };
      changes.push(busy.browser.post('/v1/web/contacts', form));
    }
    await waitFor(async () => (await countWaiting('people')) > 0n);
    expect(await readSizes(other.browser)).toEqual({});
    expect(await countWaiting('people')).toBeLessThanOrEqual(1n);
  });
  for (const { statusCode } of await Promise.all(changes)) expect([200, 503]).toContain(statusCode);
});

it('have the time of what takes long when they may be of all contacts', async () => {
  const { browser, teamId } = await makeOwner(small);
  const group = await makeGroup(browser, 'Friends');
  const call = (path: string, json: unknown) => browser.call('POST', `/v1/web/contacts/${path}`, { json });
  const add = { contacts: { all: {} }, group_id: group.id, action: 'add' };
  const large = [
    () => call('groups_multiple', add),
    () => call('delete_multiple', { all: {} }),
    () => browser.call('DELETE', `/v1/web/groups/${group.id}`),
  ];
  for (const change of large) {
    let changing: ReturnType<typeof change> | undefined;
    await whileHeld(teamId, async () => {
      changing = change();
      await waitFor(async () => (await countWaiting('long')) > 0n);
    });
    expect((await changing!).statusCode).toBe(200);
  }
});

it('lists whose readers are silent are a few of a team', async () => {
  const [busy, other] = [await makeOwner(small), await makeOwner(small)];
  const contacts = 40_000;
  await t.services.pool.query('insert into contact_totals (team_id, contacts) values ($1, $2)', [
    busy.teamId,
    contacts,
  ]);
  // More than sockets keep for a reader.
  await t.services.pool.query(
    `insert into contacts (team_id, id, number, first_name, last_name)
      select $1, gen_random_uuid(), '+9477' || lpad(i::text, 7, '0'), repeat('N', 100), repeat('P', 100)
      from generate_series(1, $2) as i`,
    [busy.teamId, contacts],
  );
  await small.app.listen({ host: '127.0.0.1', port: 0 });
  const { port } = small.app.server.address() as AddressInfo;
  const unread: ClientRequest[] = [];
  /** Requests the whole list and reads nothing of the answer. */
  async function ask({ browser }: typeof busy): Promise<number | undefined> {
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ');
    const call = request({ host: '127.0.0.1', port, path: '/v1/web/contacts?q=Nn', headers: { cookie } });
    unread.push(call);
    call.end();
    const [answer] = (await once(call, 'response')) as [IncomingMessage];
    return answer.statusCode;
  }
  try {
    for (let i = 0; i < 4; i++) expect(await ask(busy)).toBe(200);
    expect(await ask(busy)).toBe(429);
    expect(await ask(other)).toBe(200);
  } finally {
    for (const call of unread) call.destroy();
  }
  await waitFor(async () => (await busy.browser.get('/v1/web/contacts?q=none')).statusCode === 200);
});

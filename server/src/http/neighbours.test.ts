// One team's waiting calls leave connections for all other teams, in the console and by API key.
import { expect, it } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { testDatabase, waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { openTestProviders } from '../../test/payments.ts';
import { openKysely } from '../db/kysely.ts';
import { openPool } from '../db/pool.ts';

const database = await testDatabase();
const { local, atPayhere, tellLocal, settings } = await openTestProviders();
const t = await testApp(settings, {}, database);
const limits = { max: 4, perTeam: 3, acquireMs: 5_000 };
const pool = openPool(database.config, { ...limits, applicationName: 'people' });
const people = { pool, kysely: openKysely(pool) };
const small = await anotherApp({
  ...t,
  services: { ...t.services, ...people, pools: { ...t.services.pools, people } },
});

async function countWaiting(): Promise<number> {
  const { rows } = await database.pool.query<{ n: number }>(
    `select count(*)::integer as n from pg_stat_activity
      where wait_event_type = 'Lock' and datname = current_database() and application_name = 'people'`,
  );
  return rows[0]!.n;
}

const NUMBER = '+94771234567';

/** Does something while all calls that add this number to a team's opt-outs wait. */
async function whileHeld(teamId: string, work: () => Promise<void>): Promise<void> {
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query(`insert into scoped_opt_outs values ($1, 'LIVE', $2, 'ALL', 'CONSOLE')`, [
    teamId,
    NUMBER,
  ]);
  try {
    await work();
  } finally {
    await client.query('rollback');
    client.release();
  }
}

it('with ten requests of a team waiting, another team reads', async () => {
  const [busy, other] = [await makeSender(small), await makeSender(small)];
  const byKey = (path: string) =>
    small.app.inject({ url: `/v1${path}`, headers: { authorization: other.authorization.TEST } });
  const answers: Promise<{ statusCode: number }>[] = [];
  await whileHeld(busy.teamId, async () => {
    for (let i = 0; i < 10; i++) answers.push(busy.browser.post('/v1/web/opt_outs', { number: NUMBER }));
    await waitFor(async () => (await countWaiting()) >= 3);
    const paths = ['/contacts', '/groups', '/opt_outs'].map((path) => `/v1/web${path}`);
    const ofProject = `project_id=${other.project.id}&mode=TEST`;
    paths.push(`/v1/web/messages?${ofProject}`, `/v1/web/campaigns?${ofProject}`);
    for (const path of paths) expect((await other.browser.get(path)).statusCode, path).toBe(200);
    expect((await byKey('/messages?page_num=1&page_size=25&sort_order=DESC')).statusCode).toBe(200);
    expect((await byKey(`/messages/${other.project.id}`)).json().code).toBe(1001);
    expect(await countWaiting()).toBe(3);
  });
  // In order, and none is lost.
  for (const { statusCode } of await Promise.all(answers)) expect(statusCode).toBe(200);
});

it('with ten reads by a key waiting, another team reads', async () => {
  const [busy, other] = [await makeSender(small), await makeSender(small)];
  const headers = { authorization: busy.authorization.TEST };
  const client = await database.pool.connect();
  await client.query('begin; lock table messages');
  const answers = Array.from({ length: 10 }, () =>
    small.app.inject({ url: `/v1/messages/${busy.project.id}`, headers }),
  );
  try {
    await waitFor(async () => (await countWaiting()) >= 3);
    expect((await other.browser.get('/v1/web/groups')).statusCode).toBe(200);
    expect(await countWaiting()).toBe(3);
  } finally {
    await client.query('rollback');
    client.release();
  }
  for (const answer of await Promise.all(answers)) expect(answer.json().code).toBe(1001);
});

it('with a thousand notices of a payment waiting, and as many forged ones, another team reads and is paid for', async () => {
  const [busy, other] = [await makeSender(small), await makeSender(small)];
  const { id, form } = await atPayhere(busy, '500');
  const next = await atPayhere(other, '300');
  const client = await database.pool.connect();
  await client.query('begin');
  await client.query('select from payments where id = $1 for update', [id]);
  const notice = local.notice(form);
  const told = Array.from({ length: 1_000 }, () => tellLocal(small, notice));
  const forged = Array.from({ length: 1_000 }, () => tellLocal(small, `${notice}x`));
  try {
    await waitFor(async () => (await countWaiting()) >= 1);
    expect((await other.browser.get('/v1/web/groups')).statusCode).toBe(200);
    expect((await tellLocal(small, local.notice(next.form))).statusCode).toBe(200);
    expect((await other.browser.get('/v1/web/billing')).json().balance).toBe(300);
    expect(await countWaiting()).toBe(1);
  } finally {
    await client.query('rollback');
    client.release();
  }
  // Notices without a slot get a retry answer, and none is credited twice.
  expect(new Set((await Promise.all(told)).map(({ statusCode }) => statusCode))).toEqual(new Set([200, 429]));
  expect(new Set((await Promise.all(forged)).map(({ statusCode }) => statusCode))).toEqual(
    new Set([400, 429]),
  );
  expect((await tellLocal(small, notice)).statusCode).toBe(200);
  expect((await busy.browser.get('/v1/web/billing')).json().balance).toBe(500);
});

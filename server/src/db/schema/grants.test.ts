// S50: a role that does not own the tables can run the service, but cannot change the ledger or the audit
// log.
import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase } from '../../../test/database.ts';
import { makeOwner, makeProject } from '../../../test/factories.ts';
import { grant } from '../../commands/grant.ts';
import type { Runtime } from '../../runtime.ts';
import { onePool } from '../../services.ts';
import { openKysely } from '../kysely.ts';
import { openPool } from '../pool.ts';
import { transaction } from '../transaction.ts';
import { grantService, mayChangeLedger } from './grants.ts';
import { migrate } from './migrate.ts';
import { dropMonth, ensureMonths } from './months.ts';

const database = await testDatabase();
const owner = database.pool;
// Roles belong to the whole server, not to this database.
const role = `service_${randomBytes(4).toString('hex')}`;
await owner.query(`create role ${role} login`);
await transaction(owner, (client) => grantService(client, role));
const pool = openPool({ ...database.config, user: role }, { max: 5, applicationName: 'test' });
afterAll(async () => {
  await pool.end();
  await owner.query(`drop owned by ${role}; drop role ${role}`);
});

const kysely = openKysely(pool);
const t = await testApp({}, {}, { ...database, pool, kysely, connections: onePool({ pool, kysely }) });
let teamId: string;
beforeAll(async () => {
  const { browser, teamId: team } = await makeOwner(t);
  teamId = team;
  const project = await makeProject(browser);
  const message = {
    projectId: project.id,
    mode: 'TEST',
    platform: 'API',
    from: 'SANDBOX',
    body: 'Hi',
  } as const;
  const accepted = await t.messaging.accept({ ...message, to: '+94771234567' });
  expect(accepted).toMatchObject({ message: { projectId: project.id } });
});

it('the service adds to ledger and audit log, and makes partitions', async () => {
  await pool.query(
    `insert into ledger_entries (team_id, id, kind, amount_micros, business_key) values ($1, gen_random_uuid(), 'TOP_UP', 5, 'a')`,
    [teamId],
  );
  await ensureMonths(pool, new Date('2031-05-05'), 2);
  const { rows } = await owner.query(
    `select count(*)::integer as n from pg_class where relname in ('messages_2031_05', 'messages_2031_06') and pg_get_userbyid(relowner) = current_user`,
  );
  expect(rows).toEqual([{ n: 2 }]);
  expect(await dropMonth(pool, 'messages_2031_06')).toBe(0);
  await expect(dropMonth(pool, 'ledger_entries')).rejects.toThrow('no partition of messages');
  expect([await mayChangeLedger(pool), await mayChangeLedger(owner)]).toEqual([false, true]);
});

it.each([
  'update ledger_entries set amount_micros = 7',
  'delete from ledger_entries',
  'truncate ledger_entries',
  `update audit_log set action = 'x'`,
  'delete from audit_log',
  'truncate audit_log',
  'insert into ledger_entries select * from ledger_entries on conflict (team_id, id) do update set amount_micros = 7',
  'alter table ledger_entries disable trigger all',
  'drop trigger ledger_entries_append_only on ledger_entries',
  'create or replace function refuse_change() returns trigger language plpgsql as $$ begin return new; end $$',
  'set session_replication_role = replica',
  'alter table audit_log owner to current_user',
  'create rule r as on insert to audit_log do instead nothing',
  'delete from migrations',
  'create table public.other (id integer)',
])('the service cannot: %s', async (sql) => {
  await expect(pool.query(sql)).rejects.toMatchObject({ code: '42501' });
});

it('what a later migration makes is for the service too', async () => {
  await owner.query('create table later (id serial primary key)');
  await migrate(owner);
  expect((await pool.query('insert into later default values returning id')).rows).toEqual([{ id: 1 }]);
});

describe('godwit grant', () => {
  const run = (name?: string, databaseUrl: string | null = 'postgresql://a:b@c/d') => {
    const settings = { ...t.services.settings, databaseUrl };
    return grant({ ...t.services, pool: owner, settings } as unknown as Runtime, name ? [name] : []);
  };

  it('may be run again', async () => {
    expect(await run(role)).toMatchObject({ data: { role } });
    expect(await mayChangeLedger(pool)).toBe(false);
  });

  it.each<[string, () => Promise<unknown>, RegExp]>([
    ['no role', () => run(), /Give the role/],
    ['what is no name', () => run('a; drop table teams'), /no name for a role/],
    ['a role that is not there', () => run('nothing_of_the_kind'), /no role nothing_of_the_kind.*createuser/],
    ['who owns the tables', () => run(database.config.user), /owns the tables/],
    ['the embedded database', () => run(role, null), /nothing is to be done/],
  ])('refuses %s', async (_what, granting, says) => {
    await expect(granting()).rejects.toThrow(says);
  });
});

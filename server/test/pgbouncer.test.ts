// PgBouncer between the service and its database: what is refused at a start, and what holds while it is away. That the rest works over it
// is held by the files that run here and elsewhere.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectQuery, openPool } from '../src/db/pool.ts';
import { openRuntime, POOLED, SERVICE_POOLS } from '../src/runtime.ts';
import { readSettings } from '../src/settings.ts';
import { AUTHORITY } from './certificate.ts';
import { makeDatabase } from './database.ts';
import { installedPostgres, startPgBouncer, startPostgres } from './installed.ts';
import { throwawayFolder } from './throwaway.ts';

const SECRET_KEY = 'a secret of tests with more than 32 characters';

it('is set up in deploy/ with what each purpose is allowed', () => {
  const ini = readFileSync(join(import.meta.dirname, '../../deploy/pgbouncer.ini'), 'utf8');
  for (const purpose of POOLED)
    expect(ini).toMatch(
      new RegExp(`^godwit_${purpose} = .*connect_query='${connectQuery(SERVICE_POOLS[purpose])}'$`, 'm'),
    );
});

const { pooled, url } = inject('databaseServer');

describe('a service over PgBouncer', async () => {
  const bin = installedPostgres();
  if (!pooled || !bin) return it.skip('they are not installed (apt-get install postgresql pgbouncer)');
  const { config, name, drop } = await makeDatabase('migrated');
  afterAll(drop);
  const direct = new URL(url ?? 'postgresql://nowhere');
  direct.pathname = `/${name}`;
  const pooler = await startPgBouncer(config);
  afterAll(pooler.stop);
  const open = (settings: Record<string, string>) =>
    openRuntime(readSettings({ SECRET_KEY, LOG_LEVEL: 'silent', ...settings }), 'test', SERVICE_POOLS);
  const lenient = await startPgBouncer(config, (ini) =>
    ini.replaceAll(/ connect_query='.*'/g, '').replace('extra_float_digits', 'extra_float_digits,options'),
  );
  afterAll(lenient.stop);
  const urgent = ({ url }: { url: string }) => url.replace('{purpose}', 'urgent');

  it('starts, and has signals, locks and what is long on the database itself', async () => {
    const runtime = await open({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: direct.href });
    try {
      const heard = await runtime.sessions.connect();
      const told = new Promise((resolve) => heard.once('notification', resolve));
      await heard.query('listen test');
      await runtime.pools.urgent.pool.query(`select pg_notify('test', 'hello')`);
      expect(await told).toMatchObject({ payload: 'hello' });
      heard.release(true);
      const timeout = async (purpose: keyof typeof SERVICE_POOLS) =>
        (await runtime.pools[purpose].pool.query('show lock_timeout')).rows[0].lock_timeout;
      expect([await timeout('people'), await timeout('urgent'), await timeout('long')]).toEqual([
        '3s',
        '0',
        '0',
      ]);
      // The same name over and over, for other words, on whichever connection is free.
      const { pool } = runtime.pools.people;
      const answers = await Promise.all(
        Array.from({ length: 40 }, (_, n) =>
          pool.query({ name: `n${n % 2}`, text: `select $1::int + ${n % 2} as n`, values: [n] }),
        ),
      );
      expect(answers.map(({ rows }) => rows[0].n)).toEqual(answers.map((_, n) => n + (n % 2)));
      expect((await pool.query('show application_name')).rows).toEqual([
        { application_name: expect.stringMatching(/^godwit test/) },
      ]);
    } finally {
      await runtime.close();
    }
  });

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'that is all it was told of',
      () => ({ DATABASE_URL: urgent(pooler) }),
      /DATABASE_URL leads to PgBouncer or its like: set DATABASE_SESSION_URL/,
    ],
    [
      'that keeps settings from it',
      () => ({ DATABASE_URL: urgent(lenient) }),
      /DATABASE_URL leads to PgBouncer or its like: set DATABASE_SESSION_URL/,
    ],
    [
      'in the place of the database',
      () => ({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: urgent(lenient) }),
      /DATABASE_SESSION_URL leads to PgBouncer or its like, and not to the database itself/,
    ],
    [
      'that sets nothing by itself',
      () => ({ DATABASE_URL: lenient.url, DATABASE_SESSION_URL: direct.href }),
      /connections for urgent have another .*statement_timeout.* give the database of that purpose connect_query='set jit=off;/,
    ],
    [
      'that leads to another database',
      () => ({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: url! }),
      /do not lead to the same database/,
    ],
  ])('is refused one %s', async (_what, settings, says) => {
    await expect(open(settings())).rejects.toThrow(says);
  });

  it('TLS to the database is verified, its name too', async () => {
    // One with a certificate, which that of this run need not have.
    const server = await startPostgres(bin);
    onTestFinished(server.stop);
    const ca = join(throwawayFolder(), 'authority.pem');
    writeFileSync(ca, AUTHORITY);
    const at = (host: string, query: string) => ({
      DATABASE_URL: `${server.url.replace('127.0.0.1', host)}?${query}`,
    });
    const runtime = await open(at('localhost', `sslmode=verify-full&sslrootcert=${ca}`));
    const { rows } = await runtime.pool.query('select ssl from pg_stat_ssl where pid = pg_backend_pid()');
    await runtime.close();
    expect(rows).toEqual([{ ssl: true }]);
    const refused = /at \S+ cannot be used: its TLS is not as sslmode wants it \(.*certificate/i;
    await expect(open(at('localhost', 'sslmode=verify-full'))).rejects.toThrow(refused);
    await expect(open(at('127.0.0.1', `sslmode=verify-full&sslrootcert=${ca}`))).rejects.toThrow(refused);
  });

  it('works again when PgBouncer is back', async () => {
    const pool = openPool(
      { connectionString: urgent(pooler) },
      { max: 2, applicationName: 'test', pooled: true },
    );
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const admin = openPool(config, { max: 1, applicationName: 'test' });
    // What it holds open is ended, as at a restart of the database.
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    );
    await admin.end();
    await expect
      .poll(() => pool.query('select 1 as one').then(({ rows }) => rows, String))
      .toEqual([{ one: 1 }]);
    await pool.end();
  });
});

// PgBouncer between the service and its database: refused configurations, and behaviour during an outage. The
// test files of the project INSTALLED cover the rest.
import { once } from 'node:events';
import { readFileSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { afterAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import { connectQuery, openPool } from '../src/db/pool.ts';
import { keepNames } from '../src/db/statementNames.ts';
import { openRuntime, POOLED, SERVICE_POOLS } from '../src/runtime.ts';
import { readSettings } from '../src/settings.ts';
import { AUTHORITY } from './certificate.ts';
import { makeDatabase, waitFor } from './database.ts';
import { installedPostgres, startPgBouncer, startPostgres } from './installed.ts';
import { throwawayFolder } from './throwaway.ts';

const SECRET_KEY = 'a secret of tests with more than 32 characters';

it('deploy/ configures every purpose', () => {
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

  it('starts, and uses the database directly for signals, locks and long work', async () => {
    const runtime = await open({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: direct.href });
    try {
      const heard = await runtime.sessions.connect();
      const notified = new Promise((resolve) => heard.once('notification', resolve));
      await heard.query('listen test');
      await runtime.pools.urgent.pool.query(`select pg_notify('test', 'hello')`);
      expect(await notified).toMatchObject({ payload: 'hello' });
      const timeout = async (purpose: keyof typeof SERVICE_POOLS) =>
        (await runtime.pools[purpose].pool.query('show lock_timeout')).rows[0].lock_timeout;
      expect([await timeout('people'), await timeout('urgent'), await timeout('long')]).toEqual([
        '3s',
        '0',
        '0',
      ]);
      // From a server in another time zone, on each of the connections behind PgBouncer.
      const zones = await Promise.all(
        (['urgent', 'people', 'jobs', 'long'] as const).flatMap((purpose) =>
          Array.from({ length: 5 }, () => runtime.pools[purpose].pool.query('show timezone')),
        ),
      );
      expect(zones.map(({ rows }) => rows[0].TimeZone)).toEqual(zones.map(() => 'UTC'));
      expect((await heard.query('show timezone')).rows).toEqual([{ TimeZone: 'UTC' }]);
      heard.release(true);
      // Reuses one statement name for different statements, on any free connection.
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
      'is the only URL',
      () => ({ DATABASE_URL: urgent(pooler) }),
      /DATABASE_URL leads to PgBouncer or its like: set DATABASE_SESSION_URL/,
    ],
    [
      'drops settings',
      () => ({ DATABASE_URL: urgent(lenient) }),
      /DATABASE_URL leads to PgBouncer or its like: set DATABASE_SESSION_URL/,
    ],
    [
      'is also the URL of the database itself',
      () => ({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: urgent(lenient) }),
      /DATABASE_SESSION_URL leads to PgBouncer or its like, and not to the database itself/,
    ],
    [
      'applies no settings itself',
      () => ({ DATABASE_URL: lenient.url, DATABASE_SESSION_URL: direct.href }),
      /connections for urgent have another .*statement_timeout.* give the database of that purpose connect_query='set jit=off;/,
    ],
    [
      'connects to another database',
      () => ({ DATABASE_URL: pooler.url, DATABASE_SESSION_URL: url! }),
      /do not lead to the same database/,
    ],
  ])('is refused if it %s', async (_what, settings, says) => {
    await expect(open(settings())).rejects.toThrow(says);
  });

  it('is refused in session mode, which resets the settings when a client leaves', async () => {
    const session = await startPgBouncer(config, (ini) =>
      ini.replace('pool_mode = transaction', 'pool_mode = session'),
    );
    onTestFinished(session.stop);
    const urls = { DATABASE_URL: session.url, DATABASE_SESSION_URL: direct.href };
    const outcome = open(urls).then((runtime) => runtime.close());
    await expect(outcome).rejects.toThrow(
      /connections for urgent have another .*, and pool_mode = transaction/,
    );
  });

  it('verifies the certificate of the database, including its name', async () => {
    // A server with a certificate; the server of this run may have none.
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

  it('does not name statements if PgBouncer passes names on unchanged', async () => {
    const behind = openPool(
      { connectionString: urgent(pooler) },
      { max: 1, applicationName: 'test', pooled: true },
    );
    onTestFinished(() => behind.end());
    expect(await keepNames(behind)).toBe(false);
    // Repeated, because the session has the name by now.
    expect(await keepNames(behind)).toBe(false);
    expect((await behind.query({ name: 'one', text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
    const names = await behind.query(`select name from pg_prepared_statements where name = 'one'`);
    expect(names.rows).toEqual([]);
  });

  it('works again at once when the database is back', async () => {
    const relay = openRelay(config.port!);
    await relay.listen();
    const relayed = await startPgBouncer({ ...config, port: relay.port() });
    const pool = openPool(
      { connectionString: urgent(relayed) },
      { max: 1, applicationName: 'test', pooled: true },
    );
    onTestFinished(async () => {
      await pool.end();
      await relayed.stop();
      await relay.close();
    });
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    await relay.close();
    const back = pool.query('select 1 as one').then(({ rows }) => rows, String);
    await waitFor(() => relayed.output().includes('connect failed'), { what: 'a login that fails' });
    await relay.listen();
    let answer: unknown;
    void back.then((rows) => {
      answer = rows;
    });
    await waitFor(() => answer, { what: 'the database to be reached again', timeoutMs: 5_000 });
    expect(answer).toEqual([{ one: 1 }]);
  });

  it('works again when PgBouncer is back', async () => {
    const pool = openPool(
      { connectionString: urgent(pooler) },
      { max: 2, applicationName: 'test', pooled: true },
    );
    expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }]);
    const admin = openPool(config, { max: 1, applicationName: 'test' });
    // Ends its connections, as a restart of the database does.
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

/** A relay in front of a database that can be closed and reopened. */
function openRelay(behind: number) {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const onward = connect(behind, '127.0.0.1');
    for (const one of [socket, onward]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        (one === socket ? onward : socket).destroy();
      });
    }
    socket.pipe(onward).pipe(socket);
  });
  let port = 0;
  return {
    port: () => port,
    async listen() {
      server.listen(port, '127.0.0.1');
      await once(server, 'listening');
      ({ port } = server.address() as AddressInfo);
    },
    async close() {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}

// The service on a primary with synchronous standbys: the primary dies, then its successor hangs, and both
// return. A small manager in this file promotes.
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { isDatabaseAway, isOutcomeUnknown } from '../src/db/commit/batchCommit.ts';
import { openPool } from '../src/db/pool.ts';
import { openDatabaseServers } from '../src/db/servers/database.ts';
import { waitFor } from './database.ts';
import { hasEachOnce, startLoad, storedIn } from './failoverLoad.ts';
import { runStatement } from './globalSetup.ts';
import { carriersFile, metricsUrlOf, type Service, serviceFolder } from './process.ts';
import { openRelay } from './relay.ts';
import { openReplicas, type Replica } from './replicas.ts';

const WINDOW = 10;
const FAILOVERS = 2;
const ACCEPTS_WITHIN_MS = 10_000;
const DATABASE = 'godwit';

const simulator = await startSimulator();
const [first, second, third] = (await openReplicas(3)) as [Replica, Replica, Replica];
const [other] = (await openReplicas(1)) as [Replica];
const hosts = [first, second, third].map(({ port }) => `127.0.0.1:${port}`);
const oldOnes = hosts.slice(0, 2).sort().join(', ');
const service = serviceFolder({
  CARRIERS_FILE: carriersFile(simulator, { window: WINDOW, throughput: 20_000, message_id: 'hex' }),
  DATABASE_URL: `postgresql://${first.config.user}@${hosts.join(',')}/${DATABASE}`,
  SECRET_KEY: 'a secret of tests with more than 32 characters',
  METRICS_PORT: '0',
  LOG_LEVEL: 'info',
});
afterAll(async () => {
  for (const replica of [first, second, third, other]) replica.remove();
  await simulator.close();
});

it('loses nothing, goes on by itself, and refuses old primaries that return', async () => {
  await first.start();
  await first.run(`create database ${DATABASE}`);
  await second.start(first);
  await first.requireStandby();
  await service.godwit('migrate');
  const { figures } = await service.godwit('top');
  expect(figures).toMatchObject({ standbys: { connected: 1, lag_bytes: expect.any(Number) } });
  const running = await service.start();
  const load = await startLoad(service, running);

  await load.progresses();
  await first.kill();
  await second.promote();
  await load.acceptsAgain(ACCEPTS_WITHIN_MS);
  await third.start(second);
  await second.requireStandby();

  // Commits on it would not be acknowledged to anybody else: it is a primary by its own lights.
  await first.start();
  await isRefused(running, [first]);
  await load.progresses();

  second.hang();
  await third.promote();
  await load.acceptsAgain(ACCEPTS_WITHIN_MS);
  second.goOn();
  await isRefused(running, [first, second]);
  await load.progresses();
  const { accepted, failures } = await load.stop();

  expect(failures).toEqual([]);
  // Commands have no memory: they find the newest of three primaries.
  const [ledger, doctor] = await Promise.all([service.godwit('ledger', 'check'), service.fails('doctor')]);
  expect(ledger).toEqual({ differences: [] });
  expect(doctor).toMatch(new RegExp(`BAD +standbys +${oldOnes}: not used, because it lacks`));
  expect(await storedIn({ ...third.config, database: DATABASE })).toEqual(accepted);
  await hasEachOnce(simulator, [...accepted.keys()], { inDoubt: FAILOVERS * WINDOW });
  // Wake-ups between processes go over a session of their own, which came back too.
  const listening = `select from pg_stat_activity where query ~ 'listen godwit|pg_notify' and datname = '${DATABASE}'`;
  expect(await third.run(listening)).toHaveLength(1);
  for (const old of [first, second])
    await waitFor(async () => (await connectionsTo(old)).length === 0, {
      what: 'the old primaries to be left',
    });
  running.process.kill('SIGTERM');
  await running.exited;
});

it('says in a sentence that a start met a failover', async () => {
  const config = { ...third.config, database: DATABASE };
  // PostgreSQL ends the session in which the process enters itself.
  await runStatement(
    config,
    `create function end_session() returns trigger language plpgsql as
      $$ begin raise 'terminating connection' using errcode = 'admin_shutdown'; end $$`,
  );
  await runStatement(
    config,
    'create trigger end_session before insert on processes execute function end_session()',
  );
  const output = await service.fails('start');
  expect(output).toMatch(/^The database of DATABASE_URL at .* cannot be used: terminating connection\./m);
  expect(output).not.toMatch(/^ +at /m);
});

it('follows an address that leads to another server, and not back to an old one', async () => {
  const relay = await openRelay(second.port);
  onTestFinished(relay.close);
  const url = `postgresql://${first.config.user}@127.0.0.1:${relay.port}/postgres`;
  const servers = openDatabaseServers();
  const pool = openPool(
    { connectionString: url, servers: servers.at(url) },
    { max: 1, applicationName: 'relayed' },
  );
  onTestFinished(() => pool.end());
  const port = async () => (await pool.query('show port')).rows[0].port;
  expect(await port()).toBe(String(second.port));
  // Its connection stays open, as through a proxy that only sends new ones elsewhere.
  relay.leadTo(third.port);
  expect(await port()).toBe(String(second.port));
  const moved = async () => {
    await servers.look();
    return (await port()) === String(third.port);
  };
  await waitFor(moved, { what: 'the connection to the old server to be dropped' });
  relay.leadTo(second.port);
  await third.run(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'relayed'`,
  );
  await waitFor(() => pool.totalCount === 0, { what: 'the connection to be closed' });
  await expect(port()).rejects.toThrow(/is not used: it is an old primary on timeline 2/);
});

it('takes a commit that no standby has for unknown, also if PostgreSQL reports success', async () => {
  const pool = openPool({ connectionString: urlOf(third) }, { max: 1, applicationName: 'commits' });
  onTestFinished(() => pool.end());
  await third.set('synchronous_standby_names', 'nobody');
  const outcome = pool.query('create table unconfirmed ()').catch((error: unknown) => error);
  const waits = `from pg_stat_activity where application_name = 'commits' and wait_event = 'SyncRep'`;
  await waitFor(async () => (await third.run(`select pg_cancel_backend(pid) ${waits}`)).length > 0);
  const error = await outcome;
  expect([isOutcomeUnknown(error), (error as Error).message]).toEqual([
    true,
    expect.stringContaining('was not confirmed by a standby'),
  ]);
  await third.set('synchronous_standby_names', '');
});

it('leaves a server that takes no writes any more, and finds it again when it does', async () => {
  // The first two have an older history, so a pool without a memory takes the third.
  const pool = openPool(
    { connectionString: urlOf(first, second, third) },
    { max: 1, applicationName: 'writes' },
  );
  onTestFinished(() => pool.end());
  const write = () => pool.query('create table if not exists written ()');
  await write();
  await third.set('default_transaction_read_only', 'on');
  const error = await waitFor(() =>
    write().then(
      () => null,
      (reason: Error) => reason,
    ),
  );
  expect([isDatabaseAway(error), isOutcomeUnknown(error)]).toEqual([true, false]);
  await waitFor(() => pool.totalCount === 0, { what: 'the connection to be dropped' });
  await expect(write()).rejects.toThrow(/takes no writes|No server of the database takes writes|is not used/);
  await third.set('default_transaction_read_only', 'off');
  await waitFor(() => write().then(() => true), { what: 'the server to be found again' });
});

it('leaves an address that hangs for another one to the same server', async () => {
  await other.start();
  const relay = await openRelay(other.port);
  onTestFinished(relay.close);
  const url = `postgresql://${first.config.user}@127.0.0.1:${relay.port},127.0.0.1:${other.port}/postgres`;
  const servers = openDatabaseServers();
  const pool = openPool(
    { connectionString: url, servers: servers.at(url) },
    { max: 1, applicationName: 'one of two' },
  );
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  relay.hang();
  const hanging = pool.query('create table hanging ()').catch((reason: unknown) => reason);
  await waitFor(() => servers.look().then(() => pool.totalCount === 0), { what: 'the address to be left' });
  expect(isOutcomeUnknown(await hanging)).toBe(true);
  expect((await pool.query('show port')).rows).toEqual([{ port: String(other.port) }]);
});

it('is refused at its start if its servers are of different databases', async () => {
  const pool = openPool({ connectionString: urlOf(third, other) }, { max: 1, applicationName: 'mixed' });
  onTestFinished(() => pool.end());
  await expect(pool.query('select 1')).rejects.toThrow(/belong to different databases \(127\.0\.0\.1:\d+, /);
});

it('answers that an outcome is unknown if the only server is silent', async () => {
  const url = urlOf(third);
  const servers = openDatabaseServers();
  const pool = openPool(
    { connectionString: url, servers: servers.at(url) },
    { max: 1, applicationName: 'silent' },
  );
  onTestFinished(() => pool.end());
  await pool.query('select 1');
  third.hang();
  let error: unknown;
  void pool.query('create table lost ()').catch((reason: unknown) => {
    error = reason;
  });
  const isAnswered = async () => {
    await servers.look();
    return error;
  };
  await waitFor(isAnswered, { what: 'an answer', timeoutMs: 30_000 });
  expect(isOutcomeUnknown(error)).toBe(true);
  third.goOn();
  await waitFor(() => pool.query('select 1').then(() => true), { what: 'the server to be used again' });
});

/** A URL with the hosts of these servers. */
function urlOf(...replicas: Replica[]): string {
  return `postgresql://${first.config.user}@${replicas.map(({ port }) => `127.0.0.1:${port}`).join(',')}/postgres`;
}

/** Waits until the service reports that it refuses these servers, in its log and in its metrics. */
async function isRefused(service: Service, replicas: readonly Replica[]): Promise<void> {
  const logged = () => service.lines.filter((line) => line.includes('it is an old primary on timeline'));
  const isLogged = ({ port }: Replica) =>
    logged().some((line) => line.includes(`127.0.0.1:${port} is not used`));
  const url = metricsUrlOf(service);
  await waitFor(
    async () => {
      const text = await (await fetch(url)).text();
      return (
        replicas.every(isLogged) && text.includes(`godwit_database_refused_servers ${replicas.length}\n`)
      );
    },
    { what: 'the old primaries to be refused', timeoutMs: 30_000 },
  );
}

/**
 * The service's connections to a server, but for those that look who it is. A session whose commit waits for
 * a standby does not notice that the service has left.
 */
async function connectionsTo({ run }: Replica): Promise<unknown[]> {
  return run(
    `select from pg_stat_activity where datname = '${DATABASE}' and application_name <> 'godwit search'
      and wait_event is distinct from 'SyncRep'`,
  );
}

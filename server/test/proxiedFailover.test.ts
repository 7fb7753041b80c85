// Services that know the address of a proxy only, on a primary with a synchronous standby: the primary dies,
// the standby is promoted, and the old primary returns. The proxies are haproxy and PgBouncer with the files
// of deploy/, if they are installed.
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from './database.ts';
import { hasEachOnce, startLoad, storedIn } from './failoverLoad.ts';
import { NUMBERS, numbersIn, startWriter } from './failoverWriter.ts';
import { folderFor, freePort, installed, startPgBouncer, startServer, withNames } from './installed.ts';
import { carriersFile, serviceFolder } from './process.ts';
import { openReplicas, type Replica } from './replicas.ts';

const CONFIG = readFileSync(join(import.meta.dirname, '../../deploy/haproxy-postgres.cfg'), 'utf8');
const ACCEPTS_WITHIN_MS = 10_000;
const WINDOW = 10;
const [haproxy, pgbouncer] = [installed('haproxy'), installed('pgbouncer')];

/** Starts haproxy with the file of deploy/ in front of these servers. */
async function startHaproxy(replicas: readonly Replica[]) {
  const port = await freePort();
  const servers = replicas.map((replica, i) => `  server db${i + 1} 127.0.0.1:${replica.port}\n`).join('');
  const config = CONFIG.replace('127.0.0.1:5000', `127.0.0.1:${port}`).replace(
    /( {2}server db.*\n)+/,
    servers,
  );
  const folder = folderFor('root', { 'haproxy.cfg': config });
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const start = () => startServer(haproxy!, ['-db', '-f', join(folder, 'haproxy.cfg')], { port });
  let running = await start();
  onTestFinished(() => running.stop());
  return {
    port,
    /** Forgets which server it led to. */
    async restart() {
      await running.stop();
      running = await start();
    },
  };
}

/** A service under load, in a database of its own. `url` and `sessionUrl` lead to its proxies. */
async function startBehind(primary: Replica, name: string, url: string, sessionUrl?: string) {
  await primary.run(`create database ${name}`);
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const smppPort = await freePort();
  const service = serviceFolder({
    CARRIERS_FILE: carriersFile(simulator, { window: WINDOW, throughput: 20_000, message_id: 'hex' }),
    DATABASE_URL: url,
    ...(sessionUrl && { DATABASE_SESSION_URL: sessionUrl }),
    SECRET_KEY: 'a secret of tests with more than 32 characters',
    SMPP_PORT: String(smppPort),
  });
  await service.godwit('migrate');
  const running = await service.start();
  const load = await startLoad(service, running, { httpClients: 1, smppPort });
  return { ...load, name, service, running, simulator };
}

it.runIf(haproxy && pgbouncer)(
  'loses nothing behind haproxy and PgBouncer, and refuses an old primary',
  async () => {
    const [first, second] = (await openReplicas(2)) as [Replica, Replica];
    onTestFinished(() => {
      for (const replica of [first, second]) replica.remove();
    });
    await first.start();
    await first.run('create role haproxy_check login');
    await first.run(NUMBERS);
    await second.start(first);
    await first.requireStandby();
    const proxy = await startHaproxy([first, second]);
    const { user } = first.config;
    const direct = (name: string) => `postgresql://${user}@127.0.0.1:${proxy.port}/${name}`;
    const pooler = async (port: number, database = 'postgres') => {
      const running = await startPgBouncer({ user, port, database }, withNames);
      onTestFinished(running.stop);
      return running;
    };
    const services = await Promise.all([
      startBehind(first, 'behind', direct('behind')),
      startBehind(first, 'pooled', (await pooler(proxy.port, 'pooled')).url, direct('pooled')),
    ]);
    // Without haproxy: a manager changes PgBouncer's file, or each server has a PgBouncer of its own.
    const reloaded = await pooler(first.port);
    const own = await Promise.all([first, second].map(({ port }) => pooler(port)));
    const hosts = own.map(({ port }) => `127.0.0.1:${port}`).join(',');
    const writers = [
      startWriter('reloaded', reloaded.url.replace('{purpose}', 'urgent'), { pooled: true }),
      startWriter('own', `postgresql://${user}@${hosts}/godwit_urgent`, { pooled: true }),
    ];
    const each = (work: (one: (typeof services)[number]) => Promise<unknown>) =>
      Promise.all(services.map(work));
    const progress = (within?: number) =>
      Promise.all([
        ...services.map((one) => (within ? one.acceptsAgain(within) : one.progresses())),
        ...writers.map((one) => one.progresses(within)),
      ]);
    await progress();

    await first.kill();
    await second.promote();
    reloaded.leadTo(second.port);
    await progress(ACCEPTS_WITHIN_MS);

    // It takes writes too, and haproxy stays with the server that it leads to.
    await first.start();
    await progress();

    await proxy.restart();
    reloaded.leadTo(first.port);
    const refusal = 'is not used: it is an old primary on timeline 1';
    await each(({ running }) =>
      waitFor(() => running.lines.some((line) => line.includes(refusal)), {
        what: 'the old primary to be refused',
        timeoutMs: 30_000,
      }),
    );
    await waitFor(() => writers.every(({ refused }) => refused().length === 1), {
      what: 'the old primary to be refused behind PgBouncer',
    });
    await first.kill();
    reloaded.leadTo(second.port);
    await progress(ACCEPTS_WITHIN_MS);

    for (const writer of writers) {
      const confirmed = [...writer.confirmed];
      expect(await numbersIn(second, writer)).toEqual(expect.arrayContaining(confirmed));
      expect(writer.failures).toEqual([]);
    }
    await each(async ({ stop, name, service, running, simulator }) => {
      const { accepted, failures } = await stop();
      expect(failures).toEqual([]);
      expect(await storedIn({ ...second.config, database: name })).toEqual(accepted);
      expect(await service.godwit('ledger', 'check')).toEqual({ differences: [] });
      await hasEachOnce(simulator, [...accepted.keys()], { inDoubt: 2 * WINDOW });
      running.process.kill('SIGTERM');
      await running.exited;
    });
  },
);

// The service on three servers that Patroni manages with the files of deploy/patroni, if Patroni, etcd and
// PostgreSQL are installed: the machine of the primary dies, returns, hands over, and is left alone.
import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { expect, it, onTestFinished } from 'vitest';
import { waitFor } from './database.ts';
import { startLoad, storedIn } from './failoverLoad.ts';
import { runStatement } from './globalSetup.ts';
import { folderFor, freePort, installed, installedPostgres, type Running, startServer } from './installed.ts';
import { carriersFile, serviceFolder } from './process.ts';
import { childrenOf } from './replicas.ts';

const DEPLOY = join(import.meta.dirname, '../../deploy/patroni');
const NAMES = ['db1', 'db2', 'db3'] as const;
type Name = (typeof NAMES)[number];
const SUPERUSER = { user: 'postgres', password: 'of the superuser' };
/** A standby takes over after `ttl`, and the service looks for it every second. */
const ACCEPTS_WITHIN_MS = 60_000;
const STARTED = { what: 'three servers, of which one is a synchronous standby', timeoutMs: 120_000 };

const [patroni, etcd, bin] = [installed('patroni'), installed('etcd'), installedPostgres()];

/** The ports of each server in place of those of the files, as all three are on this machine. */
const ports = new Map<Name, Record<string, number>>();
for (const name of NAMES) {
  const [peers, clients, rest, sql] = [
    await freePort(),
    await freePort(),
    await freePort(),
    await freePort(),
  ];
  ports.set(name, { '2380': peers, '2379': clients, '8008': rest, '5432': sql });
}
const portOf = (name: Name, port: string) => ports.get(name)![port]!;

/** A file of deploy/patroni as an operator fills it in, with addresses of this machine. */
function fileOf(name: Name, file: string, folder: string): string {
  return readFileSync(join(DEPLOY, file), 'utf8')
    .replaceAll('THIS', name)
    .replaceAll(
      /\b(db[123]|0\.0\.0\.0):(\d+)/g,
      (_, host, port) => `127.0.0.1:${portOf(host === '0.0.0.0' ? name : host, port)}`,
    )
    .replace('/usr/lib/postgresql/15/bin', bin!)
    .replace('/var/lib/postgresql/15', folder)
    .replace('/var/lib/etcd', `${folder}/etcd`)
    .replace('SUPERUSER_PASSWORD', SUPERUSER.password)
    .replace('REPLICATION_PASSWORD', 'of the standbys');
}

/** A server with etcd and Patroni, which starts PostgreSQL. */
function openMachine(name: Name) {
  const folder = folderFor('postgres', {});
  const config = folderFor('postgres', { 'config.yml': fileOf(name, 'config.yml', folder) });
  const settings = fileOf(name, 'etcd.env', folder)
    .split('\n')
    .filter((line) => /^\w+=/.test(line));
  const running: Running[] = [];
  /** All processes of PostgreSQL, which Patroni does not end with itself. */
  const postgres = () => {
    const file = join(folder, 'godwit/postmaster.pid');
    const postmaster = existsSync(file) && Number.parseInt(readFileSync(file, 'utf8'), 10);
    return postmaster ? [postmaster, ...childrenOf(postmaster)] : [];
  };
  return {
    name,
    database: { host: '127.0.0.1', port: portOf(name, '5432'), ...SUPERUSER, database: 'postgres' },
    async start() {
      const run = (args: string[], port: string) =>
        startServer('/usr/bin/env', args, { port: portOf(name, port), user: 'postgres', endWith: 'SIGKILL' });
      running.push(await run([...settings, etcd!], '2379'));
      running.push(await run([`HOME=${folder}`, patroni!, join(config, 'config.yml')], '8008'));
    },
    /** Ends all of its processes at once. */
    async kill(signal: 'KILL' | 'QUIT' = 'KILL') {
      const pids = postgres();
      await Promise.all(running.splice(0).map((one) => one.stop()));
      // One command, which passes over those that have ended with the others.
      spawnSync('kill', [`-${signal}`, ...pids.map(String)]);
    },
    async remove() {
      // PostgreSQL gives its shared memory back.
      await this.kill('QUIT');
      for (const path of [folder, config]) rmSync(path, { recursive: true, force: true });
    },
  };
}

type Member = { name: Name; role: string; state: string };

it.runIf(patroni && etcd && bin)('loses nothing when Patroni promotes a standby', async () => {
  const machines = new Map(NAMES.map((name) => [name, openMachine(name)]));
  onTestFinished(
    async () => void (await Promise.all([...machines.values()].map((machine) => machine.remove()))),
  );
  const rest = (name: Name, path: string, init?: RequestInit) =>
    fetch(`http://127.0.0.1:${portOf(name, '8008')}${path}`, init);
  /** The primary's name, once two standbys follow it. `than`: it is another one. */
  const primary = (than?: Name) =>
    waitFor(async () => {
      const asked = NAMES.find((name) => name !== than)!;
      const { members } = (await (await rest(asked, '/cluster')).json()) as { members: Member[] };
      const roles = members.map(({ role }) => role).sort();
      const isWhole = members.every(({ state }) => ['running', 'streaming'].includes(state));
      const leader = members.find(({ role }) => role === 'leader');
      if (!isWhole || roles.join() !== 'leader,replica,sync_standby' || leader?.name === than) return null;
      return leader!.name;
    }, STARTED);

  await Promise.all([...machines.values()].map((machine) => machine.start()));
  const first = await primary();
  const { database } = machines.get(first)!;
  await runStatement(database, `create role godwit login password 'of godwit'`);
  await runStatement(database, 'create database godwit owner godwit');
  const hosts = NAMES.map((name) => `127.0.0.1:${portOf(name, '5432')}`).join(',');
  const simulator = await startSimulator();
  onTestFinished(() => simulator.close());
  const service = serviceFolder({
    CARRIERS_FILE: carriersFile(simulator, { throughput: 20_000, message_id: 'hex' }),
    DATABASE_URL: `postgresql://godwit:of%20godwit@${hosts}/godwit`,
    SECRET_KEY: 'a secret of tests with more than 32 characters',
  });
  await service.godwit('migrate');
  const running = await service.start();
  const load = await startLoad(service, running);
  await load.progresses();

  await machines.get(first)!.kill();
  await load.acceptsAgain(ACCEPTS_WITHIN_MS);
  await machines.get(first)!.start();
  const second = await primary(first);

  const asked = await rest(second, '/switchover', {
    method: 'POST',
    body: JSON.stringify({ leader: second }),
  });
  expect([asked.status, await asked.text()]).toEqual([200, expect.stringMatching(/^Successfully switched/)]);
  await load.acceptsAgain(ACCEPTS_WITHIN_MS);
  const third = await primary(second);

  // One server alone may be cut off from a primary of the two others.
  const others = NAMES.filter((name) => name !== third).map((name) => machines.get(name)!);
  await Promise.all(others.map((machine) => machine.kill()));
  const isPrimary = async () => (await rest(third, '/primary')).status === 200;
  await waitFor(async () => !(await isPrimary()), { what: 'it to take no writes', timeoutMs: 60_000 });
  await Promise.all(others.map((machine) => machine.start()));
  await load.acceptsAgain(ACCEPTS_WITHIN_MS);
  const last = await primary();
  const { accepted, failures } = await load.stop();

  expect(failures).toEqual([]);
  expect(await storedIn({ ...machines.get(last)!.database, database: 'godwit' })).toEqual(accepted);
  expect(await service.godwit('ledger', 'check')).toEqual({ differences: [] });
  const { findings } = await service.godwit('doctor');
  expect(findings).toContainEqual({ name: 'standbys', ok: true, says: '2 connected; commits wait for one' });
  running.process.kill('SIGTERM');
  await running.exited;
});

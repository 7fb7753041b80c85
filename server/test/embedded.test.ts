// The embedded PostgreSQL: first start, kill, several processes, stop. Real processes, real signals.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { afterAll, afterEach, expect, test } from 'vitest';
import { type EmbeddedDatabase, startEmbedded } from '../src/db/embedded/embedded.ts';
import { assertSafeDatabase, type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { waitFor } from './database.ts';
import { throwawayFolder } from './throwaway.ts';

const home = throwawayFolder();
const dataDir = join(home, '.data');
/** A cluster in another folder, behind a link. */
const relocated = join(home, 'private/.data/postgres');
const started: { databases: EmbeddedDatabase[]; processes: ChildProcess[] } = {
  databases: [],
  processes: [],
};
const lines: string[] = [];

afterEach(async () => {
  await Promise.all(started.processes.splice(0).map((child) => stopProcess(child)));
  for (const database of started.databases.splice(0)) await database.stop();
});
afterAll(() => {
  if (existsSync(relocated)) rmSync(realpathSync(relocated), { recursive: true });
  rmSync(home, { recursive: true, force: true });
});

async function start(folder = dataDir): Promise<EmbeddedDatabase> {
  const database = await startEmbedded({ dataDir: folder, log: (line) => lines.push(line) });
  started.databases.push(database);
  return database;
}

/** Starts another process on the same folder; returns once it is up. */
async function startProcess(): Promise<{ child: ChildProcess; adopted: boolean }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'clusterUser.ts'), dataDir], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  started.processes.push(child);
  const [line] = (await once(createInterface(child.stdout!), 'line')) as [string];
  return { child, ...(JSON.parse(line) as { adopted: boolean }) };
}

async function stopProcess(child: ChildProcess, signal: NodeJS.Signals = 'SIGTERM'): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill(signal);
  await once(child, 'exit');
}

async function query<T>(config: DatabaseConfig, sql: string): Promise<T | undefined> {
  const pool = openPool(config, { max: 1, applicationName: 'test' });
  const { rows } = await pool.query<{ value: T }>(sql).finally(() => pool.end());
  return rows[0]?.value;
}

function lockFile(folder = dataDir): string {
  return join(folder, 'postgres/postmaster.pid');
}

function postmasterPid(): number {
  return Number(readFileSync(lockFile(), 'utf8').split('\n')[0]);
}

test('the first start creates a secure UTF-8 database that does not listen on the network', async () => {
  const { config, adopted } = await start();
  expect(adopted).toBe(false);
  const pool = openPool(config, { max: 1, applicationName: 'test' });
  await assertSafeDatabase(pool);
  await pool.end();
  expect(await query(config, `SELECT current_setting('listen_addresses') AS value`)).toBe('');
  expect(await query(config, `SELECT current_setting('data_checksums') AS value`)).toBe('on');
  expect(await query(config, `SELECT lower('ÄΣ') AS value`)).toBe('äσ');
  await query(config, 'CREATE TABLE kept AS SELECT 42 AS value');
});

test('a crash leaves little to be replayed, however long it has run', async () => {
  const { config } = await start();
  const pool = openPool(config, { max: 1, applicationName: 'test' });
  const { rows } = await pool.query<{ name: string; setting: string }>(
    `select name, setting from pg_settings where name in ('max_wal_size', 'min_wal_size', 'recovery_init_sync_method')`,
  );
  expect(Object.fromEntries(rows.map(({ name, setting }) => [name, setting]))).toEqual({
    max_wal_size: '128',
    min_wal_size: '128',
    recovery_init_sync_method: process.platform === 'linux' ? 'syncfs' : 'fsync',
  });
  const begins = async () =>
    (
      await pool.query(
        'select num_timed::integer as "timed", num_requested::integer as asked from pg_stat_checkpointer',
      )
    ).rows[0] as { timed: number; asked: number };
  const before = await begins();
  // Twice as much log as may be left.
  await pool.query(`create table filled (content text storage plain)`);
  for (let i = 0; i < 5; i++)
    await pool.query(
      `insert into filled select repeat(md5(i::text), 200) from generate_series(1, 8000) as i`,
    );
  await waitFor(async () => (await begins()).asked > before.asked, {
    what: 'a checkpoint that the log asks for',
    timeoutMs: 20_000,
  });
  await pool.query('drop table filled');
  await pool.end();
});

test('it stops with its only user, and the second start is quick and has everything', async () => {
  expect(existsSync(lockFile())).toBe(false);
  const startedAtMs = performance.now();
  const { config, adopted } = await start();
  // 80 ms on a quiet machine; the limit for a whole second start is 3 s.
  expect(performance.now() - startedAtMs).toBeLessThan(3000);
  expect(adopted).toBe(false);
  expect(await query(config, 'SELECT value FROM kept')).toBe(42);
});

test('it outlives a killed process, and the next one adopts it', async () => {
  const { child, adopted } = await startProcess();
  expect(adopted).toBe(false);
  const pid = postmasterPid();
  await stopProcess(child, 'SIGKILL');

  const next = await start();
  expect(next.adopted).toBe(true);
  expect(postmasterPid()).toBe(pid);
  expect(await query(next.config, 'SELECT value FROM kept')).toBe(42);
  await next.stop();
  expect(existsSync(lockFile())).toBe(false);
});

test('the last process that uses it stops it', async () => {
  const server = await startProcess();
  const command = await start();
  expect(command.adopted).toBe(true);
  await command.stop();
  expect(existsSync(lockFile())).toBe(true);
  await stopProcess(server.child);
  expect(existsSync(lockFile())).toBe(false);

  const early = await start();
  const late = await startProcess();
  expect(late.adopted).toBe(true);
  await early.stop();
  expect(existsSync(lockFile())).toBe(true);
  await stopProcess(late.child);
  expect(existsSync(lockFile())).toBe(false);
});

test('simultaneous starts and stops end with one database, or none', async () => {
  const folder = join(home, 'crowd');
  const crowd = await Promise.all(Array.from({ length: 4 }, () => start(folder)));
  expect(crowd.filter(({ adopted }) => !adopted)).toHaveLength(1);
  expect(readdirSync(folder).sort()).toEqual(['holder.json', 'postgres', 'postgres.log']);
  const [first, ...others] = crowd;
  await Promise.all([...others.map((each) => each.stop()), start(folder).then((each) => each.stop())]);
  expect(await query(first!.config, 'SELECT 1 AS value')).toBe(1);
  await first!.stop();
  expect(existsSync(lockFile(folder))).toBe(false);
});

test('a killed PostgreSQL restarts under a running process', async () => {
  const { config } = await start();
  const pid = postmasterPid();
  process.kill(pid, 'SIGKILL');
  const value = await waitFor(() => query(config, 'SELECT value FROM kept'), { timeoutMs: 20_000 });
  expect(value).toBe(42);
  expect(postmasterPid()).not.toBe(pid);
});

test('a lock file with a foreign process number does not prevent a start', async () => {
  writeFileSync(lockFile(), `${process.pid}\n${dataDir}/postgres\n0\n5432\n${dataDir}/postgres\n\n`);
  expect((await start()).adopted).toBe(false);
});

test('a copy of a running data directory gets a database of its own', async () => {
  const original = await start();
  await query(original.config, 'CHECKPOINT');
  const copy = join(home, 'copy');
  execFileSync('cp', ['-a', dataDir, copy]);
  const { config, adopted } = await start(copy);
  expect(adopted).toBe(false);
  expect(await query(config, `SELECT current_setting('data_directory') AS value`)).toBe(
    join(copy, 'postgres'),
  );
  expect(await query(config, 'SELECT value FROM kept')).toBe(42);
});

test.runIf(process.getuid?.() === 0)('as root it works where its own user cannot go', async () => {
  const folder = join(home, 'private', '.data');
  mkdirSync(join(home, 'private'), { mode: 0o700 });
  const { config } = await start(folder);
  expect(realpathSync(relocated)).toMatch(/^\/var\/lib\/godwit\/postgres-/);
  await query(config, 'CREATE TABLE kept AS SELECT 7 AS value');
  await started.databases.pop()!.stop();
  expect(await query((await start(folder)).config, 'SELECT value FROM kept')).toBe(7);
});

test('works in a folder too deep for a socket', async () => {
  const folder = join(home, 'deep'.repeat(20), '.data');
  const { config } = await start(folder);
  expect(config.host).toMatch(/^\/tmp\/godwit-[0-9a-f]{16}$/);
  expect(await query(config, 'SELECT 1 AS value')).toBe(1);
  await started.databases.pop()!.stop();
  rmSync(config.host!, { recursive: true });
});

test('refuses data of another major version', async () => {
  const folder = join(home, 'old');
  await (await start(folder)).stop();
  started.databases.pop();
  writeFileSync(join(folder, 'postgres/PG_VERSION'), '17\n');
  await expect(start(folder)).rejects.toThrow(/made by PostgreSQL 17 and this version of Godwit brings 18/);
});

test('a stop during its restart leaves nothing running', async () => {
  const database = await start();
  const pid = postmasterPid();
  const pool = openPool(database.config, { max: 1, applicationName: 'test' });
  const { rows } = await pool.query('select pg_backend_pid() as pid');
  // A session that dies like this makes PostgreSQL end all the others and restart.
  process.kill(rows[0].pid, 'SIGKILL');
  await pool.end();
  await database.stop();
  await waitFor(() => !isRunning(pid), { what: 'the end of PostgreSQL' });
});

test('names another machine that uses the folder, unless that one has ended', async () => {
  const file = join(dataDir, 'holder.json');
  await (await start()).stop();
  started.databases.pop();
  expect(existsSync(file)).toBe(false);
  const other = { host: 'node-2', machine: 'another', pid: 77 };
  const alive = setInterval(() => writeFileSync(file, JSON.stringify({ ...other, beat: Date.now() })), 20);
  writeFileSync(file, JSON.stringify({ ...other, beat: 0 }));
  await expect(start()).rejects.toThrow(/in use by Godwit on node-2 \(process 77\): stop it there/);
  clearInterval(alive);
  expect(existsSync(lockFile())).toBe(false);
  const database = await startEmbedded({ dataDir, log: (line) => lines.push(line), silentMs: 100 });
  started.databases.push(database);
  expect(lines.at(-1)).toMatch(/was last used on node-2: waiting 0\.1 s/);
  expect(await query(database.config, 'SELECT value FROM kept')).toBe(42);
});

test('a cancelled start leaves nothing running', async () => {
  const over = new AbortController();
  const starting = startEmbedded({ dataDir, log: () => {}, signal: over.signal });
  const pid = await waitFor(() => postmasterPid());
  over.abort();
  await starting.then(
    (database) => database.stop(),
    () => {},
  );
  await waitFor(() => !existsSync(lockFile()), { what: `the end of ${pid}` });
});

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

// Starts servers installed by Debian packages on loopback for a test, and stops them after it.
import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { whileAway } from '../src/db/commit/batchCommit.ts';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { LOCALHOST, LOCALHOST_KEY } from './certificate.ts';

/**
 * The project of vitest.config.ts that runs on a server west of UTC: the PostgreSQL that is installed, or a
 * second throw-away one.
 */
export const WEST = 'server west of UTC';

const NPM_FOLDERS = ['/usr/local/lib/node_modules', '/usr/lib/node_modules'];
const POSTGRES = '/usr/lib/postgresql';
const START_WITHIN_MS = 30_000;
const POLL_MS = 20;
const isRoot = process.getuid?.() === 0;

export type Running = {
  port: number;
  output(): string;
  signal(name: NodeJS.Signals): void;
  stop(): Promise<void>;
};

/** The path of a program in Debian's folders; null if it is not installed. */
export const installed = (name: string): string | null =>
  ['/usr/sbin', '/usr/bin', '/usr/local/bin'].map((path) => join(path, name)).find(existsSync) ?? null;

/** A program in Debian's folders; null if it is not installed, or fails with these arguments. */
export function installedWith(name: string, ...args: string[]): string | null {
  const program = installed(name);
  return program !== null && spawnSync(program, args).status === 0 ? program : null;
}

/** A package of npm that is installed for all users, by `npm install -g`; null if it is not. */
export function installedPackage<Package>(name: string): Package | null {
  const folders = [...(process.env.NODE_PATH?.split(delimiter) ?? []), ...NPM_FOLDERS];
  const path = folders.map((folder) => join(folder, name)).find(existsSync);
  return path ? createRequire(import.meta.url)(path) : null;
}

/** The program folder of the oldest installed PostgreSQL that Godwit supports; null without one. */
export function installedPostgres(): string | null {
  const versions = existsSync(POSTGRES) ? readdirSync(POSTGRES).map(Number) : [];
  const folders = versions
    .sort((one, other) => one - other)
    .filter((version) => version >= 15)
    .map((version) => join(POSTGRES, String(version), 'bin'));
  // The client package alone creates a folder too.
  return folders.find((folder) => existsSync(join(folder, 'initdb'))) ?? null;
}

/** A port that was free a moment ago. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as { port: number };
  probe.close();
  return port;
}

/** Starts a server in the foreground and waits until its port answers. If we are root, it runs as `user`. */
export async function startServer(
  program: string,
  args: readonly string[],
  { port, user, endWith = 'SIGTERM' }: { port: number; user?: string; endWith?: NodeJS.Signals },
): Promise<Running> {
  const as = isRoot && user ? { uid: idOf(user, '-u'), gid: idOf(user, '-g') } : {};
  const child = spawn(program, args, { ...as, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] });
  const exited = once(child, 'exit');
  let output = '';
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-100_000);
    });
  const end = () => child.kill('SIGQUIT');
  process.once('exit', end);
  const deadlineMs = performance.now() + START_WITHIN_MS;
  while (!(await answers(port))) {
    if (child.exitCode !== null || performance.now() > deadlineMs) {
      child.kill('SIGKILL');
      throw new Error(`${program} did not start: ${output}`);
    }
    await sleep(POLL_MS);
  }
  return {
    port,
    output: () => output,
    signal: (name) => void child.kill(name),
    async stop() {
      process.off('exit', end);
      child.kill(endWith);
      await exited;
    },
  };
}

const idOf = (user: string, flag: string) => Number(execFileSync('id', [flag, user], { encoding: 'utf8' }));

function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

/** A temporary folder with these files, for a server that runs as `user` if we are root. */
export function folderFor(user: string, files: Record<string, string>): string {
  // In memory if possible: a database that requires fsync loses no time there.
  const folder = mkdtempSync(join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'godwit-test-server-'));
  const own = (path: string) => isRoot && chownSync(path, idOf(user, '-u'), idOf(user, '-g'));
  chmodSync(folder, 0o755);
  for (const [name, content] of Object.entries(files)) {
    writeFileSync(join(folder, name), content, { mode: 0o600 });
    own(join(folder, name));
  }
  own(folder);
  return folder;
}

/**
 * An installed PostgreSQL, durable and with a certificate for localhost. Its superuser connects locally
 * without a password.
 */
export async function startPostgres(
  bin: string,
  more: Record<string, string> = {},
): Promise<Running & { config: DatabaseConfig; url: string }> {
  const folder = folderFor('postgres', { 'server.crt': LOCALHOST, 'server.key': LOCALHOST_KEY });
  const data = join(folder, 'data');
  const as = isRoot ? { uid: idOf('postgres', '-u'), gid: idOf('postgres', '-g') } : {};
  const args = ['-D', data, '-U', 'postgres', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8', '-N'];
  const made = spawnSync(join(bin, 'initdb'), args, { ...as, cwd: '/', encoding: 'utf8' });
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr || made.error}`);
  const port = await freePort();
  const settings = {
    listen_addresses: '127.0.0.1',
    port: String(port),
    unix_socket_directories: folder,
    max_connections: '300',
    ssl: 'on',
    ssl_cert_file: join(folder, 'server.crt'),
    ssl_key_file: join(folder, 'server.key'),
    log_min_messages: 'fatal',
    ...more,
  };
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const server = await startServer(join(bin, 'postgres'), ['-D', data, ...options], {
    port,
    user: 'postgres',
    endWith: 'SIGINT',
  });
  const config = { host: '127.0.0.1', port, user: 'postgres', database: 'postgres', ssl: false };
  const pool = openPool(config, { max: 1, applicationName: 'tests' });
  // The port answers before logins are accepted.
  await whileAway(() => pool.query('select 1')).finally(() => pool.end());
  return {
    ...server,
    config,
    url: `postgresql://postgres@127.0.0.1:${port}/postgres`,
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

/** Whether the installed PgBouncer keeps the names of prepared statements (1.21 or newer). */
function keepsNames(): boolean {
  const { stdout } = spawnSync(installed('pgbouncer')!, ['--version'], { encoding: 'utf8' });
  const [, major, minor] = /(\d+)\.(\d+)/.exec(stdout)?.map(Number) ?? [];
  return major! > 1 || minor! >= 21;
}

/** Turns named statements on in deploy/pgbouncer.ini, if the installed PgBouncer has them. */
export const withNames = (ini: string): string =>
  keepsNames() ? ini.replace('; max_prepared_statements', 'max_prepared_statements') : ini;

/**
 * A PgBouncer in front of a local PostgreSQL database, configured by deploy/pgbouncer.ini; `url` is for
 * DATABASE_URL.
 */
export async function startPgBouncer(
  { port: behind, user, database }: Pick<DatabaseConfig, 'port' | 'user' | 'database'>,
  change = (ini: string): string => ini,
): Promise<Running & { url: string; leadTo(behind: number): void }> {
  const port = await freePort();
  const folder = folderFor('postgres', { 'userlist.txt': `"${user}" ""\n` });
  const file = join(folder, 'pgbouncer.ini');
  const ini = change(readFileSync(join(import.meta.dirname, '../../deploy/pgbouncer.ini'), 'utf8'))
    .replaceAll('dbname=godwit', `dbname=${database}`)
    .replace('listen_port = 6432', `listen_port = ${port}`)
    .replace('scram-sha-256', 'trust')
    .replace('/etc/pgbouncer/userlist.txt', join(folder, 'userlist.txt'));
  const write = (to: number) => writeFileSync(file, ini.replaceAll('port=5432', `port=${to}`));
  write(behind!);
  const server = await startServer(installed('pgbouncer')!, [file], { port, user: 'postgres' });
  return {
    ...server,
    url: `postgresql://${user}@127.0.0.1:${port}/godwit_{purpose}`,
    /** Leads to another server, by RELOAD. */
    leadTo(to) {
      write(to);
      server.signal('SIGHUP');
    },
    async stop() {
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

// Servers of the embedded PostgreSQL that replicate each other over TCP, and the commands with which a
// manager fails over.
import { execFile, spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chownSync,
  closeSync,
  openSync,
  readdirSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { type Cluster, prepareCluster, SUPERUSER, spawnOptions } from '../src/db/embedded/cluster.ts';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { waitFor } from './database.ts';
import { runStatement } from './globalSetup.ts';
import { freePort } from './installed.ts';
import { throwawayFolder } from './throwaway.ts';

const STOPPED = { what: 'a server of the cluster to end', timeoutMs: 30_000 };
const STARTED = { what: 'a server of the cluster to answer', timeoutMs: 30_000 };

/** The files of a server that runs. */
const RUNNING = ['postmaster.pid', 'postmaster.opts', 'standby.signal'];

/** Commits wait for any one standby. */
const SYNCHRONOUS = 'ANY 1 (*)';

/** One server. Signals hit all of its processes, as the end of a machine would. */
export type Replica = Awaited<ReturnType<typeof openReplicas>>[number];

/**
 * Makes `count` clusters with the same content; none of them runs yet. They are removed at the end of this
 * process; a test removes them after its file.
 */
export async function openReplicas(count: number) {
  const folder = throwawayFolder();
  const template = prepareCluster(folder, () => {});
  const clusters = Array.from({ length: count }, () => copyOf(template));
  for (const path of [template.directory, folder]) rmSync(path, { recursive: true, force: true });
  const replicas = await Promise.all(clusters.map(async (cluster) => openReplica(cluster, await freePort())));
  process.once('exit', () => {
    for (const replica of replicas) replica.remove();
  });
  return replicas;
}

/**
 * A copy of a stopped cluster, with the same owner. It has another name than embedded databases, which a
 * later run would start in order to stop them. A server whose folder is gone ends by itself within a minute.
 */
function copyOf(template: Cluster): Cluster {
  const directory = join(throwawayFolder(), 'replica');
  const copied = spawnSync('cp', ['-a', template.directory, directory], { encoding: 'utf8' });
  if (copied.status !== 0) throw new Error(copied.stderr);
  return { ...template, directory, socketDirectory: directory };
}

type Upstream = { port: number };

const conninfoOf = ({ port }: Upstream) => `host=127.0.0.1 port=${port} user=${SUPERUSER}`;

/**
 * Copies a running server to `directory`, which loses its content. The embedded PostgreSQL comes without
 * pg_basebackup; these are its steps.
 */
async function backUp(
  { config, directory: source }: { config: DatabaseConfig; directory: string },
  directory: string,
): Promise<void> {
  rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
  const pool = openPool(config, { max: 1, applicationName: 'base backup' });
  // The backup belongs to the session.
  const session = await pool.connect();
  try {
    await session.query(`select pg_backup_start('replica', true)`);
    await promisify(execFile)('cp', ['-a', source, directory]).catch(forgiveVanished);
    const { rows } = await session.query('select labelfile from pg_backup_stop(false)');
    keepOnlyContent(directory);
    const label = join(directory, 'backup_label');
    writeFileSync(label, rows[0].labelfile);
    const { uid, gid } = statSync(source);
    chownSync(label, uid, gid);
  } finally {
    session.release();
    await pool.end();
  }
}

/** Removes what belongs to the running server, and its log, which the standby receives from the primary. */
function keepOnlyContent(directory: string): void {
  const isRunning = (name: string) => name.startsWith('.s.PGSQL') || RUNNING.includes(name);
  const logs = join(directory, 'pg_wal');
  const files = readdirSync(logs, { withFileTypes: true }).filter((entry) => entry.isFile());
  const names = readdirSync(directory).filter(isRunning);
  for (const name of names) rmSync(join(directory, name));
  for (const { name } of files) rmSync(join(logs, name));
}

/** A running server removes files, which the log restores if they are needed. */
function forgiveVanished({ stderr }: { stderr: string }): void {
  const others = stderr.split('\n').filter((line) => line && !line.includes('No such file or directory'));
  if (others.length > 0) throw new Error(others.join('\n'));
}

/** The processes that a postmaster has started; each is a process group of its own. */
export function childrenOf(postmaster: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const pairs = stdout.split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  return pairs.filter(([, parent]) => parent === postmaster).map(([pid]) => pid!);
}

function openReplica({ directory, binaries, user, socketDirectory }: Cluster, port: number) {
  const config: DatabaseConfig = { host: '127.0.0.1', port, user: SUPERUSER, database: 'postgres' };
  const run = (sql: string) => runStatement(config, sql);
  async function set(name: string, value: string): Promise<void> {
    await run(`alter system set ${name} = '${value}'`);
    await run('select pg_reload_conf()');
  }
  let postmaster = 0;

  function signal(name: NodeJS.Signals): void {
    // The postmaster first: it would start other processes again.
    for (const pid of postmaster > 0 ? [postmaster, ...childrenOf(postmaster)] : []) {
      try {
        process.kill(pid, name);
      } catch {
        // It has ended by itself.
      }
    }
  }

  /** Starts it, as a standby of `primary` if that is given. */
  async function start(primary?: Upstream): Promise<void> {
    if (primary) {
      writeFileSync(join(directory, 'standby.signal'), '');
      // Not an option of the command, so that it can be changed while the server runs. The last line counts.
      const line = `primary_conninfo = '${conninfoOf(primary)}'\n`;
      appendFileSync(join(directory, 'postgresql.auto.conf'), line);
    }
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: `"${socketDirectory}"`,
      shared_buffers: '32MB',
      // Standbys made from the first content need all of the log since.
      wal_keep_size: '512MB',
      // A standby looks for its new primary this often; the default is 5 s.
      wal_retrieve_retry_interval: '500ms',
    };
    const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
    const output = openSync(`${directory}.log`, 'a');
    const server = spawn(join(binaries, 'bin/postgres'), ['-D', directory, ...options], {
      ...spawnOptions(user),
      stdio: ['ignore', output, output],
    });
    closeSync(output);
    postmaster = server.pid!;
    server.once('exit', () => {
      postmaster = 0;
    });
    await waitFor(() => run('select 1'), STARTED);
  }

  return {
    port,
    config,
    directory,
    start,
    /** Replaces its content by a base backup of `primary`, and starts it as a standby. */
    async follow(primary: { config: DatabaseConfig; directory: string }): Promise<void> {
      await backUp(primary, directory);
      await start({ port: primary.config.port! });
    },
    /** A running standby receives from another primary from now on; null: from none. */
    receiveFrom: (primary: Upstream | null) =>
      set('primary_conninfo', primary === null ? '' : conninfoOf(primary)),
    run,
    /** Changes a setting while it runs. */
    set,
    /** The machine dies. */
    async kill(): Promise<void> {
      signal('SIGKILL');
      await waitFor(() => postmaster === 0, { what: 'a killed server to be gone' });
    },
    /** The machine hangs: its connections stay open and nothing answers. */
    hang: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
    /** Makes a standby the primary, which waits for no standby until `requireStandby`. */
    promote: () => run('select pg_promote()'),
    /** It ends in order, after its standbys have received everything. */
    async stop(): Promise<void> {
      process.kill(postmaster, 'SIGINT');
      await waitFor(() => postmaster === 0, STOPPED);
    },
    /** From now on commits wait for a standby; returns once one follows. */
    async requireStandby(): Promise<void> {
      await set('synchronous_standby_names', SYNCHRONOUS);
      const follows = `select from pg_stat_replication where sync_state = 'quorum' and state = 'streaming'`;
      await waitFor(async () => (await run(follows)).length > 0, {
        ...STARTED,
        what: 'a standby that follows',
      });
    },
    remove(): void {
      signal('SIGKILL');
      // With its log, which is beside it.
      rmSync(dirname(directory), { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

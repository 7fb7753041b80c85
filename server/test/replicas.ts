// Clusters of the embedded PostgreSQL that replicate each other over TCP, and what a manager of a failover
// does with them.
import { spawn, spawnSync } from 'node:child_process';
import { closeSync, openSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll } from 'vitest';
import { type Cluster, prepareCluster, SUPERUSER, spawnOptions } from '../src/db/embedded/cluster.ts';
import type { DatabaseConfig } from '../src/db/pool.ts';
import { waitFor } from './database.ts';
import { runStatement } from './globalSetup.ts';
import { freePort } from './installed.ts';
import { throwawayFolder } from './throwaway.ts';

const STARTED = { what: 'a server of the cluster to answer', timeoutMs: 30_000 };

/** Commits wait for any one standby. */
const SYNCHRONOUS = 'ANY 1 (*)';

/** One server. Signals hit all of its processes, as the end of a machine would. */
export type Replica = Awaited<ReturnType<typeof openReplicas>>[number];

/**
 * Makes `count` clusters with the same content; none of them runs yet. At the top of a file, after whose last
 * test they are removed.
 */
export async function openReplicas(count: number) {
  const template = prepareCluster(throwawayFolder(), () => {});
  const clusters = Array.from({ length: count }, () => copyOf(template));
  rmSync(template.directory, { recursive: true });
  const replicas = await Promise.all(clusters.map(async (cluster) => openReplica(cluster, await freePort())));
  const remove = () => {
    for (const replica of replicas) replica.remove();
  };
  process.once('exit', remove);
  afterAll(() => {
    process.off('exit', remove);
    remove();
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
  async function start(primary?: { port: number }): Promise<void> {
    if (primary) writeFileSync(join(directory, 'standby.signal'), '');
    const settings = {
      listen_addresses: '127.0.0.1',
      port: String(port),
      unix_socket_directories: `"${socketDirectory}"`,
      shared_buffers: '32MB',
      // Standbys made from the first content need all of the log since.
      wal_keep_size: '512MB',
      ...(primary && { primary_conninfo: `host=127.0.0.1 port=${primary.port} user=${SUPERUSER}` }),
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
    start,
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
      rmSync(`${directory}.log`, { force: true });
      rmSync(directory, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 });
    },
  };
}

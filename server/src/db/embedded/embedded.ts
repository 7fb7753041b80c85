// Runs the embedded PostgreSQL: the first Godwit process on a DATA_DIR starts it, all share it, the last
// stops it. It survives the death of a process, and the next process adopts it.
import { type ChildProcess, spawn } from 'node:child_process';
import {
  closeSync,
  existsSync,
  fchownSync,
  openSync,
  readFileSync,
  readlinkSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { DatabaseConfig } from '../pool.ts';
import { SERVICE_ROLE } from '../schema/grants.ts';
import {
  type Cluster,
  EmbeddedDatabaseError,
  PORT,
  prepareCluster,
  SUPERUSER,
  spawnOptions,
} from './cluster.ts';
import { type DataDirectoryLock, lockDataDirectory } from './dataDirectoryLock.ts';

/** The one database of a cluster. */
const DATABASE = 'godwit';
/**
 * Each process that uses the cluster holds this shared. One that gets it exclusively may stop the cluster.
 */
const USERS_LOCK = 0x676f64;
/** Crash recovery replays at most max_wal_size, and a dead postmaster's lock disappears within seconds. */
const START_TIMEOUT_MS = 120_000;
const STOP_TIMEOUT_MS = 60_000;
const STOP_GRACE_MS = 5_000;
/** First poll while PostgreSQL starts, recovers or stops; doubles up to RETRY_MS. */
const POLL_MS = 20;
const RETRY_MS = 250;
const MAX_LOG_BYTES = 10_000_000;

/** Set on the command line, so no edited file can make the database lose acknowledged data. */
const PARAMETERS: Record<string, string> = {
  fsync: 'on',
  full_page_writes: 'on',
  synchronous_commit: 'on',
  // Only the socket is used, so there is no port to guard.
  listen_addresses: '',
  port: String(PORT),
  unix_socket_permissions: '0700',
  max_connections: '100',
  // The hot part of queue and indexes fits, and a small machine still has room for Node.
  shared_buffers: '256MB',
  // Full-page images are most of our WAL: compressing them trades idle CPU for disk writes.
  wal_compression: 'on',
  // Limits the log that a crash leaves to replay: at full load, recovery takes less than 5 s
  // (docs/performance.md).
  max_wal_size: '128MB',
  // Log files are kept and reused, because creating one delays all commits while the disk writes it.
  min_wal_size: '128MB',
  // By default PostgreSQL syncs every file one by one before it replays the log.
  ...(process.platform === 'linux' && { recovery_init_sync_method: 'syncfs' }),
  // Compiling short queries costs more than running them.
  jit: 'off',
  // The default of 4 is for spinning disks and makes the planner avoid indexes.
  random_page_cost: '1.1',
  timezone: 'UTC',
  log_timezone: 'UTC',
  log_checkpoints: 'off',
};

export interface EmbeddedDatabase {
  config: DatabaseConfig;
  /** Whether it was already running: left by a killed process, or shared with a running one. */
  adopted: boolean;
  /**
   * Leaves the cluster, and stops it if no other process uses it. Close all pools first. A cluster that is
   * restarting gets `graceMs` to finish.
   */
  stop(graceMs?: number): Promise<void>;
}

/** Everything a process needs to find, start and watch its cluster. */
interface Supervisor {
  cluster: Cluster;
  hold: DataDirectoryLock;
  logFile: string;
  parameters: Record<string, string>;
  /** Set when this process stops: how long it still tries to reach a database that has just ended. */
  giveUpAtMs: number | null;
}

/**
 * Starts the embedded database of a DATA_DIR, or joins the one that runs there.
 * @param parameters PostgreSQL settings that override ours; tests turn fsync off
 * @param silentMs how long another machine must have been silent before we take its lock over
 * @param signal ends the wait, and stops a database started by it
 * @throws EmbeddedDatabaseError if it cannot run, with the reason and the remedy
 */
export async function startEmbedded({
  dataDir,
  log,
  parameters = {},
  signal,
  silentMs,
}: {
  dataDir: string;
  log: (line: string) => void;
  parameters?: Record<string, string>;
  signal?: AbortSignal | undefined;
  silentMs?: number | undefined;
}): Promise<EmbeddedDatabase> {
  const supervisor = await superviseCluster({ dataDir, log, parameters, signal, silentMs });
  const { cluster, hold } = supervisor;
  const giveUp = () => {
    supervisor.giveUpAtMs ??= Date.now();
  };
  if (signal?.aborted) giveUp();
  signal?.addEventListener('abort', giveUp);
  const letGo = async (keeper: pg.Client, deadlineMs: number) => {
    await leaveCluster(cluster, keeper, deadlineMs);
    hold.release(readLock(cluster.directory) === null);
  };
  const first = await joinCluster(supervisor).catch((error) => {
    hold.release(readLock(cluster.directory) === null);
    throw error;
  });
  let { keeper } = first;
  let recovery = Promise.resolve();
  try {
    await createDatabase(keeper);
  } catch (error) {
    await letGo(keeper, Date.now());
    throw error;
  }
  // From here on, only `stop` sets the deadline.
  signal?.removeEventListener('abort', giveUp);

  const watch = (): void => {
    keeper.once('end', () => {
      if (supervisor.giveUpAtMs) return;
      log('The embedded database went away; starting it again');
      recovery = recover();
    });
  };
  const recover = async (): Promise<void> => {
    while (!supervisor.giveUpAtMs) {
      try {
        ({ keeper } = await joinCluster(supervisor));
        return watch();
      } catch (error) {
        log((error as Error).message);
        await sleep(RETRY_MS);
      }
    }
  };
  watch();

  return {
    config: { ...connection(cluster.socketDirectory), database: DATABASE },
    adopted: !first.isStarted,
    async stop(graceMs = STOP_GRACE_MS) {
      const deadlineMs = Date.now() + graceMs;
      supervisor.giveUpAtMs = Math.min(deadlineMs, supervisor.giveUpAtMs ?? deadlineMs);
      await recovery;
      await letGo(keeper, deadlineMs);
    },
  };
}

/** Finds or creates the cluster, and locks its folder for this machine. */
async function superviseCluster({
  dataDir,
  log,
  parameters,
  signal,
  silentMs,
}: Parameters<typeof startEmbedded>[0]): Promise<Supervisor> {
  const cluster = prepareCluster(dataDir, log);
  return {
    cluster,
    hold: await lockDataDirectory(dataDir, log, { signal, ...(silentMs && { silentMs }) }),
    logFile: join(dataDir, 'postgres.log'),
    parameters: { ...PARAMETERS, unix_socket_directories: `"${cluster.socketDirectory}"`, ...parameters },
    giveUpAtMs: null,
  };
}

function connection(socketDirectory: string): DatabaseConfig {
  return { host: socketDirectory, port: PORT, user: SUPERUSER, ssl: false };
}

/** Connects to the cluster, starting it as often as needed, and registers this process among its users. */
async function joinCluster(supervisor: Supervisor): Promise<{ keeper: pg.Client; isStarted: boolean }> {
  const { cluster, logFile } = supervisor;
  const deadlineMs = Date.now() + START_TIMEOUT_MS;
  let postmaster: ChildProcess | null = null;
  let logStart = 0;
  let failure = 'it does not answer';
  for (
    let pauseMs = POLL_MS;
    Date.now() < (supervisor.giveUpAtMs ?? deadlineMs);
    pauseMs = Math.min(pauseMs * 2, RETRY_MS)
  ) {
    const answer = await connect(cluster);
    if (answer instanceof pg.Client) {
      if (await register(answer)) {
        return { keeper: answer, isStarted: readLock(cluster.directory)?.pid === postmaster?.pid };
      }
    } else if (answer === 'absent' && !postmaster) {
      logStart = rotateLog(logFile);
      postmaster = spawnPostmaster(supervisor);
    } else if (postmaster && (postmaster.exitCode !== null || postmaster.signalCode !== null)) {
      // Another process was faster, or a killed postmaster's children still hold its memory. Both end by
      // themselves.
      failure = readFileSync(logFile).subarray(logStart).toString().trim();
      removeForeignLocks(cluster);
      postmaster = null;
      await sleep(RETRY_MS);
    }
    await sleep(pauseMs);
  }
  // No other process would stop it. Others that wait for the cluster start it again.
  if (postmaster?.pid) await stopPostmaster(postmaster.pid, cluster);
  throw new EmbeddedDatabaseError(`The embedded database in ${cluster.directory} does not start: ${failure}`);
}

/**
 * Returns a connection, or the reason for none: `absent` if nothing listens, `busy` while the server starts,
 * recovers or stops.
 */
async function connect(cluster: Cluster): Promise<pg.Client | 'absent' | 'busy'> {
  const lock = readLock(cluster.directory);
  if (!lock) return 'absent';
  const client = new pg.Client({ ...connection(lock.socketDirectory), database: 'postgres' });
  client.on('error', () => {});
  try {
    await client.connect();
    const { rows } = await client.query(`SELECT current_setting('data_directory') AS directory`);
    if (rows[0]?.directory === cluster.directory) return client;
    // The lock file was copied with the data directory of a running database.
    await client.end();
    return 'absent';
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'EACCES') throw error;
    return code === 'ENOENT' || code === 'ECONNREFUSED' ? 'absent' : 'busy';
  }
}

/** Returns false if the cluster was just being stopped. */
async function register(keeper: pg.Client): Promise<boolean> {
  try {
    await keeper.query('SELECT pg_advisory_lock_shared($1)', [USERS_LOCK]);
    return true;
  } catch {
    return false;
  }
}

/** The postmaster has its own session and log file, so neither Ctrl-C nor our end affects it. */
function spawnPostmaster({ cluster, logFile, parameters }: Supervisor): ChildProcess {
  const output = openSync(logFile, 'a', 0o640);
  if (cluster.user) fchownSync(output, cluster.user.uid, cluster.user.gid);
  const settings = Object.entries(parameters).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
  const postmaster = spawn(join(cluster.binaries, 'bin/postgres'), ['-D', cluster.directory, ...settings], {
    ...spawnOptions(cluster.user),
    detached: true,
    stdio: ['ignore', output, output],
  });
  closeSync(output);
  postmaster.on('error', () => {});
  postmaster.unref();
  return postmaster;
}

/** Creates our database and the service's role if they are missing. */
async function createDatabase(keeper: pg.Client): Promise<void> {
  const found = await keeper.query('SELECT FROM pg_roles WHERE rolname = $1', [SERVICE_ROLE]);
  if (!found.rowCount) await keeper.query(`CREATE ROLE ${SERVICE_ROLE} LOGIN`).catch(ignoreDuplicate);
  const { rowCount } = await keeper.query('SELECT FROM pg_database WHERE datname = $1', [DATABASE]);
  if (rowCount) return;
  await keeper.query(`CREATE DATABASE ${DATABASE}`).catch(ignoreDuplicate);
}

/**
 * Another first start has just created the same: duplicate_database, duplicate_object, or unique_violation if
 * both did at once.
 */
function ignoreDuplicate(error: pg.DatabaseError): void {
  if (!['42P04', '42710', '23505'].includes(error.code ?? '')) throw error;
}

/** Leaves the cluster, and stops it if no other process uses it, also during a restart. */
async function leaveCluster(cluster: Cluster, keeper: pg.Client, deadlineMs: number): Promise<void> {
  let session: pg.Client | 'absent' | 'busy' = keeper;
  while (session !== 'absent') {
    const lock = readLock(cluster.directory);
    if (session instanceof pg.Client) {
      const alone = await isAlone(session);
      // The session's exclusive lock keeps others out until the stop ends the session.
      if (alone && lock) return stopPostmaster(lock.pid, cluster);
      await session.end().catch(() => {});
      if (alone !== null || !lock) return;
    } else if (Date.now() > deadlineMs) {
      // The server is starting, recovering or stopping, so no process can be using it.
      return lock ? stopPostmaster(lock.pid, cluster) : undefined;
    }
    await sleep(POLL_MS);
    session = await connect(cluster).catch(() => 'busy' as const);
  }
}

/** Whether no other process uses the cluster. Null if the session is broken. */
async function isAlone(session: pg.Client): Promise<boolean | null> {
  try {
    await session.query('SELECT pg_advisory_unlock_shared($1)', [USERS_LOCK]);
    const { rows } = await session.query('SELECT pg_try_advisory_lock($1) AS alone', [USERS_LOCK]);
    return rows[0].alone;
  } catch {
    return null;
  }
}

/** Fast shutdown: ends sessions and writes a checkpoint. SIGKILL would leave shared memory behind. */
async function stopPostmaster(pid: number, { directory }: Cluster): Promise<void> {
  try {
    process.kill(pid, 'SIGINT');
  } catch {
    // It has already ended.
    return;
  }
  const deadlineMs = Date.now() + STOP_TIMEOUT_MS;
  while (isRunning(pid) && readLock(directory)?.pid === pid) {
    if (Date.now() > deadlineMs) {
      throw new EmbeddedDatabaseError(
        `The embedded database (process ${pid}) does not stop; it is left to finish`,
      );
    }
    await sleep(POLL_MS);
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Parses postmaster.pid: line 1 the process, line 5 the socket directory. Null if missing or incomplete. */
function readLock(directory: string): { pid: number; socketDirectory: string } | null {
  try {
    const lines = readFileSync(join(directory, 'postmaster.pid'), 'utf8').split('\n');
    const pid = Number(lines[0]);
    return pid > 0 && lines[4] ? { pid, socketDirectory: lines[4] } : null;
  } catch {
    return null;
  }
}

/**
 * PostgreSQL trusts any live process of its user with the number in a lock file. After a container restart
 * that may be another program or a zombie; a real postmaster works in the data directory. Shared memory
 * still guards against two postmasters.
 */
function removeForeignLocks({ directory, socketDirectory }: Cluster): void {
  if (process.platform !== 'linux') return;
  for (const file of [join(directory, 'postmaster.pid'), join(socketDirectory, `.s.PGSQL.${PORT}.lock`)]) {
    if (!existsSync(file)) continue;
    const pid = Number.parseInt(readFileSync(file, 'utf8'), 10);
    if (worksElsewhere(pid, directory)) rmSync(file, { force: true });
  }
}

/** True for a dead process and a zombie too; false for a process that we may not inspect. */
function worksElsewhere(pid: number, directory: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`) !== directory;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ENOENT';
  }
}

/** Returns the size of the log file: the next postmaster writes from there. */
function rotateLog(logFile: string): number {
  const size = statSync(logFile, { throwIfNoEntry: false })?.size ?? 0;
  if (size <= MAX_LOG_BYTES) return size;
  renameSync(logFile, `${logFile}.1`);
  return 0;
}

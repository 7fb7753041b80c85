// Connections: one way to open a pool, what SQL types become in JavaScript, transactions, and the refusal to work on a
// database that can lose what it acknowledged.
import { AsyncLocalStorage } from 'node:async_hooks';
import { Kysely, PostgresDialect, type Transaction, type TransactionBuilder } from 'kysely';
import pg from 'pg';
import { limitTeams } from './perTeam.ts';
import { isDatabaseAway } from './together.ts';
import type { DB } from './types.ts';

/** Where the database is: what pg's Pool takes. */
export type DatabaseConfig = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'password' | 'database' | 'ssl'
>;

/** The database is too old, or set up so that it can lose acknowledged rows. */
export class UnsafeDatabaseError extends Error {
  constructor(problems: readonly string[]) {
    super(`Refusing to work on this database:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'UnsafeDatabaseError';
  }
}

/** The database of DATABASE_URL does not let us in; the message says where and why, without the password. */
export class UnreachableDatabaseError extends Error {
  override readonly name = 'UnreachableDatabaseError';

  /** The sentence for an error of a first connection; null where it is about something else. */
  static from(error: unknown, url: string): UnreachableDatabaseError | null {
    const { code = '', message } = error as NodeJS.ErrnoException;
    const { hostname, port, pathname, username } = new URL(url);
    const where = `${hostname}:${port || 5432}`;
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
    const away = `${message || code}. Start it, or correct host and port`;
    return new UnreachableDatabaseError(
      `The database of DATABASE_URL at ${where} cannot be used: ${reason ?? away}`,
      { cause: error },
    );
  }
}

const MIN_SERVER_VERSION = 150_000;
const { builtins } = pg.types;
/** The oid of bigint[] in pg_type. */
const INT8_ARRAY: number = 1016;

/**
 * Money in micros and counts outgrow a double, so bigint columns (and count(*)) become JS bigints. A `date` stays
 * text: as a Date it would be midnight in whatever zone the process runs in.
 */
const types = new pg.TypeOverrides();
const parseTextArray: (text: string) => (string | null)[] = pg.types.getTypeParser(INT8_ARRAY);
types.setTypeParser(builtins.INT8, BigInt);
types.setTypeParser(INT8_ARRAY, (text) =>
  parseTextArray(text).map((item) => (item === null ? null : BigInt(item))),
);
types.setTypeParser(builtins.DATE, (text) => text);

/** What PostgreSQL keeps from for `lookUps`. */
export const LOOK_UPS = { enable_hashjoin: 'off', enable_mergejoin: 'off', enable_seqscan: 'off' };

/**
 * What a pool allows those who use it; all times in milliseconds. `acquireMs`: how long a caller waits for a connection before it fails
 * as a database does that is away. `perTeam`: how many connections one team has at a time, of those that `asTeam` knows as a team's; the
 * rest of it waits for as long before it asks for one. `statementMs`, `lockMs` and `idleInTransactionMs`: after which PostgreSQL ends a statement, one that
 * waits for another's lock, and a session that keeps its locks and does nothing, as one of a process that hangs. Without them there
 * is no limit. `lookUps`: its statements find rows by lists of ids, and keep their plans; one made while a queue was empty would read the
 * whole of a full one for each row, so that the planner is kept from joins and scans of whole tables. `plansAnew`: its statements are planned each
 * time they run, those with a name too.
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

/** What PostgreSQL is asked to hold to on the connections of a pool. */
function sessionSettings(limits: Omit<PoolLimits, 'max'>): Record<string, string> {
  const { statementMs, lockMs, idleInTransactionMs, lookUps, plansAnew } = limits;
  return {
    // Compiling short queries takes longer than running them.
    jit: 'off',
    ...(lookUps && LOOK_UPS),
    ...(plansAnew && { plan_cache_mode: 'force_custom_plan' }),
    ...(statementMs && { statement_timeout: String(statementMs) }),
    ...(lockMs && { lock_timeout: String(lockMs) }),
    ...(idleInTransactionMs && { idle_in_transaction_session_timeout: String(idleInTransactionMs) }),
  };
}

/**
 * Opens a pool; `options` is PostgreSQL's own, such as `-c enable_sort=off`. `pooled`: over PgBouncer or its like in transaction mode, which
 * sets what `sessionSettings` says by itself (`assertPooled`), and where a statement has no name, as the next one may meet another session.
 */
export function openPool(
  config: DatabaseConfig,
  {
    applicationName,
    options,
    pooled,
    ...limits
  }: PoolLimits & { applicationName: string; options?: string; pooled?: boolean },
): pg.Pool {
  const { max, perTeam, acquireMs } = limits;
  const settings = Object.entries(sessionSettings(limits)).map(([name, value]) => `-c ${name}=${value}`);
  const pool = new pg.Pool({
    ...config,
    max,
    application_name: applicationName,
    types,
    ...(acquireMs && { connectionTimeoutMillis: acquireMs }),
    ...(!pooled && { options: [...settings, options].filter(Boolean).join(' ') }),
  });
  // Without both handlers a database that stops (57P01 on every connection) would end the process. The pool drops a
  // broken connection by itself; a query that was running on it fails where it was awaited.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  if (pooled) pool.on('connect', forgetNames);
  // The refusal comes first: what holds a connection waits for no place either.
  if (perTeam && acquireMs) limitTeams(pool, { perTeam, waitMs: acquireMs });
  return refuseSecondConnections(pool);
}

/** Has a connection send each statement as one without a name. */
function forgetNames(client: pg.PoolClient): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown;
  const nameless = (given: unknown) =>
    typeof given === 'object' && given !== null && 'text' in given && !('submit' in given)
      ? { ...given, name: undefined }
      : given;
  Object.assign(client, { query: (given: unknown, ...rest: unknown[]) => query(nameless(given), ...rest) });
}

/** Set for what runs inside a transaction, until that ends. */
const held = new AsyncLocalStorage<{ isOpen: boolean }>();

/** Runs the work of a transaction so that it cannot wait for a second connection. */
async function holding<T>(work: () => Promise<T>): Promise<T> {
  const state = { isOpen: true };
  try {
    return await held.run(state, work);
  } finally {
    // What the work has started and not waited for, a timer for example, is no part of it any more.
    state.isOpen = false;
  }
}

/**
 * A transaction that waits for a second connection waits for ever as soon as all others do the same. So it fails at
 * once, in every test too, however many connections are free.
 */
function refuseSecondConnections(pool: pg.Pool): pg.Pool {
  const connect = pool.connect.bind(pool) as (...args: unknown[]) => unknown;
  return Object.assign(pool, {
    connect(...args: unknown[]) {
      if (!held.getStore()?.isOpen) return connect(...args);
      const error = new Error('A transaction asks for a second connection: use the one that it has');
      // Both of pg's own forms, with a callback and without: query() uses the first.
      const [callback] = args;
      if (typeof callback !== 'function') return Promise.reject(error);
      process.nextTick(callback, error);
    },
  });
}

/**
 * Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. Where the connection is lost
 * during the commit it throws, and may have committed: see `isOutcomeUnknown`.
 */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    afterCommits.set(client, []);
    await client.query('BEGIN');
    const result = await holding(() => work(client));
    await client.query('COMMIT');
    for (const tell of afterCommits.get(client) ?? []) tell();
    return result;
  } catch (error) {
    await client.query('ROLLBACK').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    afterCommits.delete(client);
    client.release(broken);
  }
}

const afterCommits = new WeakMap<pg.ClientBase, (() => void)[]>();

/** Calls `tell`, which must not throw, once the `transaction` on this connection is committed; never if it is rolled back. */
export function afterCommit(client: pg.ClientBase, tell: () => void): void {
  afterCommits.get(client)?.push(tell);
}

/** Runs a query and gives its rows; when `signal` aborts meanwhile, the database stops running it. */
export async function abortableQuery<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  signal: AbortSignal,
  text: string,
  values: unknown[],
): Promise<Row[]> {
  const client = await pool.connect();
  if (signal.aborted) client.release();
  signal.throwIfAborted();
  // The connection is given up with it, so that a cancel which comes late hits no other statement. Closing it alone would not do: a
  // server that has nothing to write does not look whether its client is still there.
  const abort = () => {
    client.release(true);
    void cancelOn(pool, client);
  };
  signal.addEventListener('abort', abort);
  try {
    // Not by client.query's own promise: it keeps the rows alive until the next full collection, which over a long report is
    // 150 MB of them.
    return await new Promise((resolve, reject) => {
      client.query<Row>(text, values, (error, result) => (error ? reject(error) : resolve(result.rows)));
    });
  } finally {
    signal.removeEventListener('abort', abort);
    if (!signal.aborted) client.release();
  }
}

/**
 * Has the database stop what it runs on a connection that was given up; where it cannot be told, the statement ends with its time. Over a
 * connection of its own, as all of the pool may be busy with statements that are to be stopped.
 */
async function cancelOn(pool: pg.Pool, given: pg.PoolClient): Promise<void> {
  const { processID } = given as pg.PoolClient & { processID: number };
  const client = new pg.Client(pool.options);
  client.on('error', () => {});
  try {
    await client.connect();
    await client.query('select pg_cancel_backend($1::integer)', [processID]);
  } catch {
    // As said above.
  } finally {
    await client.end().catch(() => {});
  }
}

/** As `transaction`; when `signal` aborts meanwhile, the statement that runs is stopped, and nothing of it stays. */
export async function abortableTransaction<T>(
  pool: pg.Pool,
  signal: AbortSignal,
  work: (client: pg.PoolClient) => Promise<T>,
): Promise<T> {
  signal.throwIfAborted();
  let abort = () => {};
  try {
    return await transaction(pool, (client) => {
      signal.throwIfAborted();
      // As in abortableQuery: the connection goes, so that a late cancel hits no other statement.
      abort = () => {
        (client as pg.PoolClient & { end(): Promise<void> }).end().catch(() => {});
        void cancelOn(pool, client);
      };
      signal.addEventListener('abort', abort);
      return work(client);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Kysely over the same pool: for everything but the message path. Its transactions keep to one connection as `transaction` does. */
export function openKysely(pool: pg.Pool): Kysely<DB> {
  return new GuardedKysely({ dialect: new PostgresDialect({ pool }) });
}

class GuardedKysely extends Kysely<DB> {
  override transaction(): TransactionBuilder<DB> {
    return guarded(super.transaction());
  }
}

function guarded(builder: TransactionBuilder<DB>): TransactionBuilder<DB> {
  const execute = builder.execute.bind(builder);
  return Object.assign(builder, {
    execute: <T>(work: (trx: Transaction<DB>) => Promise<T>) => execute((trx) => holding(() => work(trx))),
  });
}

/** Kysely on the connection of a `transaction`: what it does is part of that. */
export function kyselyWithin(client: pg.ClientBase): Kysely<DB> {
  const connection = { query: client.query.bind(client), release() {} } as unknown as pg.PoolClient;
  const pool = { connect: async () => connection, end: async () => {}, options: {} };
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
}

/**
 * Makes sure that what this database acknowledges survives a crash of process, machine or power.
 * @throws UnsafeDatabaseError naming every setting to change
 */
export async function assertSafeDatabase(pool: pg.Pool): Promise<void> {
  const { rows } = await pool.query<Record<string, string>>(
    `SELECT current_setting('server_version_num') AS version, current_setting('server_encoding') AS encoding,
            current_setting('fsync') AS fsync, current_setting('full_page_writes') AS full_page_writes,
            current_setting('synchronous_commit') AS synchronous_commit`,
  );
  const { version, encoding, ...durability } = rows[0]!;
  const problems = Object.entries(durability)
    .filter(([, value]) => value === 'off')
    .map(([name]) => `${name} is off, so a crash loses acknowledged messages and money: set ${name} = on`);
  if (Number(version) < MIN_SERVER_VERSION) {
    problems.push(`it is PostgreSQL ${Math.floor(Number(version) / 10_000)}: use PostgreSQL 15 or newer`);
  }
  if (encoding !== 'UTF8') {
    problems.push(`its encoding is ${encoding}: create the database with ENCODING 'UTF8'`);
  }
  if (problems.length > 0) throw new UnsafeDatabaseError(problems);
}

/** Which database this is, of which server, since which start of it. */
const WHICH = `select current_database() as name, (select oid from pg_database where datname = current_database()) as oid,
  pg_postmaster_start_time() as since`;

/**
 * Makes sure that a pool over PgBouncer leads to the same database as `direct`, and has the settings that its limits ask for.
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
  const wanted = sessionSettings(limits);
  const { rows } = await pool.query<{ name: string; setting: string }>(
    'select name, setting from pg_settings where name = any($1)',
    [Object.keys(wanted)],
  );
  const lacking = rows.filter(({ name, setting }) => setting !== wanted[name]);
  if (lacking.length === 0) return;
  const names = lacking.map(({ name }) => name).join(', ');
  throw new UnsafeDatabaseError([
    `the connections for ${purpose} have another ${names} than they need: give the database of that purpose connect_query='${connectQuery(limits)}' in pgbouncer.ini, as deploy/pgbouncer.ini does`,
  ]);
}

/** What PgBouncer has to say on each connection that it makes for a pool. */
export const connectQuery = (limits: PoolLimits): string =>
  Object.entries(sessionSettings(limits))
    .map(([name, value]) => `set ${name}=${value}`)
    .join('; ');

/**
 * Makes sure that nothing stands between the service and its database, which would take its settings, signals and locks from it.
 * @throws UnsafeDatabaseError where something does
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

/** The version of the database server, as it tells it. */
export async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version;
}

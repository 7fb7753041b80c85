// Connections: one way to open a pool, what SQL types become in JavaScript, transactions, and the refusal to work on a
// database that can lose what it acknowledged.
import { Kysely, PostgresDialect } from 'kysely';
import pg from 'pg';
import type { DB } from './types.ts';

/** Where the database is: what pg's Pool takes. */
export type DatabaseConfig = Pick<
  pg.PoolConfig,
  'connectionString' | 'host' | 'port' | 'user' | 'database' | 'ssl'
>;

/** The database is too old, or set up so that it can lose acknowledged rows. */
export class UnsafeDatabaseError extends Error {
  constructor(problems: readonly string[]) {
    super(`Refusing to work on this database:\n${problems.map((problem) => `  - ${problem}`).join('\n')}`);
    this.name = 'UnsafeDatabaseError';
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

/**
 * PostgreSQL options of the service's connections. Rows are found by lists of ids: before the first statistics, and with a plan
 * from when a queue was empty, the planner would read whole tables for them.
 */
export const LOOK_UPS = '-c enable_hashjoin=off -c enable_mergejoin=off -c enable_seqscan=off -c jit=off';

/** Opens a pool of at most `max` connections; `options` is PostgreSQL's own, such as `-c statement_timeout=5s`. */
export function openPool(
  config: DatabaseConfig,
  { max, applicationName, options }: { max: number; applicationName: string; options?: string },
): pg.Pool {
  const pool = new pg.Pool({ ...config, max, application_name: applicationName, options, types });
  // Without both handlers a database that stops (57P01 on every connection) would end the process. The pool drops a
  // broken connection by itself; a query that was running on it fails where it was awaited.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return pool;
}

/** Runs `work` in one transaction on one connection: committed when it returns, rolled back when it throws. */
export async function transaction<T>(pool: pg.Pool, work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    afterCommits.set(client, []);
    await client.query('BEGIN');
    const result = await work(client);
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
  // The connection is given up with it, so that a cancel which comes late hits nobody else. Closing it alone would not do: a
  // server that has nothing to write does not look whether somebody still listens.
  const abort = () => {
    const { processID } = client as pg.PoolClient & { processID: number };
    client.release(true);
    pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {});
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
      // As in abortableQuery: the connection goes, so that a late cancel hits nobody else.
      abort = () => {
        const { processID } = client as pg.PoolClient & { processID: number };
        (client as pg.PoolClient & { end(): Promise<void> }).end().catch(() => {});
        pool.query('select pg_cancel_backend($1)', [processID]).catch(() => {});
      };
      signal.addEventListener('abort', abort);
      return work(client);
    });
  } finally {
    signal.removeEventListener('abort', abort);
  }
}

/** Kysely over the same pool: for everything but the message path. */
export function openKysely(pool: pg.Pool): Kysely<DB> {
  return new Kysely<DB>({ dialect: new PostgresDialect({ pool }) });
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

/** The version of the database server, as it tells it. */
export async function serverVersion(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ server_version: string }>('show server_version');
  return rows[0]!.server_version;
}

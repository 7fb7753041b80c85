// Brings a database to this version: plain SQL files, forward only, one at a time however many processes start at once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { grantAgain } from './grants.ts';

/** The migrations of this version. */
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** Any constant will do as long as all processes use it; this is "godwit" in ASCII. */
const MIGRATION_LOCK = 0x676f64776974;
const NO_TRANSACTION = '-- no transaction';
const LOCK_NOT_AVAILABLE = '55P03';
const LOCK_TIMEOUT_MS = 2_000;
const LOCK_PAUSE_MS = 1_000;
const MAX_ATTEMPTS = 100;
const TURN_POLL_MS = 100;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** Among the comments that a file begins with. */
const WORKS_WITH = /^(?:--.*\n)*?-- works with (\d{4})\n/;
/** What a running service is called in the names of its connections, before the last migration that its version has. */
const SERVICE = 'start';

interface Migration {
  number: number;
  name: string;
  sql: string;
  /** The last migration of the oldest version that still works after this one. */
  oldest: number;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** The files and what the database has recorded do not fit together. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** What the connections of a running service are called: by it a migration that this version does not work with waits until it is stopped. */
export async function serviceName(): Promise<string> {
  return `${SERVICE} ${(await readMigrations(MIGRATIONS)).length}`;
}

/**
 * Applies what is pending, each file in a transaction of its own. Processes that start together wait for each other. No file waits for a
 * lock for longer than LOCK_TIMEOUT_MS, as all later statements would wait behind it; it is tried again later.
 *
 * A file that begins with `-- no transaction` is for what PostgreSQL does in none, such as `create index concurrently` on a table that
 * messages are stored in meanwhile: its statements, each ending with a semicolon at the end of a line, run one by one. Such a file is
 * run again from its beginning after a failure, so each statement must bear that: `drop index concurrently if exists` comes first.
 *
 * A file that begins with `-- works with 0003` leaves everything that versions from migration 0003 on need, so that they go on beside newer
 * ones. Any other one needs all processes of older versions stopped, and is refused while one runs.
 *
 * Whoever runs the service without owning its tables has what it needs of them afterwards, and so has `serviceRole`.
 * @returns names of the migrations applied by this call
 * @throws MigrationError when an applied file was edited or is missing, an older version still runs that a new one does not work with, or a
 *   new one fails
 */
export async function migrate(
  pool: pg.Pool,
  {
    directory = MIGRATIONS,
    log = () => {},
    serviceRole,
  }: { directory?: string; log?: (line: string) => void; serviceRole?: string } = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = await pool.connect();
  try {
    await client.query('SET statement_timeout = 0');
    await lockMigrations(client);
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         number integer PRIMARY KEY,
         name text NOT NULL,
         checksum text NOT NULL,
         oldest integer NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    const pending = await selectPending(client, migrations);
    for (const migration of pending) {
      await refuseBesideOlder(client, migration);
      log(`Migrating the database: ${migration.name}`);
      await applyPatiently(client, migration, log);
    }
    await grantAgain(client, serviceRole, pending.length > 0);
    return pending.map(({ name }) => name);
  } finally {
    // Ends the session, and with it the lock, even when the connection is in a failed state.
    client.release(true);
  }
}

/**
 * Names of the migrations this version has and the database has not.
 * @throws MigrationError as `migrate` does
 */
export async function pendingMigrations(pool: pg.Pool, directory: string = MIGRATIONS): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const { rows } = await pool.query(`SELECT to_regclass('migrations') IS NOT NULL AS started`);
  const pending = rows[0]?.started ? await selectPending(pool, migrations) : migrations;
  return pending.map(({ name }) => name);
}

async function readMigrations(directory: string): Promise<Migration[]> {
  const files = (await readdir(directory))
    .filter((file) => file.endsWith('.sql') && file !== 'schema.sql')
    .sort();
  return Promise.all(
    files.map(async (file, index) => {
      const number = Number(FILE_NAME.exec(file)?.[1]);
      if (number !== index + 1) {
        throw new MigrationError(
          `Migration ${file} should be named ${String(index + 1).padStart(4, '0')}_words.sql`,
        );
      }
      const sql = await readFile(join(directory, file), 'utf8');
      const oldest = Number(WORKS_WITH.exec(sql)?.[1] ?? number);
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number, name: file, sql, oldest, checksum };
    }),
  );
}

async function selectPending(
  database: pg.Pool | pg.PoolClient,
  migrations: Migration[],
): Promise<Migration[]> {
  const { rows } = await database.query<Omit<Migration, 'sql'>>(
    'SELECT number, name, oldest, checksum FROM migrations ORDER BY number',
  );
  for (const applied of rows) {
    const file = migrations[applied.number - 1];
    if (!file) {
      if (applied.oldest <= migrations.length) continue;
      throw new MigrationError(
        `The database has migration ${applied.name}, which this version of Godwit does not: start a newer version`,
      );
    }
    if (file.checksum !== applied.checksum) {
      throw new MigrationError(
        `Migration ${applied.name} was edited after it was applied: put the file back and add a new migration instead`,
      );
    }
  }
  return migrations.slice(rows.length);
}

/** Takes the lock of migrations, after other processes. Not in one statement: an index that is made concurrently would wait for that to end. */
async function lockMigrations(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ours', [MIGRATION_LOCK]);
    if (rows[0].ours) return;
    await sleep(TURN_POLL_MS);
  }
}

/** Refuses a migration while a process of a version runs that it does not work with. */
async function refuseBesideOlder(client: pg.PoolClient, { name, oldest }: Migration): Promise<void> {
  if (!(await isServed(client, oldest))) return;
  throw new MigrationError(
    `Migration ${name} does not work with processes of an older version, and one still runs: stop or upgrade it first`,
  );
}

/**
 * Whether a process of the service runs on a database, or one of a version that lacks migration `below`. Behind a pooler connections of
 * such a process may stay for a while after its end, but do nothing; of another role's only the name is seen.
 */
export async function isServed(client: pg.ClientBase | pg.Pool, below = 2 ** 31 - 1): Promise<boolean> {
  const { rows } = await client.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND substring(application_name FROM '^godwit ${SERVICE} (\\d+)')::integer < $1
       AND (state_change IS NULL OR state_change > now() - interval '1 minute' OR query ILIKE 'listen %')`,
    [below],
  );
  return rows.length > 0;
}

/** What the database is called where it is. */
export async function databaseName(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]!.name;
}

async function applyPatiently(
  client: pg.PoolClient,
  migration: Migration,
  log: (line: string) => void,
): Promise<void> {
  for (let attempts = 1; ; attempts++) {
    try {
      await apply(client, migration);
      return;
    } catch (error) {
      await client.query('ROLLBACK').catch(() => {});
      const isLocked = (error as { code?: string }).code === LOCK_NOT_AVAILABLE;
      if (isLocked && attempts < MAX_ATTEMPTS) {
        log(`Migration ${migration.name} waits for a lock that something else holds; it is tried again`);
        await sleep(LOCK_PAUSE_MS);
        continue;
      }
      const outcome = migration.sql.startsWith(NO_TRANSACTION) ? 'and runs again' : 'and changed nothing';
      throw new MigrationError(`Migration ${migration.name} failed ${outcome}: ${(error as Error).message}`, {
        cause: error,
      });
    }
  }
}

async function apply(
  client: pg.PoolClient,
  { number, name, sql, oldest, checksum }: Migration,
): Promise<void> {
  const note = () =>
    client.query('INSERT INTO migrations (number, name, oldest, checksum) VALUES ($1, $2, $3, $4)', [
      number,
      name,
      oldest,
      checksum,
    ]);
  if (sql.startsWith(NO_TRANSACTION)) {
    // Nothing waits behind an index that is made concurrently; it waits for all that is under way.
    await client.query('SET lock_timeout = 0');
    for (const statement of sql.split(/;[ \t]*$/m)) if (statement.trim()) await client.query(statement);
    await note();
    return;
  }
  await client.query('BEGIN');
  await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
  await client.query(sql);
  await note();
  await client.query('COMMIT');
}

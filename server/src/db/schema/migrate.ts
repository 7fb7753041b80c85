// Migrates a database to this version: plain SQL files, forward only, one process at a time.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import { LOCK_TIMEOUT_MS, retryLocked } from '../locks.ts';
import { isServed } from '../processes.ts';
import { grantAgain } from './grants.ts';

/** The migrations of this version. */
const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
/** Any constant works if all processes use it; this is "godwit" in ASCII. */
const MIGRATION_LOCK = 0x676f64776974;
const NO_TRANSACTION = '-- no transaction';
/** Retries for five minutes. */
const PATIENCE = { attempts: 200, pauseMs: 1_000 };
const CONCURRENTLY = /\bconcurrently\b/i;
const TURN_POLL_MS = 100;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;
/** One of the comments at the beginning of a file. */
const WORKS_WITH = /^(?:--.*\n)*?-- works with (\d{4})\n/;
interface Migration {
  number: number;
  name: string;
  sql: string;
  /** The last migration of the oldest version that still works after this one. */
  oldest: number;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** The files and the database's record of migrations contradict each other. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/** The number of this version's last migration, which identifies the version. */
export async function lastMigration(): Promise<number> {
  return lastOf(await readMigrations(MIGRATIONS));
}

/**
 * Applies pending migrations, each file in its own transaction. Processes that start together wait for each
 * other. A file waits at most LOCK_TIMEOUT_MS for a lock, because later statements queue behind it, and is
 * then retried.
 *
 * A file that begins with `-- no transaction` is for statements that PostgreSQL does not allow in one, such
 * as `create index concurrently` on a busy table. Its statements, each ending with a semicolon at the end of
 * a line, run one by one. After a failure the file runs again from its beginning, so each statement must be
 * repeatable: `drop index concurrently if exists` comes first.
 *
 * A file that begins with `-- works with 0003` keeps everything that versions from migration 0003 on need, so
 * these can run beside newer ones. Any other file is refused while a process of an older version runs.
 *
 * Afterwards the grants of the service's roles are renewed, including `serviceRole`.
 * @param only the numbers of the migrations to apply; a backup is restored into the tables of its version
 * @returns names of the migrations applied by this call
 * @throws MigrationError if an applied file was edited or is missing, if a running process is too old for a
 * migration, or if a migration fails
 */
export async function migrate(
  pool: pg.Pool,
  {
    directory = MIGRATIONS,
    log = () => {},
    serviceRole,
    only,
  }: {
    directory?: string;
    log?: (line: string) => void;
    serviceRole?: string;
    only?: ReadonlySet<number>;
  } = {},
): Promise<string[]> {
  const all = await readMigrations(directory);
  const migrations = only ? all.filter(({ number }) => only.has(number)) : all;
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
    // Ends the session and its lock, even if the connection has failed.
    client.release(true);
  }
}

/**
 * The names of this version's migrations that the database lacks.
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
  const numbers = files.map((file) => Number(FILE_NAME.exec(file)?.[1]));
  return Promise.all(
    files.map(async (file, index) => {
      const number = numbers[index]!;
      const before = numbers[index - 1] ?? 0;
      if (!(number > before)) {
        throw new MigrationError(
          `Migration ${file} should be named ${String(before + 1).padStart(4, '0')}_words.sql`,
        );
      }
      const sql = await readFile(join(directory, file), 'utf8');
      const oldest = Number(WORKS_WITH.exec(sql)?.[1] ?? number);
      const checksum = createHash('sha256').update(sql).digest('hex');
      return { number, name: file, sql, oldest, checksum };
    }),
  );
}

/** The number of the last migration, which is the schema's version; 0 if there is none. */
function lastOf(migrations: Migration[]): number {
  return migrations.at(-1)?.number ?? 0;
}

/**
 * Pending migrations in order of number. Branches reserve numbers, so a lower one may come after a higher
 * one.
 */
async function selectPending(
  database: pg.Pool | pg.PoolClient,
  migrations: Migration[],
): Promise<Migration[]> {
  const { rows } = await database.query<Omit<Migration, 'sql'>>(
    'SELECT number, name, oldest, checksum FROM migrations ORDER BY number',
  );
  const files = new Map(migrations.map((migration) => [migration.number, migration]));
  for (const applied of rows) {
    const file = files.get(applied.number);
    if (!file) {
      if (applied.oldest <= lastOf(migrations)) continue;
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
  const applied = new Set(rows.map(({ number }) => number));
  return migrations.filter(({ number }) => !applied.has(number));
}

/** Polls for the migration lock. A blocking statement would make a concurrent index build wait for it. */
async function lockMigrations(client: pg.PoolClient): Promise<void> {
  for (;;) {
    const { rows } = await client.query('SELECT pg_try_advisory_lock($1) AS ours', [MIGRATION_LOCK]);
    if (rows[0].ours) return;
    await sleep(TURN_POLL_MS);
  }
}

/** Refuses a migration while a process runs whose version is too old for it. */
async function refuseBesideOlder(client: pg.PoolClient, { name, oldest }: Migration): Promise<void> {
  if (!(await isServed(client, oldest))) return;
  throw new MigrationError(
    `Migration ${name} does not work with processes of an older version, and one still runs: stop or upgrade it first (a killed process counts for 45 seconds)`,
  );
}

/** The name of the database on its server. */
export async function databaseName(pool: pg.Pool): Promise<string> {
  const { rows } = await pool.query<{ name: string }>('SELECT current_database() AS name');
  return rows[0]!.name;
}

async function applyPatiently(
  client: pg.PoolClient,
  migration: Migration,
  log: (line: string) => void,
): Promise<void> {
  const { name, sql } = migration;
  const waits = () => log(`Migration ${name} waits for a lock that something else holds; it is tried again`);
  try {
    await retryLocked(() => apply(client, migration), { ...PATIENCE, waits });
  } catch (error) {
    const outcome = sql.startsWith(NO_TRANSACTION) ? 'and runs again' : 'and changed nothing';
    throw new MigrationError(`Migration ${name} failed ${outcome}: ${(error as Error).message}`, {
      cause: error,
    });
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
    for (const statement of sql.split(/;[ \t]*$/m)) {
      // Nothing queues behind a concurrent index build; the build waits for every running transaction.
      const limit = CONCURRENTLY.test(statement.replace(/--.*/g, '')) ? 0 : LOCK_TIMEOUT_MS;
      await client.query(`SET lock_timeout = ${limit}`);
      if (statement.trim()) await client.query(statement);
    }
    await note();
    return;
  }
  try {
    await client.query('BEGIN');
    await client.query(`SET LOCAL lock_timeout = ${LOCK_TIMEOUT_MS}`);
    await client.query(sql);
    await note();
    await client.query('COMMIT');
  } catch (error) {
    await client.query('ROLLBACK').catch(() => {});
    throw error;
  }
}

// Brings a database to this version: plain SQL files, forward only, one at a time however many processes start at once.
import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type pg from 'pg';

/** The migrations of this version. */
const MIGRATIONS = join(import.meta.dirname, '../../migrations');
/** Any constant will do as long as all processes use it; this is "godwit" in ASCII. */
const MIGRATION_LOCK = 0x676f64776974;
const FILE_NAME = /^(\d{4})_[a-z0-9_]+\.sql$/;

interface Migration {
  number: number;
  name: string;
  sql: string;
  /** SHA-256 of the file, in hex. */
  checksum: string;
}

/** The files and what the database has recorded do not fit together. */
export class MigrationError extends Error {
  override readonly name = 'MigrationError';
}

/**
 * Applies what is pending, each file in a transaction of its own. Processes that start together wait for each other.
 * @returns names of the migrations applied by this call
 * @throws MigrationError when an applied file was edited or is missing, or a new one fails
 */
export async function migrate(
  pool: pg.Pool,
  { directory = MIGRATIONS, log = () => {} }: { directory?: string; log?: (line: string) => void } = {},
): Promise<string[]> {
  const migrations = await readMigrations(directory);
  const client = await pool.connect();
  try {
    await client.query('SELECT pg_advisory_lock($1)', [MIGRATION_LOCK]);
    await client.query(
      `CREATE TABLE IF NOT EXISTS migrations (
         number integer PRIMARY KEY,
         name text NOT NULL,
         checksum text NOT NULL,
         applied_at timestamptz NOT NULL DEFAULT now()
       )`,
    );
    const pending = await selectPending(client, migrations);
    for (const migration of pending) {
      log(`Migrating the database: ${migration.name}`);
      await apply(client, migration);
    }
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
      return { number, name: file, sql, checksum: createHash('sha256').update(sql).digest('hex') };
    }),
  );
}

async function selectPending(
  database: pg.Pool | pg.PoolClient,
  migrations: Migration[],
): Promise<Migration[]> {
  const { rows } = await database.query<Omit<Migration, 'sql'>>(
    'SELECT number, name, checksum FROM migrations ORDER BY number',
  );
  for (const applied of rows) {
    const file = migrations[applied.number - 1];
    if (!file) {
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

async function apply(client: pg.PoolClient, { number, name, sql, checksum }: Migration): Promise<void> {
  await client.query('BEGIN');
  await client.query(sql).catch((error: Error) => {
    throw new MigrationError(`Migration ${name} failed and changed nothing: ${error.message}`, {
      cause: error,
    });
  });
  await client.query('INSERT INTO migrations (number, name, checksum) VALUES ($1, $2, $3)', [
    number,
    name,
    checksum,
  ]);
  await client.query('COMMIT');
}

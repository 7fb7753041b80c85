// Runs once per test run: starts a PostgreSQL with a migrated template, which test files clone. It is a
// throw-away server, or the server of TEST_DATABASE_URL, whose databases are dropped at the end. The project
// WEST gets an installed one, with PgBouncer in front if installed, else a second throw-away one.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { migrate } from '../src/db/schema/migrate.ts';
import { installed, installedPostgres, startPostgres, WEST } from './installed.ts';
import { startThrowaway } from './throwaway.ts';

/** The server on which test files create their databases. */
export interface TestServer {
  config: DatabaseConfig;
  /**
   * The URL of a server that is not a throw-away one; processes of the service use it instead of an embedded
   * one.
   */
  url: string | null;
  /** Whether connections go over PgBouncer if they can: TEST_PGBOUNCER=1 with TEST_DATABASE_URL. */
  pooled: boolean;
  /** The prefix of the names of this run's databases. */
  prefix: string;
}

/** Time zones that servers of tests are set to, east and west of UTC: nothing may go by a server's. */
const TIME_ZONES = { east: 'Asia/Colombo', west: 'America/New_York' };

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: TestServer;
  }
}

/** The database that test files clone. */
export const templateOf = ({ prefix }: TestServer): string => `${prefix}_template`;

/** Called by vitest; the returned function is called at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await (project.name === WEST
    ? findWest()
    : findServer(process.env.TEST_DATABASE_URL || null));
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('databaseServer', server);
  return stop;
}

type Found = { server: TestServer; stop(): Promise<void> };

const newPrefix = () => `test_${randomBytes(3).toString('hex')}`;

async function openThrowaway(timezone: string): Promise<Found> {
  const { config, stop } = await startThrowaway({ timezone });
  return { server: { config, url: null, prefix: newPrefix(), pooled: false }, stop };
}

async function findWest(): Promise<Found> {
  const bin = installedPostgres();
  if (!bin) return openThrowaway(TIME_ZONES.west);
  const { config, url, stop } = await startPostgres(bin, { timezone: TIME_ZONES.west });
  const pooled = installed('pgbouncer') !== null;
  return { server: { config, url, prefix: newPrefix(), pooled }, stop };
}

async function findServer(url: string | null): Promise<Found> {
  if (!url) return openThrowaway(TIME_ZONES.east);
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  const config = { host, port, user, password, database, ssl } as DatabaseConfig;
  const pooled = process.env.TEST_PGBOUNCER === '1';
  const server = { config, url, prefix: newPrefix(), pooled };
  return { server, stop: () => dropAll(server) };
}

async function makeTemplate(server: TestServer): Promise<void> {
  const { config } = server;
  const template = templateOf(server);
  await runStatement(config, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const pool = openPool({ ...config, database: template }, { max: 1, applicationName: 'tests' });
  try {
    await migrate(pool);
  } finally {
    await pool.end();
  }
}

async function dropAll({ config, prefix }: TestServer): Promise<void> {
  const rows = await runStatement(config, `SELECT datname FROM pg_database WHERE datname LIKE $1 || '\\_%'`, [
    prefix,
  ]);
  for (const { datname } of rows) await runStatement(config, `DROP DATABASE ${datname} WITH (FORCE)`);
}

/** Runs one statement on a connection of its own. */
export async function runStatement(
  config: DatabaseConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, never>[]> {
  const admin = openPool(config, { max: 1, applicationName: 'test administration' });
  const { rows } = await admin.query(sql, values).finally(() => admin.end());
  return rows;
}

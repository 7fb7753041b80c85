// Once for a whole test run: a PostgreSQL with a migrated template, which test files clone. A throw-away one; or the server of
// TEST_DATABASE_URL, where a run makes databases of its own and drops them at its end; or one that is installed, with PgBouncer in front where there is one, for the project INSTALLED.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { INSTALLED, installed, installedPostgres, startPostgres } from './installed.ts';
import { startThrowaway } from './throwaway.ts';

/** Where test files make their databases. */
export interface TestServer {
  config: DatabaseConfig;
  /** Of a server that is no throw-away one: processes of the service use it too, instead of an embedded one. */
  url: string | null;
  /** Whether what can goes over PgBouncer: TEST_PGBOUNCER=1 with TEST_DATABASE_URL. */
  pooled: boolean;
  /** What the names of this run's databases begin with. */
  prefix: string;
}

declare module 'vitest' {
  interface ProvidedContext {
    databaseServer: TestServer;
  }
}

/** The database that test files clone. */
export const templateOf = ({ prefix }: TestServer): string => `${prefix}_template`;

/** Called by vitest; what it returns is called at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { server, stop } = await findServer(
    project.name === INSTALLED ? INSTALLED : process.env.TEST_DATABASE_URL || null,
  );
  try {
    await makeTemplate(server);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('databaseServer', server);
  return stop;
}

async function findServer(url: string | null): Promise<{ server: TestServer; stop(): Promise<void> }> {
  const prefix = `test_${randomBytes(3).toString('hex')}`;
  if (!url) {
    const { config, stop } = await startThrowaway();
    return { server: { config, url, prefix, pooled: false }, stop };
  }
  if (url === INSTALLED) {
    const { config, url, stop } = await startPostgres(installedPostgres()!);
    return { server: { config, url, prefix, pooled: installed('pgbouncer') !== null }, stop };
  }
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  const config = { host, port, user, password, database, ssl } as DatabaseConfig;
  const pooled = process.env.TEST_PGBOUNCER === '1';
  return { server: { config, url, prefix, pooled }, stop: () => dropAll(config, prefix) };
}

async function makeTemplate(server: TestServer): Promise<void> {
  const { config } = server;
  const admin = openPool(config, { max: 1, applicationName: 'tests' });
  const sql = `CREATE DATABASE ${templateOf(server)} TEMPLATE template0 ENCODING 'UTF8'`;
  await admin.query(sql).finally(() => admin.end());
  const template = openPool(
    { ...config, database: templateOf(server) },
    { max: 1, applicationName: 'tests' },
  );
  await migrate(template).finally(() => template.end());
}

async function dropAll(config: DatabaseConfig, prefix: string): Promise<void> {
  const admin = openPool(config, { max: 1, applicationName: 'tests' });
  try {
    const { rows } = await admin.query<{ datname: string }>(
      `SELECT datname FROM pg_database WHERE datname LIKE $1 || '\\_%'`,
      [prefix],
    );
    for (const { datname } of rows) await admin.query(`DROP DATABASE ${datname} WITH (FORCE)`);
  } finally {
    await admin.end();
  }
}

// Once for a whole test run: a PostgreSQL with a migrated template, which test files clone. A throw-away one; or the server of
// TEST_DATABASE_URL, where a run makes databases of its own and drops them at its end; or one that is installed, with PgBouncer in front where there is one, for the project INSTALLED.
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import { distribute } from '../src/db/distribute.ts';
import { migrate } from '../src/db/migrate.ts';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { INSTALLED, installed, installedPostgres, startPostgres } from './installed.ts';
import { startThrowaway } from './throwaway.ts';

/** Where test files make their databases. */
export interface TestServer {
  config: DatabaseConfig;
  /** The other nodes of TEST_DATABASE_URL where that is the coordinator of a Citus cluster: every database is made on each. */
  workers: DatabaseConfig[];
  /** Of a server that is no throw-away one: processes of the service use it too, instead of an embedded one. */
  url: string | null;
  /** Whether what can goes over PgBouncer: TEST_PGBOUNCER=1 with TEST_DATABASE_URL. */
  pooled: boolean;
  /** What the names of this run's databases begin with. */
  prefix: string;
}

type Nodes = Pick<TestServer, 'config' | 'workers'>;

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
    return { server: { config, workers: [], url, prefix, pooled: false }, stop };
  }
  if (url === INSTALLED) {
    const { config, url, stop } = await startPostgres(installedPostgres()!);
    return { server: { config, workers: [], url, prefix, pooled: installed('pgbouncer') !== null }, stop };
  }
  const { host, port, user, password, database, ssl } = new pg.Client({ connectionString: url });
  const config = { host, port, user, password, database, ssl } as DatabaseConfig;
  const workers = await selectWorkers(config);
  const pooled = process.env.TEST_PGBOUNCER === '1';
  const server = { config, workers, url, prefix, pooled };
  return { server, stop: () => dropAll(server) };
}

/** Where the other nodes are, by what Citus knows of them in the database of the URL. */
async function selectWorkers(config: DatabaseConfig): Promise<DatabaseConfig[]> {
  const [row] = await ask(config, `SELECT FROM pg_extension WHERE extname = 'citus'`);
  if (!row) return [];
  const nodes = await ask(
    config,
    'SELECT node_name AS host, node_port::integer AS port FROM citus_get_active_worker_nodes()',
  );
  return nodes.map((node) => ({ ...config, ...node }));
}

async function makeTemplate(server: TestServer): Promise<void> {
  const { config, workers } = server;
  const template = templateOf(server);
  await onAllNodes(server, `CREATE DATABASE ${template} TEMPLATE template0 ENCODING 'UTF8'`);
  const isCluster = workers.length > 0;
  if (isCluster) await joinNodes(server, template);
  const pool = openPool({ ...config, database: template }, { max: 1, applicationName: 'tests' });
  try {
    await migrate(pool);
    if (isCluster) await distribute(pool);
  } finally {
    await pool.end();
  }
  if (isCluster) {
    // Else the daemon of Citus would sit in it while it is cloned.
    await onAllNodes(server, `ALTER DATABASE ${template} ALLOW_CONNECTIONS false`);
    await onAllNodes(
      server,
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity WHERE datname = '${template}'`,
    );
  }
}

/** Has a database that is on every node be one of a cluster. */
export async function joinNodes({ config, workers }: Nodes, database: string): Promise<void> {
  await onAllNodes({ config, workers }, 'CREATE EXTENSION IF NOT EXISTS citus', database);
  const own = { ...config, database };
  await ask(own, 'SELECT citus_set_coordinator_host($1, $2)', [config.host, config.port]);
  for (const { host, port } of workers) await ask(own, 'SELECT citus_add_node($1, $2)', [host, port]);
}

async function dropAll(server: TestServer): Promise<void> {
  for (const node of [server.config, ...server.workers]) {
    const rows = await ask(node, `SELECT datname FROM pg_database WHERE datname LIKE $1 || '\\_%'`, [
      server.prefix,
    ]);
    for (const { datname } of rows) await ask(node, `DROP DATABASE ${datname} WITH (FORCE)`);
  }
}

/** Runs a statement on every node of a server; a database that is made there is then one of the cluster's, as its name is the same. */
export async function onAllNodes(
  { config, workers }: Nodes,
  sql: string,
  database = config.database,
): Promise<void> {
  await Promise.all([config, ...workers].map((node) => ask({ ...node, database }, sql)));
}

/** Asks one statement on a connection of its own. */
export async function ask(
  config: DatabaseConfig,
  sql: string,
  values: unknown[] = [],
): Promise<Record<string, never>[]> {
  const admin = openPool(config, { max: 1, applicationName: 'test administration' });
  const { rows } = await admin.query(sql, values).finally(() => admin.end());
  return rows;
}

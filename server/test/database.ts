// Databases of their own for tests, and waiting for a state instead of for a time.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { openKysely } from '../src/db/kysely.ts';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { openReader } from '../src/db/reads.ts';
import type { DB } from '../src/db/types.ts';
import { POOLED } from '../src/runtime.ts';
import { type Connections, onePool, type Purpose, type Services } from '../src/services.ts';
import { runStatement, templateOf } from './globalSetup.ts';
import { startPgBouncer } from './installed.ts';

const POLL_MS = 10;

/**
 * Runs what another process does from within a `transaction` of the test: one process may not request a
 * second connection while it holds one.
 */
export const asAnother = AsyncLocalStorage.snapshot();

export interface TestDatabase {
  pool: pg.Pool;
  kysely: Kysely<DB>;
  config: DatabaseConfig;
  name: string;
  /**
   * The application's connections for each purpose: the same pool, or pools over PgBouncer if the run uses
   * it.
   */
  connections: Connections & Pick<Services, 'pools' | 'reads'>;
}

/**
 * A database for a test file, migrated and empty, dropped after the file's last test. At the top of the file:
 * `const { pool } = await testDatabase();`
 * @param template 'empty' for one without any table
 */
export async function testDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const { config, name, drop } = await makeDatabase(template);
  // Planned as the service's background work is. Calls of people are planned freely; plans.test.ts and the
  // browser tests do so.
  const pool = openPool(config, { max: 10, applicationName: 'test', lookUps: true });
  afterAll(async () => {
    await pool.end();
    await drop();
  });
  const direct = { pool, kysely: openKysely(pool) };
  const connections = inject('databaseServer').pooled ? await overPgBouncer(direct, config) : onePool(direct);
  return { ...direct, config, name, connections };
}

/** The pools of a service over a PgBouncer of this test file. */
async function overPgBouncer(direct: Connections, config: DatabaseConfig) {
  const pooler = await startPgBouncer(config);
  const open = (purpose: Purpose): Connections => {
    const at = { connectionString: pooler.url.replaceAll('{purpose}', purpose) };
    const pool = openPool(at, { max: 10, applicationName: 'test', pooled: true });
    return { pool, kysely: openKysely(pool) };
  };
  const pools = { urgent: open('urgent'), people: open('people'), jobs: open('jobs'), long: direct };
  afterAll(async () => {
    await Promise.all(POOLED.map((purpose) => pools[purpose].pool.end()));
    await pooler.stop();
  });
  const reads = { people: openReader(pools.people, []), long: openReader(pools.long, []) };
  return { ...pools.people, pools, reads };
}

/** Creates a database on the server of this run; the caller drops it. */
export async function makeDatabase(
  template: 'migrated' | 'empty',
): Promise<{ config: DatabaseConfig; name: string; drop(): Promise<unknown> }> {
  const server = inject('databaseServer');
  const name = `${server.prefix}_${randomBytes(6).toString('hex')}`;
  const source = template === 'empty' ? `template0 ENCODING 'UTF8'` : templateOf(server);
  // Copying the files takes less time than writing every page to the log, which is the default.
  await runStatement(server.config, `CREATE DATABASE ${name} TEMPLATE ${source} STRATEGY file_copy`);
  return {
    config: { ...server.config, database: name },
    name,
    drop: () => runStatement(server.config, `DROP DATABASE ${name} WITH (FORCE)`),
  };
}

/**
 * Polls until `probe` returns a truthy value, and returns it. A probe that throws counts as "not yet".
 * @throws after `timeoutMs`, with `what` and the error of the last try
 */
export async function waitFor<T>(
  probe: () => T | Promise<T>,
  { timeoutMs = 10_000, what = 'the awaited state' }: { timeoutMs?: number; what?: string } = {},
): Promise<NonNullable<T>> {
  const deadlineMs = performance.now() + timeoutMs;
  let cause: unknown;
  do {
    try {
      const state = await probe();
      if (state) return state;
      cause = undefined;
    } catch (error) {
      cause = error;
    }
    await sleep(POLL_MS);
  } while (performance.now() < deadlineMs);
  throw new Error(`Waited ${timeoutMs} ms for ${what}`, { cause });
}

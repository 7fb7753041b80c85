// What database tests stand on: a database of their own, and waiting for a state instead of for a time.
import { AsyncLocalStorage } from 'node:async_hooks';
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Kysely } from 'kysely';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { type DatabaseConfig, openKysely, openPool } from '../src/db/pool.ts';
import type { DB } from '../src/db/types.ts';
import { TEMPLATE } from './globalSetup.ts';

const POLL_MS = 10;

/**
 * Runs what another process does, from within a `transaction` of the test: the same process may not ask for a second connection while it
 * holds one.
 */
export const asAnother = AsyncLocalStorage.snapshot();

export interface TestDatabase {
  pool: pg.Pool;
  kysely: Kysely<DB>;
  config: DatabaseConfig;
  name: string;
}

/**
 * A database of its own for a test file, migrated and empty, dropped after the file's last test. At the top of the
 * file: `const { pool } = await testDatabase();`
 * @param template 'empty' for one without any table
 */
export async function testDatabase(template: 'migrated' | 'empty' = 'migrated'): Promise<TestDatabase> {
  const cluster = inject('cluster');
  const name = `test_${randomBytes(6).toString('hex')}`;
  await administer(
    cluster,
    `CREATE DATABASE ${name} TEMPLATE ${template === 'empty' ? 'template0' : TEMPLATE}`,
  );
  const config = { ...cluster, database: name };
  // As what the service does by itself is planned; what people ask for is planned freely, which plans.test.ts and the browser tests do.
  const pool = openPool(config, { max: 10, applicationName: 'test', lookUps: true });
  afterAll(async () => {
    await pool.end();
    await administer(cluster, `DROP DATABASE ${name} WITH (FORCE)`);
  });
  return { pool, kysely: openKysely(pool), config, name };
}

/**
 * Polls until `probe` returns something truthy, and returns that. A probe that throws counts as "not yet".
 * @throws after `timeoutMs`, with `what` was awaited and how the last try failed
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

async function administer(cluster: DatabaseConfig, sql: string): Promise<void> {
  const admin = openPool(cluster, { max: 1, applicationName: 'test administration' });
  await admin.query(sql).finally(() => admin.end());
}

// Once for a whole test run: a throw-away PostgreSQL with a migrated template, which test files clone.
import type { TestProject } from 'vitest/node';
import { migrate } from '../src/db/migrate.ts';
import { type DatabaseConfig, openPool } from '../src/db/pool.ts';
import { startThrowaway } from './throwaway.ts';

declare module 'vitest' {
  interface ProvidedContext {
    cluster: DatabaseConfig;
  }
}

/** The database that test files clone. */
export const TEMPLATE = 'template_godwit';

/** Called by vitest; what it returns is called at the end. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const { config, stop } = await startThrowaway();
  try {
    await makeTemplate(config);
  } catch (error) {
    await stop();
    throw error;
  }
  project.provide('cluster', config);
  return stop;
}

async function makeTemplate(config: DatabaseConfig): Promise<void> {
  const admin = openPool(config, { max: 1, applicationName: 'tests' });
  await admin.query(`CREATE DATABASE ${TEMPLATE}`).finally(() => admin.end());
  const template = openPool({ ...config, database: TEMPLATE }, { max: 1, applicationName: 'tests' });
  await migrate(template).finally(() => template.end());
}

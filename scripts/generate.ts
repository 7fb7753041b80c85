// Writes the generated files: the schema and its types from a newly migrated database, the settings
// documentation and file, the pages of carriers, the table of statuses, and the clients' types and methods.
// With --check it writes nothing and fails if a file is out of date. With --release it also writes the API of
// the release.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generate, PostgresDialect } from 'kysely-codegen';
import type pg from 'pg';
import { openKysely } from '../server/src/db/kysely.ts';
import { openPool } from '../server/src/db/pool.ts';
import { migrate } from '../server/src/db/schema/migrate.ts';
import { settingsFile, settingsMarkdown } from '../server/src/settingsText.ts';
import { startThrowaway } from '../server/test/throwaway.ts';
import { carrierPages } from './carrierPages.ts';
import { clientCalls } from './clientCalls.ts';
import { clientTypes } from './clientTypes.ts';
import { pythonTypes } from './pythonTypes.ts';
import { releasedApi } from './releasedApi.ts';
import { describeSchema } from './schema.ts';
import { statusPage } from './statusPage.ts';

const ROOT = join(import.meta.dirname, '..');

const generated = await withMigratedDatabase(async (pool) => ({
  'server/migrations/schema.sql': await describeSchema(pool),
  'server/src/db/types.ts': await databaseTypes(pool),
  'docs/configuration.md': settingsMarkdown(),
  'deploy/godwit.env': settingsFile(),
  ...carrierPages(ROOT),
  ...statusPage(ROOT),
  ...clientTypes(ROOT),
  ...clientCalls(),
  ...pythonTypes(ROOT),
  ...(process.argv.includes('--release') && { 'scripts/releasedApi.json': releasedApi() }),
}));
const stale = Object.entries(generated).filter(([file, text]) => text !== currentText(file));

if (process.argv.includes('--check')) {
  for (const [file] of stale) console.error(`${file} is out of date: run node scripts/generate.ts`);
  process.exitCode = stale.length > 0 ? 1 : 0;
} else {
  for (const [file, text] of stale) {
    writeFileSync(join(ROOT, file), text);
    console.log(`Wrote ${file}`);
  }
}

function currentText(file: string): string | null {
  try {
    return readFileSync(join(ROOT, file), 'utf8');
  } catch {
    return null;
  }
}

async function withMigratedDatabase<T>(use: (pool: pg.Pool) => Promise<T>): Promise<T> {
  const { config, stop } = await startThrowaway();
  const pool = openPool(config, { max: 1, applicationName: 'generate' });
  try {
    await migrate(pool);
    return await use(pool);
  } finally {
    await pool.end();
    await stop();
  }
}

/** Table types for kysely; they match the parsers of SQL types in server/src/db/pool.ts. */
async function databaseTypes(pool: pg.Pool): Promise<string> {
  return generate({
    db: openKysely(pool),
    dialect: new PostgresDialect({ dateParser: 'string' }),
    typeMapping: { int8: 'bigint' },
    outFile: null,
  });
}

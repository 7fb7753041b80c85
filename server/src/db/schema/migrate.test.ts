import { copyFileSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, waitFor } from '../../../test/database.ts';
import { canDump, startDump } from '../../../test/dump.ts';
import { openPool } from '../pool.ts';
import { migrate, pendingMigrations } from './migrate.ts';

const { pool, config } = await testDatabase('empty');
const directory = mkdtempSync(join(tmpdir(), 'godwit-migrations-'));
afterAll(() => rmSync(directory, { recursive: true }));

beforeEach(async () => {
  await pool.query('DROP SCHEMA public CASCADE; CREATE SCHEMA public');
  for (const file of readdirSync(directory)) rmSync(join(directory, file));
  write('0001_pigeons.sql', 'CREATE TABLE pigeons (name text); INSERT INTO pigeons VALUES ($$Cher Ami$$);');
});

function write(file: string, sql: string): void {
  writeFileSync(join(directory, file), sql);
}

async function namesOf(table: string): Promise<string[]> {
  const { rows } = await pool.query<{ name: string }>(`SELECT name FROM ${table} ORDER BY 1`);
  return rows.map(({ name }) => name);
}

test('the migrations of this version apply to an empty database, once', async () => {
  const pending = await pendingMigrations(pool);
  expect(pending[0]).toMatch(/^0001_/);
  expect(await migrate(pool)).toEqual(pending);
  expect(await migrate(pool)).toEqual([]);
  expect(await pendingMigrations(pool)).toEqual([]);
});

test('only what is new is applied', async () => {
  await migrate(pool, { directory });
  write('0002_more_pigeons.sql', 'INSERT INTO pigeons VALUES ($$G.I. Joe$$);');
  expect(await pendingMigrations(pool, directory)).toEqual(['0002_more_pigeons.sql']);
  expect(await migrate(pool, { directory })).toEqual(['0002_more_pigeons.sql']);
  expect(await namesOf('pigeons')).toEqual(['Cher Ami', 'G.I. Joe']);
});

test('two processes at once apply each migration once', async () => {
  const pools = ['first', 'second'].map((applicationName) => openPool(config, { max: 1, applicationName }));
  const applied = await Promise.all(pools.map((each) => migrate(each, { directory })));
  expect(applied.flat()).toEqual(['0001_pigeons.sql']);
  expect(await namesOf('pigeons')).toEqual(['Cher Ami']);
  await Promise.all(pools.map((each) => each.end()));
});

test('a migration that fails leaves nothing of itself, and can be mended', async () => {
  write('0002_broken.sql', 'CREATE TABLE half (name text); SELECT 1 / 0;');
  await expect(migrate(pool, { directory })).rejects.toThrow(
    '0002_broken.sql failed and changed nothing: division by zero',
  );
  expect(await namesOf('migrations')).toEqual(['0001_pigeons.sql']);
  await expect(namesOf('half')).rejects.toThrow('does not exist');
  write('0002_broken.sql', 'CREATE TABLE half (name text);');
  expect(await migrate(pool, { directory })).toEqual(['0002_broken.sql']);
});

test('an edited migration is refused', async () => {
  await migrate(pool, { directory });
  write('0001_pigeons.sql', 'CREATE TABLE pigeons (name text, ring text);');
  await expect(migrate(pool, { directory })).rejects.toThrow(
    '0001_pigeons.sql was edited after it was applied',
  );
  await expect(pendingMigrations(pool, directory)).rejects.toThrow('was edited');
});

test('a database from a newer version is refused', async () => {
  write('0002_future.sql', 'SELECT 1;');
  await migrate(pool, { directory });
  rmSync(join(directory, '0002_future.sql'));
  await expect(migrate(pool, { directory })).rejects.toThrow('start a newer version');
});

test('a version goes on after migrations that work with it, and not after one that does not', async () => {
  await migrate(pool, { directory });
  write(
    '0002_ring.sql',
    '-- Later it is the only name.\n-- works with 0001\nALTER TABLE pigeons ADD ring text;',
  );
  write('0003_no_name.sql', '-- works with 0002\nALTER TABLE pigeons RENAME name TO called;');
  await migrate(pool, { directory });
  rmSync(join(directory, '0003_no_name.sql'));
  expect(await pendingMigrations(pool, directory)).toEqual([]);
  rmSync(join(directory, '0002_ring.sql'));
  await expect(pendingMigrations(pool, directory)).rejects.toThrow(
    'The database has migration 0003_no_name.sql, which this version of Godwit does not',
  );
  await pool.query('DELETE FROM migrations WHERE number = 3');
  expect(await pendingMigrations(pool, directory)).toEqual([]);
  expect(await migrate(pool, { directory })).toEqual([]);
});

test('a migration waits until no process runs of a version that it does not work with', async () => {
  write('0002_ring.sql', '-- works with 0001\nALTER TABLE pigeons ADD ring text;');
  write('0003_no_name.sql', '-- works with 0002\nALTER TABLE pigeons RENAME name TO called;');
  // A pooler keeps connections of processes that have ended, so only the rows of processes count.
  const idle = openPool(config, { max: 1, applicationName: 'godwit start 1 #mark' });
  await idle.query('SELECT 1');
  await pool.query(
    `CREATE TABLE processes (migration integer, seen_at timestamptz NOT NULL DEFAULT now());
     INSERT INTO processes VALUES (1), (2)`,
  );
  await expect(migrate(pool, { directory })).rejects.toThrow(
    'Migration 0003_no_name.sql does not work with processes of an older version, and one still runs',
  );
  expect(await pendingMigrations(pool, directory)).toEqual(['0003_no_name.sql']);
  await pool.query('UPDATE processes SET migration = NULL WHERE migration = 1');
  await expect(migrate(pool, { directory })).rejects.toThrow('one still runs');
  // A killed process counts no longer after 45 seconds.
  await pool.query(`UPDATE processes SET seen_at = now() - interval '46 seconds' WHERE migration IS NULL`);
  expect(await migrate(pool, { directory })).toEqual(['0003_no_name.sql']);
  await idle.end();
});

test('numbers may have gaps, which are filled later, and no doubles', async () => {
  await migrate(pool, { directory });
  write('0003_ring.sql', 'ALTER TABLE pigeons ADD ring text;');
  expect(await migrate(pool, { directory })).toEqual(['0003_ring.sql']);
  write('0002_home.sql', 'ALTER TABLE pigeons ADD home text;');
  expect(await pendingMigrations(pool, directory)).toEqual(['0002_home.sql']);
  expect(await migrate(pool, { directory })).toEqual(['0002_home.sql']);
  write('0002_double.sql', 'SELECT 1;');
  await expect(migrate(pool, { directory })).rejects.toThrow('0002_home.sql should be named 0003_words.sql');
});

test('waits for a lock by trying again, so that nothing queues behind it', async () => {
  await migrate(pool, { directory });
  write(
    '0002_ring.sql',
    `CREATE TABLE limits AS SELECT current_setting('lock_timeout') AS name; ALTER TABLE pigeons ADD ring text;`,
  );
  const holder = await pool.connect();
  await holder.query('BEGIN; LOCK TABLE pigeons IN ACCESS SHARE MODE');
  const lines: string[] = [];
  const migrating = migrate(pool, { directory, log: (line) => lines.push(line) });
  await waitFor(() => lines.some((line) => line.includes('waits for a lock')));
  await pool.query('SELECT FROM pigeons');
  await holder.query('COMMIT');
  holder.release();
  expect(await migrating).toEqual(['0002_ring.sql']);
  expect(await namesOf('limits')).toEqual(['500ms']);
});

test('makes an index without a transaction, beside writers, while another process waits', async () => {
  await migrate(pool, { directory });
  write(
    '0002_index.sql',
    `-- no transaction
      -- Not concurrently: it waits for a lock that others would wait behind.
      CREATE TABLE limits AS SELECT current_setting('lock_timeout') AS name;
      DROP INDEX CONCURRENTLY IF EXISTS pigeons_by_name;
      CREATE INDEX CONCURRENTLY pigeons_by_name ON pigeons (name);\n`,
  );
  const applied = await Promise.all([migrate(pool, { directory }), migrate(pool, { directory })]);
  expect(applied.flat()).toEqual(['0002_index.sql']);
  const { rows } = await pool.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'pigeons_by_name'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
  expect(await namesOf('limits')).toEqual(['500ms']);
});

test.runIf(canDump)('those of this version wait for a dump, and nobody waits for them', async () => {
  const ours = join(import.meta.dirname, '../../../migrations');
  rmSync(join(directory, '0001_pigeons.sql'));
  // The files of an earlier version.
  for (const file of readdirSync(ours).filter((name) => /^000[1-3]_/.test(name)))
    copyFileSync(join(ours, file), join(directory, file));
  await migrate(pool, { directory });
  const endDump = await startDump(pool);
  const lines: string[] = [];
  const migrating = migrate(pool, { log: (line) => lines.push(line) });
  // Waits for a table the dump has read; later statements proceed once this attempt gives up.
  for (let tries = 1; tries <= 2; tries++) {
    await waitFor(() => lines.filter((line) => line.includes('waits for a lock')).length >= tries);
    const { rows: tables } = await pool.query(
      `select oid::regclass as name from pg_class where relkind in ('r', 'p') and relnamespace = 'public'::regnamespace`,
    );
    for (const { name } of tables) await pool.query(`select from ${name} limit 1`);
  }
  await endDump();
  await migrating;
  expect(await pendingMigrations(pool)).toEqual([]);
});

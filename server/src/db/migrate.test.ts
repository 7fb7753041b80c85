import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeEach, expect, test } from 'vitest';
import { testDatabase, waitFor } from '../../test/database.ts';
import { migrate, pendingMigrations } from './migrate.ts';
import { openPool } from './pool.ts';

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
  const old = openPool(config, { max: 1, applicationName: 'godwit start 1' });
  await old.query('SELECT 1');
  await expect(migrate(pool, { directory })).rejects.toThrow(
    'Migration 0003_no_name.sql does not work with processes of an older version, and one still runs',
  );
  expect(await pendingMigrations(pool, directory)).toEqual(['0003_no_name.sql']);
  await old.end();
  // Its end is seen a moment later.
  await waitFor(() => migrate(pool, { directory }));
});

test('numbers have neither gaps nor doubles', async () => {
  write('0003_gap.sql', 'SELECT 1;');
  await expect(migrate(pool, { directory })).rejects.toThrow('0003_gap.sql should be named 0002_words.sql');
  write('0001_double.sql', 'SELECT 1;');
  await expect(migrate(pool, { directory })).rejects.toThrow(
    '0001_pigeons.sql should be named 0002_words.sql',
  );
});

test('waits for a lock by trying again, so that nothing queues behind it', async () => {
  await migrate(pool, { directory });
  write('0002_ring.sql', 'ALTER TABLE pigeons ADD ring text;');
  const holder = await pool.connect();
  await holder.query('BEGIN; LOCK TABLE pigeons IN ACCESS SHARE MODE');
  const lines: string[] = [];
  const migrating = migrate(pool, { directory, log: (line) => lines.push(line) });
  await waitFor(() => lines.some((line) => line.includes('waits for a lock')));
  await pool.query('SELECT FROM pigeons');
  await holder.query('COMMIT');
  holder.release();
  expect(await migrating).toEqual(['0002_ring.sql']);
});

test('makes an index without a transaction, beside writers, while another process waits for its turn', async () => {
  await migrate(pool, { directory });
  write(
    '0002_index.sql',
    `-- no transaction
      DROP INDEX CONCURRENTLY IF EXISTS pigeons_by_name;
      CREATE INDEX CONCURRENTLY pigeons_by_name ON pigeons (name);\n`,
  );
  const applied = await Promise.all([migrate(pool, { directory }), migrate(pool, { directory })]);
  expect(applied.flat()).toEqual(['0002_index.sql']);
  const { rows } = await pool.query(
    `SELECT indisvalid FROM pg_index WHERE indexrelid = 'pigeons_by_name'::regclass`,
  );
  expect(rows).toEqual([{ indisvalid: true }]);
});

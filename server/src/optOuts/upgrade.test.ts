// The opt-outs of a version without scopes, after the upgrade and while its processes run beside newer ones.
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { migrate } from '../db/schema/migrate.ts';
import { newId } from '../ids.ts';

const MIGRATIONS = join(import.meta.dirname, '../../migrations');
const { pool } = await testDatabase('empty');
const before = mkdtempSync(join(tmpdir(), 'godwit-before-'));
afterAll(() => rmSync(before, { recursive: true }));
const older = readdirSync(MIGRATIONS).filter((file) => file.endsWith('.sql') && file !== 'schema.sql');
const first = older.findIndex((file) => file.includes('scoped_opt_outs'));
for (const file of older.slice(0, first)) copyFileSync(join(MIGRATIONS, file), join(before, file));
await migrate(pool, { directory: before });

const teamId = newId();
const NUMBER = '+94771234567';
const OLD = `insert into opt_outs (team_id, number, source) values ($1, $2, $3) on conflict (team_id, number) do nothing`;
const NEW = `insert into scoped_opt_outs (team_id, mode, number, scope, source) values ($1, $2, $3, $4, $5)`;
const scoped = async (number = NUMBER) =>
  (
    await pool.query(
      `select concat_ws(' ', mode, scope, source) as row from scoped_opt_outs where team_id = $1 and number = $2 order by mode, scope`,
      [teamId, number],
    )
  ).rows.map(({ row }) => row);
const old = async (number = NUMBER) =>
  (await pool.query('select source from opt_outs where team_id = $1 and number = $2', [teamId, number]))
    .rows[0]?.source;
const wipe = () => pool.query('delete from scoped_opt_outs');

it('existing entries become LIVE: the link’s PROMOTIONAL, all others ALL, with their dates', async () => {
  await pool.query(
    `insert into opt_outs select $1, '+9477' || i, (enum_range(null::opt_out_source))[1 + i % 5], '2026-01-01'::timestamptz + i * interval '1 s'
      from generate_series(1, 12000) as i`,
    [teamId],
  );
  await migrate(pool);
  const { rows } = await pool.query(
    `select source, scope, mode, count(*)::integer from scoped_opt_outs group by 1, 2, 3 order by 1`,
  );
  expect(rows).toEqual(
    ['LINK', 'STOP', 'STAFF', 'CONSOLE', 'IMPORT'].map((source) => ({
      ...{ source, mode: 'LIVE', count: 2_400 },
      scope: source === 'LINK' ? 'PROMOTIONAL' : 'ALL',
    })),
  );
  const same = await pool.query(
    `select from opt_outs o join scoped_opt_outs s
      on s.team_id = o.team_id and s.mode = 'LIVE' and s.number = o.number and s.source = o.source and s.created_at = o.created_at`,
  );
  expect(same.rowCount).toBe(12_000);
  await wipe();
  expect((await pool.query('select from opt_outs')).rowCount).toBe(0);
});

it('entries of an older process apply to newer ones', async () => {
  await pool.query(OLD, [teamId, NUMBER, 'CONSOLE']);
  expect(await scoped()).toEqual(['LIVE ALL CONSOLE']);
  await pool.query(`update opt_outs set source = 'STAFF' where team_id = $1 and number = $2`, [
    teamId,
    NUMBER,
  ]);
  expect(await scoped()).toEqual(['LIVE ALL STAFF']);
  await pool.query('delete from opt_outs where team_id = $1 and number = $2', [teamId, NUMBER]);
  expect(await scoped()).toEqual([]);
  await pool.query(OLD, [teamId, NUMBER, 'LINK']);
  expect(await scoped()).toEqual(['LIVE PROMOTIONAL LINK']);
  await wipe();
});

it('LIVE entries of a newer process apply to older ones as long as any scope remains', async () => {
  await pool.query(NEW, [teamId, 'TEST', NUMBER, 'ALL', 'STOP']);
  expect(await old()).toBeUndefined();
  await pool.query(NEW, [teamId, 'LIVE', NUMBER, 'PROMOTIONAL', 'CONSOLE']);
  expect(await old()).toBe('CONSOLE');
  await pool.query(NEW, [teamId, 'LIVE', NUMBER, 'ALL', 'STOP']);
  expect(await old()).toBe('STOP');
  await pool.query(`delete from scoped_opt_outs where scope = 'ALL' and mode = 'LIVE'`);
  expect(await old()).toBe('STOP');
  await pool.query(`delete from scoped_opt_outs where mode = 'LIVE'`);
  expect([await old(), await scoped()]).toEqual([undefined, ['TEST ALL STOP']]);
});

// Names of statements over a pooler. This simulates PgBouncer 1.21 and newer, which renames the statements of
// its clients.
import type pg from 'pg';
import { expect, it, onTestFinished } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { openPool } from './pool.ts';
import { keepNames } from './statementNames.ts';

const { config } = await testDatabase('empty');

type Named = { name?: string; statement?: string };
/** The part of a pg connection that writes statement names. */
type Wire = { parse(message: Named): void; bind(message: Named): void };

/** A pool over a pooler that replaces each name by `rename`. */
function openPooled(rename: (name: string) => string): pg.Pool {
  const pool = openPool(config, { max: 1, applicationName: 'pooled', pooled: true });
  onTestFinished(() => pool.end());
  pool.on('connect', (client) => {
    const { connection: wire } = client as unknown as { connection: Wire };
    const [parse, bind] = [wire.parse.bind(wire), wire.bind.bind(wire)];
    wire.parse = (message) => parse({ ...message, ...(message.name && { name: rename(message.name) }) });
    wire.bind = (message) =>
      bind({ ...message, ...(message.statement && { statement: rename(message.statement) }) });
  });
  return pool;
}

/** The names that the session of a pool knows after a statement called 'one'. */
async function namesOf(pool: pg.Pool): Promise<string[]> {
  expect((await pool.query({ name: 'one', text: 'select 1 as one' })).rows).toEqual([{ one: 1 }]);
  const { rows } = await pool.query(`select name from pg_prepared_statements where name like '%one'`);
  return rows.map(({ name }) => name);
}

it('are kept if the pooler has names of its own for them', async () => {
  const pool = openPooled((name) => `PGBOUNCER_${name}`);
  expect(await namesOf(pool)).toEqual([]);
  expect(await keepNames(pool)).toBe(true);
  expect(await namesOf(pool)).toEqual(['PGBOUNCER_one']);
});

it('are not kept if the pooler hands them on as they are', async () => {
  const pool = openPooled((name) => name);
  expect(await keepNames(pool)).toBe(false);
  expect(await namesOf(pool)).toEqual([]);
});

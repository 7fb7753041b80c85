import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { testDatabase } from '../../test/database.ts';
import { newId } from '../ids.ts';
import { fragment, prepared, raw, statements, unprepared } from './sql.ts';
import { transaction } from './transaction.ts';

const { pool, kysely } = await testDatabase();

it('PostgreSQL accepts the text of every statement', async () => {
  const folder = join(import.meta.dirname, '..');
  for (const file of globSync('**/*ueries.ts', { cwd: folder })) await import(join(folder, file));
  expect(statements.size).toBeGreaterThan(80);
  const client = await pool.connect();
  // An import makes it in its transaction.
  await client.query(
    'create temporary table import_rows (number text collate "C", line integer, consent jsonb)',
  );
  for (const [name, text] of statements) {
    await client.query(`prepare "${name}" as ${text}`).catch((error: Error) => {
      throw new Error(`${name}: ${error.message}`);
    });
  }
  client.release(true);
});

it('a parameter has one number however often it stands in a statement, in fragments too', async () => {
  const isBetween = fragment`n > ${'least'} and n <= ${'most'}`;
  const statement = prepared<{ n: number }>('test-numbers')`
    select n from generate_series(1, ${'most'}::integer) as n
    where ${isBetween} and n % ${'step'} = 0 ${raw('order by n desc')}`;
  expect(statement.text.match(/\$\d/g)).toEqual(['$1', '$2', '$1', '$3']);
  const { rows } = await statement.run(pool, { step: 3, least: 3, most: 10 });
  expect(rows).toEqual([{ n: 9 }, { n: 6 }]);
});

it('two statements cannot have one name', () => {
  unprepared('test-twice')`select 1`;
  expect(() => unprepared('test-twice')`select 2`).toThrow('Two statements are named test-twice');
});

it('a value is not taken for the name of a parameter', () => {
  expect(() => unprepared('test-value')`select ${"'; drop table teams"}`).toThrow(
    'Not the name of a parameter',
  );
  expect(() => String(fragment`n = ${'n'}`)).toThrow('This fragment has parameters: n');
});

it('a statement runs inside a transaction of Kysely, under its name', async () => {
  const count = prepared<{ teams: number; name: string | null }>('test-within')`
    select count(*)::integer as teams, (select name from pg_prepared_statements where name = 'test-within') as name
    from teams`;
  const rolledBack = transaction(kysely, async (trx) => {
    const region = await trx.selectFrom('regions').select('id').limit(1).executeTakeFirstOrThrow();
    // Given the Kysely of a transaction, it joins that transaction and commits nothing by itself.
    await transaction(trx, (same) =>
      same.insertInto('teams').values({ id: newId(), name: 'A', region_id: region.id }).execute(),
    );
    throw new Error(JSON.stringify((await count.run(trx)).rows));
  });
  await expect(rolledBack).rejects.toThrow(JSON.stringify([{ teams: 1, name: 'test-within' }]));
  expect((await count.run(kysely)).rows[0]!.teams).toBe(0);
});

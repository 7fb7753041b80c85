import { expect, test } from 'vitest';
import { testDatabase, waitFor } from '../../test/database.ts';
import { assertSafeDatabase, openPool, transaction } from './pool.ts';

const { pool, config } = await testDatabase('empty');
await pool.query('CREATE TABLE counter (value bigint NOT NULL)');

async function countRows(): Promise<bigint> {
  const { rows } = await pool.query<{ count: bigint }>('SELECT count(*) FROM counter');
  return rows[0]!.count;
}

test('bigint is exact, a date has no time zone', async () => {
  const { rows } = await pool.query(
    `SELECT 9007199254740993::bigint AS big, ARRAY[1, NULL, -9223372036854775808]::bigint[] AS bigs, 7 AS small,
            DATE '2026-03-29' AS day, TIMESTAMPTZ '2026-03-29T00:30:00Z' AS instant, $1::bigint AS parameter`,
    [2n ** 62n],
  );
  expect(rows[0]).toEqual({
    big: 9007199254740993n,
    bigs: [1n, null, -9223372036854775808n],
    small: 7,
    day: '2026-03-29',
    instant: new Date('2026-03-29T00:30:00Z'),
    parameter: 2n ** 62n,
  });
});

test('a transaction is whole or nothing', async () => {
  const result = await transaction(pool, async (client) => {
    await client.query('INSERT INTO counter VALUES (1)');
    return 'done';
  });
  expect(result).toBe('done');
  const failing = transaction(pool, async (client) => {
    await client.query('INSERT INTO counter VALUES (2)');
    throw new Error('changed my mind');
  });
  await expect(failing).rejects.toThrow('changed my mind');
  expect(await countRows()).toBe(1n);
});

test('a transaction that loses its connection fails, and the pool goes on', async () => {
  const cut = transaction(pool, async (client) => {
    await client.query('SELECT pg_terminate_backend(pg_backend_pid())');
  });
  await expect(cut).rejects.toMatchObject({ code: '57P01' });
  expect(await countRows()).toBe(1n);
});

test('idle connections that the database ends do not end the process', async () => {
  const other = openPool(config, { max: 2, applicationName: 'to be ended' });
  await Promise.all([other.query('SELECT 1'), other.query('SELECT 1')]);
  await pool.query(
    `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE application_name = 'to be ended'`,
  );
  await waitFor(() => other.totalCount === 0, { what: 'the pool to drop its connections' });
  expect((await other.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
  await other.end();
});

test('a database that may forget is refused, with all that is wrong', async () => {
  // The test cluster runs without fsync, which is exactly what must be refused.
  const refusal = assertSafeDatabase(pool);
  await expect(refusal).rejects.toThrow(/fsync is off, .*set fsync = on/);
  await expect(refusal).rejects.toThrow(/full_page_writes is off/);
  await expect(refusal).rejects.toThrow(/synchronous_commit is off/);
});

test('options reach PostgreSQL', async () => {
  const hasty = openPool(config, { max: 1, applicationName: 'hasty', options: '-c statement_timeout=1ms' });
  await expect(hasty.query('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
  await hasty.end();
});

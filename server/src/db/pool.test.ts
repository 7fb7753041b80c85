import { Socket } from 'node:net';
import pg from 'pg';
import { describe, expect, inject, it, onTestFinished, test, vi } from 'vitest';
import { testDatabase, waitFor } from '../../test/database.ts';
import { isDatabaseAway, isOutcomeUnknown, isTimedOut } from './commit/batchCommit.ts';
import { openKysely } from './kysely.ts';
import { assertSafeDatabase, openPool, UnreachableDatabaseError } from './pool.ts';
import { abortableQuery, abortableTransaction, transaction } from './transaction.ts';

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

test('each session goes by UTC, whatever the server is set to', async () => {
  const { rows } = await pool.query('SHOW timezone');
  expect(rows).toEqual([{ TimeZone: 'UTC' }]);
  const bare = new pg.Client(config as pg.ClientConfig);
  await bare.connect();
  const { rows: own } = await bare.query<{ TimeZone: string }>('SHOW timezone');
  await bare.end();
  // Only then does it hold anything. A server that was given may be in any zone.
  if (!process.env.TEST_DATABASE_URL) expect(own[0]!.TimeZone).not.toBe('UTC');
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

test('a connection asks after ten idle seconds whether its other end is still there', async () => {
  const setKeepAlive = vi.spyOn(Socket.prototype, 'setKeepAlive');
  onTestFinished(() => setKeepAlive.mockRestore());
  const idle = openPool(config, { max: 1, applicationName: 'idle' });
  onTestFinished(() => idle.end());
  await idle.query('SELECT 1');
  expect(setKeepAlive).toHaveBeenCalledWith(true, 10_000);
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

// The throw-away cluster runs without fsync, which must be refused. A server from TEST_DATABASE_URL may have
// it on.
test.skipIf(inject('databaseServer').url)(
  'a database that may forget is refused, with all that is wrong',
  async () => {
    const refusal = assertSafeDatabase(pool);
    await expect(refusal).rejects.toThrow(/fsync is off, .*set fsync = on/);
    await expect(refusal).rejects.toThrow(/full_page_writes is off/);
    await expect(refusal).rejects.toThrow(/synchronous_commit is off/);
  },
);

// Tables of Citus's names: it is on no machine of ours since Godwit does without it.
test('messages on the nodes of a Citus cluster are refused, with how to bring them back', async () => {
  await pool.query('create table messages (id uuid)');
  await pool.query('create table pg_dist_partition (logicalrelid regclass)');
  onTestFinished(async () => void (await pool.query('drop table messages, pg_dist_partition')));
  const refusal = async () => (await assertSafeDatabase(pool).catch((error) => error)) as Error | undefined;

  expect((await refusal())?.message ?? '').not.toMatch(/Citus/);
  await pool.query(`insert into pg_dist_partition values ('pg_class'), ('messages')`);
  expect((await refusal())?.message).toMatch(/messages.* Citus cluster.* undistribute_table/);
});

test('options reach PostgreSQL', async () => {
  const hasty = openPool(config, { max: 1, applicationName: 'hasty', options: '-c statement_timeout=1ms' });
  await expect(hasty.query('SELECT pg_sleep(10)')).rejects.toMatchObject({ code: '57014' });
  await hasty.end();
});

describe('a transaction', () => {
  const kysely = openKysely(pool);
  const second = /asks for a second connection/;
  const nested: Record<string, () => Promise<unknown>> = {
    'by a query': () => transaction(pool, async () => await pool.query('select 1')),
    'by another transaction': () => transaction(pool, () => transaction(pool, async () => 1)),
    'in one of kysely': () => transaction(kysely, async () => await pool.query('select 1')),
    'by kysely in one of kysely': () =>
      transaction(kysely, () => kysely.selectFrom('teams').select('id').execute()),
  };

  it.each(Object.keys(nested))('gets no second connection %s', async (how) => {
    await expect(nested[how]!()).rejects.toThrow(second);
  });

  it('gets a rejection and no exception, so that a `catch` on the query sees it', async () => {
    const messages: string[] = [];
    await transaction(pool, async () => {
      await pool.query('select 1').catch(({ message }: Error) => messages.push(message));
      await pool.connect().catch(({ message }: Error) => messages.push(message));
    });
    expect(messages).toEqual([expect.stringMatching(second), expect.stringMatching(second)]);
  });

  it('leaves what it has started free to get one when it is over', async () => {
    const later = Promise.withResolvers<void>();
    const started = await transaction(pool, async () => ({
      query: later.promise.then(() => pool.query('select 1 as one')),
    }));
    later.resolve();
    expect((await started.query).rows).toEqual([{ one: 1 }]);
  });
});

it('refuses a caller who waits too long for a connection, like an unreachable database', async () => {
  const small = openPool(config, { max: 1, acquireMs: 1_000, applicationName: 'small' });
  const client = await small.connect();
  const error = await small.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  expect(isOutcomeUnknown(error)).toBe(false);
  client.release();
  await small.end();
});

describe('a statement that is given up', () => {
  const SLEEPING = 'select pg_sleep(600)';
  const ways: Record<string, (full: typeof pool, signal: AbortSignal) => Promise<unknown>> = {
    'by itself': (full, signal) => abortableQuery(full, signal, `${SLEEPING} as one`, []),
    'in a transaction': (full, signal) =>
      abortableTransaction(full, signal, (client) => client.query(`${SLEEPING} as one`)),
  };

  it.each(Object.keys(ways))('ends %s, though all of its pool is busy', async (way) => {
    const full = openPool(config, { max: 1, applicationName: 'full' });
    const isRunning = async (text: string) => {
      const { rows } = await pool.query(
        `select 1 from pg_stat_activity where application_name = 'full' and state = 'active' and query = $1`,
        [text],
      );
      return rows.length > 0;
    };
    const over = new AbortController();
    const given = ways[way]!(full, over.signal).catch((error: unknown) => error);
    await waitFor(() => isRunning(`${SLEEPING} as one`));
    const next = full.query(`${SLEEPING} as two`).catch((error: unknown) => error);
    over.abort();
    await waitFor(() => isRunning(`${SLEEPING} as two`));
    await waitFor(async () => !(await isRunning(`${SLEEPING} as one`)));
    await pool.query(
      `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'full'`,
    );
    await Promise.all([given, next]);
    await full.end();
  });
});

it('ends what waits for a lock for too long', async () => {
  const hasty = openPool(config, { max: 1, lockMs: 1, applicationName: 'hasty' });
  const client = await pool.connect();
  await client.query('begin; lock table counter');
  const error = await hasty.query('select 1 from counter').catch((reason: unknown) => reason);
  await client.query('rollback');
  client.release();
  expect([isTimedOut(error), isDatabaseAway(error)]).toEqual([true, false]);
  await hasty.end();
});

it('ends a transaction that does nothing, so that its locks are free again', async () => {
  const hanging = openPool(config, { max: 1, idleInTransactionMs: 50, applicationName: 'hanging' });
  const client = await hanging.connect();
  await client.query('begin');
  await client.query('select pg_advisory_xact_lock(1)');
  await pool.query('select pg_advisory_lock(1)');
  const error = await client.query('select 1').catch((reason: unknown) => reason);
  expect(isDatabaseAway(error)).toBe(true);
  client.release(true);
  await hanging.end();
});

test.each([
  ['28P01', 'it refuses the password of the user ann'],
  ['3D000', 'it has no database sms'],
  ['ECONNREFUSED', 'connect ECONNREFUSED. Start it, or correct host and port'],
])('a database that lets nobody in at %s is told of in a sentence without its password', (code, reason) => {
  const error = Object.assign(new Error('connect ECONNREFUSED'), { code });
  const told = UnreachableDatabaseError.from(error, 'postgresql://ann:secret@db.example.com/sms');
  expect(told?.message).toBe(`The database of DATABASE_URL at db.example.com:5432 cannot be used: ${reason}`);
  expect(UnreachableDatabaseError.from(new TypeError('a bug'), 'postgresql://a/b')).toBeNull();
});

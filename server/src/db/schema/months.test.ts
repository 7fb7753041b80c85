// Months of messages: complete in UTC in any session's time zone, found by their ranges, and created and
// dropped while others read.
import { cpSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import fc from 'fast-check';
import type pg from 'pg';
import { describe, expect, it, onTestFinished } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { testDatabase, waitFor } from '../../../test/database.ts';
import { canDump, startDump } from '../../../test/dump.ts';
import { makeSender } from '../../../test/factories.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { idFloor, instantOf, newId } from '../../ids.ts';
import { migrate } from './migrate.ts';
import { checkMonths, dropMonth, ensureMonths, lastsUntil, selectMonths } from './months.ts';

const t = await testApp();
const { pool } = t.services.pools.long;
const { authorization } = await makeSender(t);
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

/** Partitions as the catalogue lists them, read without our code. */
async function rangesOf(client: Pick<pg.ClientBase, 'query'>): Promise<[string, string][]> {
  const { rows } = await client.query<{ bound: string }>(
    `select pg_get_expr(relpartbound, oid) as bound from pg_class where relispartition and relkind = 'r' and oid in
       (select inhrelid from pg_inherits where inhparent = 'messages'::regclass)`,
  );
  return rows
    .map(({ bound }) => [...bound.matchAll(/'([0-9a-f-]{36})'/g)].map(([, id]) => id) as [string, string])
    .sort(([one], [other]) => (one < other ? -1 : 1));
}

/** A partition as any version may have created it. */
const makePartition = (client: Pick<pg.ClientBase, 'query'>, name: string, from: Date, to: Date) =>
  client.query(
    `create table ${name} partition of messages for values from ('${idFloor(from)}') to ('${idFloor(to)}')`,
  );

/** Runs on a database without months, in a transaction that is rolled back. */
async function passing<T>(work: (client: pg.PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  try {
    await client.query('begin; select drop_message_partition(name) from message_partitions()');
    return await work(client);
  } finally {
    await client.query('rollback');
    client.release();
  }
}

describe('months', () => {
  it.each(['UTC', 'Asia/Colombo', 'America/New_York', 'Pacific/Kiritimati'])(
    'are whole ones of UTC for a session in %s, one after the other',
    async (timezone) => {
      const ranges = await passing(async (client) => {
        await client.query(`set local timezone = '${timezone}'`);
        await client.query(`select ensure_message_partitions('2031-01-01', 24)`);
        return rangesOf(client);
      });
      expect(ranges).toEqual(
        Array.from({ length: 24 }, (_, month) => [
          idFloor(new Date(Date.UTC(2031, month))),
          idFloor(new Date(Date.UTC(2031, month + 1))),
        ]),
      );
    },
  );

  it('fill what others have left open, whatever these are called and wherever they begin, and change none of them', async () => {
    const first = Date.UTC(2031, 0);
    const hours = fc.integer({ min: 0, max: 24 * 120 });
    await fc.assert(
      fc.asyncProperty(fc.uniqueArray(hours, { maxLength: 8 }), fc.nat(), async (chosen, skipped) => {
        await passing(async (client) => {
          const bounds = chosen.sort((one, other) => one - other).map((h) => new Date(first + h * HOUR_MS));
          for (const [i, from] of bounds.slice(0, -1).entries())
            if (i !== skipped % 8)
              await makePartition(client, `messages_2031_0${8 - i}`, from, bounds[i + 1]!);
          const before = await rangesOf(client);
          await client.query(`select ensure_message_partitions('2031-01-15', 4)`);
          const after = await rangesOf(client);
          expect(after).toEqual(expect.arrayContaining(before));
          for (const [i, [from]] of after.entries()) if (i > 0) expect(from).toBe(after[i - 1]![1]);
          expect(after[0]![0]).toBe(idFloor(new Date(first)));
          expect(instantOf(after.at(-1)![1]).getTime()).toBe(Date.UTC(2031, 4));
        });
      }),
      { numRuns: 20 },
    );
  });

  it('are found by their ranges: names do not matter', async () => {
    await passing(async (client) => {
      await makePartition(
        client,
        'messages_1999_12',
        new Date('2031-03-31T13:00Z'),
        new Date('2031-04-30T13:00Z'),
      );
      await client.query('create table messages_2031_05 (id uuid)');
      await client.query(`select ensure_message_partitions('2031-04-01', 2)`);
      const months = await selectMonths(client as never);
      expect(
        months.map(({ starts, ends }) => [starts, ends].map((at) => at.toISOString().slice(0, 13))),
      ).toEqual([
        ['2031-03-31T13', '2031-04-30T13'],
        ['2031-04-30T13', '2031-05-01T00'],
        ['2031-05-01T00', '2031-06-01T00'],
      ]);
      expect(months[0]!.name).toBe('messages_1999_12');
    });
  });

  it('are made and dropped by functions that wait half a second for a lock', async () => {
    const { rows } = await pool.query(
      `select proname as name, 'lock_timeout=500ms' = any(proconfig) as bounded from pg_proc
       where proname in ('ensure_message_partitions', 'drop_message_partition') order by 1`,
    );
    expect(rows).toEqual([
      { name: 'drop_message_partition', bounded: true },
      { name: 'ensure_message_partitions', bounded: true },
    ]);
  });

  it('last until the first instant without one', () => {
    const at = (day: number) => new Date(day * DAY_MS);
    const month = (from: number, to: number) => ({ name: 'any', starts: at(from), ends: at(to) });
    expect(lastsUntil([], at(5))).toEqual(at(5));
    expect(lastsUntil([month(0, 4), month(6, 9)], at(5))).toEqual(at(5));
    expect(lastsUntil([month(0, 4), month(4, 8), month(9, 20)], at(3))).toEqual(at(8));
  });
});

const MIGRATIONS = join(import.meta.dirname, '../../../migrations');
const REPAIR = '0050_months.sql';

describe('a database of before', async () => {
  const { pool: old } = await testDatabase('empty');

  it.each(['Asia/Colombo', 'America/New_York'])(
    'in %s has no gaps for three months after the migration, and all of its messages',
    async (timezone) => {
      await old.query('drop schema public cascade; create schema public');
      const directory = throwawayFolder();
      onTestFinished(() => rmSync(directory, { recursive: true }));
      const before = readdirSync(MIGRATIONS).filter((file) => /^\d/.test(file) && file < REPAIR);
      for (const file of before) cpSync(join(MIGRATIONS, file), join(directory, file));
      await migrate(old, { directory });
      const client = await old.connect();
      await client.query(`set timezone = '${timezone}'`);
      // Months were created one by one; one that would overlap another was skipped.
      for (let month = -8; month < 4; month++)
        await client
          .query(`select ensure_message_partitions((now() at time zone 'UTC')::date + $1::integer, 1)`, [
            month * 30,
          ])
          .catch((error) => expect(error.message).toMatch(/would overlap/));
      client.release(true);
      const made = await rangesOf(old);
      expect(made.some(([from], i) => i > 0 && from !== made[i - 1]![1])).toBe(true);
      const ids = made.map(([from]) => newId(new Date(instantOf(from).getTime() + DAY_MS)));
      await old.query(
        `insert into messages (team_id, id, project_id, mode, api_type, platform, sender, promotional, recipient, body, encoding, characters,
           segments, cost_micros, charged_micros, day, accepted_at)
         select gen_random_uuid(), id, gen_random_uuid(), 'LIVE', 'MESSAGING', 'API', 'a', false, '+94770000001', 'b', 'GSM7', 1, 1, 0, 0, '2026-01-01', now()
         from unnest($1::uuid[]) as id`,
        [ids],
      );

      cpSync(join(MIGRATIONS, REPAIR), join(directory, REPAIR));
      await migrate(old, { directory });
      expect(await rangesOf(old)).toEqual(expect.arrayContaining(made));
      expect(await checkMonths(old)).toMatchObject({ ok: true });
      const { rows } = await old.query('select id from messages order by id');
      expect(rows.map(({ id }) => id)).toEqual(ids);
    },
  );
});

describe('beside a session that reads all messages', () => {
  const post = async () => {
    const headers = { authorization: authorization.TEST };
    const payload = { to: '+94770000001', from: 'SANDBOX', body: 'Hello' };
    return (await t.app.inject({ method: 'POST', url: '/v1/messages', headers, payload })).statusCode;
  };
  const waits = () =>
    waitFor(async () => {
      const { rows } = await pool.query(
        `select from pg_locks where not granted and mode = 'AccessExclusiveLock' and relation = 'messages'::regclass`,
      );
      return rows.length > 0;
    });

  /** Creates a month and tries to drop it while it is read and others keep sending. */
  async function changeMonths(year: number): Promise<string> {
    await ensureMonths(pool, new Date(Date.UTC(year, 1)), 1);
    const name = `messages_${year}_02`;
    expect((await selectMonths(pool)).map((month) => month.name)).toContain(name);
    const dropping = dropMonth(pool, name);
    await waits();
    expect(await post()).toBe(201);
    expect(await dropping).toBeNull();
    return name;
  }

  it('a month is made, one is not dropped until that has ended, and messages are accepted', async () => {
    const reader = await pool.connect();
    await reader.query('begin; select count(*) from messages');
    const name = await changeMonths(2033);
    await reader.query('commit');
    reader.release();
    expect(await dropMonth(pool, name)).toBe(0);
  });

  it.runIf(canDump)('and the same beside pg_dump', async () => {
    const endDump = await startDump(pool);
    const name = await changeMonths(2034);
    await endDump();
    expect(await dropMonth(pool, name)).toBe(0);
  });
});

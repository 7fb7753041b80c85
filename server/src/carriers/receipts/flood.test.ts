// Limits on how much one link's receipts cost another's: fair scheduling, bounded sizes, and smaller batches
// after a timeout.
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import {
  LINK,
  queueReceipts,
  receiptPdu,
  sentMessage,
  stateOf,
  workOff,
  workReceipts,
} from '../../../test/receipts.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { transaction } from '../../db/transaction.ts';
import { makeEarlierDue, pickReceipts } from './inboxQueries.ts';

const LOUD = 'loud';
/** The size of a batch, both of untried receipts and of those with the same number of attempts. */
const BATCH = 500;
const RETRIES = 50;

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);

const unmatched = (count: number) =>
  Array.from({ length: count }, (_, i) => receiptPdu({ id: `unmatched-${i}` }));
const pick = (shares: number[]) => transaction(pool, (client) => pickReceipts(client, shares));
/** The number of receipts per link. */
const perLink = ({ rows }: Awaited<ReturnType<typeof pick>>) =>
  Object.fromEntries(
    [...Map.groupBy(rows, ({ linkId }) => linkId)].map(([linkId, of]) => [linkId, of.length]),
  );

beforeEach(async () => {
  await pool.query('delete from receipt_inbox');
  // One row per statement that put receipts off, with the loud link's total by then.
  await pool.query(`create table batches (at integer generated always as identity, attempts integer, put_off integer, loud_before integer);
    create function note_batch() returns trigger language plpgsql as $$ begin
      insert into batches (attempts, put_off) select attempts, count(*) from old_rows group by attempts order by attempts; return null; end $$;
    create trigger note_batch after update on receipt_inbox referencing old table as old_rows
      for each statement execute function note_batch();
    create function note_deleted() returns trigger language plpgsql as $$ begin
      insert into batches (loud_before) select count(*) from receipt_inbox where link_id = '${LOUD}' and attempts > 0; return null; end $$;
    create trigger note_deleted after delete on receipt_inbox for each row
      when (old.link_id = '${LINK}') execute function note_deleted()`);
});
afterEach(async () => {
  await pool.query(
    'drop function note_batch cascade; drop function note_deleted cascade; drop table batches',
  );
});
const putOff = async (attempts: number) =>
  (await pool.query('select put_off from batches where attempts = $1 order by at', [attempts])).rows.map(
    (row) => row.put_off,
  );

describe('links share each batch fairly', () => {
  it('among new receipts and for each number of attempts; a link with few leaves its share unused', async () => {
    await queueReceipts(t, unmatched(30), LOUD);
    await queueReceipts(t, unmatched(3));
    await queueReceipts(t, unmatched(30), 'third');
    expect(perLink(await pick([12]))).toEqual({ [LOUD]: 4, [LINK]: 3, third: 4 });
    await pool.query("update receipt_inbox set attempts = 1 where link_id <> 'third'");
    const both = await pick([12, 12]);
    expect(perLink(both)).toEqual({ [LOUD]: 6, [LINK]: 3, third: 12 });
    expect(both.isMore).toBe(true);
    await pool.query("update receipt_inbox set due_at = now() + interval '1 hour' where link_id = 'third'");
    expect(perLink(await pick([12]))).toEqual({});
    await pool.query("delete from receipt_inbox where link_id = 'loud'");
    expect(await pick([12, 12])).toMatchObject({ isMore: false, rows: { length: 3 } });
  });

  it("so thousands of unmatched receipts on one link delay another's receipt by at most one batch", async () => {
    const message = await sentMessage(t, sender, { ids: ['quiet'] });
    await queueReceipts(t, unmatched(4 * BATCH), LOUD);
    await queueReceipts(t, [receiptPdu({ id: 'quiet' })]);
    const worker = workReceipts(t);
    await waitFor(async () => (await stateOf(t, message)) === 'delivered');
    await worker.stop();
    const { rows } = await pool.query('select loud_before from batches where loud_before is not null');
    expect(rows[0].loud_before).toBeLessThanOrEqual(BATCH);
  });

  it('including a receipt that arrived before its answer, behind unmatched receipts with equal attempts', async () => {
    await queueReceipts(t, [...unmatched(6 * RETRIES)], LOUD);
    await queueReceipts(t, [receiptPdu({ id: 'beat' })]);
    await pool.query(
      "update receipt_inbox set attempts = 2, due_at = now() - interval '1 s' where link_id = 'loud'",
    );
    await pool.query("update receipt_inbox set attempts = 2 where link_id <> 'loud'");
    await pool.query('delete from batches');
    const message = await sentMessage(t, sender, { ids: ['beat'] });
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
    const { rows } = await pool.query('select put_off, loud_before from batches order by at limit 1');
    // The receipt was applied before the first of the flood was put off.
    expect(rows).toEqual([{ put_off: null, loud_before: 6 * RETRIES }]);
  });
});

it('each number of attempts gets a tenth of a batch', async () => {
  await queueReceipts(t, unmatched(2 * BATCH + 1));
  await pool.query(
    `update receipt_inbox set attempts = 1 where id in (select id from receipt_inbox order by id limit ${2 * RETRIES + 1})`,
  );
  await pool.query('delete from batches');
  const worker = workReceipts(t);
  await waitFor(
    async () => (await pool.query('select 1 from receipt_inbox where attempts = 0')).rowCount === 0,
  );
  await worker.stop();
  expect(Math.max(...(await putOff(1)))).toBe(RETRIES);
  expect((await putOff(0))[0]).toBe(BATCH);
});

it('thousands of unmatched receipts are not scanned, even if they came after the last statistics', async () => {
  // Rows of the tests before would decide the plan.
  await pool.query('truncate receipt_inbox');
  await freezeStatistics(pool, ['receipt_inbox']);
  await queueReceipts(t, unmatched(5_000), LOUD);
  await queueReceipts(t, [receiptPdu({ id: 'quiet' })]);
  const picked = await rowsReadBy(pool, (_db, client) => pickReceipts(client, [10, 10]));
  expect(picked).toBeLessThan(200);
  // All receipts are for one number, as in a carrier's own tests.
  await pool.query(
    `update receipt_inbox set carrier_id = id::text, recipient = '+94770000009', sender = 'SANDBOX', due_at = due_at + interval '1 h'`,
  );
  const { rows } = await pool.query(
    "select id, carrier_id from receipt_inbox where link_id = 'loud' order by id desc limit 1",
  );
  const named = { linkId: LOUD, recipient: '+94770000009', sender: 'SANDBOX', since: new Date(0) };
  const key = { ...named, carrierId: rows[0].carrier_id, before: rows[0].id + 1n };
  const asked = await rowsReadBy(pool, async (_db, client) => {
    expect(await makeEarlierDue(client, [key], [])).toEqual(new Set([0]));
  });
  expect(asked).toBeLessThan(200);
});

describe('a receipt of 64 KiB', () => {
  it('is reduced to its known fields, and ends its message', async () => {
    const message = await sentMessage(t, sender, { ids: ['big'] });
    const text = receiptPdu({ id: 'big' }).shortMessage.toString('latin1').padEnd(0xffff, 'x');
    const tlvs = {
      messagePayload: Buffer.from(text, 'latin1'),
      others: [{ tag: 0x1400, value: Buffer.alloc(50_000) }],
    };
    const worker = workReceipts(t);
    await worker.stop();
    await worker.receipt(LINK, { ...receiptPdu({ id: 'none', tlvs }), shortMessage: Buffer.alloc(0) });
    const { rows } = await pool.query(
      'select octet_length(receipt) as size from carrier_refs where message_id = $1',
      [message.id],
    );
    expect(rows).toEqual([{ size: expect.any(Number) }]);
    expect(rows[0].size).toBeLessThan(3_000);
    expect(await stateOf(t, message)).toBe('delivered');
  });
});

describe('a batch that takes too long', () => {
  /** Makes the database cancel, as too slow, a transaction of more than this many receipts. */
  const SLOW_FROM = 40;
  const tooSlow = `raise exception 'canceling statement due to statement timeout' using errcode = '57014'`;

  it('shrinks until picking succeeds: receipts of every link are processed', async () => {
    // Named statements need a session.
    const slow = new pg.Pool(t.services.pools.long.pool.options);
    slow.on('connect', (client) => {
      const query = client.query.bind(client) as (...args: unknown[]) => Promise<pg.QueryResult> | undefined;
      Object.assign(client, {
        async query(...args: unknown[]) {
          const result = await query(...args);
          if (result && result.rows.length > SLOW_FROM) await query(`do $$ begin ${tooSlow}; end $$`);
          return result;
        },
      });
    });
    await queueReceipts(t, unmatched(150), LOUD);
    const message = await sentMessage(t, sender, { ids: ['in-time'] });
    await queueReceipts(t, [receiptPdu({ id: 'in-time' })]);
    const worker = workReceipts({ ...t, services: { ...t.services, pool: slow } });
    await waitFor(async () => (await stateOf(t, message)) === 'delivered');
    await waitFor(
      async () => (await pool.query('select 1 from receipt_inbox where attempts = 0')).rowCount === 0,
    );
    await worker.stop();
    await slow.end();
  });

  it('shrinks the next one too if processing is slow', async () => {
    await queueReceipts(t, unmatched(300));
    await pool.query(`create function work_slowly() returns trigger language plpgsql as $$ begin
        if (select count(*) from old_rows) > ${SLOW_FROM} then ${tooSlow}; end if; return null; end $$;
      create trigger work_slowly after update on receipt_inbox referencing old table as old_rows
        for each statement execute function work_slowly()`);
    t.log.length = 0;
    const worker = workReceipts(t);
    await waitFor(
      async () => (await pool.query('select 1 from receipt_inbox where attempts = 0')).rowCount === 0,
    );
    await worker.stop();
    await pool.query('drop function work_slowly cascade');
    expect(Math.max(...(await putOff(0)))).toBeLessThanOrEqual(SLOW_FROM);
  });

  it('retries a receipt that is slow alone ever later, without delaying its neighbours', async () => {
    await queueReceipts(t, [receiptPdu({ id: 'slow' }), ...unmatched(SLOW_FROM)]);
    const [slow, message] = [
      await sentMessage(t, sender, { ids: ['slow'] }),
      await sentMessage(t, sender, { ids: ['beside'] }),
    ];
    await queueReceipts(t, [receiptPdu({ id: 'beside' })]);
    await pool.query(`create function note_slowly() returns trigger language plpgsql as $$ begin ${tooSlow}; end $$;
      create trigger note_slowly before update on carrier_refs for each row when (old.carrier_id = 'slow')
        execute function note_slowly()`);
    const worker = workReceipts(t);
    await waitFor(async () => (await stateOf(t, message)) === 'delivered');
    await waitFor(
      async () => (await pool.query('select 1 from receipt_inbox where attempts = 0')).rowCount === 0,
    );
    await worker.stop();
    const waits = `select attempts, failure, due_at > now() + interval '4 min' as waits from receipt_inbox
      where link_id = $1 order by id limit 1`;
    expect((await pool.query(waits, [LINK])).rows).toEqual([{ attempts: 1, failure: null, waits: true }]);
    await pool.query(
      "update receipt_inbox set attempts = 10, due_at = now() where due_at > now() + interval '4 min'",
    );
    expect(await workOff(t)).toHaveLength(SLOW_FROM);
    expect((await pool.query(waits, [LINK])).rows).toMatchObject([
      { failure: expect.stringContaining('timeout') },
    ]);
    await pool.query('drop function note_slowly cascade');
    expect(await stateOf(t, slow)).toBe('sent');
  });
});

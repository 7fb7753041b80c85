// The budget of a link for receipts without a message: the oldest go first, are counted, and staff see it.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { SHORT } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { LINK, queueReceipts, receiptPdu, sentMessage, stateOf, workOff } from '../../../test/receipts.ts';
import { makeStaff } from '../../../test/staff.ts';
import { freezeStatistics, rowsReadBy } from '../../../test/staleStatistics.ts';
import { doctor } from '../../commands/doctor.ts';
import { openDatabaseServers } from '../../db/servers/database.ts';
import { transaction } from '../../db/transaction.ts';
import { lookNow } from '../../status/figures.ts';
import { startRecovery } from '../recovery/recovery.ts';
import { openUnmatchedBudget, UNMATCHED_BUDGET } from './unmatchedBudget.ts';
import { dropOldest, lockBudget, purgeDropped, selectAboveBudget } from './unmatchedQueries.ts';

const STANDING = {
  ...{ owner: null, servers: openDatabaseServers(), adopted: false },
  ...{ close: async () => {}, abandon: async () => {} },
};
const t = await testApp();
const { pool, log } = t.services;
const sender = await makeSender(t);
const PLENTY = 1_000_000;

beforeEach(async () => {
  await pool.query('delete from receipt_inbox');
  await pool.query('delete from dropped_receipts');
  t.log.length = 0;
});

/** Unmatched receipts of a link with these ids, in this order, of which each has so many bytes. */
async function unmatched(linkId: string, count: number, bytes = 100) {
  await pool.query(
    `insert into receipt_inbox (link_id, pdu, attempts, due_at, carrier_id, recipient, sender)
      select $1, convert_to(repeat('x', $3), 'utf8'), 6, now() + interval '1 h', n::text, '+94770000009', 'SANDBOX'
      from generate_series(1, $2) as n`,
    [linkId, count, bytes],
  );
}
/** The ids of a link's waiting receipts, oldest first. */
const idsOf = async (linkId: string) =>
  (
    await pool.query('select carrier_id from receipt_inbox where link_id = $1 order by id', [linkId])
  ).rows.map(({ carrier_id }) => Number(carrier_id));
const range = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);
const keep = (receipts: number, bytes = PLENTY) => openUnmatchedBudget({ pool, log }, { receipts, bytes })();
const dropped = async () =>
  (
    await pool.query(
      'select link_id as link, receipts::integer, bytes::integer from dropped_receipts order by 1',
    )
  ).rows;

describe('unmatched receipts above the budget of their link', () => {
  it('are dropped, the oldest first, over several batches; other links keep theirs', async () => {
    await unmatched('loud', 1_300);
    await unmatched(LINK, 3);
    await keep(200);
    expect(await idsOf('loud')).toEqual(range(1_101, 1_300));
    expect(await idsOf(LINK)).toEqual([1, 2, 3]);
    expect(await dropped()).toEqual([{ link: 'loud', receipts: 1_100, bytes: 110_000 }]);
    await keep(200);
    expect(await idsOf('loud')).toHaveLength(200);
    await unmatched('loud', 5);
    await keep(200);
    expect(await dropped()).toEqual([{ link: 'loud', receipts: 1_105, bytes: 110_500 }]);
  });

  it('are those beyond its bytes, too', async () => {
    await unmatched(LINK, 10, 100);
    await keep(1_000, 550);
    expect(await idsOf(LINK)).toEqual(range(6, 10));
    await keep(1_000, 500);
    expect(await idsOf(LINK)).toEqual(range(6, 10));
    expect(await dropped()).toEqual([{ link: LINK, receipts: 5, bytes: 500 }]);
  });

  it('are neither new ones nor those that were set aside', async () => {
    await queueReceipts(t, [receiptPdu({ id: 'new' })]);
    await pool.query(
      `insert into receipt_inbox (link_id, pdu, due_at, failure, recipient) values ($1, '', 'infinity', 'x', '+94770000009')`,
      [LINK],
    );
    await unmatched(LINK, 4);
    await keep(1);
    expect(await idsOf(LINK)).toEqual([0, 0, 4]);
  });

  it('leave room for a receipt that comes before the answer to its submit', async () => {
    await queueReceipts(
      t,
      range(1, 20).map((n) => receiptPdu({ id: `nobody-${n}` })),
    );
    await queueReceipts(t, [receiptPdu({ id: 'early' })]);
    await workOff(t);
    await keep(5);
    const message = await sentMessage(t, sender, { ids: ['early'] });
    await pool.query('update receipt_inbox set due_at = now()');
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
    expect(await dropped()).toMatchObject([{ receipts: 16 }]);
  });

  it('are dropped and counted once, however many processes do it', async () => {
    await unmatched(LINK, 2_000);
    await Promise.all([keep(100), keep(100), keep(100)]);
    // A process that found the lock taken has done nothing.
    await keep(100);
    expect(await idsOf(LINK)).toEqual(range(1_901, 2_000));
    expect(await dropped()).toMatchObject([{ receipts: 1_900 }]);
  });

  it('are not waited for while they are being processed', async () => {
    await unmatched(LINK, 10);
    const client = await pool.connect();
    await client.query('begin');
    await client.query(`select from receipt_inbox where carrier_id in ('1', '2') for update`);
    await keep(5);
    await client.query('rollback');
    client.release();
    expect(await idsOf(LINK)).toEqual([1, 2, ...range(6, 10)]);
    await keep(5);
    expect(await idsOf(LINK)).toEqual(range(6, 10));
  });
});

describe('the statements', () => {
  it('read no more than the budget and a batch, even if the receipts came after the last statistics', async () => {
    await freezeStatistics(pool, ['receipt_inbox']);
    await unmatched('loud', 6_000);
    await unmatched('quiet', 1);
    await unmatched(LINK, 6_000);
    await unmatched('third', 1);
    const budget = { receipts: 50, bytes: PLENTY };
    let above: Awaited<ReturnType<typeof selectAboveBudget>> = [];
    const looked = await rowsReadBy(pool, async (_db, client) => {
      await lockBudget(client);
      above = await selectAboveBudget(client, budget);
    });
    expect(above.map(({ linkId }) => linkId).sort()).toEqual([LINK, 'loud']);
    expect(looked).toBeLessThan(1_000);
    const removed = await rowsReadBy(pool, async (_db, client) => {
      expect(await dropOldest(client, above[0]!, 20)).toBe(20);
    });
    expect(removed).toBeLessThan(300);
  });
});

describe('staff', () => {
  it('see on the link, in the metrics and in doctor how many were dropped, for 72 hours', async () => {
    await pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate, routes)
        values ($1, gen_random_uuid(), 'LIVE', 'localhost:1', '{}', 1, 1, 1, 0, 1, 0, '[]')`,
      [LINK],
    );
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    const link = async () =>
      ((await browser.get('/v1/staff/carriers')).json() as CarrierLink[]).find(({ id }) => id === LINK);
    const examine = async () =>
      (await doctor({ ...t.services, sessions: t.services.pool, ...STANDING })).text;
    expect((await link())?.receipts_dropped).toBeNull();
    await unmatched(LINK, 30);
    await keep(10);
    expect((await link())?.receipts_dropped).toMatchObject({ count: 20 });
    expect(await examine()).toMatch(/BAD +receipts +20 receipts of link colombo were dropped/);
    expect((await lookNow(pool)).receipts).toMatchObject({ unmatched: 10, dropped: 20 });
    expect(t.log.filter((line) => line.includes('too many receipts match no message'))).toHaveLength(1);

    const purge = () => transaction(pool, (client) => purgeDropped(client, 72 * 3_600_000, 500));
    expect(await purge()).toBe(0);
    await pool.query("update dropped_receipts set last_at = now() - interval '73 hours'");
    expect(await purge()).toBe(1);
    expect((await link())?.receipts_dropped).toBeNull();
  });

  it('need do nothing for it: recovery drops them', async () => {
    await unmatched(LINK, UNMATCHED_BUDGET.receipts + 5, 1);
    const recovery = startRecovery({ pool, log, timings: SHORT });
    await waitFor(async () => (await dropped())[0]?.receipts === 5, { what: 'five dropped' });
    await recovery.stop();
  });
});

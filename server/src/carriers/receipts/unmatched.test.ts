// Receipts without a message: a bounded share of the work, and a hint if the id base of a link is wrong.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { type MessageIdBase, normaliseMessageId } from '@godwit/smpp/codec/receipt';
import { beforeEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';
import { LINK, passTime, queueReceipts, receiptPdu, sentMessage, workOff } from '../../../test/receipts.ts';
import { makeStaff } from '../../../test/staff.ts';
import { doctor } from '../../commands/doctor.ts';
import { openDatabaseServers } from '../../db/servers/database.ts';
import { transaction } from '../../db/transaction.ts';
import { openHints, receiptProblems } from './hints.ts';
import { pickReceipts } from './inboxQueries.ts';

const STANDING = {
  ...{ owner: null, servers: openDatabaseServers(), adopted: false },
  ...{ close: async () => {}, abandon: async () => {} },
};
const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);

beforeEach(async () => {
  await pool.query('delete from receipt_inbox');
  await pool.query('delete from receipt_hints');
  await pool.query('delete from carrier_refs');
  t.log.length = 0;
});

describe('retries of an unmatched receipt', () => {
  it('become rarer and stop', async () => {
    await queueReceipts(t, [receiptPdu({ id: 'nothing' })]);
    for (const [attempts, atLeast] of [
      [4, '1 s'],
      [5, '15 s'],
      [6, '1 min'],
      [7, '30 min'],
      [8, '3 hours'],
      [9, '12 hours'],
      [10, '1 day'],
    ] as const) {
      await pool.query('update receipt_inbox set attempts = $1, due_at = now()', [attempts - 1]);
      expect(await workOff(t)).toEqual([attempts]);
      const { rows } = await pool.query('select due_at > now() + $1::interval as later from receipt_inbox', [
        atLeast,
      ]);
      expect([attempts, rows[0].later]).toEqual([attempts, true]);
    }
    await pool.query('update receipt_inbox set due_at = now()');
    expect(await workOff(t)).toEqual([]);
  });

  it('get a bounded share of a batch per number of attempts; new ones go first', async () => {
    const ids = Array.from({ length: 12 }, (_, i) => `row-${i}`);
    await queueReceipts(
      t,
      ids.map((id) => receiptPdu({ id })),
    );
    await pool.query(
      `update receipt_inbox set attempts = case when place <= 5 then 2 when place <= 9 then 1 else 0 end,
         due_at = now() - make_interval(secs => 20 - place)
       from (select id, row_number() over (order by id) as place from receipt_inbox) as numbered
       where receipt_inbox.id = numbered.id`,
    );
    const pick = (shares: number[]) => transaction(pool, (client) => pickReceipts(client, shares));
    const attempts = async (shares: number[]) => (await pick(shares)).rows.map((row) => row.attempts).sort();
    expect(await attempts([10, 2, 1])).toEqual([0, 0, 0, 1, 1, 2]);
    expect(await attempts([2, 0, 0])).toEqual([0, 0]);
  });
});

/** How a carrier with ids in a base writes one in its answers and its receipts. */
const WRITTEN: Record<MessageIdBase, { answer: string; receipt: string }> = {
  hex: { answer: '00ABC123', receipt: '0011256099' },
  dec: { answer: '11256099', receipt: '0000abc123' },
  text: { answer: '000112560', receipt: '112560' },
};
const BASES = ['hex', 'dec', 'text'] as const;

/** A link set to one base over a carrier that uses another; waits until the receipt has been examined. */
async function receiveIn(set: MessageIdBase, actual: MessageIdBase, from = '94770000009') {
  const { answer, receipt } = WRITTEN[actual];
  await sentMessage(t, sender, { ids: [normaliseMessageId(answer, 'answer', set)] });
  await queueReceipts(t, [receiptPdu({ id: receipt, from })]);
  while ((await workOff(t, set)).some((attempts) => attempts < 5)) await passTime(t, 2);
}
const hints = async () =>
  (await pool.query('select message_id, would_match, receipts from receipt_hints')).rows;
const wrong = BASES.flatMap((set) => BASES.filter((base) => base !== set).map((actual) => ({ set, actual })));

describe('receipts that would match with another message_id', () => {
  it.each(wrong)(
    'set to $set, in fact $actual: found, with or without leading zeros',
    async ({ set, actual }) => {
      await receiveIn(set, actual);
      expect(await hints()).toEqual([{ message_id: set, would_match: actual, receipts: 1n }]);
    },
  );

  it.each(BASES)('are not reported if %s is right', async (base) => {
    await receiveIn(base, base);
    expect(await hints()).toEqual([]);
  });

  it('give no hint if the number differs: any two ids may be alike in some base', async () => {
    await receiveIn('text', 'hex', '94771111111');
    expect(await hints()).toEqual([]);
  });

  it('reveal a carrier that reports another recipient number', async () => {
    await receiveIn('hex', 'hex', '94771111111');
    expect(await hints()).toEqual([{ message_id: 'hex', would_match: 'number', receipts: 1n }]);
    expect((await receiptProblems(t.services)).join()).toContain(
      'name other numbers than their messages went to',
    );
    await pool.query('delete from receipt_hints');
    await pool.query(`update carrier_refs set outcome = 'delivered' where link_id = $1`, [LINK]);
    await pool.query('delete from receipt_inbox');
    await queueReceipts(t, [receiptPdu({ id: WRITTEN.hex.receipt, from: '94771111111' })]);
    while ((await workOff(t, 'hex')).some((attempts) => attempts < 5)) await passTime(t, 2);
    expect(await hints()).toEqual([]);
  });

  it('are logged once, and shown on the carriers page and by the doctor until it is corrected', async () => {
    await pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate, routes)
        values ($1, gen_random_uuid(), 'LIVE', 'localhost:1', '{}', 1, 1, 1, 0, 1, 0, '[]')`,
      [LINK],
    );
    await receiveIn('text', 'dec');
    const says = 'receipts of link colombo match no message; they would with message_id: dec';
    expect(t.log.filter((line) => line.includes(says))).toHaveLength(1);
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    const link = async () =>
      ((await browser.get('/v1/staff/carriers')).json() as CarrierLink[]).find(({ id }) => id === LINK);
    expect((await link())?.message_id_hint).toMatchObject({
      message_id: 'text',
      would_match: 'dec',
      receipts: 1,
    });
    const examine = async () =>
      (await doctor({ ...t.services, sessions: t.services.pool, ...STANDING })).text;
    expect(await examine()).toContain(says);
    expect(await examine()).toMatch(/BAD +receipts/);

    await workOff(t, 'text');
    expect(await examine()).toContain(says);
    await workOff(t, 'dec');
    expect((await link())?.message_id_hint).toBeNull();
    expect(await examine()).toMatch(/ok +receipts/);
  });

  it('give no hint without an id', async () => {
    await sentMessage(t, sender, { ids: [''] });
    await queueReceipts(t, [receiptPdu({ id: '', to: 'Another' })]);
    while ((await workOff(t)).some((attempts) => attempts < 5)) await passTime(t, 2);
    expect(await hints()).toEqual([]);
  });

  it('are logged once an hour and stored every few seconds in a process', async () => {
    const { log } = t.services;
    const open = openHints({ pool, links: [], log });
    const hint = { linkId: LINK, set: 'text', wouldMatch: 'hex', receipts: 3 } as const;
    await open.note([hint]);
    await open.note([hint]);
    expect(t.log).toHaveLength(1);
    expect(await hints()).toMatchObject([{ receipts: 3n }]);
  });

  it('are reported once per link, however many they are', async () => {
    for (let i = 0; i < 30; i++) {
      await sentMessage(t, sender, { ids: [String(0x1000 + i)] });
    }
    const ids = Array.from({ length: 30 }, (_, i) => (0x1000 + i).toString(16));
    await queueReceipts(
      t,
      ids.map((id) => receiptPdu({ id })),
    );
    while ((await workOff(t, 'text')).some((attempts) => attempts < 5)) await passTime(t, 2);
    expect(t.log.filter((line) => line.includes('match no message'))).toHaveLength(1);
    expect(await hints()).toMatchObject([{ would_match: 'dec' }]);
  });
});

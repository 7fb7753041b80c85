// Faulty receipts cost at most their own message, and staff see them.
import type { CarrierLink } from '@godwit/contract/staff/operations';
import { afterAll, describe, expect, it, vi } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import {
  LINK,
  queueReceipts,
  receiptPdu,
  sentMessage,
  stateOf,
  workReceipts,
} from '../../../test/receipts.ts';
import { makeStaff } from '../../../test/staff.ts';
import { doctor } from '../../commands/doctor.ts';
import { openDatabaseServers } from '../../db/servers/database.ts';

// Simulates an unforeseen fault in parsing.
vi.mock('@godwit/smpp/codec/receipt', async (original) => {
  const real = await original<typeof import('@godwit/smpp/codec/receipt')>();
  return {
    ...real,
    parseReceipt(pdu: Parameters<typeof real.parseReceipt>[0]) {
      if (pdu.shortMessage.includes('id:unreadable ')) throw new Error('cannot be read');
      return real.parseReceipt(pdu);
    },
  };
});

const STANDING = {
  ...{ owner: null, servers: openDatabaseServers(), adopted: false },
  ...{ close: async () => {}, abandon: async () => {} },
};
const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);
const receipts = workReceipts(t);
afterAll(() => receipts.stop());

const reaches = (message: { id: string }, state: string) =>
  waitFor(async () => (await stateOf(t, message)) === state, { what: state });
const setAside = async () =>
  (await pool.query('select failure from receipt_inbox where failure is not null order by id')).rows.map(
    ({ failure }) => failure as string,
  );

describe('characters that the database refuses', () => {
  it.each([
    ['a code', { err: '001\0' }],
    ['an id', { id: 'nul\0' }],
    ['a state', { stat: 'UNDELIV\0' }],
  ])('in %s are left out, and the message ends', async (where, fields) => {
    const to = `+9477000001${where.length}`;
    const message = await sentMessage(t, sender, { ids: ['nul'], to });
    const pdu = receiptPdu({ id: 'nul', stat: 'UNDELIV', err: '001', from: to, ...fields });
    await receipts.receipt(LINK, pdu);
    await reaches(message, 'UNDELIVERED');
    const { rows } = await pool.query('select carrier_error from messages where id = $1', [message.id]);
    expect(rows[0].carrier_error).toBe('001');
  });
});

it('a text from a handset is never a receipt, whatever it contains', async () => {
  const message = await sentMessage(t, sender, { ids: ['mo-1'] });
  await receipts.receipt(LINK, receiptPdu({ id: 'mo-1', stat: 'UNDELIV', esmClass: 0 }));
  await receipts.receipt(LINK, receiptPdu({ id: 'mo-1' }));
  await reaches(message, 'delivered');
});

describe('a receipt that cannot be processed', () => {
  it('is set aside, and its neighbours are processed', async () => {
    const messages = await Promise.all(
      Array.from({ length: 8 }, (_, i) => sentMessage(t, sender, { ids: [`good-${i}`] })),
    );
    const bad = await sentMessage(t, sender, { ids: ['refused'] });
    // Simulates unforeseen faults: a row that cannot be read, and one whose outcome the database refuses.
    await pool.query(
      "alter table carrier_refs add constraint refused check (carrier_id <> 'refused' or outcome is null) not valid",
    );
    await receipts.stop();
    const ids = ['good-0', 'good-1', 'refused', 'good-2', 'good-3', 'good-4', 'good-5', 'good-6', 'good-7'];
    await queueReceipts(t, [Buffer.from('none'), ...ids.map((id) => receiptPdu({ id }))]);
    const again = workReceipts(t);
    await Promise.all(messages.map((message) => reaches(message, 'delivered')));
    await waitFor(async () => (await setAside()).length === 2);
    await again.stop();
    expect(await setAside()).toEqual([
      expect.stringMatching(/range|bounds/i),
      expect.stringMatching(/carrier_refs.*refused/),
    ]);
    expect(await stateOf(t, bad)).toBe('sent');
  });

  it('is not retried, and does not stop later receipts, even after a restart', async () => {
    const attempts = t.log.filter((line) => line.includes('cannot be processed')).length;
    const again = workReceipts(t);
    const message = await sentMessage(t, sender, { ids: ['later'] });
    await again.receipt(LINK, receiptPdu({ id: 'later' }));
    await reaches(message, 'delivered');
    await again.stop();
    expect(t.log.filter((line) => line.includes('cannot be processed'))).toHaveLength(attempts);
    expect(await setAside()).toHaveLength(2);
  });

  it("shows on the carriers page and in the doctor's output", async () => {
    await pool.query(
      `insert into link_reports (link_id, process_id, mode, host, groups, sessions, bound_sessions, send_window, in_flight, throughput, rate, routes)
        values ($1, gen_random_uuid(), 'LIVE', 'localhost:1', '{}', 1, 1, 1, 0, 1, 0, '[]')`,
      [LINK],
    );
    const { browser } = await makeStaff(t, { role: 'SUPPORT' });
    const links = (await browser.get('/v1/staff/carriers')).json() as CarrierLink[];
    expect(links.find(({ id }) => id === LINK)).toMatchObject({
      receipts_set_aside: { count: 2, reason: expect.stringContaining('refused') },
      message_id_hint: null,
    });
    const report = await doctor({ ...t.services, sessions: t.services.pool, ...STANDING });
    expect(report.text).toMatch(
      /BAD +receipts +2 receipts or incoming messages of link colombo are set aside: .*refused/,
    );
    expect(report.failed).toBe(true);
  });
});

it.each(['40P01', '53100'])('is not set aside if the database is at fault (%s), and waits', async (code) => {
  const message = await sentMessage(t, sender, { ids: [`waits-${code.toLowerCase()}`] });
  await pool.query(`create function fail() returns trigger language plpgsql as $$
    begin raise exception 'not now' using errcode = '${code}'; end $$`);
  await pool.query(
    'create trigger fail before update on carrier_refs for each statement execute function fail()',
  );
  const worker = workReceipts(t);
  t.log.length = 0;
  await worker.receipt(LINK, receiptPdu({ id: `waits-${code}` }));
  await waitFor(() => t.log.filter((line) => line.includes('retrying it in parts')).length > 2);
  await pool.query('drop function fail cascade');
  await reaches(message, 'delivered');
  await worker.stop();
  expect(await setAside()).toHaveLength(2);
});

it('an unreadable receipt is acknowledged and set aside, and its neighbours are processed', async () => {
  const message = await sentMessage(t, sender, { ids: ['readable'] });
  const receipts = workReceipts(t);
  const statuses = ['unreadable', 'readable'].map((id) => receipts.receipt(LINK, receiptPdu({ id })));
  expect(await Promise.all(statuses)).toEqual([0, 0]);
  await reaches(message, 'delivered');
  await waitFor(async () => (await setAside()).includes('cannot be read'));
  await receipts.stop();
});

it('a receipt that cannot be stored is not acknowledged, and its neighbours are', async () => {
  const receipts = workReceipts(t);
  await pool.query(
    "alter table receipt_inbox add constraint too_bad check (position('too bad'::bytea in pdu) = 0) not valid",
  );
  const stored = await Promise.allSettled(
    ['one', 'too bad', 'three'].map((id) => receipts.receipt(LINK, receiptPdu({ id }))),
  );
  expect(stored.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  await receipts.stop();
});

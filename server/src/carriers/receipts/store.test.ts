// Answers and receipts stored in one batch: each message moves by both, and a receipt that precedes its
// answer is kept.
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { send } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { LINK, receiptPdu, sentMessage, stateOf, workReceipts } from '../../../test/receipts.ts';
import type { ClaimedMessage } from '../sending/queueQueries.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);
const results = workReceipts(t);
afterAll(() => results.stop());

const TO = '+94770000009';

/** A message that a link is sending. */
async function submitting(status_callback?: string): Promise<ClaimedMessage> {
  const { id } = await send(t, sender, { to: TO, ...(status_callback && { status_callback }) });
  await pool.query(
    `with leased as (update send_queue set attempts = 1, link_id = $2, lease_until = now() + interval '1 h'
        where message_id = $1)
      update messages set state = 'submitting', queued_at = now() where id = $1`,
    [id, LINK],
  );
  const queued = { linkGroup: 'TEST:', attempts: 0 };
  return { id, teamId: sender.teamId, recipient: TO, senderSent: 'SANDBOX', ...queued } as ClaimedMessage;
}

const answer = (message: ClaimedMessage, carrierId: string) =>
  results.submitResult({
    message,
    linkId: LINK,
    outcome: { kind: 'sent', parts: 1, taken: [{ part: 1, carrierId }] },
    isLate: false,
  });

/** The dashboard's totals: messages by status, without zeros. */
async function counts() {
  const { rows } = await pool.query(`select status, sum(count)::integer as count from (
      select status, count from message_count_deltas union all
      select status, count from message_counts where grain = 'QUARTER') as every
    group by status having sum(count) <> 0 order by status`);
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]));
}

it('moves a message once if its answer and receipt come together, and others when either comes', async () => {
  const earlier = await sentMessage(t, sender, { ids: ['earlier'] });
  const works = [await submitting('https://example.com/hook'), await submitting(), await submitting()];
  const [both, failed, unanswered] = works as [ClaimedMessage, ClaimedMessage, ClaimedMessage];
  await Promise.all([
    // This receipt makes a batch of its own. The following calls wait for it and share one batch.
    results.receipt(LINK, receiptPdu({ id: 'unmatched' })),
    results.receipt(LINK, receiptPdu({ id: 'both' })),
    answer(both, 'both'),
    answer(failed, 'failed'),
    answer(unanswered, 'unanswered'),
    results.receipt(LINK, receiptPdu({ id: 'failed', stat: 'UNDELIV', err: '009' })),
    results.receipt(LINK, receiptPdu({ id: 'earlier' })),
    results.receipt(LINK, receiptPdu({ id: 'both', stat: 'UNDELIV' })),
  ]);
  await waitFor(async () => (await stateOf(t, both)) === 'delivered');
  expect(await stateOf(t, failed)).toBe('UNDELIVERED');
  expect(await stateOf(t, unanswered)).toBe('sent');
  expect(await stateOf(t, earlier)).toBe('delivered');
  expect(await counts()).toEqual({ SENT: 1, DELIVERED: 2, FAILED: 1 });
  const { rows } = await pool.query(
    `select m.sent_at <= m.delivered_at as in_order, c.statuses, c.sequence,
        (select count(*)::integer from send_queue where message_id = $1) as queued
      from messages m join callback_outbox c on c.message_id = m.id where m.id = $1`,
    [both.id],
  );
  expect(rows).toEqual([{ in_order: true, statuses: '{SENT,DELIVERED}', sequence: 1, queued: 0 }]);
});

it('does not match a receipt of another number to a part just taken under the same id', async () => {
  const message = await submitting();
  await Promise.all([
    results.receipt(LINK, receiptPdu({ id: 'unmatched-2' })),
    answer(message, 'used-twice'),
    results.receipt(LINK, receiptPdu({ id: 'used-twice', from: '94770000010', stat: 'UNDELIV' })),
  ]);
  expect(await stateOf(t, message)).toBe('sent');
});

it('keeps a receipt that precedes its answer, and applies it then', async () => {
  const message = await submitting();
  await results.receipt(LINK, receiptPdu({ id: 'first' }));
  expect(await stateOf(t, message)).toBe('submitting');
  await answer(message, 'first');
  await waitFor(async () => (await stateOf(t, message)) === 'delivered');
  const { rows } = await pool.query("select 1 from receipt_inbox where carrier_id = 'first'");
  expect(rows).toEqual([]);
});

it("stores an answer without waiting for its link's flood of receipts", async () => {
  const message = await submitting();
  let stored = 0;
  const flood = Array.from({ length: 5_000 }, async (_, i) => {
    await results.receipt(LINK, receiptPdu({ id: `flood-${i}`, stat: 'ENROUTE' }));
    stored++;
  });
  await answer(message, 'behind');
  expect(stored).toBeLessThan(3_000);
  expect(await stateOf(t, message)).toBe('sent');
  await Promise.all(flood);
});

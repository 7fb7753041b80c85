// Every message that a carrier took ends, with two processes at once and with or without a ref.
import { afterAll, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender, SHORT, send } from '../../../test/carriers.ts';
import { asAnother, waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { LINK, queueReceipts, receiptPdu, sentMessage, stateOf, workOff } from '../../../test/receipts.ts';
import { ensureMonths } from '../../db/schema/months.ts';
import { transaction } from '../../db/transaction.ts';
import { newId } from '../../ids.ts';
import { rollUpCounts } from '../../stats/rollup.ts';
import { openLinkCounters } from '../counts/counters.ts';
import { expireRefs, startRecovery } from '../recovery/recovery.ts';
import { pickReceipts } from './inboxQueries.ts';
import { type Final, settle } from './match.ts';

const HOUR_MS = 3_600_000;

const t = await testApp();
const { pool, log } = t.services;
const sender = await makeSender(t);

const reaches = (message: { id: string }, state: string) =>
  waitFor(async () => (await stateOf(t, message)) === state, { what: state });

/** A receipt that has been picked, as `settle` takes it. */
async function final(carrierId: string): Promise<Final> {
  await queueReceipts(t, [receiptPdu({ id: carrierId })]);
  const { rows } = await transaction(pool, (client) => pickReceipts(client, [1]));
  await pool.query('delete from receipt_inbox');
  const outcome = 'delivered' as const;
  return {
    row: rows[0]!,
    writtenId: carrierId,
    carrierId,
    outcome,
    error: null,
    sender: 'SANDBOX',
    recipient: '+94770000009',
  };
}

/** Waits until one transaction waits for another. */
const waiting = () =>
  waitFor(async () => {
    const { rowCount } = await pool.query(
      `select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount === 1;
  });

describe('two processes with receipts of two parts of a message', () => {
  it('decide one after the other, and the second ends it', async () => {
    const message = await sentMessage(t, sender, { ids: ['left', 'right'] });
    const [left, right] = [await final('left'), await final('right')];
    let second: Promise<unknown> | undefined;
    await transaction(pool, async (client) => {
      await settle(client, [left], openLinkCounters());
      second = asAnother(() => transaction(pool, (other) => settle(other, [right], openLinkCounters())));
      await asAnother(waiting);
    });
    await second;
    expect(await stateOf(t, message)).toBe('delivered');
  });
});

it('two processes with receipts of one id for two messages end both', async () => {
  const messages = [];
  for (let i = 0; i < 2; i++) messages.push(await sentMessage(t, sender, { ids: ['shared'] }));
  const [one, another] = [await final('shared'), await final('shared')];
  let second: Promise<Final[]> | undefined;
  await transaction(pool, async (client) => {
    await settle(client, [one], openLinkCounters());
    second = asAnother(() => transaction(pool, (other) => settle(other, [another], openLinkCounters())));
    await asAnother(waiting);
  });
  expect(await second).toEqual([another]);
  await transaction(pool, (client) => settle(client, [another], openLinkCounters()));
  expect(await Promise.all(messages.map((message) => stateOf(t, message)))).toEqual([
    'delivered',
    'delivered',
  ]);
});

describe('recovery', () => {
  const recovery = startRecovery({ pool, log, timings: SHORT });
  afterAll(() => recovery.stop());
  const note = (message: { id: string }, part: number, outcome: string, error: string | null = null) =>
    pool.query(
      'update carrier_refs set outcome = $3, carrier_error = $4 where message_id = $1 and part = $2',
      [message.id, part, outcome, error],
    );
  /** Makes a message as old as its refs claim. */
  const age = (message: { id: string }, hours: number) =>
    pool.query(
      'update carrier_refs set created_at = now() - make_interval(hours => $2) where message_id = $1',
      [message.id, hours],
    );
  /** Waits until recovery has completed one more round. */
  async function round() {
    const last = await sentMessage(t, sender, { ids: ['last'] });
    await note(last, 1, 'delivered');
    await reaches(last, 'delivered');
  }

  it('ends messages whose parts had ended while they were open, and no others', async () => {
    const [whole, broken, half] = [
      await sentMessage(t, sender, { ids: ['rw1', 'rw2'] }),
      await sentMessage(t, sender, { ids: ['rb1', 'rb2'] }),
      await sentMessage(t, sender, { ids: ['rh1', 'rh2'] }),
    ];
    await note(whole, 2, 'delivered');
    await note(whole, 1, 'delivered');
    await note(broken, 2, 'undelivered', '031');
    await note(half, 1, 'delivered');
    await reaches(whole, 'delivered');
    await reaches(broken, 'UNDELIVERED');
    const { rows } = await pool.query('select carrier_error from messages where id = $1', [broken.id]);
    expect(rows[0].carrier_error).toBe('031');
    await round();
    expect(await stateOf(t, half)).toBe('sent');
  });

  it.each(['by the receipt', 'by recovery'])(
    'removes such a message from the queue if it was in doubt: %s',
    async (by) => {
      const message = await sentMessage(t, sender, { ids: [`${by} 1`, `${by} 2`] });
      await pool.query(`update messages set state = 'in_doubt' where id = $1`, [message.id]);
      await pool.query(
        `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at, link_id, doubt_until)
       values ($1, $2, 'TEST:', 0, now(), now() + interval '1 day', $3, now() + interval '1 hour')`,
        [message.id, message.teamId, LINK],
      );
      if (by === 'by recovery') {
        await note(message, 1, 'delivered');
        await note(message, 2, 'delivered');
      } else {
        const finals = [await final(`${by} 1`), await final(`${by} 2`)];
        await transaction(pool, (client) => settle(client, finals, openLinkCounters()));
      }
      await reaches(message, 'delivered');
      expect(
        (await pool.query('select 1 from send_queue where message_id = $1', [message.id])).rowCount,
      ).toBe(0);
    },
  );

  it('leaves such a message in the queue while a link is sending it again', async () => {
    const message = await sentMessage(t, sender, { ids: ['leased'] });
    await pool.query(`update messages set state = 'in_doubt' where id = $1`, [message.id]);
    await pool.query(
      `insert into send_queue (message_id, team_id, link_group, priority, due_at, expires_at, link_id, lease_until)
       values ($1, $2, 'TEST:', 0, now(), now() + interval '1 day', $3, now() + interval '1 hour')`,
      [message.id, message.teamId, LINK],
    );
    await queueReceipts(t, [receiptPdu({ id: 'leased' })]);
    await workOff(t);
    expect(await stateOf(t, message)).toBe('delivered');
    expect((await pool.query('delete from send_queue where message_id = $1', [message.id])).rowCount).toBe(1);
  });

  it('fails unsent messages past their validity, and refunds their price', async () => {
    const live = await makeLiveSender(t, { amount: '10' });
    const send_at = new Date(Date.now() + HOUR_MS).toISOString().slice(0, 19);
    const messages = await Promise.all(
      [1, 2, 3].map(() => send(t, live, { to: '+94770000009', send_at }, 'LIVE')),
    );
    const [over, valid, leased] = messages.map(({ id }) => ({ id })) as [
      { id: string },
      { id: string },
      { id: string },
    ];
    await pool.query(
      `update send_queue set expires_at = now() - interval '1 s',
         lease_until = case when message_id = $2 then now() + interval '1 hour' end where message_id = any(array[$1, $2]::uuid[])`,
      [over.id, leased.id],
    );
    await reaches(over, 'EXPIRED');
    await round();
    expect([await stateOf(t, valid), await stateOf(t, leased)]).toEqual(['accepted', 'accepted']);
    const left = await pool.query(
      'delete from send_queue where message_id = any($1::uuid[]) returning message_id',
      [messages.map(({ id }) => id)],
    );
    expect(left.rows.map((row) => row.message_id).sort()).toEqual([valid.id, leased.id].sort());
    const { rows } = await pool.query('select balance_micros from balances where team_id = $1', [
      live.teamId,
    ]);
    expect(rows[0].balance_micros).toBe(8_400_000n);
  });

  it('fails a message without a receipt after 72 hours, whatever its id', async () => {
    const silent = await Promise.all(
      [['f1'], ['f2', 'f3'], [''], ['', '']].map((ids) => sentMessage(t, sender, { ids })),
    );
    const young = await sentMessage(t, sender, { ids: ['f1'] });
    await note(silent[1]!, 1, 'delivered');
    await Promise.all(silent.map((message) => age(message, 73)));
    await age(young, 71);
    await Promise.all(silent.map((message) => reaches(message, 'NO_RECEIPT')));
    await round();
    expect(await stateOf(t, young)).toBe('sent');
  });

  it('deletes receipts that were set aside after 72 hours', async () => {
    await queueReceipts(t, [Buffer.from('none'), Buffer.from('neither')]);
    await workOff(t);
    await pool.query("update receipt_inbox set received_at = now() - interval '73 hours' where pdu = $1", [
      Buffer.from('none'),
    ]);
    await waitFor(async () => (await pool.query('select 1 from receipt_inbox')).rowCount === 1);
    await round();
    expect((await pool.query('select 1 from receipt_inbox')).rowCount).toBe(1);
  });
});

it('a message whose refs expired ends by its receipts', async () => {
  const message = await sentMessage(t, sender, { ids: ['k1', 'k2'] });
  await pool.query(
    `update carrier_refs set outcome = 'delivered', created_at = now() - interval '73 hours' where message_id = $1`,
    [message.id],
  );
  await transaction(pool, expireRefs);
  expect(await stateOf(t, message)).toBe('delivered');
});

it('a message with expired refs is undelivered if one copy failed and no other receipt came', async () => {
  const message = await sentMessage(t, sender, { ids: ['silent copy'] });
  await pool.query(
    `insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts, outcome, carrier_error)
     select link_id, 'failed copy', team_id, message_id, part, parts, 'undelivered', '034' from carrier_refs where message_id = $1`,
    [message.id],
  );
  await pool.query("update carrier_refs set created_at = now() - interval '73 hours' where message_id = $1", [
    message.id,
  ]);
  await transaction(pool, expireRefs);
  expect(await stateOf(t, message)).toBe('UNDELIVERED');
});

it('a message without any ref fails when no receipt can be matched to it any more', async () => {
  await ensureMonths(pool, new Date(Date.now() - 120 * HOUR_MS), 3);
  const messages: { id: string }[] = [];
  for (const [hours, ref, sentHours] of [
    [74, null, 74],
    [72, null, 72],
    [74, 'late', 74],
    [74, null, 1],
  ] as const) {
    const message = await sentMessage(t, sender, { ids: [] });
    const at = new Date(Date.now() - hours * HOUR_MS);
    const id = newId(at);
    await pool.query(
      'update messages set id = $2, accepted_at = $3, queued_at = $3, sent_at = $4 where id = $1',
      [message.id, id, at, new Date(Date.now() - sentHours * HOUR_MS)],
    );
    messages.push({ id });
    if (!ref) continue;
    await pool.query(
      `insert into carrier_refs (link_id, carrier_id, team_id, message_id, part, parts) values ($1, $2, $3, $4, 1, 1)`,
      [LINK, ref, sender.teamId, id],
    );
  }
  await pool.query(
    `insert into message_count_deltas select team_id, project_id, mode, quarter_of(accepted_at), direction, api_type, 'SENT',
       1, segments, cost_micros from messages where id = any($1::uuid[])`,
    [messages.map(({ id }) => id)],
  );
  await rollUpCounts(pool);
  const recovery = startRecovery({ pool, log, timings: SHORT });
  await reaches(messages[0]!, 'NO_RECEIPT');
  await recovery.stop();
  const others = await Promise.all(messages.slice(1).map((message) => stateOf(t, message)));
  expect(others).toEqual(['sent', 'sent', 'sent']);
});

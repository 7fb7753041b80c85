// From accepted to final over SMPP on TCP: every outcome a carrier can produce, and its effect on money.
import { expect, it } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine, submitsOf } from '../../../test/carriers.ts';
import { makeSender } from '../../../test/factories.ts';
import { COMMAND_LINE } from '../../audit/record.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { withdraw } from '../../verification/decide.ts';

const t = await startEngine();
const { pool } = t.services;

const balanceOf = async (teamId: string) =>
  (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0]
    .balance_micros;
const inQueue = async (id: string) =>
  (await pool.query('select 1 from send_queue where message_id = $1', [id])).rowCount === 1;

it('delivers, with its events in order', async () => {
  const sender = await makeSender(t);
  const message = await reaches(t, sender, await send(t, sender, { to: '+94770000001' }), 'DELIVERED');
  const { accepted_at, queued_at, sent_at, delivered_at, failed_at } = message.events;
  const order = [accepted_at, queued_at!, sent_at!, delivered_at!];
  expect(order).toEqual([...order].sort());
  expect(failed_at).toBeNull();
  expect(await inQueue(message.id)).toBe(false);
});

it('applies a receipt that precedes the answer', async () => {
  const sender = await makeSender(t);
  await reaches(t, sender, await send(t, sender, { to: '+94770000007' }), 'DELIVERED');
});

it('explains an undelivered message in one sentence, and keeps its charge', async () => {
  const sender = await makeLiveSender(t, { amount: '10' });
  const message = await reaches(t, sender, await send(t, sender, { to: '+94770000002' }, 'LIVE'), 'FAILED');
  expect(message.failure).toEqual({
    code: 'UNDELIVERED',
    reason: 'NO_SUCH_NUMBER',
    description: 'This number does not exist. Remove it from your contacts.',
  });
  expect(message.events.sent_at).not.toBeNull();
  expect(await balanceOf(sender.teamId)).toBe(9_200_000n);
});

it('refunds the charge when the carrier rejects it', async () => {
  const sender = await makeLiveSender(t, { amount: '10' });
  const message = await reaches(t, sender, await send(t, sender, { to: '+94770000004' }, 'LIVE'), 'FAILED');
  expect(message.failure).toMatchObject({ code: 'REJECTED' });
  expect(message.events.sent_at).toBeNull();
  expect(await balanceOf(sender.teamId)).toBe(10_000_000n);
});

it('retries after a throttle without spending an attempt', async () => {
  const sender = await makeSender(t);
  await reaches(t, sender, await send(t, sender, { to: '+94770000005', body: 'throttle me' }), 'DELIVERED');
  expect(submitsOf(t, 'throttle me')).toBe(1);
});

it('leaves a message sent while no receipt comes', async () => {
  const sender = await makeSender(t);
  const message = await reaches(t, sender, await send(t, sender, { to: '+94770000003' }), 'SENT');
  expect(message.events.delivered_at).toBeNull();
});

it('delivers a long message when all of its parts are delivered', async () => {
  const sender = await makeSender(t);
  const message = await send(t, sender, { to: '+94770000001', body: 'ඔබගේ ඇණවුම '.repeat(30) });
  await reaches(t, sender, message, 'DELIVERED');
  const { rows } = await pool.query(
    'select part, parts, outcome from carrier_refs where message_id = $1 order by part',
    [message.id],
  );
  expect(rows.length).toBeGreaterThan(1);
  expect(rows.map((row) => row.outcome)).toEqual(rows.map(() => 'delivered'));
});

it('waits for the time of a scheduled message', async () => {
  const sender = await makeSender(t);
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const message = await send(t, sender, { to: '+94770000001', send_at });
  await reaches(t, sender, await send(t, sender, { to: '+94770000001' }), 'DELIVERED');
  expect((await read(t, sender, message)).status).toBe('ACCEPTED');
  await pool.query('update send_queue set due_at = now() where message_id = $1', [message.id]);
  await reaches(t, sender, message, 'DELIVERED');
});

it('checks a scheduled message before it goes: unverified, blocked or expired, it is refunded', async () => {
  const sender = await makeLiveSender(t, { amount: '30' });
  const send_at = new Date(Date.now() + 3_600_000).toISOString().slice(0, 19);
  const [expired, blocked, unverified] = [
    await send(t, sender, { to: '+94770000001', send_at }, 'LIVE'),
    await send(t, sender, { to: '+61412345678', send_at }, 'LIVE'),
    await send(t, sender, { to: '+94770000001', send_at }, 'LIVE'),
  ];
  await pool.query(
    `update send_queue set due_at = now(), expires_at = now() - interval '1 s' where message_id = $1`,
    [expired!.id],
  );
  expect((await reaches(t, sender, expired!, 'FAILED')).failure?.code).toBe('EXPIRED');

  await pool.query(`update projects set blocked_codes = '{61}' where id = $1`, [sender.project.id]);
  await pool.query(`update send_queue set due_at = now() + interval '600 ms' where message_id = $1`, [
    blocked!.id,
  ]);
  expect((await reaches(t, sender, blocked!, 'FAILED')).failure?.code).toBe('BLOCKED');

  await withdraw(t.services, { teamId: sender.teamId, by: COMMAND_LINE, reason: 'Documents were forged' });
  await pool.query(`update send_queue set due_at = now() + interval '600 ms' where message_id = $1`, [
    unverified!.id,
  ]);
  expect((await reaches(t, sender, unverified!, 'FAILED')).failure?.code).toBe('UNVERIFIED');
  expect(await balanceOf(sender.teamId)).toBe(30_000_000n);
});

it('charges nothing for TEST', async () => {
  const sender = await makeLiveSender(t, { amount: '10' });
  await reaches(t, sender, await send(t, sender, { to: '+94770000001' }), 'DELIVERED');
  await reaches(t, sender, await send(t, sender, { to: '+94770000004' }), 'FAILED');
  expect(await balanceOf(sender.teamId)).toBe(10_000_000n);
});

it('the ledger agrees afterwards', async () => {
  expect(await ledgerDifferences(pool)).toEqual([]);
});

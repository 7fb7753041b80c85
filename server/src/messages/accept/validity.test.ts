// validity_s: how long a message may wait to be sent before it fails with EXPIRED and is refunded.
import { expect, it } from 'vitest';
import { makeLiveSender, reaches, startEngine } from '../../../test/carriers.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await startEngine();
const { pool } = t.services;
const sender = await makeLiveSender(t, { amount: '10' });
const HELLO = { to: '+94771230001', from: 'Lanka Shop', body: 'Hello' };
const TOMORROW = `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`;

const send = (message: object) =>
  t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization.LIVE },
    payload: { ...HELLO, send_at: TOMORROW, ...message },
  });
/** How long a scheduled message may wait after its time, in seconds. */
const validOf = async (id: string): Promise<number> =>
  (
    await pool.query(
      'select extract(epoch from expires_at - due_at)::float8 as s from send_queue where message_id = $1',
      [id],
    )
  ).rows[0].s;

it.each<[unknown, number]>([
  [30, 30],
  ['600', 600],
  [86_400, 86_400],
  [null, 86_400],
  [undefined, 86_400],
])('%s: it waits for %i s from its time', async (validity_s, seconds) => {
  const answer = await send({ validity_s });
  expect(answer.statusCode, answer.body).toBe(201);
  expect(await validOf(answer.json().id)).toBe(seconds);
});

it.each([29, 86_401, 30.5, -1, '30.5', '1e3', '', 'long', true, []])('%s is refused', async (validity_s) => {
  const answer = await send({ validity_s });
  expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
  expect(answer.json().fields).toEqual({ validity_s: 'validity_s must be a whole number from 30 to 86,400' });
});

it('is checked and stored for each message of a batch', async () => {
  const batch = await t.app.inject({
    method: 'POST',
    url: '/v1/messages/batch',
    headers: { authorization: sender.authorization.LIVE },
    payload: { messages: [60, 10, 120].map((validity_s) => ({ ...HELLO, send_at: TOMORROW, validity_s })) },
  });
  const { results } = batch.json();
  expect(results).toMatchObject([{ status: 'ACCEPTED' }, { code: 1002 }, { status: 'ACCEPTED' }]);
  expect([await validOf(results[0].id), await validOf(results[2].id)]).toEqual([60, 120]);
});

it('ends a message that is sent too late as EXPIRED, and refunds it', async () => {
  const balance = async () =>
    (await pool.query('select balance_micros from balances where team_id = $1', [sender.teamId])).rows[0]
      .balance_micros;
  const before = await balance();
  const late = (await send({ validity_s: 30 })).json();
  expect(await balance()).toBe(before - 800_000n);
  // As if the carriers had taken nothing until 31 s after its time.
  await pool.query(
    `update send_queue set due_at = now() - interval '31 s', expires_at = expires_at - due_at + now() - interval '31 s'
      where message_id = $1`,
    [late.id],
  );
  expect((await reaches(t, sender, late, 'FAILED')).failure?.code).toBe('EXPIRED');
  expect(await balance()).toBe(before);
  const inTime = (await send({ validity_s: 30, send_at: null })).json();
  await reaches(t, sender, inTime, 'DELIVERED');
  expect(await ledgerDifferences(pool)).toEqual([]);
});

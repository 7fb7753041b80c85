// Late answers to submits count until a receipt contradicts them.
import { commandStatus } from '@godwit/smpp/codec/status';
import { expect, it } from 'vitest';
import { makeLiveSender, reaches, read, SHORT, send, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { startHeldCarrier } from '../../../test/heldCarrier.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const MINUTE = 60_000;
const carrier = await startHeldCarrier();
/** In doubt soon, and for so long that only an answer can end it. */
const t = await startEngine(
  {},
  { timings: { ...SHORT, doubtMs: MINUTE, responseTimeoutMs: 500 }, change: carrier.serve },
);
const { pool } = t.services;

type Message = Awaited<ReturnType<typeof send>>;

const stateOf = async (id: string): Promise<string> =>
  (await pool.query('select state from messages where id = $1', [id])).rows[0].state;
const inState = (id: string, state: string) =>
  waitFor(async () => (await stateOf(id)) === state, { what: state });
const doubtOver = (id: string) =>
  pool.query('update send_queue set doubt_until = now() where message_id = $1', [id]);
const balanceOf = async (teamId: string) =>
  (await pool.query('select balance_micros from balances where team_id = $1', [teamId])).rows[0]
    .balance_micros;
const inQueue = async (id: string) =>
  (await pool.query('select 1 from send_queue where message_id = $1', [id])).rowCount === 1;
const refsOf = async (id: string) =>
  (await pool.query('select carrier_id from carrier_refs where message_id = $1 order by 1', [id])).rows.map(
    (row) => row.carrier_id,
  );

let numbers = 0;
/** A LIVE message of a team with 10.00 whose submit is not answered in time. */
async function doubtful({ promotional = false } = {}) {
  const sender = await makeLiveSender(t, { amount: '10', promotional });
  const to = `+9477100${String(numbers++).padStart(4, '0')}`;
  const message: Message = await send(t, sender, { to, body: 'Is it late?' }, 'LIVE');
  const [submit] = await carrier.submitsTo(to, 1);
  await inState(message.id, 'in_doubt');
  return { sender, message, to, submit: submit! };
}

it('taken late: sent, delivered by its receipt, submitted and charged once', async () => {
  const { sender, message, to, submit } = await doubtful();
  submit.take();
  await reaches(t, sender, message, 'SENT');
  expect(await inQueue(message.id)).toBe(false);
  await submit.receipt('DELIVERED');
  await reaches(t, sender, message, 'DELIVERED');
  expect(await carrier.submitsTo(to, 1)).toHaveLength(1);
  expect(await balanceOf(sender.teamId)).toBe(9_200_000n);
});

it('refused late: failed and refunded', async () => {
  const { sender, message, submit } = await doubtful();
  submit.refuse(commandStatus.ESME_RINVDSTADR);
  expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('REJECTED');
  expect(await inQueue(message.id)).toBe(false);
  expect(await balanceOf(sender.teamId)).toBe(10_000_000n);
});

it('put off late: sent again at once, and the attempt not counted', async () => {
  const { sender, message, to, submit } = await doubtful();
  submit.refuse(commandStatus.ESME_RTHROTTLED);
  const [, again] = await carrier.submitsTo(to, 2);
  const { rows } = await pool.query('select attempts from send_queue where message_id = $1', [message.id]);
  expect(rows).toEqual([{ attempts: 1 }]);
  again!.take();
  await reaches(t, sender, message, 'SENT');
  const attempts = await pool.query('select outcome from submit_attempts where message_id = $1 order by at', [
    message.id,
  ]);
  expect(attempts.rows.map(({ outcome }) => outcome).slice(0, 2)).toEqual(['UNANSWERED', 'PUT_OFF']);
});

it('taken after the message was given up: stays failed and refunded, and its receipt finds it', async () => {
  const { sender, message, submit } = await doubtful({ promotional: true });
  await doubtOver(message.id);
  expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('UNKNOWN');
  submit.take('given-up');
  await waitFor(async () => (await refsOf(message.id)).includes('given-up'));
  await submit.receipt('DELIVERED');
  await waitFor(async () => (await pool.query('select 1 from receipt_inbox')).rowCount === 0);
  expect((await read(t, sender, message)).failure?.code).toBe('UNKNOWN');
  expect(await balanceOf(sender.teamId)).toBe(10_000_000n);
});

/** The state that recovery leaves when it releases a message and no link has capacity. */
const release = (id: string) =>
  pool.query(
    `with back as (update send_queue set doubt_until = null, due_at = now() + interval '1 h' where message_id = $1)
     update messages set state = 'queued' where id = $1`,
    [id],
  );

it('refused while the message waits to be sent again: failed and refunded', async () => {
  const { sender, message, submit } = await doubtful();
  await release(message.id);
  submit.refuse(commandStatus.ESME_RINVDSTADR);
  expect((await reaches(t, sender, message, 'FAILED')).failure?.code).toBe('REJECTED');
  expect(await inQueue(message.id)).toBe(false);
  expect(await balanceOf(sender.teamId)).toBe(10_000_000n);
});

it('cannot be cancelled while it waits to be sent again, as the carrier may have it', async () => {
  const { sender, message, submit } = await doubtful();
  await release(message.id);
  const cancelled = await t.app.inject({
    method: 'POST',
    url: `/v1/messages/${message.id}/cancel`,
    headers: { authorization: sender.authorization.LIVE },
  });
  expect(cancelled.json().code).toBe(1013);
  submit.take();
  await reaches(t, sender, message, 'SENT');
});

it('taken while the message waits to be sent again: sent, and not submitted again', async () => {
  const { sender, message, to, submit } = await doubtful();
  await release(message.id);
  submit.take();
  await reaches(t, sender, message, 'SENT');
  expect(await inQueue(message.id)).toBe(false);
  expect(await carrier.submitsTo(to, 1)).toHaveLength(1);
});

it('of the first attempt, while the second is in doubt: taken counts, refused does not', async () => {
  const attempts = await Promise.all(
    [1, 2].map(async () => {
      const first = await doubtful();
      await doubtOver(first.message.id);
      const [, second] = await carrier.submitsTo(first.to, 2);
      await inState(first.message.id, 'in_doubt');
      return { ...first, second: second! };
    }),
  );
  const [taken, refused] = attempts as [(typeof attempts)[number], (typeof attempts)[number]];
  refused.submit.refuse(commandStatus.ESME_RINVDSTADR);
  taken.submit.take();
  await reaches(t, taken.sender, taken.message, 'SENT');
  // The refusal came first, over this or another connection. The trace shows that it is stored.
  await waitFor(async () => {
    const text = `select 1 from submit_attempts where message_id = $1 and outcome = 'REFUSED'`;
    return (await pool.query(text, [refused.message.id])).rowCount === 1;
  });
  expect(await stateOf(refused.message.id)).toBe('in_doubt');
  refused.second.take('second-try');
  await reaches(t, refused.sender, refused.message, 'SENT');
  expect(await refsOf(refused.message.id)).toEqual(['second-try']);
  expect(await balanceOf(refused.sender.teamId)).toBe(9_200_000n);
});

it('each time, from a slow carrier: all messages get through it', async () => {
  const sender = await makeLiveSender(t);
  const messages = await Promise.all(
    Array.from({ length: 40 }, (_, i) =>
      send(t, sender, { to: `+94772${String(i).padStart(6, '0')}`, body: 'Slow' }, 'LIVE'),
    ),
  );
  const numbers = messages.map(({ to }) => to);
  const states = async () =>
    (await pool.query('select recipient, state from messages where recipient = any($1)', [numbers])).rows;
  await waitFor(
    async () => {
      const now = await states();
      const doubted = new Set(now.filter(({ state }) => state === 'in_doubt').map((row) => row.recipient));
      for (const { to, take } of carrier.submits) if (doubted.has(to)) take();
      return now.every(({ state }) => state === 'sent');
    },
    { what: 'all of them sent', timeoutMs: 50_000 },
  );
  expect(carrier.submits.filter(({ to }) => numbers.includes(to))).toHaveLength(numbers.length);
});

it('the ledger agrees afterwards', async () => {
  expect(await ledgerDifferences(pool)).toEqual([]);
});

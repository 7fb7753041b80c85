// The transition rules, checked in the database: timestamps are set once and in order, and messages held by a
// link stay in the queue.
import {
  canFail,
  canTransition,
  FAILURE_CODES,
  FAILURES,
  type FailureCode,
} from '@godwit/contract/messages/failures';
import { MESSAGE_STATES, type MessageState } from '@godwit/contract/messages/statuses';
import fc from 'fast-check';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { makeSender } from '../../../test/factories.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { transaction } from '../../db/transaction.ts';
import { cancelMessage } from './cancel.ts';
import { applyTransitions, failMessages, transitionMessages } from './transitions.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);

async function makeMessage(): Promise<{ teamId: string; id: string }> {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization.TEST },
    payload: { to: '+94771234567', from: 'SANDBOX', body: 'Hello' },
  });
  return { teamId: sender.teamId, id: answer.json().id };
}

const rowOf = async ({ id }: { id: string }) =>
  (await pool.query('select * from messages where id = $1', [id])).rows[0];

const move = (to: Parameters<typeof transitionMessages>[1], key: { teamId: string; id: string }) =>
  transaction(pool, (client) => transitionMessages(client, to, [key]));

/** A state, or the code of a failure. */
type Event = Exclude<MessageState, 'failed' | 'accepted'> | FailureCode;
const EVENTS: readonly Event[] = [
  ...MESSAGE_STATES.filter((state) => state !== 'failed' && state !== 'accepted'),
  ...FAILURE_CODES,
];
const isCode = (event: Event): event is FailureCode => event in FAILURES;

it('moves many messages at once by the table, in any order of events, with their charges', async () => {
  const live = await makeLiveSender(t, { amount: '1000' });
  const one = { to: '+94771234567', from: 'Lanka Shop', body: 'Hello' };
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages/batch',
    headers: { authorization: live.authorization.LIVE },
    payload: { messages: Array.from({ length: 200 }, () => one) },
  });
  const ids: string[] = answer.json().results.map(({ id }: { id: string }) => id);
  type Expected = { state: MessageState; failure: FailureCode | null; refunded: boolean };
  const expected = new Map<string, Expected>(
    ids.map((id) => [id, { state: 'accepted', failure: null, refunded: false }]),
  );
  const seed = Math.floor(Math.random() * 1e9);
  const schedules = fc.sample(fc.array(fc.constantFrom(...EVENTS), { minLength: 25, maxLength: 25 }), {
    numRuns: ids.length,
    seed,
  });
  for (let round = 0; round < 25; round++) {
    const events = ids.map((id, i) => ({ key: { teamId: live.teamId, id }, event: schedules[i]![round]! }));
    const moved = events.filter(({ key, event }) => {
      const { state } = expected.get(key.id)!;
      if (isCode(event) ? !canFail(state, event) : !canTransition(state, event)) return false;
      expected.set(
        key.id,
        isCode(event)
          ? { state: 'failed', failure: event, refunded: FAILURES[event].refunded }
          : { state: event, failure: null, refunded: false },
      );
      return true;
    });
    const failed = events.flatMap(({ key, event }) => (isCode(event) ? [{ ...key, code: event }] : []));
    const others = Map.groupBy(
      events.filter(({ event }) => !isCode(event)),
      ({ event }) => event,
    );
    const lists = Object.fromEntries([...others].map(([to, some]) => [to, some.map(({ key }) => key)]));
    const changed = await transaction(pool, (client) => applyTransitions(client, { ...lists, failed }));
    expect(changed.sort(), `seed ${seed}, round ${round}`).toEqual(moved.map(({ key }) => key.id).sort());
  }
  const { rows } = await pool.query(
    'select id, state, failure, charged_micros = 0 as refunded from messages where team_id = $1',
    [live.teamId],
  );
  expect(new Map(rows.map(({ id, ...row }) => [id, row])), `seed ${seed}`).toEqual(expected);
  expect(await ledgerDifferences(pool)).toEqual([]);
});

it('keeps the timestamp of its first move when it is sent again', async () => {
  const message = await makeMessage();
  await move('submitting', message);
  const { queued_at } = await rowOf(message);
  await move('in_doubt', message);
  await move('queued', message);
  await move('submitting', message);
  expect(await rowOf(message)).toMatchObject({ state: 'submitting', queued_at });
});

it('never dates a move before the previous one, even with wrong clocks', async () => {
  const [delivered, failed] = [await makeMessage(), await makeMessage()];
  const ahead = '2099-01-01T00:00:00.000Z';
  await pool.query('update messages set accepted_at = $2 where id = any($1)', [
    [delivered.id, failed.id],
    ahead,
  ]);
  for (const to of ['submitting', 'sent', 'delivered'] as const) await move(to, delivered);
  const at = new Date(ahead);
  expect(await rowOf(delivered)).toMatchObject({ queued_at: at, sent_at: at, delivered_at: at });
  await transaction(pool, (client) => failMessages(client, 'CANCELLED', [failed]));
  expect(await rowOf(failed)).toMatchObject({ state: 'failed', failed_at: at });
});

it.each([
  ['leased', "lease_until = now() + interval '1 minute'", 'submitting'],
  ['in doubt', "doubt_until = now() + interval '1 minute'", 'in_doubt'],
])('cannot be cancelled while it is %s, and stays in the queue', async (_, held, state) => {
  const message = await makeMessage();
  await pool.query(`update send_queue set ${held} where message_id = $1`, [message.id]);
  await pool.query('update messages set state = $2 where id = $1', [message.id, state]);
  const refused = await cancelMessage(pool, { ...message, projectId: sender.project.id, mode: 'TEST' });
  expect(refused).toMatchObject({ refused: 'conflict' });
  const { rows } = await pool.query('select 1 from send_queue where message_id = $1', [message.id]);
  expect([rows.length, (await rowOf(message)).state]).toEqual([1, state]);
});

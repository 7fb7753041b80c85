// Many messages in one public API call: each is answered by itself, in order.
import type { ErrorAnswer } from '@godwit/contract/common';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { numberOf } from '../../../test/campaigns.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const t = await testApp();
const sender = await makeLiveSender(t);
const message = (i: number) => ({ to: numberOf(i), from: 'Lanka Shop', body: `Message ${i}` });

async function post(payload: object, headers: Record<string, string> = {}) {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages/batch',
    headers: { authorization: sender.authorization.LIVE, ...headers },
    payload,
  });
  return {
    status: answer.statusCode,
    ...(answer.json() as { results: (SmsObject | ErrorAnswer)[]; code: number }),
  };
}

it('accepts valid messages and gives the reason for each of the others', async () => {
  const messages = [
    message(1),
    { ...message(2), to: '077' },
    { from: 'Lanka Shop', body: 'x' },
    'Hello',
    { ...message(3), from: 'Nobody' },
    { ...message(4), mode: 'TEST' },
    { ...message(5), body: 'x'.repeat(1601) },
    { ...message(7), body: 'a\0b' },
    { ...message(8), body: 'half of \ud83d' },
    message(6),
  ];
  const { status, results } = await post({ messages });
  expect(status).toBe(200);
  expect(results.map((one) => ('code' in one ? one.code : one.to))).toEqual([
    numberOf(1),
    2002,
    1002,
    1002,
    3000,
    1004,
    3004,
    1002,
    1002,
    numberOf(6),
  ]);
  expect(results[2]).toMatchObject({ fields: { to: 'Give the phone number in `to`' } });
  expect(await ledgerDifferences(t.services.pool)).toEqual([]);
});

it('accepts a thousand, and gives the same answers again for the same key', async () => {
  const messages = Array.from({ length: 1_000 }, (_, i) => message(i));
  const ids = async () => {
    const { results } = await post({ messages }, { 'idempotency-key': 'a batch' });
    return results.map((one) => ('id' in one ? one.id : one.description));
  };
  const first = await ids();
  expect(new Set(first).size).toBe(1_000);
  expect(await ids()).toEqual(first);
});

it('identifies each message of a batch by the key and its position', async () => {
  const key = { 'idempotency-key': 'places' };
  const [first] = (await post({ messages: [message(1)] }, key)).results;
  const { results } = await post({ messages: [message(1), message(2)] }, key);
  expect(results).toMatchObject([{ id: (first as { id: string }).id }, { status: 'ACCEPTED' }]);
  expect((await post({ messages: [message(3)] }, key)).results).toMatchObject([{ code: 1009 }]);
});

it('answers 1000 if its first messages fail while the last ones begin', async () => {
  const other = await makeLiveSender(t);
  // Accept reads this table and the check of the key does not.
  await t.services.pool.query('alter table sender_ids rename to broken_sender_ids');
  try {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization: other.authorization.LIVE },
      payload: { messages: Array(1_000).fill(message(1)) },
    });
    expect([answer.statusCode, answer.json().code]).toEqual([500, 1000]);
  } finally {
    await t.services.pool.query('alter table broken_sender_ids rename to sender_ids');
  }
});

it.each([
  ['no list', {}, 1002],
  ['an empty list', { messages: [] }, 1002],
  ['more than a thousand', { messages: Array(1_001).fill(message(1)) }, 1002],
])('refuses %s', async (_what, payload, code) => {
  expect((await post(payload)).code).toBe(code);
});

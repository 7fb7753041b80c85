// `lane: "otp"`: a code of the customer's own that goes before other messages, and its limits.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { addSender } from '../../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeLiveSender(t);
await addSender(t, {
  ...{ teamId: sender.teamId, projectId: sender.project.id },
  ...{ sender: 'Offers', promotional: true },
});
let last = 1_000_000;
const CODE = { to: '+94771234567', from: 'Lanka Shop', body: 'Your code is 481516', lane: 'otp' };

const post = async (path: string, payload: object, mode: 'TEST' | 'LIVE' = 'LIVE') =>
  t.app.inject({
    method: 'POST',
    url: path,
    headers: { authorization: sender.authorization[mode] },
    payload,
  });
const queued = async (id: string) =>
  (
    await pool.query(
      `select priority, extract(epoch from expires_at - due_at)::float8 as valid from send_queue where message_id = $1`,
      [id],
    )
  ).rows[0];
const stored = async () =>
  (
    await pool.query(
      'select balance_micros, (select count(*) from messages) as messages from balances where team_id = $1',
      [sender.teamId],
    )
  ).rows[0];

describe.each(['LIVE', 'TEST'] as const)('in %s, a message in the lane', (mode) => {
  it.each<[string, object, number]>([
    ['waits for ten minutes', {}, 600],
    ['waits for ten minutes if no other time is given', { validity_s: null }, 600],
    ['may wait for less', { validity_s: 60 }, 60],
    ['may have two segments', { body: `Code 4815 ${'a'.repeat(310)}` }, 600],
  ])('%s', async (_what, fields, valid) => {
    const answer = await post('/v1/messages', { ...CODE, ...fields }, mode);
    expect(answer.statusCode, answer.body).toBe(201);
    expect(await queued(answer.json().id)).toEqual({ priority: -1, valid });
  });

  it.each<[string, object, string, number]>([
    ['a third segment', { body: `Code 4815 ${'a'.repeat(311)}` }, 'body', 3004],
    ['a text without a code', { body: 'Our sale ends today' }, 'body', 1002],
    ['a promotional sender', { from: 'Offers' }, 'from', 3002],
    ['a longer wait', { validity_s: 601 }, 'validity_s', 1002],
    ['another lane', { lane: 'bulk' }, 'lane', 1002],
    ['an empty name', { lane: '' }, 'lane', 1002],
    ['no name', { lane: true }, 'lane', 1002],
  ])('is refused for %s, and the dry run says the same', async (_what, fields, field, code) => {
    const before = await stored();
    const dry = (await post('/v1/messages', { ...CODE, ...fields, dry_run: true }, mode)).json();
    const answer = await post('/v1/messages', { ...CODE, ...fields }, mode);
    expect([answer.statusCode, answer.json().code]).toEqual([400, code]);
    expect(answer.json().fields[field]).toMatch(/nothing was sent or charged[.:] .+/);
    expect(dry).toEqual(answer.json());
    expect(await stored()).toEqual(before);
  });
});

it('a sender that staff have not approved is refused', async () => {
  expect((await post('/v1/messages', { ...CODE, from: 'Stranger' })).json().code).toBe(3000);
});

it('a message without a lane waits for a day behind codes', async () => {
  for (const lane of [null, undefined]) {
    const { id } = (await post('/v1/messages', { ...CODE, lane })).json();
    expect(await queued(id)).toEqual({ priority: 0, valid: 86_400 });
  }
});

it('each message of a batch has its own lane, and none beside them', async () => {
  const messages = [CODE, { ...CODE, lane: null }, { ...CODE, validity_s: 700 }];
  const { results } = (await post('/v1/messages/batch', { messages })).json();
  expect(results).toMatchObject([{ status: 'ACCEPTED' }, { status: 'ACCEPTED' }, { code: 1002 }]);
  expect([await queued(results[0].id), await queued(results[1].id)]).toMatchObject([
    { priority: -1 },
    { priority: 0 },
  ]);
  const beside = (await post('/v1/messages/batch', { lane: 'otp', messages: [CODE] })).json();
  expect(beside).toMatchObject({ code: 1002, fields: { lane: expect.stringContaining('nothing was sent') } });
});

describe('a code of Verify', () => {
  it.each<[string, object, number]>([
    ['goes in the lane', {}, -1],
    ['does with two segments', { body: `{code} ${'a'.repeat(313)}` }, -1],
    ['does not with three', { body: `{code} ${'a'.repeat(314)}` }, 0],
    ['does not if it may wait longer than the lane allows', { expires_in_s: 601 }, 0],
  ])('%s', async (_what, fields, priority) => {
    last += 1_001;
    const asked = { to: `+9477${last}`, from: 'Lanka Shop', ...fields };
    const { message_id } = (await post('/v1/verifications', asked)).json();
    expect(await queued(message_id)).toMatchObject({ priority });
  });
});

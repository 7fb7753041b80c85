// The error for a message whose outcome is unknown. It must not claim a loss that did not happen.
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeSender } from '../../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);

const send = async (headers: Record<string, string> = {}) => {
  const answer = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: sender.authorization.TEST, ...headers },
    payload: { from: 'SANDBOX', to: '+94771234567', body: 'Hello' },
  });
  return { ...JSON.parse(answer.body), status: answer.statusCode, after: answer.headers['retry-after'] };
};
const stored = async () =>
  (await pool.query('select count(*)::integer as n from messages')).rows[0].n as number;

it.each([
  ['by itself', {}],
  ['with an Idempotency-Key', { 'idempotency-key': 'lost-commit-1' }],
])(
  'a message %s whose commit is interrupted may be stored, and the error states that',
  async (_how, headers) => {
    await pool.query(`create function cut_off() returns trigger language plpgsql as
    $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$`);
    await pool.query(`create constraint trigger cut_off after insert on send_queue
    deferrable initially deferred for each row execute function cut_off()`);
    try {
      expect(await send(headers)).toMatchObject({
        status: 503,
        code: 1014,
        after: '5',
        description: expect.stringMatching(/unknown whether this was done.*Idempotency-Key/),
      });
    } finally {
      await pool.query('drop trigger cut_off on send_queue; drop function cut_off');
    }
    const before = await stored();
    expect((await send(headers)).status).toBe(201);
    expect(await stored()).toBe(before + 1);
  },
);

it('a message for which there is no connection is not stored, and the error states that', async () => {
  const { urgent } = t.services.pools;
  const { connect } = urgent.pool;
  const refused = Object.assign(new Error('too many clients'), { code: '53300' });
  Object.assign(urgent.pool, {
    connect: (done?: (e: Error) => void) => (done ? done(refused) : Promise.reject(refused)),
  });
  try {
    expect(await send()).toMatchObject({
      status: 503,
      code: 1014,
      description: expect.stringContaining('nothing has happened'),
    });
  } finally {
    Object.assign(urgent.pool, { connect });
  }
});

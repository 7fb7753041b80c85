import { expect, it } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';
import { openDrain } from './drain.ts';

const t = await testApp();
const drain = openDrain();
const draining = await anotherApp(t, { drain });
const { people, urgent } = t.services.pools;
const sender = await makeSender(t);

/** The answer to a call while connections fail with this code. */
async function whileFailing(code: string, url: string) {
  const failure = Object.assign(new Error('from the database'), { code });
  const fail = (done?: (error: Error) => void) => (done ? done(failure) : Promise.reject(failure));
  const failing = [people.pool, urgent.pool].map((pool) => ({ pool, connect: pool.connect }));
  for (const { pool } of failing) Object.assign(pool, { connect: fail });
  try {
    return await ask(url);
  } finally {
    for (const { pool, connect } of failing) Object.assign(pool, { connect });
  }
}

async function ask(url: string) {
  const headers = { authorization: sender.authorization.TEST };
  const { statusCode, body } = await t.app.inject({ url, headers });
  return { statusCode, says: JSON.parse(body).description };
}

it.each([
  ['53300', 'The database has no connection left.'],
  ['57P03', 'The database is starting or stopping.'],
  ['ECONNREFUSED', 'The database does not answer.'],
])('is not ready at %s, and says why', async (code, says) => {
  expect(await whileFailing(code, '/readyz')).toEqual({ statusCode: 503, says });
  expect((await ask('/readyz')).statusCode).toBe(200);
});

it('is not ready for a while after a write found the disk full', async () => {
  expect((await whileFailing('53100', '/v1/messages/nothing')).statusCode).toBe(503);
  expect(await ask('/readyz')).toEqual({ statusCode: 503, says: 'The disk of the database is full.' });
});

it('is not ready once it drains, and ends the connection of each answer, which it still gives', async () => {
  const { app } = draining;
  expect((await app.inject('/readyz')).statusCode).toBe(200);
  await drain.begin(app.server, 0);
  const ready = await app.inject('/readyz');
  expect([ready.statusCode, ready.json().description]).toEqual([503, 'This process is stopping.']);
  const { statusCode, headers } = await app.inject('/healthz');
  expect([statusCode, headers.connection]).toEqual([200, 'close']);
});

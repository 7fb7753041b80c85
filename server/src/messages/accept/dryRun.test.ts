// Dry runs: the price and the refusals are those of the message sent afterwards, and nothing is written.
import type { SmsObject } from '@godwit/contract/messages/messages';
import type { DryRunAnswer } from '@godwit/contract/publicApi/send';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeLiveSender } from '../../../test/carriers.ts';
import { addSender, credit, makeSender } from '../../../test/factories.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeLiveSender(t);
await addSender(t, { ...sender, projectId: sender.project.id, sender: 'Offers', promotional: true });
const HELLO = { to: '+94771234567', from: 'Lanka Shop', body: 'Hello' };

function post(path: string, payload: object, { key = sender.authorization.LIVE, headers = {} } = {}) {
  return t.app.inject({ method: 'POST', url: path, headers: { authorization: key, ...headers }, payload });
}
const send = (message: object, options = {}) => post('/v1/messages', message, options);
const dryRun = (message: object, options = {}) => send({ dry_run: true, ...message }, options);

/** The number of rows of every table, and all money. */
/** Without the uses of keys, which are noted a moment after every call. */
async function everything() {
  const { rows: tables } = await pool.query<{ name: string }>(
    `select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p')
      and not relispartition and relname <> 'key_uses' order by 1`,
  );
  const counts = tables.map(({ name }) => `(select count(*)::integer from ${name}) as "${name}"`);
  const money = `(select sum(balance_micros)::text from balances) as balance,
    (select sum(spent_micros)::text from project_days) as spent`;
  return (await pool.query(`select ${counts.join(', ')}, ${money}`)).rows[0];
}
const balance = async (): Promise<bigint> =>
  (await pool.query('select balance_micros from balances where team_id = $1', [sender.teamId])).rows[0]
    .balance_micros;

it('has the price of the message, and writes nothing', async () => {
  const before = await everything();
  const answer = await dryRun({ ...HELLO, body: 'a'.repeat(161) });
  expect([answer.statusCode, answer.json()]).toEqual([
    200,
    {
      ...{ dry_run: true, price: 1.6, currency: 'LKR', segments: 2, encoding: 'GSM7' },
      ...{ route_class: 'transactional', held_until: null },
      warnings: [{ code: 'NO_BRAND', description: expect.any(String) }],
    },
  ]);
  expect(await everything()).toEqual(before);
});

it('has the class by which routes are chosen, of the sender', async () => {
  expect((await dryRun({ ...HELLO, from: 'Offers' })).json()).toMatchObject({ route_class: 'promotional' });
});

it.each([
  ['in the query string', '/v1/messages?dry_run=true', HELLO, 'dry_run'],
  ['beside the messages of a batch', '/v1/messages/batch', { dry_run: true, messages: [HELLO] }, 'dry_run'],
  ['beside them, as another field', '/v1/messages/batch', { max_price: 1, messages: [HELLO] }, 'max_price'],
])('%s is refused, because it would be ignored there', async (_where, path, payload, field) => {
  const before = await everything();
  const answer = (await post(path, payload)).json();
  expect(answer).toMatchObject({
    code: 1002,
    fields: { [field]: expect.stringContaining('nothing was sent') },
  });
  expect(await everything()).toEqual(before);
});

it('agrees with the message that is sent afterwards, and with its charge', async () => {
  const text = fc.oneof(
    fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 400 }),
    fc.string({ unit: fc.constantFrom('අ', 'a', '{', '€', '😀'), minLength: 1, maxLength: 150 }),
  );
  const message = fc.record({
    to: fc.constantFrom('+94771234567', '+61412345678', '+447400123456'),
    from: fc.constantFrom('Lanka Shop', 'Offers'),
    body: text.filter((body) => body.trim() !== ''),
    send_at: fc.constantFrom(null, `${new Date(Date.now() + 86_400_000).toISOString().slice(0, 19)}Z`),
  });
  const both = fc.asyncProperty(message, async (asked) => {
    const dry = await dryRun(asked);
    const before = await balance();
    const sent = await send(asked);
    if (sent.statusCode !== 201) {
      expect([dry.statusCode, dry.json()]).toEqual([sent.statusCode, sent.json()]);
      return;
    }
    const { price, segments, held_until, currency } = dry.json() as DryRunAnswer;
    const stored = sent.json() as SmsObject;
    expect({ price, segments, held_until, currency }).toEqual({
      ...{ price: stored.cost, segments: stored.segments },
      ...{ held_until: stored.send_at, currency: stored.currency },
    });
    expect(before - (await balance())).toBe(BigInt(Math.round(price * 1e6)));
    const { rows } = await pool.query('select encoding from messages where id = $1', [stored.id]);
    expect((dry.json() as DryRunAnswer).encoding).toBe(rows[0].encoding);
  });
  await fc.assert(both, { numRuns: 40 });
});

describe('a message that would be refused has the same error', () => {
  it.each<[string, object, number]>([
    ['another sender', { from: 'Nobody' }, 3000],
    ['a number without its country', { to: '0771234567' }, 2002],
    ['no text', { body: ' ' }, 1002],
    ['a time that has passed', { send_at: '2020-01-01' }, 1002],
    ['another project', { project_id: 'another' }, 1001],
    ['dry_run that is neither true nor false', { dry_run: 'perhaps' }, 1002],
  ])('%s', async (_what, wrong, code) => {
    const before = await everything();
    const answer = await dryRun({ ...HELLO, ...wrong });
    expect([answer.statusCode >= 400, answer.json().code]).toEqual([true, code]);
    expect(await everything()).toEqual(before);
  });

  it('of the balance, the daily limit and the opt-outs', async () => {
    const poor = await makeLiveSender(t, { amount: '0.80' });
    const key = { key: poor.authorization.LIVE };
    const codes = async (message: object) =>
      Promise.all([dryRun(message, key), dryRun(message, key)]).then((all) =>
        all.map((one) => one.json().code),
      );
    // Each is checked by itself: together they cost more than the team has.
    expect(await codes(HELLO)).toEqual([undefined, undefined]);
    expect(await codes({ ...HELLO, body: 'a'.repeat(161) })).toEqual([4005, 4005]);

    await credit(t, poor.teamId, '100');
    await pool.query('update projects set daily_limit_micros = 1000000 where id = $1', [poor.project.id]);
    t.signals.send('settings', poor.teamId);
    expect(await codes({ ...HELLO, body: 'a'.repeat(161) })).toEqual([4007, 4007]);

    await poor.browser.post('/v1/web/opt_outs', { number: HELLO.to, mode: 'LIVE' });
    expect(await codes(HELLO)).toEqual([3003, 3003]);
    const { rows } = await pool.query('select count(*)::integer as n from project_days where team_id = $1', [
      poor.teamId,
    ]);
    expect(rows).toEqual([{ n: 0 }]);
  });
});

it('is held until the end of quiet hours, as the message would be', async () => {
  const night = await makeLiveSender(t, { promotional: true });
  const clock = (ms: number) => new Date(ms + 5.5 * 3_600_000).toISOString().slice(11, 16);
  const end = Math.floor(Date.now() / 60_000) * 60_000 + 2 * 3_600_000;
  const hours = { from: clock(end - 3 * 3_600_000), to: clock(end) };
  await night.browser.post(`/v1/web/projects/${night.project.id}/quiet_hours`, hours);
  const dry = (await dryRun(HELLO, { key: night.authorization.LIVE })).json();
  expect(dry.held_until).toBe(new Date(end).toISOString());
});

it('leaves its Idempotency-Key for the message', async () => {
  const headers = { 'idempotency-key': 'checked first' };
  expect((await dryRun(HELLO, { headers })).statusCode).toBe(200);
  const sent = await send(HELLO, { headers });
  expect([sent.statusCode, sent.headers['idempotent-replayed']]).toEqual([201, undefined]);
  // A used key does not matter either.
  expect((await dryRun({ ...HELLO, body: 'Another' }, { headers })).json()).toMatchObject({ price: 0.8 });
  expect((await send(HELLO, { headers })).json().id).toBe(sent.json().id);
});

it('works in TEST with its test numbers, and in a form', async () => {
  const tester = await makeSender(t);
  const key = tester.authorization.TEST;
  const message = { ...HELLO, from: 'SANDBOX' };
  expect((await dryRun({ ...message, to: '+94770004005' }, { key })).json().code).toBe(4005);
  const form = await t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: key, 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ ...message, dry_run: 'true' }).toString(),
  });
  expect([form.statusCode, form.json().price]).toEqual([200, 0.8]);
  expect((await send({ ...message, dry_run: false }, { key })).statusCode).toBe(201);
});

it('is possible for each message of a batch', async () => {
  const before = await everything();
  const messages = [HELLO, { ...HELLO, to: '077' }, { ...HELLO, body: 'අ' }];
  const dry = messages.map((message) => ({ ...message, dry_run: true }));
  const options = { headers: { 'idempotency-key': 'a dry batch' } };
  const { results } = (await post('/v1/messages/batch', { messages: dry }, options)).json();
  expect(results).toMatchObject([
    { dry_run: true, price: 0.8 },
    { code: 2002 },
    { dry_run: true, encoding: 'UNICODE' },
  ]);
  expect(await everything()).toEqual(before);
  const mixed = (await post('/v1/messages/batch', { messages: [dry[0], HELLO] }, options)).json().results;
  expect(mixed).toMatchObject([{ dry_run: true }, { status: 'ACCEPTED' }]);
});

// Sending through the public API: accepted requests, refused requests with their words, and no trace after a
// refusal.
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../../test/factories.ts';
import { PROFILE_MAX_AGE_MS } from './sendingProfile.ts';

const t = await testApp();
const { pool } = t.services;
const sender = await makeSender(t);

type Message = Record<string, unknown>;
const HELLO = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };

function send(message: unknown, { key = sender.authorization.TEST, headers = {} } = {}) {
  return t.app.inject({
    method: 'POST',
    url: '/v1/messages',
    headers: { authorization: key, 'content-type': 'application/json', ...headers },
    payload: typeof message === 'string' ? message : JSON.stringify(message),
  });
}

/** Counts every kind of row that a message could leave behind. */
async function traces() {
  const { rows } =
    await pool.query(`select (select count(*) from messages) as messages, (select count(*) from send_queue) as
    queued, (select count(*) from ledger_entries) as entries, (select sum(balance_micros)::bigint from balances) as balance,
    (select count(*) from idempotency_keys) as keys, (select sum(spent_micros)::bigint from project_days) as spent`);
  return rows[0];
}

describe('an accepted message', () => {
  it('is answered with the SMS object and queued in the same commit', async () => {
    const answer = await send({
      ...HELLO,
      to: '0094 77-123 (4567)',
      status_callback: 'https://example.com/status',
    });
    expect(answer.statusCode).toBe(201);
    const sms = answer.json() as Message;
    expect(sms).toMatchObject({
      project_id: sender.project.id,
      direction: 'OUTGOING',
      api_type: 'MESSAGING',
      from: 'SANDBOX',
      to: '+94771234567',
      body: 'Hello',
      length: 5,
      segments: 1,
      cost: 0.8,
      currency: 'LKR',
      status: 'ACCEPTED',
      mode: 'TEST',
      send_at: null,
      failure: null,
      status_callback: 'https://example.com/status',
      number_metadata: { dial_code: '94', region: 'LK', local_number: '771234567', number_type: 'MOBILE' },
    });
    const { rows } = await pool.query('select link_group, priority from send_queue where message_id = $1', [
      sms.id,
    ]);
    expect(rows).toEqual([{ link_group: 'TEST:', priority: 0 }]);
  });

  it.each([
    ['http:\\\\example.com:80\\status', 'http://example.com/status'],
    ['http:example.com/status', 'http://example.com/status'],
    ['http://ex\tample.com:080/status', 'http://example.com/status'],
    ['http://%65xample.com/status?a=B', 'http://example.com/status?a=B'],
    ['HTTPS://Example.com/Status', 'HTTPS://Example.com/Status'],
  ])('has a callback URL that all parsers read alike: %s', async (status_callback, kept) => {
    expect((await send({ ...HELLO, status_callback })).json().status_callback).toBe(kept);
  });

  it('can come as a form, with the project and the mode repeated', async () => {
    const form = new URLSearchParams({ ...HELLO, project_id: sender.project.id, mode: 'TEST' });
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: {
        authorization: sender.authorization.TEST,
        'content-type': 'application/x-www-form-urlencoded',
      },
      payload: form.toString(),
    });
    expect(answer.statusCode).toBe(201);
  });

  it('can be scheduled, and keeps its instant', async () => {
    const tomorrow = new Date(Date.now() + 86_400_000).toISOString().slice(0, 19);
    const answer = await send({ ...HELLO, send_at: `${tomorrow}+05:30` });
    expect(answer.json()).toMatchObject({ send_at: new Date(`${tomorrow}+05:30`).toISOString() });
    const { rows } = await pool.query('select due_at from send_queue where message_id = $1', [
      answer.json().id,
    ]);
    expect(rows[0].due_at).toEqual(new Date(`${tomorrow}+05:30`));
  });

  it('counts segments and cost by the text', async () => {
    const sinhala = 'ඔබගේ ඇණවුම අද කොළඹින් පිටත් වේ. '.repeat(5);
    const answer = await send({ ...HELLO, body: sinhala });
    const segments = Math.ceil(sinhala.length / 70);
    expect(answer.json()).toMatchObject({ segments, cost: (segments * 8) / 10, length: [...sinhala].length });
  });
});

describe('a refused message', () => {
  const refusals: [
    what: string,
    message: Message,
    status: number,
    code: number,
    words: RegExp,
    field?: string,
  ][] = [
    ['no body', { to: HELLO.to, from: HELLO.from }, 400, 1002, /Content is required/, 'body'],
    ['a blank body', { ...HELLO, body: '  \n ' }, 400, 1002, /Content is required/, 'body'],
    ['no number', { from: 'SANDBOX', body: 'x' }, 400, 1002, /phone number/, 'to'],
    ['no sender', { to: HELLO.to, body: 'x' }, 400, 1002, /sender id/, 'from'],
    ['a number as a number', { ...HELLO, to: 94771234567 }, 400, 1002, /./, 'to'],
    ['letters in the number', { ...HELLO, to: '+94 77 CALL ME' }, 400, 2001, /digits/, 'to'],
    ['only punctuation as the number', { ...HELLO, to: '( ) - .' }, 400, 2001, /digits/, 'to'],
    ['a national number', { ...HELLO, to: '077 123 4567' }, 400, 2002, /country code.*\+94771234567/, 'to'],
    ['a national number without its zero', { ...HELLO, to: '771234567' }, 400, 2002, /country code/, 'to'],
    [
      'a number too short for its country',
      { ...HELLO, to: '+9477123' },
      400,
      2000,
      /not a valid phone number/,
      'to',
    ],
    ['a country code that does not exist', { ...HELLO, to: '+999123456789' }, 400, 2000, /not a valid/, 'to'],
    ['an endless number', { ...HELLO, to: '9'.repeat(5000) }, 400, 2000, /too long/, 'to'],
    ['a sender too long', { ...HELLO, from: 'TWELVELETTER' }, 400, 3000, /3 to 11/, 'from'],
    ['a sender of digits only', { ...HELLO, from: '12345' }, 400, 3000, /at least one letter/, 'from'],
    ['a sender with other characters', { ...HELLO, from: 'Shop+Co' }, 400, 3000, /letters, digits/, 'from'],
    [
      'a name where carriers take none',
      { ...HELLO, to: '+12025550123' },
      400,
      3002,
      /no alphanumeric sender/,
    ],
    [
      '1,601 characters',
      { ...HELLO, body: 'a'.repeat(1601) },
      400,
      3004,
      /1600 characters or 10 segments/,
      'body',
    ],
    ['more than 10 segments', { ...HELLO, body: 'අ'.repeat(701) }, 400, 3004, /10 segments/, 'body'],
    ['a date that is none', { ...HELLO, send_at: '2026-02-30' }, 400, 1007, /yyyy-MM-dd/, 'send_at'],
    ['a date in another format', { ...HELLO, send_at: '20/11/2026 3pm' }, 400, 1007, /yyyy-MM-dd/, 'send_at'],
    ['a time long past', { ...HELLO, send_at: '2020-01-01T00:00:00' }, 400, 1002, /in the past/, 'send_at'],
    ['a time years ahead', { ...HELLO, send_at: '2099-01-01' }, 400, 1002, /a year ahead/, 'send_at'],
    [
      'a callback that is no URL',
      { ...HELLO, status_callback: 'javascript:alert(1)' },
      400,
      1002,
      /http or https/,
      'status_callback',
    ],
    [
      'a callback with a password in it',
      { ...HELLO, status_callback: 'https://user:secret@example.com/status' },
      400,
      1002,
      /without a user name/,
      'status_callback',
    ],
    ['another mode than the key', { ...HELLO, mode: 'LIVE' }, 400, 1004, /does not match/],
    ['another project than the key', { ...HELLO, project_id: 'someone-elses' }, 404, 1001, /not found/],
  ];

  it.each(refusals)('%s', async (_what, message, status, code, words, field) => {
    const before = await traces();
    const answer = await send(message);
    expect(answer.statusCode).toBe(status);
    const { code: answered, description, fields } = answer.json();
    expect(answered).toBe(code);
    expect(description).toMatch(words);
    if (field) expect(fields).toHaveProperty(field);
    expect(await traces()).toEqual(before);
  });

  it.each([
    ['malformed JSON', '{"to": ', 'application/json', 400, 1002],
    ['a list', '[]', 'application/json', 400, 1002],
    ['null', 'null', 'application/json', 400, 1002],
    ['an absent body', '', 'application/json', 400, 1002],
    ['another type', '<to/>', 'text/xml', 415, 1011],
    ['1 MB', JSON.stringify({ ...HELLO, body: 'x'.repeat(1_000_000) }), 'application/json', 413, 1010],
    [
      'a parameter twice',
      'to=%2B94771234567&to=%2B94771234568&from=SANDBOX&body=x',
      'application/x-www-form-urlencoded',
      400,
      1002,
    ],
    [
      'a NUL character',
      'to=%2B94771234567&from=SANDBOX&body=x%00y',
      'application/x-www-form-urlencoded',
      400,
      1002,
    ],
  ])('%s', async (_what, payload, type, status, code) => {
    const before = await traces();
    const answer = await send(payload, { headers: { 'content-type': type } });
    expect([answer.statusCode, answer.json().code]).toEqual([status, code]);
    expect(await traces()).toEqual(before);
  });

  it('a number that has opted out, in TEST too', async () => {
    const other = await makeSender(t);
    await other.browser.post('/v1/web/opt_outs', { number: HELLO.to, mode: 'TEST' });
    const answer = await waitFor(async () => {
      const refused = await send(HELLO, { key: other.authorization.TEST });
      return refused.statusCode === 201 ? null : refused;
    });
    expect([answer.statusCode, answer.json().code]).toEqual([400, 3003]);
  });

  it('a blocked country, but not its neighbour on the same code', async () => {
    const fresh = await makeSender(t);
    await pool.query(`update projects set blocked_codes = '{1876,61}' where id = $1`, [fresh.project.id]);
    const key = fresh.authorization.TEST;
    expect((await send({ ...HELLO, to: '+18765550123' }, { key })).json()).toMatchObject({ code: 3001 });
    expect((await send({ ...HELLO, to: '+61412345678' }, { key })).json()).toMatchObject({ code: 3001 });
    expect((await send({ ...HELLO, to: '+18682911234' }, { key })).statusCode).toBe(201);
  });
});

describe('credentials', () => {
  it.each([
    ['none', undefined],
    ['not Basic', 'Bearer abc'],
    [
      'a key and more',
      `${sender.authorization.TEST.slice(0, 6)}${btoa(`${sender.project.id}:${sender.project.api_key_test}:more`)}`,
    ],
    ['no colon', `Basic ${Buffer.from('abc').toString('base64')}`],
    ['an unknown key', `Basic ${Buffer.from(`${sender.project.id}:gk_test_nope`).toString('base64')}`],
    ['another project', `Basic ${Buffer.from(`other:${sender.project.api_key_test}`).toString('base64')}`],
  ])('%s: 4003', async (_what, authorization) => {
    const answer = await t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: authorization ? { authorization } : {},
      payload: HELLO,
    });
    expect(answer.statusCode).toBe(401);
    expect(answer.json().code).toBe(4003);
    expect(answer.headers['www-authenticate']).toMatch(/^Basic /);
  });
});

describe('LIVE', () => {
  it('needs a verified team, an approved sender and money, and charges segments times price', async () => {
    const live = await makeSender(t);
    const key = live.authorization.LIVE;
    const message = { ...HELLO, from: 'Lanka Shop' };
    expect((await send(message, { key })).json()).toMatchObject({ code: 4006 });

    await verifyTeam(t, live.teamId);
    await stale();
    expect((await send(message, { key })).json()).toMatchObject({ code: 3000 });

    await addSender(t, { teamId: live.teamId, projectId: live.project.id, sender: 'Lanka Shop' });
    await stale();
    expect((await send(message, { key })).json()).toMatchObject({ code: 4005 });

    await credit(t, live.teamId, '10');
    const sms = (await send({ ...message, body: 'a'.repeat(161) }, { key })).json();
    expect(sms).toMatchObject({ mode: 'LIVE', segments: 2, cost: 1.6 });
    const { rows } = await pool.query('select balance_micros from balances where team_id = $1', [
      live.teamId,
    ]);
    expect(rows[0].balance_micros).toBe(8_400_000n);
  });

  /** Waits until accept's cached profile of the project has expired. */
  async function stale() {
    const until = performance.now() + PROFILE_MAX_AGE_MS;
    await waitFor(() => performance.now() > until);
  }

  it('accepts messages until the balance is used up', async () => {
    const live = await makeSender(t);
    await verifyTeam(t, live.teamId);
    await addSender(t, { teamId: live.teamId, projectId: live.project.id, sender: 'Lanka Shop' });
    await credit(t, live.teamId, '4.10');
    const message = { ...HELLO, from: 'Lanka Shop' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => send(message, { key: live.authorization.LIVE })),
    );
    expect(answers.filter((a) => a.statusCode === 201)).toHaveLength(5);
    expect(answers.filter((a) => a.json().code === 4005)).toHaveLength(7);
    const { rows } = await pool.query('select balance_micros from balances where team_id = $1', [
      live.teamId,
    ]);
    expect(rows[0].balance_micros).toBe(100_000n);
  });

  it('stops at the daily limit over many at once', async () => {
    const live = await makeSender(t);
    await verifyTeam(t, live.teamId);
    await addSender(t, { teamId: live.teamId, projectId: live.project.id, sender: 'Lanka Shop' });
    await credit(t, live.teamId, '100');
    await pool.query('update projects set daily_limit_micros = 2500000 where id = $1', [live.project.id]);
    const message = { ...HELLO, from: 'Lanka Shop' };
    const answers = await Promise.all(
      Array.from({ length: 10 }, () => send(message, { key: live.authorization.LIVE })),
    );
    expect(answers.filter((a) => a.statusCode === 201)).toHaveLength(3);
    expect(answers.filter((a) => a.json().code === 4007)).toHaveLength(7);
  });
});

describe('an idempotency key', () => {
  const withKey = (key: string, message: Message = HELLO) =>
    send(message, { headers: { 'idempotency-key': key } });

  it('returns the first answer again', async () => {
    const first = await withKey('order-1');
    const again = await withKey('order-1');
    expect(again.statusCode).toBe(201);
    expect(again.json()).toEqual(first.json());
    expect(first.headers['idempotent-replayed']).toBeUndefined();
    expect(again.headers['idempotent-replayed']).toBe('true');
  });

  it('is refused with another body', async () => {
    await withKey('order-2');
    const other = await withKey('order-2', { ...HELLO, body: 'Something else' });
    expect([other.statusCode, other.json().code]).toEqual([422, 1009]);
  });

  it('makes one message of concurrent requests', async () => {
    const before = await traces();
    const answers = await Promise.all(Array.from({ length: 10 }, () => withKey('order-3')));
    const ids = new Set(answers.filter((a) => a.statusCode === 201).map((a) => a.json().id));
    expect(ids.size).toBe(1);
    expect(answers.every((a) => a.statusCode === 201 || a.json().code === 1008)).toBe(true);
    expect((await traces()).messages).toBe(before.messages + 1n);
  });

  it('returns the first answer of a request that would now be refused for a day, and no longer', async () => {
    const other = await makeSender(t);
    const headers = { 'idempotency-key': 'order-7' };
    const again = async () => (await send(HELLO, { key: other.authorization.TEST, headers })).json();
    const { id } = await again();
    const path = `/v1/web/projects/${other.project.id}/blocked_codes`;
    expect((await other.browser.post(path, { codes: '94' })).statusCode).toBe(200);
    expect(await again()).toMatchObject({ id });
    const age = `update idempotency_keys set created_at = now() - interval '25 hours' where message_id = $1`;
    expect((await pool.query(age, [id])).rowCount).toBe(1);
    expect(await again()).toMatchObject({ code: 3001 });
  });

  it('in use by another process returns the message of that process', async () => {
    const { id } = (await withKey('order-5')).json();
    const rival = await pool.connect();
    await rival.query('begin');
    await rival.query(
      "insert into idempotency_keys select team_id, project_id, mode, 'order-6', body_hash, message_id, now() from idempotency_keys where key = 'order-5'",
    );
    const asked = withKey('order-6');
    await waitFor(
      async () =>
        (
          await pool.query(
            "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
          )
        ).rows.length === 1,
      { what: 'the second request to wait for the key' },
    );
    await rival.query('commit');
    rival.release();
    const answer = await asked;
    expect([answer.statusCode, answer.json().id]).toEqual([201, id]);
    expect(answer.headers['idempotent-replayed']).toBe('true');
  });

  it('is free again after a refusal', async () => {
    const live = await makeSender(t);
    await verifyTeam(t, live.teamId);
    await addSender(t, { teamId: live.teamId, projectId: live.project.id, sender: 'Lanka Shop' });
    const message = { ...HELLO, from: 'Lanka Shop' };
    const options = { key: live.authorization.LIVE, headers: { 'idempotency-key': 'order-4' } };
    expect((await send(message, options)).json().code).toBe(4005);
    await credit(t, live.teamId, '5');
    expect((await send(message, options)).statusCode).toBe(201);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
  ])('%s: 1002', async (_what, key) => {
    const answer = await withKey(key);
    expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
  });
});

describe('a batch of a campaign', () => {
  const batch = (mayBegin: boolean) =>
    t.messaging.accept.batch(
      [{ projectId: sender.project.id, mode: 'TEST', platform: 'CAMPAIGN', ...HELLO }],
      { before: async () => mayBegin, after: async () => {} },
    );

  it('waits behind single messages', async () => {
    const [stored] = (await batch(true)) as [{ id: string }];
    const { rows } = await pool.query('select priority from send_queue where message_id = $1', [stored.id]);
    expect(rows).toEqual([{ priority: 1 }]);
  });

  it('stores nothing if it is cancelled', async () => {
    const before = await traces();
    expect(await batch(false)).toBeNull();
    expect(await traces()).toEqual(before);
  });
});

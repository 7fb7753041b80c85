// Named API keys: what people create, rotate and revoke, and what a key may do over HTTP.
import { createKeyRequest, KEY_LIMITS, type NamedKey, type NewNamedKey } from '@godwit/contract/apiKeys';
import { PUBLIC_CALLS, type PublicCall } from '@godwit/contract/publicApi/calls';
import { afterEach, describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../test/app.ts';
import { basicOf } from '../../test/client.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender, newestMail } from '../../test/factories.ts';
import { fingerprint } from '../../test/fingerprint.ts';
import { makeNamedKey } from '../../test/namedKeys.ts';
import { newId } from '../ids.ts';
import { scopeOfRoute } from './keyLimits.ts';
import { newKey } from './keys.ts';

const t = await testApp({ trustedProxies: ['10.0.0.0/8'] });
const other = await anotherApp(t);
/** Stopped by one test. */
const third = await anotherApp(t);
const { pool } = t.services;
const { browser, project, person } = await makeSender(t);
const path = `/v1/web/projects/${project.id}/api_keys`;
const MESSAGE = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };

// A project has few keys at a time.
afterEach(() => pool.query('delete from named_keys'));

const list = async () => (await browser.get(path)).json() as NamedKey[];
const make = (form: Record<string, string> = {}) => makeNamedKey(browser, project.id, form);
const post = (form: Record<string, string>) =>
  browser.post(path, { name: `Backend ${newId()}`, mode: 'TEST', scopes: 'messages:send', ...form });
const rotate = (id: string, overlap_hours = '') => browser.post(`${path}/${id}/rotate`, { overlap_hours });
const revoke = (id: string) => browser.call('DELETE', `${path}/${id}`);
const send = (authorization: string, { app } = t, from: object = {}) =>
  app.inject({ method: 'POST', url: '/v1/messages', headers: { authorization }, payload: MESSAGE, ...from });
const login = (authorization: string, { app } = t) =>
  app.inject({ method: 'POST', url: '/v1/login', headers: { authorization } });

describe('a new key', () => {
  it('is shown once and kept as a hash, and its project’s people get a mail', async () => {
    const form = { networks: '203.0.113.7, 2001:db8::/32', per_second: '5', daily_cap: '12.5' };
    const made = await post({ ...form, name: 'Shop backend', scopes: 'balance,messages:send' });
    const { api_key, ...shown } = made.json() as NewNamedKey;
    expect(shown).toMatchObject({
      name: 'Shop backend',
      mode: 'TEST',
      ending: api_key.slice(-4),
      scopes: ['messages:send', 'balance'],
      networks: ['203.0.113.7', '2001:db8::/32'],
      per_second: 5,
      daily_cap: 12.5,
      created_by: 'Nimal Perera',
      last_used_at: null,
      expires_at: null,
      rotated_at: null,
    });
    expect(await list()).toEqual([shown]);
    const { rows } = await pool.query('select row_to_json(k)::text as text from named_keys k');
    expect(rows.filter(({ text }) => text.includes(api_key.slice(8, -6)))).toEqual([]);
    expect((await newestMail(t, person.email)).text).toContain(
      'The API key Shop backend of the project Shop was created',
    );
  });

  it('has a name of its own in the project and the mode (1013)', async () => {
    await make({ name: 'Twin' });
    const again = await post({ name: 'tWIN' });
    expect([again.statusCode, again.json()]).toMatchObject([409, { code: 1013, fields: { name: /name/ } }]);
    expect((await post({ name: 'Twin', mode: 'LIVE' })).statusCode).toBe(200);
  });

  it.each<[string, Record<string, string>]>([
    ['scopes', { scopes: '' }],
    ['scopes', { scopes: 'messages:send,billing' }],
    ['name', { name: ' ' }],
    ['name', { name: 'x'.repeat(51) }],
    ['networks', { networks: '203.0.113.0/33' }],
    ['networks', { networks: 'localhost' }],
    ['per_second', { per_second: '0' }],
    ['per_second', { per_second: '1001' }],
    ['daily_cap', { daily_cap: '0' }],
    ['daily_cap', { daily_cap: '1e3' }],
    ['expires_at', { expires_at: '2020-01-01T00:00:00Z' }],
    ['expires_at', { expires_at: 'tomorrow' }],
  ])('is refused for its %s: %j', async (field, form) => {
    const before = await list();
    const answer = await post(form);
    expect([answer.statusCode, answer.json().code, Object.keys(answer.json().fields)]).toEqual([
      400,
      1002,
      [field],
    ]);
    expect(await list()).toEqual(before);
  });

  it(`is one of ${KEY_LIMITS.keys} that work, and a revoked one makes room`, async () => {
    const full = await makeSender(t);
    const of = `/v1/web/projects/${full.project.id}/api_keys`;
    const first = await makeNamedKey(full.browser, full.project.id);
    const second = await makeNamedKey(full.browser, full.project.id);
    for (let n = 2; n < KEY_LIMITS.keys; n++) await makeNamedKey(full.browser, full.project.id);
    const form = { name: 'One more', mode: 'TEST', scopes: 'balance' };
    const refused = await full.browser.post(of, form);
    expect([refused.statusCode, refused.json().code]).toEqual([409, 1013]);
    // A rotation with an overlap would make one more. The key stays as it is, and can take its own place.
    const rotateTo = (overlap_hours: string) =>
      full.browser.post(`${of}/${second.id}/rotate`, { overlap_hours });
    expect((await rotateTo('1')).json().code).toBe(1013);
    expect((await login(second.authorization)).statusCode).toBe(200);
    expect((await rotateTo('0')).statusCode).toBe(200);
    await full.browser.call('DELETE', `${of}/${first.id}`);
    expect((await full.browser.post(of, form)).statusCode).toBe(200);
  });
});

describe('S61: scopes', () => {
  const lacking = async ({ scope }: PublicCall) =>
    make({ scopes: scope === 'balance' ? 'messages:send,messages:read' : 'balance' });

  it('belong to every call, and a route without one stops the start', () => {
    for (const { method, path: url, scope } of PUBLIC_CALLS)
      expect(scopeOfRoute(method, url.replace(/\{(\w+)\}/, ':$1'))).toBe(scope);
    expect(scopeOfRoute('HEAD', '/v1/messages')).toBe('messages:read');
    expect(() => scopeOfRoute('POST', '/v1/nothing')).toThrow('POST /v1/nothing has no scope');
  });

  it.each(PUBLIC_CALLS.filter(({ scope }) => scope !== 'any'))(
    '$method $path without its scope is 1015, and nothing is stored',
    async (call) => {
      const { authorization } = await lacking(call);
      const before = await fingerprint(pool);
      const payload = call.id === 'sendBatch' ? { messages: [MESSAGE] } : MESSAGE;
      const answer = await t.app.inject({
        method: call.method,
        url: call.path.replace(/\{\w+\}/, newId()),
        headers: { authorization },
        ...(call.body && { payload }),
      });
      expect([answer.statusCode, answer.json()]).toMatchObject([
        403,
        { code: 1015, description: expect.stringContaining(call.scope) },
      ]);
      expect(await fingerprint(pool)).toEqual(before);
    },
  );

  it('open their calls, and every key may check itself', async () => {
    const sends = await make();
    expect((await send(sends.authorization)).statusCode).toBe(201);
    const reads = await make({ scopes: 'messages:read' });
    const read = (method: 'GET' | 'HEAD', { authorization }: { authorization: string }) =>
      t.app.inject({
        method,
        url: '/v1/messages?page_num=1&page_size=25&sort_order=ASC',
        headers: { authorization },
      });
    expect((await read('GET', reads)).json().total_results).toBe(1);
    expect([(await read('HEAD', reads)).statusCode, (await read('HEAD', sends)).statusCode]).toEqual([
      200, 403,
    ]);
    expect((await login(reads.authorization)).json()).toMatchObject({ project_id: project.id, mode: 'TEST' });
  });

  it('are all there for the live and the test key of the project', async () => {
    const { authorization } = await makeSender(t);
    for (const mode of ['TEST', 'LIVE'] as const)
      for (const { method, path: url } of PUBLIC_CALLS) {
        const answer = await t.app.inject({ method, url, headers: { authorization: authorization[mode] } });
        expect(answer.json().code).not.toBe(1015);
      }
  });
});

describe('S62: a key that has ended', () => {
  it('is answered like one that never was, byte for byte', async () => {
    const ended = { revoked: await make(), expired: await make(), rotated: await make() };
    await revoke(ended.revoked.id);
    await rotate(ended.rotated.id);
    await pool.query('update named_keys set expires_at = now() where id = $1', [ended.expired.id]);
    const never = basicOf(project.id, newKey('TEST'));
    await waitFor(async () => (await login(ended.expired.authorization)).statusCode === 401);
    const strip = ({ statusCode, headers, body }: Awaited<ReturnType<typeof login>>) => {
      const { 'x-request-id': _id, date: _date, ...same } = headers;
      return { statusCode, headers: same, body };
    };
    const expected = strip(await login(never));
    expect([expected.statusCode, JSON.parse(expected.body).code]).toEqual([401, 4003]);
    for (const { authorization } of Object.values(ended))
      expect(strip(await login(authorization))).toEqual(expected);
  });
});

describe('S63: an address list', () => {
  it.each<[string, string, string | undefined, number]>([
    ['its address', '203.0.113.7', undefined, 201],
    ['another address', '203.0.113.9', undefined, 403],
    ['an address that its caller invents', '203.0.113.9', '203.0.113.7', 403],
    ['a trusted proxy that saw its address', '10.1.2.3', '203.0.113.7', 201],
    [
      'a trusted proxy that saw another address behind an invented one',
      '10.1.2.3',
      '203.0.113.7, 203.0.113.9',
      403,
    ],
    ['an IPv6 range', '2001:db8::5', undefined, 201],
    ['its address in IPv6 notation', '::ffff:203.0.113.7', undefined, 201],
    ['a proxy that reports no address', '10.1.2.3', 'unknown', 403],
    ['a listed proxy that reports no address', '10.9.9.9', '203.0.113.7, unknown', 403],
  ])('%s', async (_what, remoteAddress, forwarded, status) => {
    const { authorization } = await make({ networks: '203.0.113.7, 2001:db8::/32, 10.9.9.9' });
    const before = await fingerprint(pool);
    const headers = { authorization, ...(forwarded && { 'x-forwarded-for': forwarded }) };
    const answer = await send(authorization, t, { remoteAddress, headers });
    expect(answer.statusCode).toBe(status);
    if (status === 201) return;
    expect(answer.json().code).toBe(1015);
    expect(answer.body).not.toContain('10.9.9.9');
    expect(await fingerprint(pool)).toEqual(before);
  });
});

describe('a rotation', () => {
  it('gives a copy the name; both work, then one, within a second in every process', async () => {
    const old = await make({ name: 'Rotated', per_second: '50', networks: '127.0.0.1' });
    const made = (await rotate(old.id, '1')).json() as NewNamedKey;
    const { per_second, networks, scopes, name } = old;
    expect(made).toMatchObject({ per_second, networks, scopes, name, rotated_at: null, expires_at: null });
    expect((await newestMail(t, person.email)).text).toContain('A new key now has this name');
    const fresh = basicOf(project.id, made.api_key);
    for (const app of [t, other])
      for (const key of [old.authorization, fresh]) expect((await send(key, app)).statusCode).toBe(201);

    // The overlap ends without a signal, while both processes have the key cached.
    await pool.query('update named_keys set expires_at = clock_timestamp() where id = $1', [old.id]);
    const endedMs = performance.now();
    for (const app of [t, other]) {
      let workedMs = 0;
      await waitFor(async () => {
        const calledMs = performance.now();
        const works = (await login(old.authorization, app)).statusCode === 200;
        if (works) workedMs = calledMs - endedMs;
        return !works;
      });
      expect(workedMs).toBeLessThan(1_000);
    }
    for (const app of [t, other]) expect((await send(fresh, app)).statusCode).toBe(201);
  });

  it('never lengthens a key’s life, and happens once', async () => {
    const expires_at = new Date(Date.now() + 3_600_000).toISOString();
    const old = await make({ expires_at });
    expect((await rotate(old.id, '169')).json().code).toBe(1002);
    expect((await rotate(old.id, '168')).json().expires_at).toBe(expires_at);
    expect((await list()).find(({ id }) => id === old.id)).toMatchObject({ expires_at, rotated_at: /Z$/ });
    expect((await rotate(old.id)).json().code).toBe(1013);
  });

  it('ends the old key at once without an overlap', async () => {
    const old = await make();
    const made = (await rotate(old.id)).json() as NewNamedKey;
    expect((await login(old.authorization)).json().code).toBe(4003);
    expect((await list()).map(({ id }) => id)).toEqual([made.id]);
    expect((await login(basicOf(project.id, made.api_key))).statusCode).toBe(200);
  });
});

it('a revoked key fails at once, elsewhere within a second; it leaves the list, and its name is free', async () => {
  const key = await make({ name: 'Gone' });
  for (const app of [t, other]) expect((await login(key.authorization, app)).statusCode).toBe(200);
  expect((await revoke(key.id)).statusCode).toBe(200);
  expect((await login(key.authorization)).json().code).toBe(4003);
  const gone = async () => (await login(key.authorization, other)).statusCode === 401;
  await waitFor(gone, { timeoutMs: 1_000, what: 'the other process to refuse the key' });
  expect((await newestMail(t, person.email)).text).toContain(
    'The API key Gone of the project Shop was revoked',
  );
  expect((await list()).map(({ id }) => id)).not.toContain(key.id);
  expect((await revoke(key.id)).json().code).toBe(1001);
  expect((await post({ name: 'Gone' })).statusCode).toBe(200);
});

it('a rotation that a revocation overtakes makes no new key', async () => {
  const key = await make({ name: 'Leaked' });
  const client = await pool.connect();
  await client.query('begin');
  await client.query('select from named_keys where id = $1 for update', [key.id]);
  const both = Promise.all([revoke(key.id), rotate(key.id)]);
  await waitFor(async () => {
    const { rows } = await pool.query(`select from pg_stat_activity where wait_event_type = 'Lock'`);
    return rows.length > 0;
  });
  await client.query('commit');
  client.release();
  const codes = (await both).map((answer) => answer.json().code ?? answer.statusCode);
  const { rows } = await pool.query('select revoked_at is null as works from named_keys');
  // Whichever came first, the project has one row for each that was made.
  expect([
    [[200, 1001], 1],
    [[200, 1013], 1],
    [[200, 200], 2],
  ]).toContainEqual([codes, rows.length]);
  if (rows.length === 2) expect((await list()).map(({ name }) => name)).toEqual(['Leaked']);
  else expect(rows).toEqual([{ works: false }]);
});

it('a key of a closed team does not work, even if its row is left', async () => {
  const { browser: owner, project: of, teamId } = await makeSender(t);
  const { authorization } = await makeNamedKey(owner, of.id);
  await pool.query('update teams set closed_at = now() where id = $1', [teamId]);
  expect((await login(authorization)).json().code).toBe(4003);
});

it('keeps a bounded number of keys that have ended', async () => {
  const { browser: owner, project: of } = await makeSender(t);
  const { id } = await makeNamedKey(owner, of.id);
  await pool.query(
    `insert into named_keys (id, family, team_id, project_id, mode, name, lookup, ending, scopes, created_by, revoked_at)
     select gen_random_uuid(), family, team_id, project_id, mode, 'Old', decode(md5(n::text), 'hex'), 'abcd', scopes, created_by,
       now() - n * interval '1 day' from named_keys, generate_series(1, 90) n where id = $1`,
    [id],
  );
  await makeNamedKey(owner, of.id);
  const { rows } = await pool.query(
    `select count(*)::integer as n, count(revoked_at)::integer as ended, min(revoked_at) > now() - interval '51 days' as newest
     from named_keys where project_id = $1`,
    [of.id],
  );
  expect(rows).toEqual([{ n: 52, ended: 50, newest: true }]);
});

it('has a rate, in which each message of a batch counts', async () => {
  const { authorization } = await make({ per_second: '2' });
  const messages = Array.from({ length: 3 }, () => MESSAGE);
  const batch = () =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization },
      payload: { messages },
    });
  expect((await batch()).statusCode).toBe(200);
  const refused = await batch();
  expect([refused.statusCode, refused.json().code, refused.headers['retry-after']]).toEqual([429, 1006, '1']);
});

it('lets one batch overdraw its rate, and says when the next call may come', async () => {
  const { authorization } = await make({ per_second: '10' });
  const batch = () =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages/batch',
      headers: { authorization },
      payload: { messages: Array.from({ length: 60 }, () => MESSAGE) },
    });
  const answers = await Promise.all(Array.from({ length: 5 }, batch));
  expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 429, 429, 429, 429]);
  const next = await send(authorization);
  expect(Number(next.headers['retry-after'])).toBeGreaterThan(3);
});

it('notes its last use when the process stops', async () => {
  const { authorization, id } = await make();
  await send(authorization, third);
  await third.app.close();
  const used = (await list()).find((key) => key.id === id)!;
  expect(Date.parse(used.last_used_at!)).toBeGreaterThan(Date.parse(used.created_at) - 1);
});

it('reads scopes once each, in one order', () => {
  const { scopes } = createKeyRequest.parse({
    name: 'A',
    mode: 'LIVE',
    scopes: ' balance, messages:read,balance ',
  });
  expect(scopes).toEqual(['messages:read', 'balance']);
});

// sendsms: the answers of smsbox, the messages it accepts, and what it refuses.
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { enableDropIn, makeDropInSender } from '../../../test/dropIns.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../../test/factories.ts';
import { fingerprint } from '../../../test/fingerprint.ts';
import { makeNamedKey } from '../../../test/namedKeys.ts';
import { SENDSMS_CASES, type SendsmsCase } from '../../../test/sendsmsCases.ts';
import { newKey } from '../../projects/keys.ts';

const t = await testApp();
const { pool } = t.services;
const shop = await makeDropInSender(t, 'KANNEL');
const key = shop.project.api_key_test;
const login = (password = key, username = shop.project.id) => `username=${username}&password=${password}`;
const OK = 'from=SANDBOX&to=94770000001&text=hello';

afterEach(() => pool.query('delete from callback_formats'));

const call = (query: string, method: 'GET' | 'HEAD' | 'POST' = 'GET', headers = {}, payload?: string) =>
  t.app.inject({
    method,
    url: `/cgi-bin/sendsms?${query}`,
    headers,
    ...(payload !== undefined && { payload }),
  });
const run = ({ query = '', headers, body }: SendsmsCase) =>
  headers
    ? call('', 'POST', { 'x-kannel-username': shop.project.id, 'x-kannel-password': key, ...headers }, body)
    : call(`${login()}&${query}`);
const stored = async (columns = 'recipient, body, mode') =>
  (await pool.query(`select ${columns} from messages order by id`)).rows;
/** The messages that `work` stores. */
async function storedBy(work: () => Promise<unknown>, columns?: string) {
  const before = (await stored()).length;
  await work();
  return (await stored(columns)).slice(before);
}

describe('answers', () => {
  it.each(SENDSMS_CASES)('as smsbox does: $query $headers', async (one) => {
    const answer = await run(one);
    expect([answer.statusCode, answer.body]).toEqual([one.status, one.text]);
    expect(answer.headers['content-type']).toBe('text/html');
  });

  it('refuses more than 100 numbers, and sends to none of them', async () => {
    const numbers = (count: number) => Array.from({ length: count }, (_, i) => 94_770_001_000 + i).join('+');
    const before = await fingerprint(pool);
    for (const count of [101, 1_000]) {
      const answer = await call(`${login()}&from=SANDBOX&text=Hello&to=${numbers(count)}`);
      expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/^At most 100 numbers/)]);
    }
    expect(await fingerprint(pool)).toEqual(before);
  });

  it('refuses wrong, unknown and missing keys with the same octets', async () => {
    const other = await makeSender(t);
    const before = await fingerprint(pool);
    for (const query of [
      OK,
      `${login('gk_test_wrong')}&${OK}`,
      `${login(newKey('TEST'))}&${OK}`,
      `${login(other.project.api_key_test)}&${OK}`,
      `${login(key, 'no-such-project')}&${OK}`,
      `${login('')}&${OK}`,
      `${login(key, '')}&${OK}`,
    ]) {
      const answer = await call(query);
      expect([answer.statusCode, answer.body]).toEqual([403, 'Authorization failed for sendsms']);
      expect(answer.headers['www-authenticate']).toBeUndefined();
    }
    expect(await fingerprint(pool)).toEqual(before);
  });

  it.each([
    ['an empty text', 'from=SANDBOX&to=94770000001&text=', 400, /^1002: /],
    ['8-bit data', `${OK}&coding=1`, 400, 'Coding field misformed, rejected'],
    ['a flash message', `${OK}&mclass=0`, 400, 'MClass field misformed, rejected'],
    ['a part of a long message', `${OK}&udh=%05%00%03%01%02%01`, 400, /^Parts of long messages/],
    ['octets of another charset', 'from=SANDBOX&to=94770000001&text=%E9', 400, /^Charset or body/],
    ['half a character', 'from=SANDBOX&to=94770000001&coding=2&text=%0D', 400, /^Charset or body/],
    ['a number without a country', 'from=SANDBOX&to=0770000001&text=x', 400, /^2002: /],
    ['a sender that is none', 'from=%3Cb%3E&to=94770000001&text=x', 400, /^3000: /],
    ['what may pass later', 'from=SANDBOX&to=94770001006&text=x', 503, 'Temporal failure, try again later.'],
  ])('refuses %s, and stores nothing', async (_what, query, status, text) => {
    const before = await fingerprint(pool);
    const answer = await call(`${login()}&${query}`);
    expect([answer.statusCode, answer.body]).toEqual([status, expect.stringMatching(text)]);
    // Texts of our own may repeat parts of the call.
    if (/^\d{4}: /.test(answer.body)) expect(answer.headers['content-type']).toMatch(/^text\/plain/);
    expect(await fingerprint(pool)).toEqual(before);
  });

  it('refuses all numbers of a call if one cannot be sent to', async () => {
    const before = await fingerprint(pool);
    const answer = await call(`${login()}&from=SANDBOX&to=94770000001+12&text=x`);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(/^200\d: /)]);
    expect(await fingerprint(pool)).toEqual(before);
  });
});

it('refuses all numbers of a call if the balance covers only some', async () => {
  const live = await makeDropInSender(t, 'KANNEL');
  const { teamId, project } = live;
  await verifyTeam(t, teamId);
  await addSender(t, { teamId, projectId: project.id, sender: 'Gates' });
  await credit(t, teamId, '1');
  const of = login(project.api_key_live, project.id);
  const before = await fingerprint(pool);
  const refused = await call(`${of}&from=Gates&to=94771234567+94771234568&text=hello`);
  expect([refused.statusCode, refused.body]).toEqual([400, expect.stringMatching(/^4005: /)]);
  expect(await fingerprint(pool)).toEqual(before);
});

describe('a message', () => {
  it('is of the mode of the key, with its text, validity, time and reference', async () => {
    const query = `${login()}&${OK}&account=order-7&validity=10&deferred=5`;
    const [row] = await storedBy(
      () => call(query),
      `id, recipient, body, mode, (select round(extract(epoch from expires_at - send_at)) from send_queue where message_id = id)::integer as valid,
       round(extract(epoch from send_at - accepted_at) / 60)::integer as minutes, (select reference from client_references where message_id = id)`,
    );
    expect(row).toMatchObject({ recipient: '+94770000001', body: 'hello', mode: 'TEST' });
    expect([row.valid, row.minutes, row.reference]).toEqual([600, 5, 'order-7']);
  });

  it.each([
    ['&charset=ISO-8859-1&text=caf%E9', 'café'],
    ['&coding=2&charset=UTF-8&text=%E0%B6%85', 'අ'],
    ['&coding=2&text=%00a%0D%85', 'aඅ'],
    ['&coding=2&charset=ucs-2&text=%0D%85', 'අ'],
    ['&text=a+%2B+b%26c%zz', 'a + b&c%zz'],
  ])('has the text of %s', async (query, body) => {
    const rows = await storedBy(() => call(`${login()}&from=SANDBOX&to=94770000001${query}`), 'body');
    expect(rows).toEqual([{ body }]);
  });

  it('goes once to each number, without those that no number is', async () => {
    const to = 'to=94770000001+abc+%2B94770000002+94770000001';
    const rows = await storedBy(() => call(`${login()}&from=SANDBOX&${to}&text=x`));
    expect(rows.map(({ recipient }) => recipient).sort()).toEqual(['+94770000001', '+94770000002']);
  });

  it('may be posted as text, and the key may be Basic', async () => {
    const headers = { 'x-kannel-to': '94770000001', 'x-kannel-from': 'SANDBOX' };
    const posted = { ...headers, 'content-type': 'text/plain; charset=UTF-8' };
    const rows = await storedBy(
      () => call('', 'POST', { ...posted, authorization: shop.authorization.TEST }, 'පණිවිඩය'),
      'body',
    );
    expect(rows).toEqual([{ body: 'පණිවිඩය' }]);
    expect((await call(OK, 'GET', { authorization: shop.authorization.TEST })).statusCode).toBe(202);
  });
});

describe('keys', () => {
  it('of a project are refused until it enables the API, and again once it disables it', async () => {
    const { project, browser } = await makeSender(t);
    const query = `${login(project.api_key_test, project.id)}&${OK}`;
    const path = `/v1/web/projects/${project.id}/drop_ins`;
    const before = await fingerprint(pool);
    const refused = await call(query);
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('Drop-in APIs')]);
    expect(await fingerprint(pool)).toEqual(before);
    // This service has no port for mail.
    const mail = await browser.call('PUT', `${path}/SMTP`, { form: { enabled: 'true' } });
    expect(mail.statusCode).toBe(404);
    const off = { kind: 'TWILIO', enabled_at: null };
    expect((await browser.get(path)).json()).toEqual([{ kind: 'KANNEL', enabled_at: null }, off]);
    await enableDropIn(browser, project.id, 'KANNEL');
    expect((await browser.get(path)).json()).toEqual([
      { kind: 'KANNEL', enabled_at: expect.any(String) },
      off,
    ]);
    expect((await call(query)).statusCode).toBe(202);
    await browser.call('PUT', `${path}/KANNEL`, { form: { enabled: 'false' } });
    expect((await call(query)).statusCode).toBe(403);
  });

  it('need the scope to send, and count against their rate and the limits of accept', async () => {
    const reader = await makeNamedKey(shop.browser, shop.project.id, { scopes: 'messages:read' });
    const refused = await call(`${login(reader.api_key)}&${OK}`);
    expect([refused.statusCode, refused.body]).toEqual([403, expect.stringMatching(/^1015: /)]);
    const slow = await makeNamedKey(shop.browser, shop.project.id, { per_second: '1' });
    expect(
      (await call(`${login(slow.api_key)}&from=SANDBOX&to=94770000001+94770000002&text=x`)).statusCode,
    ).toBe(202);
    const next = await call(`${login(slow.api_key)}&${OK}`);
    expect([next.statusCode, next.body]).toEqual([503, 'Temporal failure, try again later.']);
    expect(next.headers['retry-after']).toMatch(/^\d+$/);
    // A team that is not verified cannot send in LIVE, with any API.
    const live = await call(`${login(shop.project.api_key_live)}&${OK}`);
    expect([live.statusCode, live.body]).toEqual([403, expect.stringMatching(/^4006: /)]);
  });
});

it('S67: the key in a query is in no log line', async () => {
  t.log.length = 0;
  await call(`${login()}&${OK}`);
  await call(`${login()}&from=SANDBOX&to=12&text=x`);
  await call(`${login(key, 'wrong')}&${OK}`);
  await call(`${login()}&${OK}&%`, 'HEAD');
  expect(t.log.filter((line) => line.includes('/cgi-bin/sendsms')).length).toBeGreaterThan(0);
  expect(t.log.filter((line) => line.includes(key.slice(8)))).toEqual([]);
});

it('S68: HEAD, prefetches and previews send nothing', async () => {
  const before = await fingerprint(pool);
  const query = `${login()}&${OK}`;
  expect((await call(query, 'HEAD')).statusCode).toBe(403);
  for (const headers of [
    { 'sec-purpose': 'prefetch;prerender' },
    { purpose: 'prefetch' },
    { 'x-purpose': 'preview' },
    { 'x-moz': 'prefetch' },
  ])
    expect((await call(query, 'GET', headers)).statusCode).toBe(403);
  expect(await fingerprint(pool)).toEqual(before);
});

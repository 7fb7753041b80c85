// Send URLs: what people create and delete, and the messages that calls send.
import type { NewSendUrl, SendUrl } from '@godwit/contract/sendUrls';
import { SEND_URL_LIMITS } from '@godwit/contract/sendUrls';
import type { InjectOptions } from 'fastify';
import { afterEach, describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { addSender, credit, makeSender, verifyTeam } from '../../../test/factories.ts';
import { fingerprint } from '../../../test/fingerprint.ts';

const t = await testApp();
const other = await anotherApp(t);
const { pool } = t.services;
const { browser, project } = await makeSender(t);
const path = `/v1/web/projects/${project.id}/send_urls`;
const FORM = {
  ...{ name: 'Gate', mode: 'TEST', sender: 'SANDBOX', recipients: '+94 77 123 4567, 94771234568' },
  ...{ recipient_field: '', body: 'Gate {id}: {event.state}', format: 'GENERIC', per_minute: '' },
};

// A project has few URLs at a time.
afterEach(async () => {
  await pool.query('delete from send_urls');
  await pool.query('delete from messages');
});

const post = (form: Partial<typeof FORM> = {}) => browser.post(path, { ...FORM, ...form });
const make = async (form?: Partial<typeof FORM>) => (await post(form)).json() as NewSendUrl;
const pathOf = ({ url }: NewSendUrl) => new URL(url).pathname;
type Call = { method?: 'GET' | 'POST' | 'HEAD'; query?: object; payload?: object; headers?: object };
const call = (at: string, { method = 'POST', ...given }: Call = {}, { app } = t) =>
  app.inject({ method, url: at, ...given } as InjectOptions);
const stored = async () =>
  (await pool.query('select recipient, sender, body, mode from messages order by recipient')).rows;

describe('a URL', () => {
  it('is shown once and kept as a hash, until it is deleted', async () => {
    const { url, secret, ...shown } = await make();
    expect(secret).toBeNull();
    expect(shown).toMatchObject({
      recipients: ['+94771234567', '+94771234568'],
      recipient_field: null,
      ending: url.slice(-4),
    });
    expect((await browser.get(path)).json() as SendUrl[]).toEqual([shown]);
    const token = url.slice(url.lastIndexOf('/') + 1);
    const { rows } = await pool.query('select row_to_json(u)::text as text from send_urls u');
    expect(rows.filter(({ text }) => text.includes(token))).toEqual([]);
    const at = new URL(url).pathname;
    expect((await call(at)).statusCode).toBe(200);
    await browser.call('DELETE', `${path}/${shown.id}`);
    const [gone, never] = [await call(at, {}, other), await call(`/v1/in/${'x'.repeat(43)}`, {}, other)];
    expect([gone.statusCode, gone.body]).toEqual([404, never.body]);
  });

  it.each<[string, Partial<typeof FORM>]>([
    ['name', { name: ' ' }],
    ['sender', { sender: '' }],
    ['recipients', { recipients: '12' }],
    ['recipients', { recipients: '' }],
    ['recipients', { recipients: Array.from({ length: 11 }, (_, i) => `+9477123456${i}`).join() }],
    ['recipient_field', { recipient_field: 'a b' }],
    ['body', { body: ' ' }],
    ['per_minute', { per_minute: '0' }],
    ['per_minute', { per_minute: '1001' }],
  ])('is refused for its %s: %j', async (field, form) => {
    const answer = await post(form);
    expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
    expect((await browser.get(path)).json()).toEqual([]);
  });

  it(`is one of ${SEND_URL_LIMITS.urls}, also if many are created at once`, async () => {
    const answers = await Promise.all(Array.from({ length: SEND_URL_LIMITS.urls + 2 }, () => post()));
    const statuses = answers.map(({ statusCode }) => statusCode).sort();
    expect(statuses.slice(-3)).toEqual([200, 409, 409]);
  });
});

describe('a call', () => {
  const BOTH = ['+94771234567', '+94771234568'];
  const sends = (body: string) =>
    BOTH.map((recipient) => ({ recipient, sender: 'SANDBOX', body, mode: 'TEST' }));

  it.each<[string, Call]>([
    ['JSON', { payload: { id: 7, event: { state: 'open' } } }],
    ['a query', { method: 'GET', query: { id: '7', 'event.state': 'closed' } }],
    ['a query and JSON', { query: { id: '7' }, payload: { event: { state: 'open' } } }],
  ])('fills in the fields of %s', async (_what, given) => {
    const answer = await call(pathOf(await make()), given);
    expect([answer.statusCode, answer.json().ids.length]).toEqual([200, 2]);
    // A point leads into an object, so a query cannot have such a field.
    expect(await stored()).toEqual(sends(given.method === 'GET' ? 'Gate 7:' : 'Gate 7: open'));
  });

  it('names its number only if the URL has none', async () => {
    const fixed = await make();
    await call(pathOf(fixed), { payload: { id: 1, to: '+94779999999', from: 'OTHER' } });
    expect((await stored()).map(({ recipient }) => recipient)).toEqual(BOTH);
    const open = await make({ recipients: '', recipient_field: 'alert.phone' });
    await call(pathOf(open), { payload: { id: 1, alert: { phone: '94779999999' } } });
    expect((await stored()).map(({ recipient }) => recipient)).toContain('+94779999999');
    const refused = await call(pathOf(open), { payload: { id: 1 } });
    expect([refused.statusCode, refused.json()]).toMatchObject([
      400,
      { fields: { 'alert.phone': /number/ } },
    ]);
  });

  it('that comes again within 30 s, at another process too, is one; a different or later one is not', async () => {
    const url = await make();
    const payload = { id: 1, event: { state: 'open' } };
    const answers = await Promise.all([t, other, t, other].map((app) => call(pathOf(url), { payload }, app)));
    const [first] = answers.map(({ body }) => body);
    expect(answers.map(({ statusCode, body }) => [statusCode, body])).toEqual(Array(4).fill([200, first]));
    expect((await stored()).length).toBe(2);
    expect((await call(pathOf(url), { payload })).body).toBe(first);
    await call(pathOf(url), { payload: { ...payload, id: 2 } });
    expect((await stored()).length).toBe(4);
    await pool.query(`update send_url_calls set at = at - interval '31 seconds'`);
    expect((await call(pathOf(url), { payload })).body).not.toBe(first);
    expect((await stored()).length).toBe(6);
  });

  it('that is refused stores nothing, and may be repeated', async () => {
    const url = await make({ body: '{message}' });
    const before = await fingerprint(pool);
    const empty = await call(pathOf(url), { payload: {} });
    const broken = await call(pathOf(url), { payload: { message: 'Hello', other: ['\0'] } });
    for (const { statusCode, body } of [empty, broken])
      expect([statusCode, JSON.parse(body).code]).toEqual([400, 1002]);
    expect(await fingerprint(pool)).toEqual(before);
    const live = await make({ mode: 'LIVE' });
    expect((await call(pathOf(live))).json().code).toBe(4006);
  });

  it('is refused for all numbers if the balance covers only some, and sends to all once it covers them', async () => {
    const shop = await makeSender(t);
    await verifyTeam(t, shop.teamId);
    await addSender(t, { teamId: shop.teamId, projectId: shop.project.id, sender: 'Gates' });
    await credit(t, shop.teamId, '1');
    const form = { ...FORM, mode: 'LIVE', sender: 'Gates', body: 'Hello' };
    const made = await shop.browser.post(`/v1/web/projects/${shop.project.id}/send_urls`, form);
    const url = made.json() as NewSendUrl;
    const before = await fingerprint(pool);
    const refused = await call(pathOf(url));
    expect([refused.statusCode, refused.json().code]).toEqual([400, 4005]);
    expect(await fingerprint(pool)).toEqual(before);
    await credit(t, shop.teamId, '1');
    expect((await call(pathOf(url))).json().ids).toHaveLength(2);
    expect((await stored()).map(({ recipient }) => recipient)).toEqual(BOTH);
  });

  it('above the rate of its URL, over all processes, is refused until the minute is over', async () => {
    const url = await make({ per_minute: '3' });
    expect(url.per_minute).toBe(3);
    const send = (id: number, app = t) => call(pathOf(url), { payload: { id } }, app);
    // A repetition is no other call.
    expect((await send(0)).body).toBe((await send(0, other)).body);
    const answers = await Promise.all(Array.from({ length: 9 }, (_, i) => send(i + 1, i % 2 ? t : other)));
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([refused.length, (await stored()).length]).toEqual([7, 3 * BOTH.length]);
    for (const answer of [...refused, await send(10)]) {
      expect(answer.json()).toEqual({
        code: 1006,
        description: expect.stringMatching(
          /^This call is above the rate .* 3 calls a minute, so nothing was sent or charged/,
        ),
      });
      expect(Number(answer.headers['retry-after'])).toBeOneOf(Array.from({ length: 60 }, (_, i) => i + 1));
    }
    // The same call gets its answer again, although the minute is full.
    expect((await send(0, other)).statusCode).toBe(200);
    // A minute that began in the future was begun by a clock that was set back since.
    for (const away of ["- interval '1 minute'", "+ interval '1 hour'"]) {
      await pool.query(`update send_urls set minute_calls = per_minute, minute_from = now() ${away}`);
      expect((await send(away.length)).statusCode).toBe(200);
    }
  });

  it.each([
    ['GENERIC', 60, 429],
    ['ALERTMANAGER', 60, 503],
    ['GRAFANA', 60, 503],
    ['SUPABASE', 600, 401],
  ])('of %s has a usual rate of %i, and more of them get %i', async (format, rate, status) => {
    const url = await make({ format, body: '{code}', recipients: '+94771234567' });
    expect(url.per_minute).toBe(rate);
    await pool.query('update send_urls set minute_from = now(), minute_calls = per_minute');
    const alerts = [{ status: 'firing', fingerprint: '1', startsAt: 'now', labels: { alertname: 'Down' } }];
    const payload = { code: '4815', status: 'firing', groupKey: 'one', alerts };
    const refused = await call(pathOf(url), { payload });
    expect(refused.statusCode, refused.body).toBe(status);
    // A call without its signature is refused before its rate.
    if (status !== 401) expect(refused.headers['retry-after']).toMatch(/^\d+$/);
  });

  it('is one of 60 in a storm of alerts on 20 connections', async () => {
    const url = await make({ format: 'ALERTMANAGER', body: '{name}', recipients: '+94771234567' });
    let alerts = 0;
    const answers: number[] = [];
    async function connection(_: unknown, n: number): Promise<void> {
      while (alerts < 400) {
        const alert = {
          status: 'firing',
          fingerprint: `${alerts++}`,
          startsAt: 'now',
          labels: { alertname: 'Down' },
        };
        const payload = { status: 'firing', groupKey: 'storm', alerts: [alert] };
        answers.push((await call(pathOf(url), { payload }, n % 2 ? t : other)).statusCode);
      }
    }
    await Promise.all(Array.from({ length: 20 }, connection));
    const times = (status: number) => answers.filter((answer) => answer === status).length;
    expect([times(200), times(503), (await stored()).length]).toEqual([60, 340, 60]);
  });

  it('S68: HEAD and prefetches send nothing', async () => {
    const at = pathOf(await make());
    const before = await fingerprint(pool);
    expect((await call(at, { method: 'HEAD' })).statusCode).toBe(403);
    expect((await call(at, { method: 'GET', headers: { 'sec-purpose': 'prefetch' } })).statusCode).toBe(403);
    expect(await fingerprint(pool)).toEqual(before);
  });

  it('S67: its token is in no log line', async () => {
    const url = await make();
    t.log.length = 0;
    await call(pathOf(url));
    await call(pathOf(url), { payload: { a: 'x'.repeat(1_100_000) } });
    expect(t.log.filter((line) => line.includes('/v1/in/')).length).toBeGreaterThan(0);
    expect(t.log.filter((line) => line.includes(pathOf(url)))).toEqual([]);
  });
});

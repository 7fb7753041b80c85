// Send URLs for Alertmanager, Grafana and Supabase: what they send, how often, and what they refuse.
import { createHmac } from 'node:crypto';
import { countSegments } from '@godwit/contract/messages/segments';
import type { NewSendUrl } from '@godwit/contract/sendUrls';
import { Webhook } from 'standardwebhooks';
import { afterEach, describe, expect, it } from 'vitest';
import { testApp } from '../../../../test/app.ts';
import { makeSendUrl } from '../../../../test/dropIns.ts';
import { makeSender } from '../../../../test/factories.ts';
import { fingerprint } from '../../../../test/fingerprint.ts';
import { revealText } from '../../../messages/accept/hiddenText.ts';

const t = await testApp({ limitApi: { count: 20, seconds: 3_600 } });
const { pool } = t.services;
const { browser, project } = await makeSender(t);
const ALERTS = { format: 'ALERTMANAGER', body: '{status}: {name} ({alerts})\n{summary}' };
const make = (form: object) => makeSendUrl(browser, project.id, form);

afterEach(async () => {
  await pool.query('delete from send_urls');
  await pool.query('delete from messages');
});

type Given = { at?: string; headers?: object; payload?: object | string };
/** Posts JSON as these programs do. */
const post = ({ url }: NewSendUrl, { at = new URL(url).pathname, headers, payload = {} }: Given) =>
  t.app.inject({
    ...{ method: 'POST', url: at, headers: { 'content-type': 'application/json', ...headers } },
    payload: typeof payload === 'string' ? payload : JSON.stringify(payload),
  });
const texts = async (): Promise<string[]> =>
  (await pool.query('select body from messages order by id')).rows.map(({ body }) => body);
const minutesLater = (minutes: number) =>
  pool.query('update send_url_calls set at = at - make_interval(mins => $1)', [minutes]);
const now = () => String(Math.floor(Date.now() / 1_000));

const alert = (fingerprint: string, changes: object = {}) => ({
  ...{ status: 'firing', fingerprint, startsAt: '2026-11-27T08:00:00Z' },
  ...{ labels: { alertname: 'HighLatency' }, annotations: { summary: 'p99 is above 1 s' } },
  ...changes,
});
const notification = (alerts: object[], changes: object = {}) => ({
  ...{ version: '4', groupKey: '{}:{alertname="HighLatency"}', status: 'firing', receiver: 'sms' },
  ...{ truncatedAlerts: 0, commonLabels: { severity: 'page' }, commonAnnotations: {}, alerts },
  ...changes,
});

describe('a notification of alerts', () => {
  it.each<[string, object, string]>([
    ['one alert', notification([alert('a')]), 'FIRING: HighLatency (1 alert)\np99 is above 1 s'],
    [
      'several, of which some are resolved or cut off',
      notification(
        [
          alert('a', { status: 'resolved', annotations: { summary: 'old' } }),
          alert('b', {
            labels: { alertname: 'Down' },
            annotations: { description: '“eu-1” is gone — check' },
          }),
        ],
        { truncatedAlerts: 3 },
      ),
      'FIRING: HighLatency and 1 more (4 alerts)\n"eu-1" is gone - check',
    ],
    [
      'no name and no summary',
      notification([alert('a', { status: 'resolved', labels: {}, annotations: {} })], { status: 'resolved' }),
      'RESOLVED: Alert (1 alert)',
    ],
    [
      'broken characters',
      notification([alert('a', { annotations: { summary: 'lost \ufffd\0 here' } })]),
      'FIRING: HighLatency (1 alert)\nlost ? here',
    ],
  ])('of %s is one message', async (_what, payload, text) => {
    const answer = await post(await make(ALERTS), { payload });
    expect([answer.statusCode, answer.json().ids.length]).toEqual([200, 1]);
    expect(await texts()).toEqual([text]);
  });

  it('may fill in fields of its own, and goes to each number of the URL', async () => {
    const url = await make({
      ...{ format: 'GRAFANA', recipients: '+94771234567, +94771234568' },
      body: '{commonLabels.severity} {alerts.0.fingerprint} {alerts}',
    });
    expect(url).toMatchObject({ format: 'GRAFANA', signed: false });
    await post(url, { payload: notification([alert('ab12')]) });
    expect(await texts()).toEqual(['page ab12 1 alert', 'page ab12 1 alert']);
  });

  it.each([
    ['x', 'GSM7'],
    ['අ', 'UNICODE'],
  ])('of 1,200 alerts with long texts of %s is one message of three segments', async (letter, encoding) => {
    const alerts = Array.from({ length: 1_200 }, (_, i) => alert(`${i}`, { annotations: {} }));
    const summary = letter.repeat(5_000);
    await post(await make(ALERTS), { payload: notification(alerts, { commonAnnotations: { summary } }) });
    const [text = '', ...others] = await texts();
    expect([text.slice(0, 33), text.slice(-4), others]).toEqual([
      'FIRING: HighLatency (1200 alerts)',
      `${letter}...`,
      [],
    ]);
    expect(countSegments(text, { promotional: false })).toMatchObject({ encoding, segments: 3 });
  });

  it('sends once if it is repeated, and again after 5 minutes or if an alert ends or starts again', async () => {
    const url = await make(ALERTS);
    const first = (await post(url, { payload: notification([alert('a'), alert('b')]) })).body;
    expect((await post(url, { payload: notification([alert('b'), alert('a')]) })).body).toBe(first);
    await minutesLater(3);
    await post(url, { payload: notification([alert('a'), alert('b')]) });
    expect(await texts()).toHaveLength(1);
    await post(url, { payload: notification([alert('a'), alert('b', { status: 'resolved' })]) });
    await post(url, {
      payload: notification([alert('a'), alert('b', { startsAt: '2026-11-27T08:02:00Z' })]),
    });
    await post(url, { payload: notification([alert('a'), alert('b')], { groupKey: 'another' }) });
    expect(await texts()).toHaveLength(4);
    await minutesLater(2);
    await post(url, { payload: notification([alert('a'), alert('b')]) });
    expect(await texts()).toHaveLength(5);
  });

  it('is answered 503 instead of 429 above the limit, and while sending is paused', async () => {
    // Another team, which no cache knows as it was before.
    const shop = await makeSender(t);
    const url = await makeSendUrl(shop.browser, shop.project.id, ALERTS);
    const statusOf = async () => {
      const { statusCode, headers } = await post(url, { payload: notification([alert('a')]) });
      return [statusCode, 'retry-after' in headers];
    };
    const pause = `update teams set paused_at = now(), paused_by = 'staff', paused_reason = 'x' where id = $1`;
    await pool.query(pause, [shop.teamId]);
    expect(await statusOf()).toEqual([503, true]);
    await pool.query('update teams set paused_at = null, paused_by = null, paused_reason = null');
    await expect.poll(statusOf, { interval: 100 }).toEqual([200, false]);
    for (let calls = 0; calls < 20; calls++) await statusOf();
    expect(await statusOf()).toEqual([503, true]);
  });

  it('takes its token as Bearer token or password, and refuses any other form and any other body', async () => {
    const url = await make(ALERTS);
    const token = url.url.slice(-43);
    const send = async (authorization: string, payload: object = notification([alert('a')])) =>
      (await post(url, { at: '/v1/in', headers: { authorization }, payload })).statusCode;
    const basic = (password: string) => `Basic ${Buffer.from(`alerts:${password}`).toString('base64')}`;
    expect(await send(`Bearer ${token}`)).toBe(200);
    expect(await send(basic(token))).toBe(200);
    const before = await fingerprint(pool);
    expect(await send(`Bearer ${'x'.repeat(43)}`)).toBe(404);
    expect(await send(basic(project.api_key_test))).toBe(401);
    expect(await send('')).toBe(401);
    for (const payload of [{}, [], { message: 'Hello' }, notification([{}])])
      expect(await send(`Bearer ${token}`, payload)).toBe(400);
    expect(await fingerprint(pool)).toEqual(before);
  });
});

describe("Grafana's signature", () => {
  const payload = JSON.stringify(notification([alert('a')]));
  const sign = (secret: string, content: string) =>
    createHmac('sha256', secret).update(content).digest('hex');
  const headersOf = (signature: string, time?: string) => ({
    'x-grafana-alerting-signature': signature,
    ...(time !== undefined && { 'x-grafana-alerting-timestamp': time }),
  });

  it('S70: wrong or older than 5 minutes it is refused with 401, and nothing is sent', async () => {
    const url = await make({ ...ALERTS, format: 'GRAFANA', signed: 'true' });
    const secret = url.secret!;
    const other = await make({ ...ALERTS, format: 'GRAFANA' });
    const at = (seconds: number) => String(Number(now()) + seconds);
    const signed = (time: string) => headersOf(sign(secret, `${time}:${payload}`), time);
    const before = await fingerprint(pool);
    for (const [to, headers] of [
      [url, {}],
      [url, headersOf(sign(secret, `${payload} `))],
      [url, headersOf(sign(other.secret!, payload))],
      [url, headersOf('')],
      [url, headersOf('zz')],
      [url, headersOf(sign(secret, payload), now())],
      [url, headersOf(sign(secret, `${now()}:${payload}`))],
      [url, signed(at(-305))],
      [url, signed(at(305))],
      [url, signed('soon')],
      // It need not sign, but what it signs has to be right.
      [other, headersOf(sign(secret, payload))],
    ] as const) {
      const { statusCode, body } = await post(to, { headers, payload });
      expect([statusCode, JSON.parse(body).code]).toEqual([401, 4003]);
    }
    expect(await fingerprint(pool)).toEqual(before);
    for (const headers of [signed(at(-290)), signed(at(290)), headersOf(sign(secret, payload))])
      expect((await post(url, { headers, payload })).statusCode).toBe(200);
    expect(await texts()).toHaveLength(1);
  });
});

describe("Supabase's hook", () => {
  const FORM = { format: 'SUPABASE', recipients: '', body: '{code} is your code for the shop' };
  const hook = (sms: object = {}, user: object = {}) =>
    JSON.stringify({
      user: { id: 'd8a3d4b5', phone: '94770000000', user_metadata: { note: 'lost \ufffd' }, ...user },
      sms: { otp: '561166', sms_type: 'sms', phone: '94771234567', ...sms },
    });
  let ids = 0;
  /** Calls as Supabase does: with an id of its own for each try. */
  async function call(url: NewSendUrl, payload: string, { at = 0, also = [] as string[], tamper = '' } = {}) {
    const time = new Date(Date.now() + at * 1_000);
    const id = `msg_${++ids}`;
    const ofSecret = (secret: string) => new Webhook(secret.replace('v1,', '')).sign(id, time, payload);
    const headers = {
      ...{ 'webhook-id': id, 'webhook-timestamp': String(Math.floor(time.getTime() / 1_000)) },
      'webhook-signature': [...also.map(ofSecret), ofSecret(url.secret!)].join(', '),
    };
    return post(url, { headers, payload: payload + tamper });
  }

  it('sends the code to the number, which lacks its plus', async () => {
    const url = await make(FORM);
    expect(url).toMatchObject({ signed: true, recipients: [], recipient_field: 'sms.phone' });
    expect(url.secret).toMatch(/^v1,whsec_[A-Za-z0-9+/]{43}=$/);
    const answer = await call(url, hook());
    expect([answer.statusCode, answer.json()]).toEqual([200, {}]);
    expect(answer.headers['content-type']).toMatch(/^application\/json/);
    const { rows } = await pool.query(
      'select recipient, body, hidden from messages m join send_queue q on q.message_id = m.id',
    );
    expect(rows).toMatchObject([{ recipient: '+94771234567', body: '****** is your code for the shop' }]);
    expect(revealText(t.services.secrets, rows[0])).toBe('561166 is your code for the shop');
  });

  it('that tries again with a new id sends once; for another code, number or person it sends again', async () => {
    const url = await make(FORM);
    for (let tries = 0; tries < 3; tries++) expect((await call(url, hook())).statusCode).toBe(200);
    await minutesLater(9);
    await call(url, hook());
    expect(await texts()).toHaveLength(1);
    await call(url, hook({ otp: '561167' }));
    await call(url, hook({ phone: '94771234568' }));
    await call(url, hook({}, { id: 'another' }));
    expect(await texts()).toHaveLength(4);
    await minutesLater(2);
    await call(url, hook());
    expect(await texts()).toHaveLength(5);
  });

  it('S70: a signature that is wrong, missing or older than 5 minutes is refused with 401', async () => {
    const url = await make(FORM);
    const other = (await make(FORM)).secret!;
    const before = await fingerprint(pool);
    for (const given of [{ at: -305 }, { at: 305 }, { tamper: ' ' }])
      expect((await call(url, hook(), given)).statusCode).toBe(401);
    expect((await post(url, { payload: hook() })).statusCode).toBe(401);
    expect((await call({ ...url, secret: other }, hook())).statusCode).toBe(401);
    expect(await fingerprint(pool)).toEqual(before);
    // Two secrets while one replaces the other: their signatures are joined.
    expect((await call(url, hook(), { also: [other], at: -290 })).statusCode).toBe(200);
  });

  it('is answered as it understands: refusals in a 200, and 503 to try again', async () => {
    const url = await make(FORM);
    const before = await fingerprint(pool);
    const wrong = await call(url, hook({ phone: '12' }));
    expect([wrong.statusCode, wrong.json()]).toEqual([
      200,
      { error: { http_code: 400, message: expect.stringMatching(/number/i) } },
    ]);
    expect(wrong.headers['retry-after']).toBeUndefined();
    const old = await call(url, hook({ phone: undefined }));
    expect([old.statusCode, old.json().error.http_code]).toEqual([200, 400]);
    const away = await call(url, hook({ phone: '94770001014' }));
    expect([away.statusCode, away.headers['retry-after']]).toEqual([503, expect.stringMatching(/^\d+$/)]);
    expect(await fingerprint(pool)).toEqual(before);
    for (let calls = 0; calls < 20; calls++) await call(url, hook({ phone: '12' }));
    const limited = await call(url, hook());
    expect([limited.statusCode, limited.headers['retry-after']]).toEqual([503, expect.any(String)]);
    // It reads answers of JSON only, and of no more than 20 kB.
    for (const { headers, body } of [wrong, old, away, limited, await call(url, hook(), { tamper: ' ' })]) {
      expect(headers['content-type']).toMatch(/^application\/json(?:;|$)/);
      expect(body.length).toBeLessThan(20_000);
    }
  });

  it('S58: its code is in no log line and in no row but the message', async () => {
    const url = await make(FORM);
    t.log.length = 0;
    await call(url, hook());
    await call(url, hook({ phone: '12' }));
    await call(url, hook(), { tamper: ' ' });
    expect(t.log.length).toBeGreaterThan(0);
    expect(t.log.filter((line) => line.includes('561166'))).toEqual([]);
    const { rows } = await pool.query('select row_to_json(c)::text as text from send_url_calls c');
    expect(rows).toHaveLength(1);
    expect(rows[0].text).not.toContain('561166');
  });
});

it.each<[object, string]>([
  [{ ...ALERTS, recipients: '' }, 'recipients'],
  [{ ...ALERTS, recipients: '', recipient_field: 'to' }, 'recipients'],
  [{ format: 'PAGER' }, 'format'],
  [{ format: 'SUPABASE', body: 'Your code' }, 'body'],
])('a URL is refused with %j', async (form, field) => {
  const answer = await browser.post(`/v1/web/projects/${project.id}/send_urls`, {
    ...{ name: 'Alerts', mode: 'TEST', sender: 'SANDBOX', recipient_field: '', recipients: '', body: 'x' },
    ...form,
  });
  expect([answer.statusCode, Object.keys(answer.json().fields)]).toEqual([400, [field]]);
});

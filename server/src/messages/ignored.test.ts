// Names that a call does not know are refused if ignoring them would send something else, or list too much.
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { makeSender } from '../../test/factories.ts';

const t = await testApp();
const sender = await makeSender(t);
const headers = { authorization: sender.authorization.TEST };
const HELLO = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };
const CODE = { to: '+94771234567', from: 'SANDBOX' };
const post = async (url: string, payload: object, form = false) => {
  const body = form ? new URLSearchParams(payload as Record<string, string>).toString() : payload;
  const type = form && { 'content-type': 'application/x-www-form-urlencoded' };
  const answer = await t.app.inject({ method: 'POST', url, headers: { ...headers, ...type }, payload: body });
  return { http: answer.statusCode, ...answer.json() };
};
const get = (url: string) => t.app.inject({ url, headers: { authorization: sender.authorization.LIVE } });
const stored = async () => (await t.services.pool.query('select from messages')).rowCount;

it.each(['voice', 'whatsapp', 'call', 'SMS', ''])('a code by the channel "%s": 5004', async (channel) => {
  for (const form of [false, true]) {
    const answer = await post('/v1/verifications', { ...CODE, channel }, form);
    expect(answer).toMatchObject({ http: 400, code: 5004, fields: { channel: expect.any(String) } });
  }
  expect(await stored()).toBe(0);
});

it.each([
  ['/v1/verifications', CODE, { dry_run: true }],
  ['/v1/verifications', CODE, { max_price: 1 }],
  ['/v1/verifications', CODE, { send_at: '2030-01-01T00:00:00Z' }],
  ['/v1/verifications', CODE, { custom_code: '1234' }],
  ['/v1/messages', HELLO, { media_url: 'https://example.com/a.png' }],
  ['/v1/messages', HELLO, { scheduled_at: '2030-01-01T00:00:00Z' }],
  ['/v1/messages', HELLO, { validity_period: 60 }],
  ['/v1/messages/batch', { messages: [HELLO] }, { scheduled_at: '2030-01-01T00:00:00Z' }],
])('%s with %j and %j: 1002, nothing is sent', async (url, body, more) => {
  const [name] = Object.keys(more);
  const answer = await post(url, { ...body, ...more });
  expect(answer).toMatchObject({ http: 400, code: 1002, fields: { [name!]: expect.any(String) } });
  expect(answer.description).toContain('nothing was sent');
  expect(await stored()).toBe(0);
});

it.each([
  ...['messages?limit=5', 'messages?status=SENT', 'templates?', 'contacts?', 'campaigns?', 'opt_outs?'],
  ...['conversations?', 'events?'],
])('GET /v1/%s with a parameter that it does not have: 1002', async (list) => {
  expect((await get(`/v1/${list}`)).statusCode).toBe(200);
  const answer = await get(`/v1/${list}&reciever=1`);
  expect([answer.statusCode, answer.json().code]).toEqual([400, 1002]);
  expect(answer.json().description).toContain('reciever');
});

it('other names are ignored, as the specification’s list ignores those of its own', async () => {
  expect(await post('/v1/verifications', { ...CODE, channel: 'sms', note: 1 })).toMatchObject({ http: 201 });
  expect(await post('/v1/messages', { ...HELLO, note: 1, media_url: null })).toMatchObject({ http: 201 });
  const page = await get('/v1/messages?page_num=1&page_size=5&sort_order=ASC&note=1');
  expect(page.statusCode).toBe(200);
});

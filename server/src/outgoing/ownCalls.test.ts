// Our calls to customers' servers, if they come back to where messages are sent.
import type { InjectOptions } from 'fastify';
import { expect, it } from 'vitest';
import { testApp } from '../../test/app.ts';
import { enableDropIn, makeSendUrl, twilioLogin } from '../../test/dropIns.ts';
import { makeSender } from '../../test/factories.ts';
import { fingerprint } from '../../test/fingerprint.ts';
import { sidOf } from '../dropIns/twilio/sids.ts';
import { CALL_HEADERS } from './ownCalls.ts';

const t = await testApp();
const { pool } = t.services;
const shop = await makeSender(t);
const { project, browser, authorization } = shop;
await enableDropIn(browser, project.id, 'KANNEL');
await enableDropIn(browser, project.id, 'TWILIO');
const { url } = await makeSendUrl(browser, project.id, {});
const ours = { authorization: authorization.TEST };
const twilio = { authorization: twilioLogin(project.id, authorization.TEST) };
const account = `/twilio/2010-04-01/Accounts/${sidOf('AC', project.id)}`;
const service = `/twilio/v2/Services/${sidOf('VA', project.id)}`;
const sendsms = new URLSearchParams({
  ...{ username: project.id, password: project.api_key_test },
  ...{ from: 'SANDBOX', to: '94771234567', text: 'Hello' },
});
const post = (at: string, headers: object, payload: object) => ({
  method: 'POST',
  url: at,
  headers,
  payload,
});
const HELLO = { to: '+94771234567', from: 'SANDBOX', body: 'Hello' };

it.each<[string, object]>([
  ['a send URL by POST', post(new URL(url).pathname, {}, { state: 'open' })],
  ['a send URL by GET', { url: new URL(url).pathname }],
  ['sendsms', { url: `/cgi-bin/sendsms?${sendsms}` }],
  [
    "Twilio's messages",
    post(`${account}/Messages.json`, twilio, { To: HELLO.to, From: 'SANDBOX', Body: 'x' }),
  ],
  ["Twilio's codes", post(`${service}/Verifications`, twilio, { To: HELLO.to, Channel: 'sms' })],
  ['our own messages', post('/v1/messages', ours, HELLO)],
  ['our own codes', post('/v1/verifications', ours, { to: HELLO.to, from: 'SANDBOX' })],
])('%s: a callback of any Godwit is refused, and nothing is stored', async (_door, request) => {
  const call = request as InjectOptions;
  const before = await fingerprint(pool);
  const refused = await t.app.inject({ ...call, headers: { ...call.headers, ...CALL_HEADERS } });
  expect([refused.statusCode, refused.body]).toEqual([403, expect.stringContaining('nothing was sent')]);
  expect(refused.body).toMatch(/webhook.*program of yours/);
  expect(await fingerprint(pool)).toEqual(before);
  expect((await t.app.inject(call)).statusCode).toBeLessThan(300);
});

it.each([
  [
    'a status callback',
    'status_callback',
    (at: string) => post('/v1/messages', ours, { ...HELLO, status_callback: at }),
  ],
  [
    'a dlr-url',
    'status_callback',
    (at: string) => ({ url: `/cgi-bin/sendsms?${sendsms}&dlr-mask=31&dlr-url=${encodeURIComponent(at)}` }),
  ],
  ['a webhook endpoint', 'url', (at: string) => post('/v1/webhook_endpoints', ours, { url: at })],
])('%s at our own address is refused when it is given', async (_what, field, request) => {
  const at = (origin: string) => t.app.inject(request(`${origin}/v1/in/abc`) as InjectOptions);
  const before = await fingerprint(pool);
  for (const origin of ['http://localhost:8080', 'HTTP://LOCALHOST:8080']) {
    const answer = await at(origin);
    expect([answer.statusCode, answer.body]).toEqual([400, expect.stringMatching(`${field} .*this service`)]);
  }
  expect(await fingerprint(pool)).toEqual(before);
  expect((await at('http://localhost:9000')).statusCode).toBeLessThan(300);
});

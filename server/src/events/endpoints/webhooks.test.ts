// Webhook endpoints: managed over the public API, called with signed events, and disabled if they fail.
import { ERRORS } from '@godwit/contract/errors';
import type { Event } from '@godwit/contract/publicApi/events';
import type { NewWebhookEndpoint, WebhookEndpoint } from '@godwit/contract/publicApi/webhooks';
import { Webhook } from 'standardwebhooks';
import { afterAll, describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSendUrl } from '../../../test/dropIns.ts';
import { makeProject, makeSender } from '../../../test/factories.ts';
import { makeNamedKey } from '../../../test/namedKeys.ts';
import { type Receiver, startReceiver } from '../../../test/receiver.ts';
import { newId } from '../../ids.ts';
import { startPositioningEvents } from '../position.ts';
import { startWebhooks } from './deliver.ts';

const t = await testApp();
const { pool } = t.services;
const services = { ...t.services, settings: { ...t.services.settings, callbacksAllowPrivate: true } };
const placing = startPositioningEvents(t.services, t.signals, 50);
// Two processes deliver.
const second = await anotherApp(t);
const workers = [t, second].map(({ signals }) => startWebhooks(services, signals));
afterAll(async () => void (await Promise.all([placing, ...workers].map((one) => one.stop()))));

type Sender = Awaited<ReturnType<typeof makeSender>>;
const call = (
  { authorization }: Sender,
  method: 'GET' | 'POST' | 'PATCH' | 'DELETE',
  path = '',
  { payload, mode = 'TEST' }: { payload?: object; mode?: 'TEST' | 'LIVE' } = {},
) =>
  t.app.inject({
    method,
    url: `/v1/webhook_endpoints${path}`,
    headers: { authorization: authorization[mode] },
    ...(payload && { payload }),
  });
async function create(sender: Sender, payload: object): Promise<NewWebhookEndpoint> {
  const answer = await call(sender, 'POST', '', { payload });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const show = async (sender: Sender, { id }: WebhookEndpoint): Promise<WebhookEndpoint> =>
  (await call(sender, 'GET', `/${id}`)).json();

const basic = (project: string, key: string | null) =>
  `Basic ${Buffer.from(`${project}:${key}`).toString('base64')}`;

/** Starts a verification: one event without a carrier. */
let number = 20_100;
async function startVerification(sender: Sender): Promise<string> {
  const headers = { authorization: sender.authorization.TEST };
  const payload = { to: `+947712${number++}`, from: 'SANDBOX' };
  const { id } = (await t.app.inject({ method: 'POST', url: '/v1/verifications', headers, payload })).json();
  return id;
}
const eventsAt = ({ calls }: Receiver) => calls.map(({ body }) => JSON.parse(body) as Event);
/** The ids of the verifications that events are about. */
const subjectsAt = (receiver: Receiver) => eventsAt(receiver).map(({ data }) => (data as { id: string }).id);
const waitingCalls = async ({ id }: WebhookEndpoint) =>
  (await pool.query('select from webhook_outbox where endpoint_id = $1', [id])).rowCount;

it('of every project of a team is called with its opt-outs, in their mode, if it takes the type', async () => {
  const sender = await makeSender(t);
  const second = await makeProject(sender.browser, 'Second');
  const ofSecond = {
    ...sender,
    authorization: {
      TEST: basic(second.id, second.api_key_test),
      LIVE: basic(second.id, second.api_key_live),
    },
  };
  const [mine, others, live, messages] = await Promise.all([1, 2, 3, 4].map(() => startReceiver()));
  await create(sender, { url: mine!.url });
  await create(ofSecond, { url: others!.url, types: ['optout.created'] });
  await call(sender, 'POST', '', { payload: { url: live!.url }, mode: 'LIVE' });
  await create(sender, { url: messages!.url, types: ['message.sent'] });
  const headers = { authorization: sender.authorization.TEST };
  const number = '+94771230009';
  await t.app.inject({ method: 'PUT', url: '/v1/opt_outs', headers, payload: { number } });
  await t.app.inject({ method: 'DELETE', url: `/v1/opt_outs/${encodeURIComponent(number)}`, headers });
  await waitFor(() => mine!.calls.length === 2 && others!.calls.length === 1);
  const seen = (receiver: Receiver) => eventsAt(receiver).map(({ type, project_id }) => [type, project_id]);
  expect(seen(mine!).sort()).toEqual([
    ['optout.created', sender.project.id],
    ['optout.deleted', sender.project.id],
  ]);
  expect(seen(others!)).toEqual([['optout.created', second.id]]);
  expect(eventsAt(others!)[0]!.data).toMatchObject({ number, scope: 'ALL', source: 'API' });
  expect([live!.calls, messages!.calls]).toEqual([[], []]);
});

describe('an endpoint', () => {
  it('is created with a secret that is shown once, changed and deleted', async () => {
    const sender = await makeSender(t);
    const url = 'https://example.com/hook';
    const { secret, ...created } = await create(sender, { url, types: ['message.failed'] });
    expect(secret).toMatch(/^whsec_/);
    const told = await pool.query(
      "select text_body from mails where recipient = $1 and subject = 'A webhook endpoint was set'",
      [sender.person.email],
    );
    expect(told.rows).toEqual([{ text_body: expect.stringMatching(url) }]);
    expect(created).toMatchObject({ url, types: ['message.failed'], enabled: true, mode: 'TEST' });
    expect((await call(sender, 'GET')).json()).toEqual({ results: [created] });
    expect(await show(sender, created)).toEqual(created);
    const stored = await pool.query('select sealed from webhook_endpoints where id = $1', [created.id]);
    expect(String(stored.rows[0].sealed)).not.toContain(secret);

    const change = await call(sender, 'PATCH', `/${created.id}`, { payload: { types: [], enabled: false } });
    expect(change.json()).toEqual({ ...created, types: [], enabled: false, disabled_reason: 'REQUESTED' });
    expect((await call(sender, 'DELETE', `/${created.id}`)).statusCode).toBe(200);
    expect((await call(sender, 'GET', `/${created.id}`)).json().code).toBe(ERRORS.notFound.code);
  });

  it('belongs to its project and mode', async () => {
    const [sender, other] = [await makeSender(t), await makeSender(t)];
    const { id } = await create(sender, { url: 'https://example.com/' });
    const codes = async (...asked: [Sender, 'TEST' | 'LIVE']) => {
      const [of, mode] = asked;
      const answers = [
        await call(of, 'GET', `/${id}`, { mode }),
        await call(of, 'PATCH', `/${id}`, { mode, payload: { enabled: false } }),
        await call(of, 'DELETE', `/${id}`, { mode }),
      ];
      return [...answers.map((answer) => answer.json().code), (await call(of, 'GET', '', { mode })).json()];
    };
    const { notFound, keyMismatch } = ERRORS;
    expect(await codes(other, 'TEST')).toEqual([...Array(3).fill(notFound.code), { results: [] }]);
    expect(await codes(sender, 'LIVE')).toEqual([...Array(3).fill(keyMismatch.code), { results: [] }]);
    expect((await call(sender, 'GET')).json().results).toHaveLength(1);
  });

  it('is one of ten at most, also if many are created at once', async () => {
    const sender = await makeSender(t);
    const payload = { url: 'https://example.com/' };
    const answers = await Promise.all(
      Array.from({ length: 12 }, () => call(sender, 'POST', '', { payload })),
    );
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(10);
    expect(answers.filter((answer) => answer.json().code === ERRORS.conflict.code)).toHaveLength(2);
  });

  it.each([
    ['no URL', {}],
    ['a URL with a user name', { url: 'https://a:b@example.com/' }],
    ['another scheme', { url: 'ftp://example.com/' }],
    ['an unknown type', { url: 'https://example.com/', types: ['message.eaten'] }],
  ])('is refused with %s', async (_what, payload) => {
    const answer = await call(await makeSender(t), 'POST', '', { payload });
    expect([answer.statusCode, answer.json().code]).toEqual([400, ERRORS.invalidArgument.code]);
  });
});

describe('calls', () => {
  it('have events of the wanted types, signed as Standard Webhooks', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver();
    const { secret } = await create(sender, { url: receiver.url, types: ['verification.started'] });
    const ids = [await startVerification(sender), await startVerification(sender)];
    await waitFor(() => receiver.calls.length >= 2);
    const headers = receiver.calls[0]!.headers as Record<string, string>;
    expect(new Webhook(secret).verify(receiver.calls[0]!.body, headers)).toEqual(eventsAt(receiver)[0]);
    expect(headers['webhook-id']).toBe(eventsAt(receiver)[0]!.id);
    expect(subjectsAt(receiver)).toEqual(expect.arrayContaining(ids));
    const listed = await t.app.inject({
      url: '/v1/events?limit=100',
      headers: { authorization: sender.authorization.TEST },
    });
    const started = (listed.json().results as Event[]).filter(({ type }) => type === 'verification.started');
    expect(started).toEqual(expect.arrayContaining(eventsAt(receiver)));
    expect(receiver.calls).toHaveLength(2);
  });

  it('to a send URL of a Godwit are refused there, so no message causes another', async () => {
    const sender = await makeSender(t);
    const { url } = await makeSendUrl(sender.browser, sender.project.id, { body: '{id} {type}' });
    const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
    const looping = await create(sender, { url: origin + new URL(url).pathname });
    await startVerification(sender);
    await waitFor(async () => (await show(sender, looping)).last_answer);
    expect(await show(sender, looping)).toMatchObject({ last_answer: 403, last_error: null });
    const sent = 'select from messages where project_id = $1';
    expect((await pool.query(sent, [sender.project.id])).rowCount).toBe(1);
    await call(sender, 'DELETE', `/${looping.id}`);
  });

  it('to one endpoint do not wait for another of the same host that never answers', async () => {
    const sender = await makeSender(t);
    const hanging = await startReceiver((response, { url }) => void (url === '/slow' || response.end()));
    const slow = await create(sender, { url: new URL('/slow', hanging.url).href });
    await create(sender, { url: new URL('/quick', hanging.url).href });
    const ids = await Promise.all(Array.from({ length: 12 }, () => startVerification(sender)));
    const quick = () => hanging.calls.filter(({ url }) => url === '/quick');
    await waitFor(() => quick().length >= ids.length);
    await call(sender, 'DELETE', `/${slow.id}`);
  });

  it('are made again after a failure, with the same id and body', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver((response, _call, n) =>
      response.writeHead(n === 1 ? 500 : 204).end(),
    );
    const endpoint = await create(sender, { url: receiver.url, types: ['verification.started'] });
    await startVerification(sender);
    const failing = await waitFor(async () => {
      const shown = await show(sender, endpoint);
      return shown.failing_since && shown;
    });
    expect(failing).toMatchObject({ enabled: true, last_answer: 500, last_error: null });
    await pool.query('update webhook_outbox set due_at = now() where endpoint_id = $1', [endpoint.id]);
    await waitFor(async () => (await show(sender, endpoint)).failing_since === null);
    const [first, second] = receiver.calls;
    expect([second!.headers['webhook-id'], second!.body]).toEqual([
      first!.headers['webhook-id'],
      first!.body,
    ]);
    expect(await waitingCalls(endpoint)).toBe(0);
  });
});

describe('an event that is sent again', () => {
  const resend = (id: string, authorization: string, app = t.app) =>
    app.inject({ method: 'POST', url: `/v1/events/${id}/resend`, headers: { authorization } });
  /** An event that the endpoint has taken. */
  async function delivered(sender: Sender, receiver: Receiver, payload: object = {}) {
    const types = ['verification.started'];
    const endpoint = await create(sender, { url: receiver.url, types, ...payload });
    await startVerification(sender);
    await waitFor(async () => receiver.calls.length === 1 && (await waitingCalls(endpoint)) === 0);
    return { endpoint, event: eventsAt(receiver)[0]! };
  }

  it('reaches the enabled endpoints that take its type, with the same id and body', async () => {
    const sender = await makeSender(t);
    const [receiver, another, wrong] = await Promise.all([1, 2, 3].map(() => startReceiver()));
    const { endpoint, event } = await delivered(sender, receiver!);
    // Created after the event.
    const later = await create(sender, { url: another!.url });
    await create(sender, { url: wrong!.url, types: ['message.sent'] });
    const disabled = await create(sender, { url: wrong!.url });
    await call(sender, 'PATCH', `/${disabled.id}`, { payload: { enabled: false } });
    const answer = await resend(event.id, sender.authorization.TEST);
    expect([answer.statusCode, answer.json()]).toEqual([
      200,
      { id: event.id, endpoints: [endpoint.id, later.id].sort() },
    ]);
    await waitFor(() => receiver!.calls.length === 2 && another!.calls.length === 1);
    const [first, second] = receiver!.calls;
    expect([second!.body, second!.headers['webhook-id']]).toEqual([first!.body, event.id]);
    expect(another!.calls[0]!.body).toBe(first!.body);
    expect(wrong!.calls).toEqual([]);
    const listed = await t.app.inject({
      url: '/v1/events?limit=100',
      headers: { authorization: sender.authorization.TEST },
    });
    expect(listed.json().results.filter(({ id }: Event) => id === event.id)).toHaveLength(1);
  });

  it('reaches an endpoint that was disabled when it happened, and a waiting call is made at once', async () => {
    const sender = await makeSender(t);
    let isUp = false;
    const receiver = await startReceiver((response) => response.writeHead(isUp ? 204 : 500).end());
    const endpoint = await create(sender, { url: receiver.url, types: ['verification.started'] });
    await startVerification(sender);
    await waitFor(async () => (await show(sender, endpoint)).last_answer === 500);
    const { id } = eventsAt(receiver)[0]!;
    await pool.query("update webhook_outbox set due_at = now() + '1 day' where endpoint_id = $1", [
      endpoint.id,
    ]);
    isUp = true;
    expect((await resend(id, sender.authorization.TEST)).statusCode).toBe(200);
    await waitFor(() => receiver.calls.length === 2);

    for (const enabled of [false, true])
      await call(sender, 'PATCH', `/${endpoint.id}`, { payload: { enabled } });
    await resend(id, sender.authorization.TEST);
    await waitFor(() => receiver.calls.length === 3);
  });

  it('S74: belongs to its project and mode, and its key needs the scope', async () => {
    const [sender, other] = [await makeSender(t), await makeSender(t)];
    const receiver = await startReceiver();
    const { event } = await delivered(sender, receiver);
    await create(other, { url: receiver.url });
    await call(sender, 'POST', '', { payload: { url: receiver.url }, mode: 'LIVE' });
    const second = await makeProject(sender.browser, 'Second');
    const named = async (scopes: string) =>
      (await makeNamedKey(sender.browser, sender.project.id, { scopes })).authorization;
    const codes = await Promise.all(
      [
        other.authorization.TEST,
        sender.authorization.LIVE,
        basic(second.id, second.api_key_test),
        await named('events'),
      ].map(async (authorization) => (await resend(event.id, authorization)).json().code),
    );
    const { notFound, keyNotAllowed } = ERRORS;
    expect(codes).toEqual([notFound.code, notFound.code, notFound.code, keyNotAllowed.code]);
    expect((await resend(event.id, await named('webhooks'))).statusCode).toBe(200);
    await waitFor(() => receiver.calls.length === 2);
  });

  it('is refused without an endpoint for it, and for an unknown id', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver();
    const { endpoint, event } = await delivered(sender, receiver);
    await call(sender, 'PATCH', `/${endpoint.id}`, { payload: { types: ['message.sent'] } });
    const { TEST } = sender.authorization;
    const refused = await resend(event.id, TEST);
    expect([refused.statusCode, refused.json()]).toMatchObject([
      409,
      { code: ERRORS.conflict.code, description: expect.stringContaining('nothing was sent') },
    ]);
    expect((await resend('x', TEST)).json().code).toBe(ERRORS.notFound.code);
    expect(receiver.calls).toHaveLength(1);
  });

  it('goes out sixty times a minute over all processes, and again after that', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver();
    const { endpoint, event } = await delivered(sender, receiver);
    const { TEST } = sender.authorization;
    for (let i = 0; i < 3; i++) await resend(newId(), TEST);
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) => resend(event.id, TEST, [t.app, second.app][i % 2])),
    );
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect([refused.length, answers.filter(({ statusCode }) => statusCode === 200).length]).toEqual([20, 60]);
    expect(refused[0]!.json()).toMatchObject({ code: 1006, description: expect.stringContaining('was not') });
    for (const { headers } of refused) {
      expect(Number(headers['retry-after'])).toBeGreaterThanOrEqual(1);
      expect(Number(headers['retry-after'])).toBeLessThanOrEqual(60);
    }
    const other = await makeSender(t);
    const theirs = await delivered(other, await startReceiver());
    expect((await resend(theirs.event.id, other.authorization.TEST)).statusCode).toBe(200);

    await waitFor(async () => (await waitingCalls(endpoint)) === 0);
    await pool.query("update event_resends set minute_from = minute_from - interval '1 minute'");
    expect((await resend(event.id, TEST, second.app)).statusCode).toBe(200);
    expect((await resend(event.id, TEST)).statusCode).toBe(200);
    await pool.query("update event_resends set minute_calls = 60, minute_from = now() + interval '1 hour'");
    expect((await resend(event.id, TEST)).statusCode).toBe(200);
  });
});

describe('an endpoint that fails', () => {
  const mailsTo = async ({ person }: Sender) =>
    (
      await pool.query<{ text_body: string }>(
        `select text_body from mails where recipient = $1 and subject = 'A webhook endpoint was disabled'`,
        [person.email],
      )
    ).rows;

  it('is disabled at once by 410, with one mail, and called again once it is enabled', async () => {
    const sender = await makeSender(t);
    let status = 410;
    const receiver = await startReceiver((response) => response.writeHead(status).end());
    const endpoint = await create(sender, { url: receiver.url, types: ['verification.started'] });
    // Both processes get 410 several times.
    await Promise.all(Array.from({ length: 8 }, () => startVerification(sender)));
    await waitFor(async () => !(await show(sender, endpoint)).enabled);
    await waitFor(async () => (await waitingCalls(endpoint)) === 0);
    expect(await show(sender, endpoint)).toMatchObject({ disabled_reason: 'GONE', last_answer: 410 });
    expect(await mailsTo(sender)).toEqual([{ text_body: expect.stringContaining(receiver.url) }]);

    // Nothing is kept for it in the meantime.
    const missed = await startVerification(sender);
    await waitFor(async () => {
      const placed = 'select from events where subject_id = $1 and type like $2';
      return (await pool.query(placed, [missed, 'verification.%'])).rowCount;
    });
    status = 200;
    receiver.calls.length = 0;
    const enabled = await call(sender, 'PATCH', `/${endpoint.id}`, { payload: { enabled: true } });
    expect(enabled.json()).toMatchObject({ enabled: true, disabled_reason: null, failing_since: null });
    const id = await startVerification(sender);
    await waitFor(() => receiver.calls.length > 0);
    expect(subjectsAt(receiver)).toEqual([id]);
    expect(await mailsTo(sender)).toHaveLength(1);
  });

  it('mails at most ten times a day, however often it is enabled again', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver((response) => response.writeHead(410).end());
    const endpoint = await create(sender, { url: receiver.url, types: ['verification.started'] });
    await pool.query(
      "insert into webhook_mails values ($1, 'DISABLED', (now() at time zone 'UTC')::date, 9)",
      [sender.teamId],
    );
    for (let round = 0; round < 3; round++) {
      await startVerification(sender);
      await waitFor(async () => !(await show(sender, endpoint)).enabled);
      await call(sender, 'PATCH', `/${endpoint.id}`, { payload: { enabled: true } });
    }
    expect(await mailsTo(sender)).toHaveLength(1);
  });

  it('does not answer for another URL, and moves its waiting calls there', async () => {
    const sender = await makeSender(t);
    const held: (() => void)[] = [];
    const old = await startReceiver((response) => void held.push(() => response.writeHead(410).end()));
    const endpoint = await create(sender, { url: old.url, types: ['verification.started'] });
    await startVerification(sender);
    await waitFor(() => held.length === 1);
    const receiver = await startReceiver();
    const other = receiver.url.replace('127.0.0.1', 'localhost');
    await call(sender, 'PATCH', `/${endpoint.id}`, { payload: { url: other } });
    const hosts = await pool.query('select host from webhook_outbox where endpoint_id = $1', [endpoint.id]);
    expect(hosts.rows).toEqual([{ host: expect.stringContaining('localhost') }]);
    held[0]!();
    await waitFor(async () => {
      const due =
        'select from webhook_outbox where endpoint_id = $1 and attempts = 1 and due_at < now() + $2::interval';
      return (await pool.query(due, [endpoint.id, '10 seconds'])).rowCount;
    });
    expect(await show(sender, endpoint)).toMatchObject({ enabled: true, failing_since: null });
    await pool.query('update webhook_outbox set due_at = now() where endpoint_id = $1', [endpoint.id]);
    await waitFor(() => receiver.calls.length === 1);
    expect(await mailsTo(sender)).toEqual([]);
  });

  it('does not count days without calls as failing ones', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const endpoint = await create(sender, { url: receiver.url, types: ['verification.started'] });
    await pool.query(
      `update webhook_endpoints set failing_since = now() - interval '30 days', last_called_at = now() - interval '27 days' where id = $1`,
      [endpoint.id],
    );
    await startVerification(sender);
    await waitFor(async () => (await show(sender, endpoint)).last_answer === 500);
    expect((await show(sender, endpoint)).enabled).toBe(true);
  });

  it('is disabled by a failure after five days of them, and not before', async () => {
    const sender = await makeSender(t);
    const receiver = await startReceiver((response) => response.writeHead(500).end());
    const endpoint = await create(sender, { url: receiver.url, types: ['verification.started'] });
    const failsSince = (days: number) =>
      pool.query(
        `update webhook_endpoints set failing_since = now() - make_interval(secs => $2), last_called_at = now() where id = $1`,
        [endpoint.id, days * 86_400],
      );
    const failsOnceMore = async () => {
      const before = receiver.calls.length;
      await startVerification(sender);
      await waitFor(() => receiver.calls.length > before);
    };
    await failsSince(4.9);
    await failsOnceMore();
    await waitFor(async () => (await show(sender, endpoint)).last_answer === 500);
    expect((await show(sender, endpoint)).enabled).toBe(true);
    await failsSince(5.1);
    await failsOnceMore();
    await waitFor(async () => (await show(sender, endpoint)).disabled_reason === 'FAILING');
    expect(await mailsTo(sender)).toHaveLength(1);
  });
});

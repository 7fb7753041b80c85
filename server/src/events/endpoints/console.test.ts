// Webhook endpoints in the console: the secret that is rotated, test calls, and the log of an endpoint.
import type { CallbackTest } from '@godwit/contract/callbackLog';
import type { Event } from '@godwit/contract/publicApi/events';
import type { Delivery, Endpoint, EndpointWithSecret } from '@godwit/contract/webhookEndpoints';
import { Webhook } from 'standardwebhooks';
import { afterAll, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { startPositioningEvents } from '../position.ts';
import { keepUpEvents } from '../upkeep.ts';
import { startWebhooks } from './deliver.ts';

const t = await testApp({ callbacksAllowPrivate: true });
const { pool } = t.services;
const working = [startPositioningEvents(t.services, t.signals, 50), startWebhooks(t.services, t.signals)];
afterAll(async () => void (await Promise.all(working.map((one) => one.stop()))));

type Sender = Awaited<ReturnType<typeof makeSender>>;

/** Calls the routes of the endpoints of a project. */
async function call<Answer>(
  { browser, project }: Sender,
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path = '',
  { json, mode = 'TEST', query = '' }: { json?: object; mode?: 'TEST' | 'LIVE'; query?: string } = {},
) {
  const url = `/v1/web/projects/${project.id}/webhook_endpoints${path}?mode=${mode}${query}`;
  const answer = await browser.call(method, url, { ...(json && { json }) });
  return { http: answer.statusCode, body: answer.json() as Answer & { code?: number } };
}
const create = async (sender: Sender, json: object): Promise<EndpointWithSecret> => {
  const { http, body } = await call<EndpointWithSecret>(sender, 'POST', '', { json });
  expect(http, JSON.stringify(body)).toBe(200);
  return body;
};
const deliveriesOf = async (sender: Sender, { id }: Endpoint, query = '') =>
  (await call<Delivery[]>(sender, 'GET', `/${id}/deliveries`, { query })).body;

let number = 20_500;
/** Starts a verification: one event without a carrier. Returns its number. */
async function makeEvent({ authorization }: Sender): Promise<string> {
  const to = `+947712${number++}`;
  const headers = { authorization: authorization.TEST };
  await t.app.inject({ method: 'POST', url: '/v1/verifications', headers, payload: { to, from: 'SANDBOX' } });
  return to;
}

it('an endpoint is created, changed and deleted by the rules of the public API', async () => {
  const sender = await makeSender(t);
  const { url } = await startReceiver();
  const { secret, ...created } = await create(sender, { url, types: ['message.failed'] });
  expect(secret).toMatch(/^whsec_/);
  expect(created).toMatchObject({
    url,
    types: ['message.failed'],
    enabled: true,
    previous_secret_until: null,
  });
  expect((await call(sender, 'GET')).body).toEqual([created]);
  expect((await call(sender, 'GET', '', { mode: 'LIVE' })).body).toEqual([]);
  expect((await call(sender, 'POST', '', { json: { url: 'nowhere' } })).body).toMatchObject({ code: 1002 });
  const paused = await call<Endpoint>(sender, 'PUT', `/${created.id}`, {
    json: { enabled: false, types: [] },
  });
  expect(paused.body).toMatchObject({ enabled: false, disabled_reason: 'REQUESTED', types: [] });
  expect((await call(sender, 'PUT', `/${created.id}`, { mode: 'LIVE', json: {} })).body.code).toBe(1004);
  expect((await call(sender, 'DELETE', `/${created.id}`)).body).toEqual({});
  expect((await call(sender, 'DELETE', `/${created.id}`)).body.code).toBe(1001);
});

it('after a rotation, calls are signed with both secrets for a day', async () => {
  const sender = await makeSender(t);
  const receiver = await startReceiver();
  const first = await create(sender, { url: receiver.url });
  const { body: rotated } = await call<EndpointWithSecret>(sender, 'POST', `/${first.id}/rotate`);
  expect(rotated.secret).not.toBe(first.secret);
  const until = Date.parse(rotated.previous_secret_until!) - Date.now();
  expect(until / 3_600_000).toBeCloseTo(24, 1);
  const isSignedBy = (secret: string) => {
    const { body, headers } = receiver.calls.at(-1)!;
    try {
      new Webhook(secret).verify(body, headers as Record<string, string>);
      return true;
    } catch {
      return false;
    }
  };
  await makeEvent(sender);
  await waitFor(() => receiver.calls.length === 1);
  expect([first.secret, rotated.secret].map(isSignedBy)).toEqual([true, true]);
  const stored = await pool.query('select previous_sealed from webhook_endpoints where id = $1', [first.id]);
  expect(String(stored.rows[0].previous_sealed)).not.toContain(first.secret);

  await pool.query(
    "update webhook_endpoints set rotated_at = now() - interval '24 hours 1 second' where id = $1",
    [first.id],
  );
  expect((await call<Endpoint[]>(sender, 'GET')).body[0]!.previous_secret_until).toBeNull();
  await makeEvent(sender);
  await waitFor(() => receiver.calls.length === 2);
  expect([first.secret, rotated.secret].map(isSignedBy)).toEqual([false, true]);
});

it('a test event is posted at once and signed, and is no delivery', async () => {
  const sender = await makeSender(t);
  const receiver = await startReceiver((response) => response.writeHead(503).end());
  const endpoint = await create(sender, { url: receiver.url, types: ['optout.created'] });
  const { body } = await call<CallbackTest>(sender, 'POST', `/${endpoint.id}/test`);
  expect(body).toMatchObject({ answer: 503, error: null });
  const [made] = receiver.calls;
  new Webhook(endpoint.secret).verify(made!.body, made!.headers as Record<string, string>);
  const event = JSON.parse(made!.body) as Event;
  expect(event).toMatchObject({ type: 'message.delivered', project_id: sender.project.id, mode: 'TEST' });
  expect(made!.headers['webhook-id']).toBe(event.id);
  expect(await deliveriesOf(sender, endpoint)).toEqual([]);
  const [after] = (await call<Endpoint[]>(sender, 'GET')).body;
  expect(after).toMatchObject({ last_called_at: null, failing_since: null });
});

it('the log has the last attempt of each call, and sends an event again to this endpoint only', async () => {
  const sender = await makeSender(t);
  let answer = 500;
  const receiver = await startReceiver((response) => response.writeHead(answer).end());
  const other = await startReceiver();
  const endpoint = await create(sender, { url: receiver.url });
  await create(sender, { url: other.url });
  const to = await makeEvent(sender);
  await waitFor(() => receiver.calls.length === 1 && other.calls.length === 1);
  await waitFor(async () => (await deliveriesOf(sender, endpoint)).length === 1);
  const [failed] = await deliveriesOf(sender, endpoint);
  expect(failed).toMatchObject({
    ...{ type: 'verification.started', number: to, attempts: 1, answer: 500, error: null, accepted: false },
  });
  expect(Date.parse(failed!.next_at!)).toBeGreaterThan(Date.now());

  answer = 204;
  const again = (id: string) =>
    call(sender, 'POST', `/${endpoint.id}/deliveries/${id}/resend`).then(({ body }) => body);
  expect(await again(failed!.event_id)).toEqual({});
  await waitFor(async () => (await deliveriesOf(sender, endpoint))[0]!.accepted);
  expect(await deliveriesOf(sender, endpoint)).toMatchObject([
    { event_id: failed!.event_id, attempts: 1, answer: 204, next_at: null },
  ]);
  expect(await deliveriesOf(sender, endpoint, '&failed=true')).toEqual([]);
  expect(other.calls).toHaveLength(1);
  expect(await again(endpoint.id)).toMatchObject({ code: 1001 });

  await call(sender, 'PUT', `/${endpoint.id}`, { json: { enabled: false } });
  expect(await again(failed!.event_id)).toMatchObject({ code: 1013 });
  const stranger = await makeSender(t);
  const theirs = await stranger.browser.get(
    `/v1/web/projects/${stranger.project.id}/webhook_endpoints/${endpoint.id}/deliveries?mode=TEST`,
  );
  expect(theirs.json()).toMatchObject({ code: 1001 });
});

it('the log is kept for 7 days, and ends with its endpoint', async () => {
  const sender = await makeSender(t);
  const receiver = await startReceiver();
  const [kept, deleted] = [
    await create(sender, { url: receiver.url }),
    await create(sender, { url: receiver.url }),
  ];
  const isLogged = async ({ id }: Endpoint) =>
    (await pool.query('select from webhook_deliveries where endpoint_id = $1', [id])).rowCount === 1;
  await makeEvent(sender);
  await waitFor(async () => (await isLogged(kept)) && (await isLogged(deleted)));
  await call(sender, 'DELETE', `/${deleted.id}`);
  await keepUpEvents(pool);
  expect([await isLogged(kept), await isLogged(deleted)]).toEqual([true, false]);
  await pool.query("update webhook_deliveries set called_at = now() - interval '7 days 1 second'");
  await keepUpEvents(pool);
  expect(await isLogged(kept)).toBe(false);
});

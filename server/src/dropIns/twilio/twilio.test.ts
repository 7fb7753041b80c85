// Twilio's own client, unmodified, against our part of its API.
import twilio from 'twilio';
import { afterAll, describe, expect, it } from 'vitest';
import { makeLiveSender, startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { enableDropIn } from '../../../test/dropIns.ts';
import { makeSender } from '../../../test/factories.ts';
import { makeNamedKey } from '../../../test/namedKeys.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { startCallbacks } from '../../callbacks/delivery/deliver.ts';
import { callFormats } from '../formats.ts';
import { TWILIO_FORMAT } from './callback.ts';
import { sidOf } from './sids.ts';

const t = await startEngine();
const { pool, settings } = t.services;
const services = { ...t.services, settings: { ...settings, callbacksAllowPrivate: true } };
const callbacks = startCallbacks(
  services,
  { on: () => () => {} },
  { formats: callFormats(services, t.messaging.accept) },
);
afterAll(() => callbacks.stop());
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });

/** The client of a project with one of its keys. Only the address differs from a program's for Twilio. */
function clientOf(projectId: string, key: string) {
  const client = twilio(sidOf('AC', projectId), key);
  client.api.baseUrl = `${origin}/twilio`;
  return client;
}
const shop = await makeSender(t);
const { project } = shop;
await enableDropIn(shop.browser, project.id, 'TWILIO');
const client = clientOf(project.id, project.api_key_test);
const HELLO = { to: '+94771230001', from: 'SANDBOX', body: 'Hello' };
/** The messages and the keys, which a refused call leaves as they are. */
const stored = async () =>
  (await pool.query('select id from messages union all select message_id from idempotency_keys order by 1'))
    .rows;
const failure = (call: Promise<unknown>) =>
  call.then(
    () => expect.fail('It was accepted'),
    ({ code, status, message }) => ({ code, status, message }),
  );

describe("Twilio's client", () => {
  it('sends, fetches, lists and cancels messages', async () => {
    const sent = await client.messages.create(HELLO);
    expect(sent).toMatchObject({
      ...{ to: HELLO.to, from: 'SANDBOX', body: 'Hello', status: 'queued', direction: 'outbound-api' },
      ...{ accountSid: sidOf('AC', project.id), numSegments: '1', numMedia: '0', errorMessage: null },
    });
    await waitFor(async () => (await client.messages(sent.sid).fetch()).status === 'delivered');
    expect((await client.messages(sent.sid).fetch()).dateSent).toBeInstanceOf(Date);
    const sendAt = new Date(Date.now() + 3_600_000);
    const later = await client.messages.create({ ...HELLO, sendAt, scheduleType: 'fixed', body: 'Later' });
    expect(later.status).toBe('scheduled');
    expect((await client.messages(later.sid).update({ status: 'canceled' })).status).toBe('canceled');
    const feedback = await client.messages(sent.sid).feedback.create({ outcome: 'confirmed' });
    expect(feedback).toMatchObject({ messageSid: sent.sid, outcome: 'confirmed' });
    for (const body of ['one', 'two', 'three'])
      await client.messages.create({ ...HELLO, to: '+94771230002', body });
    const bodies = async (filter: object) => (await client.messages.list(filter)).map(({ body }) => body);
    expect(await bodies({})).toEqual(['three', 'two', 'one', 'Later', 'Hello']);
    // In pages of two, which the client joins.
    expect(await bodies({ pageSize: 2 })).toEqual(['three', 'two', 'one', 'Later', 'Hello']);
    expect(await bodies({ to: '+94771230002', limit: 2 })).toEqual(['three', 'two']);
    expect(await bodies({ from: 'nobody' })).toEqual([]);
    expect(await bodies({ dateSent: new Date() })).toHaveLength(5);
    expect(await bodies({ dateSentAfter: new Date(Date.now() + 60_000) })).toEqual([]);
    expect(await bodies({ dateSentBefore: new Date(Date.now() - 3_600_000) })).toEqual([]);
  });

  it("sends from the project's sender by its messaging service, for a given time, once", async () => {
    const live = await makeLiveSender(t);
    await enableDropIn(live.browser, live.project.id, 'TWILIO');
    const messagingServiceSid = sidOf('MG', live.project.id);
    const of = clientOf(live.project.id, live.project.api_key_live);
    const sent = await of.messages.create({
      to: HELLO.to,
      body: 'Hi',
      messagingServiceSid,
      validityPeriod: 600,
    });
    const { rows } = await pool.query('select sender, mode from messages where body = $1', ['Hi']);
    expect(rows).toEqual([{ sender: sent.from, mode: 'LIVE' }]);
    expect(Number(sent.price)).toBeLessThan(0);
  });

  it.each<[object, number, number]>([
    [{ to: '12' }, 21_211, 400],
    [{ from: '<b>' }, 21_212, 400],
    [{ body: 'x'.repeat(2_000) }, 21_617, 400],
    [{ body: '' }, 20_400, 400],
    [{ mediaUrl: ['https://example.com/a.png'] }, 20_400, 400],
    [{ to: '+94770001014' }, 20_503, 503],
    [{ sendAt: new Date(), scheduleType: undefined }, 20_400, 400],
    [{ validityPeriod: 0 }, 20_400, 400],
  ])('is refused %j with %i', async (change, code, status) => {
    const before = await stored();
    expect(await failure(client.messages.create({ ...HELLO, ...change }))).toMatchObject({ code, status });
    expect(await stored()).toEqual(before);
  });

  it('shows why calls that are not part of Godwit fail', async () => {
    const before = await stored();
    const { sid, subresourceUris } = (await client.messages.list({ limit: 1 }))[0]!;
    expect(subresourceUris).toEqual({});
    for (const call of [
      client.calls.list(),
      client.messages(sid).media.list(),
      client.messages(sid).remove(),
      client.incomingPhoneNumbers.create({ phoneNumber: HELLO.to }),
    ])
      expect(await failure(call)).toEqual({
        ...{ code: 20_404, status: 404 },
        message: expect.stringMatching(/not part of Godwit.*nothing was sent or charged.*Switch from Twilio/),
      });
    // Also to browsers, which get a page of the console elsewhere.
    for (const path of ['', '/', '/v2/Services', '/2010-04-01/Accounts.json']) {
      const answer = await fetch(`${origin}/twilio${path}`, { headers: { accept: 'text/html' } });
      expect([answer.status, await answer.json()]).toEqual([
        404,
        {
          ...{ code: 20_404, status: 404, message: expect.stringContaining('Switch from Twilio') },
          ...{ more_info: `${settings.publicUrl.origin}/docs/errors/1001`, details: { godwit_code: 1_001 } },
        },
      ]);
    }
    expect(await stored()).toEqual(before);
  });

  it('is refused with a wrong key, for another project, without the scope, and until a project enables it', async () => {
    const other = await makeSender(t);
    const reader = await makeNamedKey(shop.browser, project.id, { scopes: 'messages:read' });
    const create = (projectId: string, key: string) =>
      failure(clientOf(projectId, key).messages.create(HELLO));
    const before = await stored();
    const wrong = await create(project.id, 'wrong');
    expect(wrong).toMatchObject({ code: 20_003, status: 401 });
    expect(await create(project.id, other.project.api_key_test)).toEqual(wrong);
    expect(await create(project.id, reader.api_key)).toMatchObject({ code: 20_403, status: 403 });
    expect(await create(other.project.id, other.project.api_key_test)).toMatchObject({
      ...{ code: 20_403, status: 403, message: expect.stringContaining('Drop-in APIs') },
    });
    expect(await failure(client.messages(sidOf('SM', project.id)).fetch())).toMatchObject({ code: 20_404 });
    expect(await stored()).toEqual(before);
  });
});

it.each([
  ['https://shop.example/sms?of=1', 'https://shop.example:443/sms?of=1'],
  ['https://shop.example:443/sms?of=1', 'https://shop.example/sms?of=1'],
  ["https://shop.example/sms?of=O'Neil", 'https://shop.example/sms?of=O%27Neil'],
  ['https://shop.example/sms?of=O%27Neil', "https://shop.example/sms?of=O'Neil"],
])('a callback to %s passes the check of a program that sees its address as %s', async (url, seen) => {
  const { teamId } = shop;
  const { build } = callFormats(services, t.messaging.accept)[TWILIO_FORMAT]!;
  const of = { teamId, projectId: project.id, messageId: project.id, mode: 'TEST', direction: 'OUTGOING' };
  const message = { status: 'DELIVERED', failure: null, sender: 'SANDBOX', recipient: HELLO.to };
  const call = await build({ ...of, ...message, url } as Parameters<typeof build>[0]);
  const form = Object.fromEntries(new URLSearchParams(String(call!.body)));
  const signature = call!.headers['x-twilio-signature']!;
  const passes = (address: string) => twilio.validateRequest(project.api_key_test, signature, address, form);
  expect([passes(call!.url), passes(seen), passes(`${seen}2`)]).toEqual([true, true, false]);
});

it("a callback passes Twilio's own check of its signature, and no longer with one octet changed", async () => {
  const receiver = await startReceiver();
  const named = await makeNamedKey(shop.browser, project.id);
  const of = clientOf(project.id, named.api_key);
  const failed = await of.messages.create({ ...HELLO, to: '+94771230002', statusCallback: receiver.url });
  await waitFor(() => receiver.calls.length === 2);
  const checked = receiver.calls.map(({ headers, body }) => {
    const form = Object.fromEntries(new URLSearchParams(body));
    const signature = String(headers['x-twilio-signature']);
    // Twilio signs with the auth token of the account, also for messages of other keys.
    const passes = (url: string, values: object) =>
      twilio.validateRequest(project.api_key_test, signature, url, values);
    expect(passes(receiver.url, form)).toBe(true);
    expect(passes(`${receiver.url}x`, form)).toBe(false);
    expect(passes(receiver.url, { ...form, MessageStatus: `${form.MessageStatus}x` })).toBe(false);
    return form;
  });
  const common = { AccountSid: sidOf('AC', project.id), From: 'SANDBOX', To: '+94771230002' };
  expect(checked).toMatchObject([
    { ...common, MessageSid: failed.sid, MessageStatus: 'sent' },
    { ...common, MessageSid: failed.sid, MessageStatus: 'undelivered', ErrorCode: '30003' },
  ]);
});

// The simulated HTTP carriers: every shipped profile from accept to receipt, and every fault.
import { afterAll, describe, expect, it } from 'vitest';
import { openBareLink } from '../../../../../test/bareLink.ts';
import { makeLiveSender, reaches, send, startEngine } from '../../../../../test/carriers.ts';
import { waitFor } from '../../../../../test/database.ts';
import { type Call, httpLinkOf, startHttpCarrier } from '../../../../../test/httpCarrier.ts';
import { ledgerDifferences } from '../../../../commands/ledger.ts';
import type { SendOutcome } from '../../../link.ts';
import { receiptUrl } from '../../../receipts/push.ts';
import { groupLinks } from '../../groups.ts';
import { readProfile, shippedProfiles } from '../profile.ts';
import { drawn, type HttpFault, readFaults } from './faults.ts';
import { planByNumber } from './plan.ts';
import { SAMPLES } from './samples.ts';
import { type HttpSimulatorOptions, startHttpSimulator } from './simulator.ts';

/** A simulator of a profile, and a link to it. */
async function startProfile(name: string, options: Partial<HttpSimulatorOptions> = {}, prefix = '') {
  const profile = readProfile(name, '.');
  const simulator = await startHttpSimulator({ profile, ...options });
  afterAll(() => simulator.close());
  const link = httpLinkOf({
    id: name,
    profile: name,
    base: `http://127.0.0.1:${simulator.port}`,
    secrets: Object.fromEntries(profile.secrets.map((secret) => [secret, 'practice'])),
    routes: [{ prefix }],
  });
  return { simulator, link };
}

describe('a shipped profile', async () => {
  const names = shippedProfiles();
  const prefixOf = (name: string) => `9477${100 + names.indexOf(name)}`;
  let portalOf: (name: string) => string | undefined = () => undefined;
  const started = await Promise.all(
    names.map((name) => startProfile(name, { receiptsUrl: () => portalOf(name) }, prefixOf(name))),
  );
  const more = started.map(({ link }) => ({ ...link, hours: null }));
  const t = await startEngine({}, { more });
  Object.assign(t.services.settings, {
    publicUrl: new URL(await t.app.listen({ host: '127.0.0.1', port: 0 })),
  });
  t.messaging.rules.linkGroup = groupLinks(t.links).find;
  portalOf = (name) => receiptUrl(t.services, name);
  const sender = await makeLiveSender(t);
  const sendTo = (name: string, ending: string, body = `Hello ${ending}`) =>
    send(t, sender, { to: `+${prefixOf(name)}${ending}`, body }, 'LIVE');

  it.each(names)('%s sends, and its receipts end messages', async (name) => {
    const [delivered, undelivered, rejected, throttled, early] = await Promise.all(
      ['0001', '0002', '0004', '0005', '0007'].map((ending) => sendTo(name, ending)),
    );
    const hasReceipts = SAMPLES[name]!.receipt !== undefined;
    for (const message of [delivered, throttled, early])
      await reaches(t, sender, message!, hasReceipts ? 'DELIVERED' : 'SENT');
    await reaches(t, sender, undelivered!, hasReceipts ? 'FAILED' : 'SENT');
    expect((await reaches(t, sender, rejected!, 'FAILED')).failure?.code).toBe('REJECTED');
    expect(started[names.indexOf(name)]!.simulator.stats().taken).toBe(4);
  });

  it('with an id for each part is delivered by the receipts of all of them', async () => {
    const message = await sendTo('vonage', '1001', 'Your parcel is here. '.repeat(20));
    await reaches(t, sender, message, 'DELIVERED');
    const { rows } = await t.services.pool.query('select outcome from carrier_refs where message_id = $1', [
      message.id,
    ]);
    expect(rows.map(({ outcome }) => outcome)).toEqual(['delivered', 'delivered', 'delivered']);
  });

  it('leaves a ledger that agrees', async () => {
    expect(await ledgerDifferences(t.services.pool)).toEqual([]);
  });
});

describe('the fault', () => {
  const SHORT_MS = 400;

  /** A link to a carrier with faults, whose receipts come to `receiver`. */
  async function failing(faults: string, options: Partial<HttpSimulatorOptions> = {}, answerMs?: number) {
    const late: SendOutcome[] = [];
    const receiver = await startHttpCarrier();
    const { simulator, link } = await startProfile('telstra', {
      hits: drawn(readFaults(faults)),
      ...options,
    });
    const callback = `${receiver.url}/receipts`;
    const bare = openBareLink(link, { late, callback, answerMs });
    return { simulator, link: bare, receiver, late };
  }

  it.each<[HttpFault, object, number]>([
    ['html502', { kind: 'inDoubt' }, 0],
    ['ok-with-error', { kind: 'retry', carrierError: 'RESOURCE_TEMP_ERR' }, 0],
    ['half-json', { kind: 'inDoubt' }, 1],
    ['reset-after-body', { kind: 'inDoubt' }, 0],
    ['lost-answer', { kind: 'inDoubt' }, 1],
    ['throttle', { kind: 'retry', isThrottle: true, carrierError: 'HTTP_429' }, 0],
    ['login500', { kind: 'retry', carrierError: null }, 0],
    ['big-id', { kind: 'sent', taken: [{ carrierId: expect.stringMatching(/^9007199\d{16}$/) }] }, 1],
  ])('%s', async (fault, outcome, taken) => {
    const { simulator, link } = await failing(fault);
    expect(await link.one()).toMatchObject(outcome);
    expect(simulator.stats().taken).toBe(taken);
  });

  it('silent', async () => {
    const { simulator, link } = await failing('silent', {}, SHORT_MS);
    expect(await link.one()).toMatchObject({ kind: 'inDoubt' });
    expect(simulator.stats().taken).toBe(1);
  });

  it('slow', async () => {
    const { link, late } = await failing('slow', { slowMs: 3 * SHORT_MS }, SHORT_MS);
    expect(await link.one()).toMatchObject({ kind: 'inDoubt' });
    await waitFor(() => late.length > 0, { what: 'the late answer' });
    expect(late).toMatchObject([{ kind: 'sent' }]);
  });

  it('token-ends', async () => {
    const { simulator, link } = await failing('token-ends');
    for (let count = 0; count < 50; count++) expect(await link.one()).toMatchObject({ kind: 'sent' });
    expect(simulator.stats()).toMatchObject({ taken: 50, signIns: 3 });
  });

  it('duplicate-receipts', async () => {
    const { link, receiver } = await failing('duplicate-receipts');
    await link.one();
    await waitFor(() => receiver.calls.length === 2, { what: 'both receipts' });
    expect(receiver.calls[0]!.json).toMatchObject({ status: 'delivered' });
    expect(receiver.calls[1]!.json).toEqual(receiver.calls[0]!.json);
  });

  it('unordered-receipts', async () => {
    const planOf = () => ({ ...planByNumber('0001') });
    const { link, receiver } = await failing('unordered-receipts', { planOf });
    for (let count = 0; count < 12; count++) await link.one();
    await waitFor(() => receiver.calls.length === 12, { what: 'all receipts', timeoutMs: 30_000 });
    const ids = receiver.calls.map(({ json }) => Number(json.messageId));
    expect(ids).not.toEqual(ids.toSorted((one, other) => one - other));
  });

  it('of an unknown name, or with a wrong share, is refused', () => {
    expect(() => readFaults('html503')).toThrow(/no fault called html503. There are: html502, /);
    expect(() => readFaults('silent=2')).toThrow('The share of silent is a number above 0, up to 1.');
    expect([...readFaults('silent=0.1,slow')]).toEqual([
      ['silent', 0.1],
      ['slow', 1],
    ]);
  });
});

describe('a simulated carrier', () => {
  it('repeats a receipt until it is answered', async () => {
    const receiver = await startHttpCarrier();
    receiver.onCall = (call: Call) => call.answer(receiver.calls.length < 3 ? 503 : 200, {});
    const { simulator, link } = await startProfile('generic-json', { planOf: () => planByNumber('0001') });
    await openBareLink(link, { callback: receiver.url }).one();
    await waitFor(() => simulator.stats().receipts === 1, { what: 'the receipt' });
    expect(receiver.calls).toHaveLength(3);
  });

  it('knows a reference that it has taken, if the profile has a code for it', async () => {
    const { simulator, link } = await startProfile('dialog-esms');
    const bare = openBareLink({ ...link, hours: null });
    for (let time = 0; time < 2; time++)
      expect(await bare.one('one and the same')).toMatchObject({ kind: 'sent' });
    expect(simulator.stats().taken).toBe(1);
  });

  /** Posts JSON to a simulator; resolves to the answer. */
  async function post(port: number, path: string, json: unknown, token = ''): Promise<{ token: string }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
    const body = JSON.stringify(json);
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, { method: 'POST', headers, body });
    return (await answer.json()) as { token: string };
  }

  it('takes several messages in a request, and refuses single ones', async () => {
    const receiver = await startHttpCarrier();
    const { simulator } = await startProfile('clicksend', { receiptsUrl: () => receiver.url });
    const messages = ['+94771230001', '+94771230004', '+94771230002'].map((to) => ({
      ...{ to, from: 'Shop', body: 'Sale', custom_string: '7' },
    }));
    expect(await post(simulator.port, '/v3/sms/send', { messages })).toMatchObject({
      data: {
        messages: [
          { to: '+94771230001', status: 'SUCCESS' },
          { to: '+94771230004', status: 'INVALID_RECIPIENT' },
          { to: '+94771230002', status: 'SUCCESS' },
        ],
      },
    });
    await waitFor(() => simulator.stats().receipts === 2, { what: 'both receipts' });
    const states = receiver.calls.map(({ json }) => json.status);
    expect(states.toSorted()).toEqual(['Delivered', 'Undelivered']);
    expect(simulator.stats().taken).toBe(2);
  });

  it('tells which references it has taken', async () => {
    const { port } = (await startProfile('dialog-esms')).simulator;
    const { token } = await post(port, '/api/v2/user/login', { username: 'shop', password: 'hush' });
    await post(
      port,
      '/api/v2/sms',
      {
        msisdn: [{ mobile: '771230001' }],
        ...{ sourceAddress: 'Shop', message: 'Sale', transaction_id: 7, payment_method: 0 },
        push_notification_url: '',
      },
      token,
    );
    const ask = (transaction_id: number) =>
      post(port, '/api/v2/sms/check-transaction', { transaction_id }, token);
    expect(await ask(7)).toMatchObject({ status: 'success' });
    expect(await ask(8)).toMatchObject({ status: 'failed', errCode: '103' });
  });

  it.each([
    ['another path', '/elsewhere', '{}', 404],
    ['another form', '/messages', '{"to":"+94771234567"}', 400],
    ['no JSON', '/messages', '{"to":', 400],
  ])('refuses a request with %s', async (_name, path, body, status) => {
    const { simulator } = await startProfile('generic-json');
    const headers = { authorization: 'Bearer x', 'content-type': 'application/json' };
    const url = `http://127.0.0.1:${simulator.port}${path}`;
    expect((await fetch(url, { method: 'POST', headers, body })).status).toBe(status);
  });
});

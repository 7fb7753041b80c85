// Shipped profiles against carriers that behave as their documents say, with the whole engine.
import { describe, expect, it } from 'vitest';
import { addGroup, created, numberOf, until } from '../../../../test/campaigns.ts';
import { type Engine, makeLiveSender, reaches, send, startEngine } from '../../../../test/carriers.ts';
import { type Call, startHttpCarrier } from '../../../../test/httpCarrier.ts';
import { startCampaigns } from '../../../campaigns/run/run.ts';
import type { HttpConfig } from '../config.ts';

/** The path of an address for receipts. */
const pathOf = (url: unknown) => new URL(String(url)).pathname;

async function engineOf(config: HttpConfig): Promise<Engine> {
  return startEngine({}, { change: (link) => (link.mode === 'LIVE' ? config : link) });
}

describe('dialog-esms', async () => {
  const carrier = await startHttpCarrier();
  const config = carrier.link({
    id: 'dialog',
    profile: 'dialog-esms',
    secrets: { user: 'shop', pass: 'hush' },
  });
  const login = { ...config.profile.auth.login!, post: '/user/login' };
  const t = await engineOf({ ...config, profile: { ...config.profile, auth: { login } } });
  const sender = await makeLiveSender(t);
  const campaigns = startCampaigns({
    ...t.services,
    accept: t.messaging.accept,
    signals: t.signals,
    stepMs: 1_000,
  });
  carrier.onCall = (call) =>
    call.path === '/user/login'
      ? call.answer(200, { status: 'success', token: 't', expiration: 43_200 })
      : call.answer(200, { status: 'success', data: { campaignId: 9, duplicatesRemoved: 0 }, errCode: '' });
  const sends = () => carrier.calls.filter(({ path }) => path === '/api/v2/sms');

  it('takes a campaign in few requests, and its receipts end each message by its number', async () => {
    const contacts = Array.from({ length: 6 }, (_, index) => ({ number: numberOf(index) }));
    const include_groups = await addGroup(t.services, sender.teamId, 'Shop', contacts);
    const campaign = await created(sender, { include_groups, mode: 'LIVE', from: 'Lanka Shop' });
    await until(sender, campaign, ({ counts }) => counts.sent === 6, 60_000);
    await campaigns.stop();
    const numbers = sends().map(({ json }) =>
      (json.msisdn as { mobile: string }[]).map(({ mobile }) => mobile),
    );
    expect(numbers.flat().toSorted()).toEqual(contacts.map(({ number }) => number.slice(3)).toSorted());
    expect(numbers.length).toBeLessThan(6);
    // The last number of all gets nothing.
    const last = numbers.at(-1)!.at(-1)!;
    for (const [index, { json }] of sends().entries()) {
      for (const msisdn of numbers[index]!) {
        const query = { campaignId: '9', msisdn, status: msisdn === last ? '2' : '3' };
        const url = pathOf(json.push_notification_url);
        expect((await t.app.inject({ method: 'GET', url, query })).statusCode).toBe(200);
      }
    }
    const ended = await until(
      sender,
      campaign,
      ({ counts }) => counts.delivered + counts.failed === 6,
      60_000,
    );
    expect(ended.counts).toMatchObject({ delivered: 5, failed: 1 });
    const { rows } = await t.services.pool.query("select recipient from messages where state = 'failed'");
    expect(rows).toEqual([{ recipient: `+94${last}` }]);
  });
});

describe('mobitel', async () => {
  const carrier = await startHttpCarrier();
  const t = await engineOf(carrier.link({ profile: 'mobitel', secrets: { user: 'shop', pass: 'hush' } }));
  carrier.onCall = (call) => call.answer(200, { resultcode: 200 });

  it.each([
    ['TRANSACTIONAL', 0],
    ['SERVICE', 0],
    ['PROMOTIONAL', 1],
  ] as const)('gets the message type of %s, %i', async (contentClass, type) => {
    const sender = await makeLiveSender(t, { contentClass });
    const message = await send(t, sender, { to: '+94715008001', body: contentClass }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    const { json } = carrier.calls.find((call) => String(call.json.text).startsWith(contentClass))!;
    expect(json).toMatchObject({ mesageType: type, from: 'Lanka Shop', to: '94715008001' });
  });
});

describe('clicksend', async () => {
  const carrier = await startHttpCarrier();
  const t = await engineOf(carrier.link({ profile: 'clicksend', secrets: { user: 'shop', key: 'hush' } }));
  const sender = await makeLiveSender(t);

  it.each([
    ['SUCCESS', 'SENT'],
    ['INVALID_RECIPIENT', 'FAILED'],
  ] as const)('answers %s for a message, which is then %s', async (status, reached) => {
    carrier.onCall = (call) => {
      if (call.path === '/v3/account') return call.answer(200, { data: { balance: '12.5' } });
      const [{ to }] = call.json.messages as [{ to: string }];
      call.answer(200, { response_code: 'SUCCESS', data: { messages: [{ to, status, message_id: 'M1' }] } });
    };
    await reaches(t, sender, await send(t, sender, { to: '+94775008001' }, 'LIVE'), reached);
  });
});

describe('ideabiz', async () => {
  const carrier = await startHttpCarrier();
  const secrets = { user: 'shop', pass: 'hush', key: 'k', secret: 's', port: '87711' };
  const t = await engineOf(carrier.link({ id: 'ideabiz', profile: 'ideabiz', secrets }));
  const sender = await makeLiveSender(t);
  const refusals: ((call: Call) => void)[] = [];
  let logins = 0;
  carrier.onCall = (call) => {
    if (call.path.startsWith('/token'))
      return call.answer(200, { access_token: `t${++logins}`, expires_in: '3600' });
    const refuse = refusals.shift();
    if (refuse) return refuse(call);
    const { outboundSMSMessageRequest: request } = call.json as { outboundSMSMessageRequest: object };
    const deliveryInfo = [
      // The documents have a blank there too.
      { address: 'tel:+94775009001 ', deliveryStatus: 'MessageWaiting', messageReferenceCode: 'D-O-42-1-7' },
    ];
    call.answer(200, {
      outboundSMSMessageRequest: {
        ...request,
        deliveryInfoList: { deliveryInfo },
        serverReferenceCode: 'D-O-42-1',
      },
    });
  };
  const sends = () => carrier.calls.filter(({ path }) => path.includes('/outbound/'));

  it('sends with a token, and repeats under one correlator what was throttled in either format', async () => {
    refusals.push(
      (call) => call.answer(503, { fault: { code: '900800', message: 'Message Throttled Out' } }),
      (call) =>
        call.answer(503, '<ams:fault xmlns:ams="urn:a"><ams:code>900800</ams:code></ams:fault>', {
          'content-type': 'application/xml',
        }),
      (call) => call.answer(401, { fault: { code: 900_903 } }),
    );
    const message = await send(t, sender, { to: '+94775009001', body: 'ආයුබෝවන්' }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    expect(carrier.calls[0]!.path).toBe(
      '/token?grant_type=password&username=shop&password=hush&scope=PRODUCTION',
    );
    expect(carrier.calls[0]!.headers.authorization).toBe(`Basic ${Buffer.from('k:s').toString('base64')}`);
    expect(sends()).toHaveLength(4);
    expect(sends().at(-1)!.headers).toMatchObject({
      authorization: 'Bearer t2',
      'content-type': 'application/json; charset=UTF-8',
    });
    const requests = sends().map(({ json }) => json.outboundSMSMessageRequest as Record<string, unknown>);
    expect(new Set(requests.map(({ clientCorrelator }) => clientCorrelator)).size).toBe(1);
    expect(requests[0]).toMatchObject({
      address: ['tel:+94775009001'],
      senderAddress: 'tel:87711',
      senderName: 'Lanka Shop',
      outboundSMSTextMessage: { message: 'ආයුබෝවන්' },
    });
    const { rows } = await t.services.pool.query(
      'select outcome, detail from submit_attempts where message_id = $1 and detail is not null',
      [message.id],
    );
    expect(rows).toEqual(Array(2).fill({ outcome: 'PUT_OFF', detail: '900800' }));

    const { notifyURL } = requests[0]!.receiptRequest as { notifyURL: string };
    const pushed = (deliveryStatus: string) =>
      t.app.inject({
        method: 'POST',
        url: pathOf(notifyURL),
        payload: {
          deliveryInfoNotification: {
            messageReferenceCode: 'D-O-42-1-7',
            deliveryInfo: { address: 'tel:+ 94775009001 ', deliveryStatus },
          },
        },
      });
    expect((await pushed('DeliveredToNetwork')).statusCode).toBe(200);
    expect((await pushed('DeliveryImpossible')).statusCode).toBe(200);
    await reaches(t, sender, message, 'FAILED');
  });
});

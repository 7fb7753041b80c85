// Messages through a carrier over HTTP, from accept to the receipt, with the whole engine.
import { createHmac } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { makeLiveSender, reaches, read, send, startEngine } from '../../../../test/carriers.ts';
import { waitFor } from '../../../../test/database.ts';
import { type Call, startHttpCarrier } from '../../../../test/httpCarrier.ts';
import { CALL_MARK } from '../../../outgoing/ownCalls.ts';

const carrier = await startHttpCarrier();
const t = await startEngine({}, { change: (link) => (link.mode === 'LIVE' ? carrier.link() : link) });
const sender = await makeLiveSender(t);

let numbers = 0;
const newNumber = () => `+9477500${String(numbers++).padStart(4, '0')}`;
const callsTo = (to: string) => carrier.calls.filter(({ json }) => json.to === to);
const callbackOf = ({ json }: Call) => new URL(json.callback as string).pathname;

/** Answers by number; calls to other numbers are taken. */
const answers = new Map<unknown, (call: Call) => void>();
carrier.onCall = (call) => {
  const taken = () => call.answer(200, { id: `id-${carrier.calls.length}` });
  (answers.get(call.json.to) ?? taken)(call);
};

/** Posts receipts as the carrier does. */
const push = (url: string, payload: object) => t.app.inject({ method: 'POST', url, payload });

describe('a message over HTTP', () => {
  it('is written once with sender, text, reference and callback, and delivered by its receipt', async () => {
    const to = newNumber();
    const message = await send(t, sender, { to, body: 'Your parcel is here' }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    const [call, another] = callsTo(to);
    expect(another).toBeUndefined();
    expect(call!.headers.authorization).toBe('Bearer hush');
    // Another Godwit may be the carrier, and refuses callbacks.
    expect(call!.headers).not.toHaveProperty(CALL_MARK);
    expect(call!.json).toMatchObject({ from: 'Lanka Shop', text: 'Your parcel is here' });
    expect(call!.json.reference).toMatch(/^[1-9]\d{17}$/);
    expect(callbackOf(call!)).toBe(
      `/v1/hooks/carriers/http/${callbackOf(call!).split('/')[5]}/${call!.json.reference}`,
    );
    const id = `id-${carrier.calls.indexOf(call!) + 1}`;
    expect(
      (await push(callbackOf(call!), { id, to, from: 'Lanka Shop', status: 'delivered' })).statusCode,
    ).toBe(200);
    await reaches(t, sender, message, 'DELIVERED');
  });

  it('fails by a receipt that says so, with the carrier’s error', async () => {
    const to = newNumber();
    const message = await send(t, sender, { to }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    const [call] = callsTo(to);
    const id = `id-${carrier.calls.indexOf(call!) + 1}`;
    await push(callbackOf(call!), { id, to, status: 'undelivered', error: 30005 });
    const failed = await reaches(t, sender, message, 'FAILED');
    expect(failed.status).toBe('FAILED');
  });

  it('waits for a receipt that comes before the answer', async () => {
    const to = newNumber();
    answers.set(to, async (call) => {
      await push(callbackOf(call), { id: 'early', to, from: 'Lanka Shop', status: 'delivered' });
      call.answer(200, { id: 'early' });
    });
    await reaches(t, sender, await send(t, sender, { to }, 'LIVE'), 'DELIVERED');
  });

  it('is sent again with the same reference if no answer came, and ends once', async () => {
    const to = newNumber();
    answers.set(to, (call) => {
      if (callsTo(to).length === 1) call.response.destroy();
      else call.answer(200, { id: `again-${to}` });
    });
    const message = await send(t, sender, { to }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    const [first, second, third] = callsTo(to);
    expect(third).toBeUndefined();
    expect(second!.json.reference).toBe(first!.json.reference);
  });

  it('waits for as long as a throttle asks, and is then taken', async () => {
    const to = newNumber();
    answers.set(to, (call) => {
      if (callsTo(to).length === 1) call.answer(429, {}, { 'retry-after': '1' });
      else call.answer(200, { id: `slow-${to}` });
    });
    const message = await send(t, sender, { to }, 'LIVE');
    await reaches(t, sender, message, 'SENT');
    expect(callsTo(to)).toHaveLength(2);
  });

  it('stays accepted while the account is refused, and goes when it is not', async () => {
    const to = newNumber();
    answers.set(to, (call) => {
      if (callsTo(to).length === 1) call.answer(403, {});
      else call.answer(200, { id: `later-${to}` });
    });
    const message = await send(t, sender, { to }, 'LIVE');
    await waitFor(() => callsTo(to).length > 0, { what: 'the first call' });
    const { rows } = await t.services.pool.query('select state from messages where id = $1', [message.id]);
    expect(['accepted', 'queued', 'submitting', 'in_doubt']).toContain(rows[0]?.state);
    await reaches(t, sender, message, 'SENT');
  });
});

describe('receipts by push', () => {
  it('come twice and unordered, and count once', async () => {
    const messages = await Promise.all(
      Array.from({ length: 20 }, () => send(t, sender, { to: newNumber() }, 'LIVE')),
    );
    for (const message of messages) await reaches(t, sender, message, 'SENT');
    const calls = messages.map(({ to }) => callsTo(to)[0]!);
    for (const round of [1, 2]) {
      const order = round === 1 ? calls : calls.toReversed();
      for (const call of order) {
        const id = `id-${carrier.calls.indexOf(call) + 1}`;
        await push(callbackOf(call), { id, to: call.json.to, from: 'Lanka Shop', status: 'delivered' });
      }
    }
    for (const message of messages) await reaches(t, sender, message, 'DELIVERED');
  });

  it('are refused without the secret of the link', async () => {
    const [call] = carrier.calls;
    const url = callbackOf(call!).replace(/\/carriers\/http\/.{8}/, '/carriers/http/AAAAAAAA');
    const answer = await push(url, { id: 'id-1', status: 'delivered' });
    expect(answer.statusCode).toBe(404);
    const other = await push(callbackOf(call!).replace('/http/', '/another/'), { id: 'id-1', status: 'x' });
    expect(other.statusCode).toBe(404);
  });

  it('that cannot be read are answered, so the carrier does not repeat them', async () => {
    const [call] = carrier.calls;
    for (const payload of ['{"id":', '[1,2]', '{}', '"x"', 'null']) {
      const headers = { 'content-type': 'application/json' };
      const answer = await t.app.inject({ method: 'POST', url: callbackOf(call!), payload, headers });
      expect(answer.statusCode, payload).toBe(200);
    }
  });
});

describe('a signed receipt', async () => {
  const twilio = await startHttpCarrier();
  twilio.onCall = (call) => call.answer(201, { sid: 'SM1' });
  const config = twilio.link({ id: 'twilio', profile: 'twilio', secrets: { sid: 'AC1', key: 'hush' } });
  const engine = await startEngine({}, { change: (link) => (link.mode === 'LIVE' ? config : link) });
  const owner = await makeLiveSender(engine);

  it('counts only with the signature of the carrier', async () => {
    const message = await send(engine, owner, { to: '+94775009999' }, 'LIVE');
    await reaches(engine, owner, message, 'SENT');
    // The carrier is also asked for the balance.
    const sent = twilio.calls.find(({ body }) => body !== '')!;
    const form = new URLSearchParams(sent.body);
    expect(sent.headers.authorization).toBe(`Basic ${Buffer.from('AC1:hush').toString('base64')}`);
    const callback = new URL(form.get('StatusCallback')!);
    const fields = { MessageSid: 'SM1', MessageStatus: 'delivered', To: '+94775009999', From: 'Lanka Shop' };
    const signed = Object.entries(fields)
      .sort(([one], [other]) => (one < other ? -1 : 1))
      .map((field) => field.join(''))
      .join('');
    const signature = createHmac('sha1', 'hush')
      .update(callback.href + signed)
      .digest('base64');
    const post = (header: string) =>
      engine.app.inject({
        method: 'POST',
        url: callback.pathname,
        headers: { 'content-type': 'application/x-www-form-urlencoded', 'x-twilio-signature': header },
        payload: new URLSearchParams(fields).toString(),
      });
    expect((await post(signature.replace(/^./, 'A').replace(/.$/, 'A'))).statusCode).toBe(400);
    expect((await read(engine, owner, message)).status).toBe('SENT');
    expect((await post(signature)).statusCode).toBe(200);
    await reaches(engine, owner, message, 'DELIVERED');
  });
});

// Reports of sendsms, and an installed Kannel: as the measure of our answers, and as a program that relays.
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Agent, fetch } from 'undici';
import { afterAll, expect, it, onTestFinished } from 'vitest';
import { startEngine } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeDropInSender } from '../../../test/dropIns.ts';
import { freePort, hasKannel, runBoxes } from '../../../test/kannel.ts';
import { startReceiver } from '../../../test/receiver.ts';
import { SENDSMS_CASES } from '../../../test/sendsmsCases.ts';
import { throwawayFolder } from '../../../test/throwaway.ts';
import { startCallbacks } from '../../callbacks/delivery/deliver.ts';
import { callFormats } from '../formats.ts';

/** Without connections that are kept: smsbox may close one just when the next call begins. */
const dispatcher = new Agent({ pipelining: 0 });
const isThere = hasKannel();
if (!isThere) console.log('Kannel is not installed: our sendsms is not compared with it');

const t = await startEngine();
const { pool, settings } = t.services;
const services = { ...t.services, settings: { ...settings, callbacksAllowPrivate: true } };
const callbacks = startCallbacks(
  services,
  { on: () => () => {} },
  { formats: callFormats(services, t.messaging.accept) },
);
afterAll(() => callbacks.stop());
const shop = await makeDropInSender(t, 'KANNEL');
const origin = await t.app.listen({ port: 0, host: '127.0.0.1' });
const login = `username=${shop.project.id}&password=${shop.project.api_key_test}`;

const DELIVERED = '94771230001';
const UNDELIVERED = '94771230002';
const REJECTED = '94771230004';
const KANNEL_MS = 90_000;

it('a report fills the codes of the dlr-url in, for the events of its mask', async () => {
  const receiver = await startReceiver();
  const send = async (to: string, mask: string) => {
    const [at, ...more] = receiver.url.split('?');
    const codes = 'd=%d&p=%p&P=%P&t=%t&T=%T&F=%F&I=%I&A=%A&n=%n&o=%o&x=%x&c=%%';
    const query = new URLSearchParams({
      ...{ from: 'SANDBOX', to, text: 'Hello', account: 'order 7' },
      ...{ 'dlr-mask': mask, 'dlr-url': `${at}?of=${mask}&${codes}&${more}` },
    });
    const answer = await fetch(`${origin}/cgi-bin/sendsms?${login}&${query}`);
    expect(answer.status).toBe(202);
  };
  await send(DELIVERED, '31');
  await send(`+${UNDELIVERED}`, '3');
  await send(REJECTED, '27');
  await send(DELIVERED, '2');
  await send(DELIVERED, '0');
  const ended = `select from callback_outbox union all select from send_queue`;
  await waitFor(async () => receiver.calls.length >= 4 && (await pool.query(ended)).rowCount === 0);
  const { rows } = await pool.query('select id, sent_at, delivered_at from messages order by id');
  const reports = receiver.calls.map(({ method, url, body }) => {
    expect([method, body]).toEqual(['GET', '']);
    return new URL(url, origin);
  });
  const events = reports.map(({ searchParams: of }) => `${of.get('of')}: ${of.get('d')} ${of.get('A')}`);
  expect(events.sort()).toEqual(['27: 16 NACK/REJECTED', '31: 1 DELIVRD', '31: 8 ACK/', '3: 2 UNDELIV']);
  const ofEvent = (bit: string) =>
    Object.fromEntries(reports.find((one) => one.searchParams.get('d') === bit)!.searchParams);
  const first = rows[0]!;
  const seconds = (at: Date) => String(Math.floor(at.getTime() / 1000));
  expect(ofEvent('8')).toMatchObject({ T: seconds(first.sent_at) });
  expect(ofEvent('1')).toEqual({
    ...{ of: '31', d: '1', p: DELIVERED, P: 'SANDBOX', F: first.id, I: first.id, A: 'DELIVRD' },
    t: first.delivered_at.toISOString().slice(0, 19).replace('T', ' '),
    ...{ T: seconds(first.delivered_at), n: shop.project.id, o: 'order 7', x: '%x', c: '%', from: 'godwit' },
  });
  // Numbers as the caller writes them.
  expect(ofEvent('2').p).toBe(`+${UNDELIVERED}`);
  // Calls that nobody asked for are no attempts.
  expect((await pool.query('select from callback_attempts')).rowCount).toBe(4);
});

/** Starts Kannel with an HTTP SMSC that sends to `sendUrl`. Returns the address of its sendsms. */
async function startKannel(sendUrl: string): Promise<string> {
  const [admin, box, http, smsc] = [await freePort(), await freePort(), await freePort(), await freePort()];
  const file = join(throwawayFolder(), 'kannel.conf');
  const user = [shop.project.id, shop.project.api_key_test];
  writeFileSync(
    file,
    `group = core
admin-port = ${admin}
admin-password = test
smsbox-port = ${box}
dlr-storage = internal

group = smsc
smsc = http
smsc-id = godwit
system-type = kannel
smsc-username = ${user[0]}
smsc-password = ${user[1]}
port = ${smsc}
send-url = "${sendUrl}"
dlr-url = "http://127.0.0.1:${smsc}/?username=${user[0]}&password=${user[1]}&from=%P&to=%p"
max-sms-octets = 3200

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${box}
sendsms-port = ${http}

group = sendsms-user
username = test
password = test
max-messages = 10
concatenation = true
`,
  );
  const boxes = await runBoxes(file, { box, http });
  onTestFinished(() => boxes.stop());
  return `http://127.0.0.1:${http}/cgi-bin/sendsms`;
}

it.runIf(isThere)('answers octet for octet as an installed smsbox', { timeout: KANNEL_MS }, async () => {
  const carrier = createServer((_request, response) =>
    response.writeHead(202).end('0: Accepted for delivery'),
  );
  await once(carrier.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void carrier.close());
  const smsbox = await startKannel(`http://127.0.0.1:${(carrier.address() as AddressInfo).port}/`);
  expect(SENDSMS_CASES.length).toBeGreaterThanOrEqual(40);
  for (const { query, headers, body, status, text } of SENDSMS_CASES) {
    const login = { 'x-kannel-username': 'test', 'x-kannel-password': 'test' };
    const answer = headers
      ? await fetch(smsbox, {
          method: 'POST',
          headers: { ...login, ...headers },
          body: body ?? '',
          dispatcher,
        })
      : await fetch(`${smsbox}?username=test&password=test&${query}`, { dispatcher });
    const answered = [answer.status, answer.headers.get('content-type'), await answer.text()];
    expect(answered, query ?? JSON.stringify(headers)).toEqual([status, 'text/html', text]);
  }
});

it.runIf(isThere)('relays for another Kannel: its texts arrive, and its reports return', async () => {
  const smsbox = await startKannel(`${origin}/cgi-bin/sendsms`);
  const receiver = await startReceiver();
  const texts = { [DELIVERED]: 'A text of more than one message. '.repeat(8).trim(), [UNDELIVERED]: 'කෙටි' };
  await pool.query('delete from messages');
  for (const [to, text] of Object.entries(texts)) {
    const query = new URLSearchParams({
      ...{
        username: 'test',
        password: 'test',
        from: 'SANDBOX',
        to,
        text,
        coding: text.length > 9 ? '0' : '2',
      },
      ...{ charset: 'UTF-8', 'dlr-mask': '3', 'dlr-url': `${receiver.url.split('?')[0]}?of=${to}&d=%d` },
    });
    expect((await fetch(`${smsbox}?${query}`, { dispatcher })).status).toBe(202);
  }
  await waitFor(() => receiver.calls.length >= 2, { timeoutMs: 20_000 });
  const reported = receiver.calls.map(({ url }) => url.slice(url.indexOf('of=')));
  expect(reported.sort()).toEqual([`of=${DELIVERED}&d=1`, `of=${UNDELIVERED}&d=2`]);
  const { rows } = await pool.query('select recipient, body, state from messages order by recipient');
  expect(rows).toEqual([
    { recipient: `+${DELIVERED}`, body: texts[DELIVERED], state: 'delivered' },
    { recipient: `+${UNDELIVERED}`, body: texts[UNDELIVERED], state: 'failed' },
  ]);
});

// Kannel as an SMPP customer, if it is installed: its messages arrive whole, and it gets their receipts and
// the messages of phones.

import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { IncomingSettings } from '@godwit/contract/incoming';
import { expect, it, onTestFinished } from 'vitest';
import { startEngine } from '../../test/carriers.ts';
import { waitFor } from '../../test/database.ts';
import { makeSender } from '../../test/factories.ts';
import { freePort, hasKannel, runBoxes } from '../../test/kannel.ts';
import { listen, makeAccount, RECEIPT_MS } from '../../test/smppClient.ts';
import { throwawayFolder } from '../../test/throwaway.ts';
import { startIncoming } from '../incoming/receive/worker.ts';

const isThere = hasKannel();
if (!isThere) console.log('Kannel is not installed: it is not tested as a customer that binds');

it.runIf(isThere)(
  'Kannel binds, sends short and long messages, gets its receipts, and gets a long message whole',
  { timeout: 2 * RECEIPT_MS },
  async () => {
    const t = await startEngine();
    const worker = startIncoming({ ...t.services, signals: t.signals });
    const { port } = await listen(t);
    const shop = await makeSender(t);
    const account = await makeAccount(shop.browser, shop.project.id);
    const [admin, box, http] = [await freePort(), await freePort(), await freePort()];
    const file = join(throwawayFolder(), 'kannel.conf');
    const told: string[] = [];
    const hooks = createServer((request, response) => {
      told.push(request.url!);
      response.end();
    }).listen(0, '127.0.0.1');
    await once(hooks, 'listening');
    const hook = `http://127.0.0.1:${(hooks.address() as AddressInfo).port}`;
    writeFileSync(
      file,
      `group = core
admin-port = ${admin}
admin-password = test
smsbox-port = ${box}
dlr-storage = internal

group = smsc
smsc = smpp
host = 127.0.0.1
port = ${port}
transceiver-mode = true
smsc-username = ${account.system_id}
smsc-password = ${account.password}
system-type = ""
source-addr-ton = 5
source-addr-npi = 0

group = smsbox
bearerbox-host = 127.0.0.1
bearerbox-port = ${box}
sendsms-port = ${http}

group = sendsms-user
username = test
password = test
max-messages = 5
concatenation = true

group = sms-service
keyword = default
max-messages = 0
get-url = "${hook}/incoming?from=%p&to=%P&text=%b"
`,
    );
    const boxes = await runBoxes(file, { box, http });
    onTestFinished(async () => {
      await boxes.stop();
      await worker.stop();
      hooks.close();
    });
    await waitFor(
      async () => {
        const { rows } = await t.services.pool.query('select from smpp_binds');
        return rows.length === 1;
      },
      { timeoutMs: RECEIPT_MS },
    );

    const texts = ['Short from Kannel', 'A text that takes more than one message. '.repeat(6).trim()];
    for (const [i, text] of texts.entries()) {
      const query = new URLSearchParams({
        username: 'test',
        password: 'test',
        from: 'SANDBOX',
        to: '94770000001',
        text,
        'dlr-mask': '3',
        'dlr-url': `${hook}/told?status=%d&text=${i}`,
      });
      const answer = await fetch(`http://127.0.0.1:${http}/cgi-bin/sendsms?${query}`);
      expect(answer.status).toBe(202);
    }
    await waitFor(() => new Set(told.map((url) => url.at(-1))).size === 2, { timeoutMs: RECEIPT_MS });
    // 1 of its mask: delivered.
    expect(new Set(told.map((url) => /status=(\d+)/.exec(url)?.[1]))).toEqual(new Set(['1']));
    const { rows } = await t.services.pool.query('select body, state from messages order by length(body)');
    expect(rows).toEqual(texts.map((body) => ({ body, state: 'delivered' })));

    const incoming = `/v1/web/projects/${shop.project.id}/incoming`;
    const number = ((await shop.browser.get(incoming)).json() as IncomingSettings).test_number;
    await shop.browser.call('PUT', incoming, { json: { smpp: [{ number, system_id: account.system_id }] } });
    const body = 'ආයුබෝවන්, මගේ ඇණවුම කොහෙද? '.repeat(6).trim();
    await shop.browser.call('POST', `${incoming}_messages`, { json: { from: '+94771234567', body } });
    const got = await waitFor(() => told.find((url) => url.startsWith('/incoming')), {
      timeoutMs: RECEIPT_MS,
    });
    const query = new URL(got, hook).searchParams;
    expect([query.get('from'), query.get('to')]).toEqual(['+94771234567', number]);
    const octets = got
      .replace(/.*text=/, '')
      .replaceAll('+', ' ')
      .replace(/%(..)/g, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
    expect(new TextDecoder('utf-16be').decode(Buffer.from(octets, 'latin1'))).toBe(body);
    expect(told.filter((url) => url.startsWith('/incoming'))).toHaveLength(1);
  },
);

// Carriers that reuse ids and mix junk between receipts, over SMPP with two sending processes. Every message
// still ends.
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { afterAll, describe, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { NO_INCOMING, SHORT, send } from '../../../test/carriers.ts';
import { waitFor } from '../../../test/database.ts';
import { makeSender } from '../../../test/factories.ts';
import { receiptPdu } from '../../../test/receipts.ts';
import { openSendingProfiles } from '../../messages/accept/sendingProfile.ts';
import { startCarriers } from '../start.ts';
import { simulatorLinks } from './config.ts';

const MESSAGES = 25;
const LONG = 'ඔබගේ ඇණවුම '.repeat(15);

/**
 * A service of two processes, and a carrier that answers the `n`th submit with the id `idOf(n)` and sends
 * junk before its receipt.
 */
async function startBad(idOf: (n: number) => string) {
  const t = await testApp();
  let submits = 0;
  const connections: ServerConnection[] = [];
  const anyOf = (n: number) => connections[n % connections.length]!;
  const carrier = await listenSmpp({
    host: '127.0.0.1',
    port: 0,
    authenticate: () => 0,
    onBound: (connection) => connections.push(connection),
    onSubmit: (pdu) => {
      const n = submits++;
      const id = idOf(n);
      const addresses = { from: pdu.destinationAddr, to: pdu.sourceAddr };
      const tlvs = { receiptedMessageId: id, messageState: 2 };
      void anyOf(n).deliver(receiptPdu({ id: id.slice(0, 20), stat: 'UNDELIV', esmClass: 0, ...addresses }));
      void anyOf(n).deliver(receiptPdu({ id: `nul${n}\0`, stat: 'UNDELIV\0', err: '001\0' }));
      void anyOf(n + 1).deliver(receiptPdu({ id: '', ...addresses, tlvs }));
      return { status: 0, messageId: id };
    },
    onError: (error) => {
      throw error;
    },
  });
  const links = simulatorLinks(carrier.port, ['TEST']).map((link) => ({
    ...link,
    message_id: 'text' as const,
  }));
  const { pool, log } = t.services;
  const signals = { send() {}, on: () => () => {}, close: async () => {} };
  const parts = {
    ...NO_INCOMING,
    pool,
    log,
    signals,
    sendingProfiles: openSendingProfiles(pool, signals),
    countryRules: t.services.countryRules,
    secrets: t.services.secrets,
    timings: SHORT,
  };
  const processes = await Promise.all([startCarriers(parts, links), startCarriers(parts, links)]);
  afterAll(async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await carrier.close();
  });
  return t;
}

describe.each<[string, (n: number) => string]>([
  ['of its own each', (n) => `own-${n}`],
  ['that is always the same', () => 'same'],
  ['that is always empty', () => ''],
  ['of 3,000 characters', (n) => `${n}-`.padEnd(3_000, 'f')],
])('an id %s', async (_what, idOf) => {
  const t = await startBad(idOf);
  /** Makes waiting receipts due now, however far in the future their next attempt is. */
  const skipWaits = () =>
    t.services.pool.query(
      `update receipt_inbox set due_at = now(), attempts = least(attempts, 5) where due_at > now() + interval '1 second'`,
    );

  it('ends every message, including messages in parts', async () => {
    const sender = await makeSender(t);
    for (let i = 0; i < MESSAGES; i++) {
      const to = `+94770011${String(i).padStart(3, '0')}`;
      await send(t, sender, { to, body: i % 2 === 0 ? LONG : 'Hello' });
    }
    await waitFor(
      async () => {
        await skipWaits();
        return (
          (await t.services.pool.query(`select from messages where state <> 'delivered'`)).rowCount === 0
        );
      },
      { what: 'every message delivered', timeoutMs: 45_000 },
    );
  });
});

// Kills the server during payments. The provider repeats every notice, in any order, until it is accepted.
// Each payment is credited once, chargebacks are debited and the ledger has no differences, while messages
// are charged to the same balance.
import type { Billing } from '@godwit/contract/payments/billing';
import type { Checkout, Payment } from '@godwit/contract/payments/payments';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { payhere } from './paymentProviders.ts';
import { MERCHANT } from './payments.ts';
import { carriersFile, serviceFolder } from './process.ts';

const local = payhere(MERCHANT);
const simulator = await startSimulator();
afterAll(() => simulator.close());
const { start, godwit } = serviceFolder({
  CARRIERS_FILE: carriersFile(simulator),
  PAYHERE_MERCHANT_ID: MERCHANT.merchant,
  PAYHERE_SECRET: MERCHANT.secret,
});
const PAYMENTS = 24;
/** Notices that the first server accepts before it is killed. */
const BEFORE_KILL = 20;

it('a killed server credits no payment twice and loses none', async () => {
  const service = await start();
  let url = Promise.resolve(service.url);
  const { call, email, project, authorization } = await openAccount(service.url);
  await godwit('team', 'verify', email);
  await godwit('sender', 'add', project.id, 'LankaShop');
  const forms = await Promise.all(
    Array.from({ length: PAYMENTS }, async () => {
      const checkout = await call<Checkout>('POST', '/v1/web/payments', { amount: '100', ipg: 'PAYHERE' });
      return checkout.ipg === 'PAYHERE' ? checkout.payhere_params : expect.fail();
    }),
  );
  let taken = 0;
  const enough = Promise.withResolvers<void>();

  /** Sends a notice until it is accepted. */
  async function sendNotice(payload: string): Promise<void> {
    for (;;) {
      const at = await url;
      const answer = await fetch(`${at}/v1/hooks/payhere`, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        body: payload,
      }).catch(() => null);
      if (answer?.status === 200) break;
    }
    if (++taken === BEFORE_KILL) enough.resolve();
  }
  const notices = forms.flatMap((form, i) => [
    local.notice(form, { status_code: i % 3 ? '2' : '-2' }),
    ...(i % 4 === 0 ? [local.notice(form, { status_code: '-3' })] : []),
    local.notice(form),
    local.notice(form),
  ]);
  const send = async () =>
    fetch(`${await url}/v1/messages`, {
      method: 'POST',
      headers: { authorization: authorization.LIVE, 'content-type': 'application/json' },
      body: JSON.stringify({ to: '+94771234567', from: 'LankaShop', body: 'Hello' }),
    }).catch(() => null);
  const notified = Promise.all(notices.map(sendNotice));
  const sent = Promise.all(Array.from({ length: 100 }, send));

  await enough.promise;
  service.process.kill('SIGKILL');
  const again = Promise.withResolvers<string>();
  url = again.promise;
  await service.exited;
  const next = await start();
  again.resolve(next.url);
  await Promise.all([notified, sent]);
  // Notices from before the first server's end are repeated to the second one.
  await Promise.all(notices.map(sendNotice));
  await Promise.all(Array.from({ length: 50 }, send));

  const payments = await call<Payment[]>('GET', '/v1/web/payments', undefined, next.url);
  const chargedBack = payments.filter(({ charged_back }) => charged_back > 0);
  expect(payments.map(({ status }) => status)).toEqual(Array(PAYMENTS).fill('SUCCEEDED'));
  expect(chargedBack).toHaveLength(PAYMENTS / 4);
  const { balance, owed, messaging } = await call<Billing>('GET', '/v1/web/billing', undefined, next.url);
  const paid = 100 * (PAYMENTS - chargedBack.length);
  expect(balance - owed + messaging.cost).toBeCloseTo(paid, 4);
  expect(messaging.qty).toBeGreaterThan(0);
  expect(await godwit('ledger', 'check')).toEqual({ differences: [] });
});

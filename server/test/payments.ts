// Payments for tests: started as a customer starts them, and paid by a provider's notice.
import type { Checkout, Payment, PaymentOptions } from '@godwit/contract/payments/payments';
import { afterAll, expect } from 'vitest';
import type { TestApp } from './app.ts';
import type { Browser } from './browser.ts';
import { payhere, startStripe } from './paymentProviders.ts';

/** Starts a payment; fails if that is refused. */
export async function begin(
  browser: Browser,
  amount: string,
  ipg: PaymentOptions['cards'][number]['ipg'] = 'STRIPE',
): Promise<Checkout & { orderId: string }> {
  const answer = await browser.call('POST', '/v1/web/payments', { json: { amount, ipg } });
  if (answer.statusCode !== 200) throw new Error(`Not begun: ${answer.body}`);
  const checkout = answer.json() as Checkout;
  const orderId = checkout.ipg === 'PAYHERE' ? checkout.payhere_params.order_id : '';
  return { ...checkout, orderId };
}

/** Reads a payment. */
export async function paymentOf(browser: Browser, id: string): Promise<Payment> {
  return (await browser.get(`/v1/web/payments/${id}`)).json() as Payment;
}

/** The team's balance. */
export async function balanceOf(browser: Browser): Promise<number> {
  return (await browser.get('/v1/web/teams')).json()[0].balance as number;
}

/** Chooses an outcome at the practice checkout. */
export function practise(t: TestApp, url: string, outcome: string) {
  return t.app.inject({
    method: 'POST',
    url,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: `outcome=${outcome}`,
  });
}

/** Sends a notice to a hook. */
export function notify(
  t: TestApp,
  path: 'stripe' | 'payhere',
  payload: string,
  headers: Record<string, string> = {},
) {
  const type = path === 'stripe' ? 'application/json' : 'application/x-www-form-urlencoded';
  return t.app.inject({
    method: 'POST',
    url: `/v1/hooks/${path}`,
    headers: { 'content-type': type, ...headers },
    payload,
  });
}

/** PayHere's keys of an installation that accepts cards. */
export const MERCHANT = { merchant: '1219283', secret: 'TXlNZXJjaGFudFNlY3JldA==' };
const WEBHOOK_SECRET = 'whsec_of_tests_only';

type Payer = { browser: Browser };

/**
 * Stripe and PayHere for a test file, the settings of an app that uses them, and payments with their notices.
 */
export async function openTestProviders() {
  const stripe = await startStripe(WEBHOOK_SECRET);
  const local = payhere(MERCHANT);
  afterAll(stripe.close);
  return {
    stripe,
    local,
    settings: {
      stripeSecretKey: 'sk_test_of_tests_only',
      stripeWebhookSecret: WEBHOOK_SECRET,
      stripeApiBase: stripe.base,
      payhereMerchantId: MERCHANT.merchant,
      payhereSecret: MERCHANT.secret,
    },
    /** Starts a payment at Stripe. */
    async atStripe({ browser }: Payer, amount = '1000') {
      const checkout = await begin(browser, amount);
      const session = checkout.ipg === 'STRIPE' ? checkout.stripe_params.session_id : expect.fail();
      const completed = (more: Record<string, unknown> = {}) =>
        stripe.event('checkout.session.completed', stripe.pay(session, more));
      return { id: checkout.id, session, completed };
    },
    /** Starts a payment at PayHere. */
    async atPayhere({ browser }: Payer, amount = '1000') {
      const checkout = await begin(browser, amount, 'PAYHERE');
      return { id: checkout.id, form: checkout.ipg === 'PAYHERE' ? checkout.payhere_params : expect.fail() };
    },
    /** Sends an event of Stripe. */
    tell: (at: TestApp, event: string, signed: Parameters<typeof stripe.signature>[1] = {}) =>
      notify(at, 'stripe', event, stripe.signature(event, signed)),
    /** Sends a notice of PayHere. */
    tellLocal: (at: TestApp, notice: string) => notify(at, 'payhere', notice),
  };
}

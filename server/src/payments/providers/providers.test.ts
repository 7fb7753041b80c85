// Stripe and PayHere by their own wire formats: what is signed, new and as it was begun is credited once;
// all else credits nothing and is kept for staff.
import { describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { makeOwner, newestMail } from '../../../test/factories.ts';
import { payhere } from '../../../test/paymentProviders.ts';
import { balanceOf, MERCHANT, notify, openTestProviders, paymentOf } from '../../../test/payments.ts';
import { makeStaff } from '../../../test/staff.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { failSilentPayments, lookUpCards, reconcilePayments } from '../checkout/reconcile.ts';
import { openProviders } from './open.ts';

const { stripe, local, settings, ...paying } = await openTestProviders();
const t = await testApp(settings);
const other = await anotherApp(t);
const { pool } = t.services;
const finance = await makeStaff(t, { role: 'FINANCE' });

type Owner = Awaited<ReturnType<typeof makeOwner>>;
const tell = (payload: string, signed: Parameters<typeof stripe.signature>[1] = {}, at = t) =>
  paying.tell(at, payload, signed);
const tellLocal = (payload: string) => paying.tellLocal(t, payload);

/** A payment begun at Stripe, by a new team unless one is given. */
async function atStripe(amount = '1000', owner?: Owner) {
  const { browser, person } = owner ?? (await makeOwner(t));
  return { browser, person, ...(await paying.atStripe({ browser }, amount)) };
}

/** The same at PayHere. */
async function atPayhere(amount = '1000', owner?: Owner) {
  const { browser } = owner ?? (await makeOwner(t));
  return { browser, ...(await paying.atPayhere({ browser }, amount)) };
}

const alerts = async () =>
  (await finance.browser.get('/v1/staff/payment_alerts?page_size=100')).json().results as {
    id: string;
    kind: string;
    provider: string;
    times: number;
    payment_id: string | null;
    detail: Record<string, string>;
  }[];
/** Marks all alerts seen, so later ones are separate. */
async function clearAlerts() {
  for (const { id } of await alerts()) await finance.browser.post(`/v1/staff/payment_alerts/${id}/seen`);
}

describe('Stripe', () => {
  it('creates a session for our order and total, and credits it when Stripe reports it paid', async () => {
    const { browser, person, id, session, completed } = await atStripe('1000.25');
    const made = stripe.sessions.get(session)!;
    expect(made).toMatchObject({ amount_total: 118_030, currency: 'lkr' });
    expect(made.client_reference_id).toMatch(/^GW[0-9A-F]{24}P$/);
    const told = await tell(completed());
    expect([told.statusCode, told.json()]).toEqual([200, {}]);
    expect(await paymentOf(browser, id)).toMatchObject({
      status: 'SUCCEEDED',
      amount: 1000.25,
      total: 1180.3,
    });
    expect(await balanceOf(browser)).toBe(1000.25);
    expect((await newestMail(t, person.email)).subject).toBe('We have received your payment');
    // Its notice does not say which card it was.
    const card = { latest_charge: { payment_method_details: { card: { last4: '1881' } } } };
    Object.assign(stripe.sessions.get(session)!.payment_intent as object, card);
    await lookUpCards(t.services, openProviders(t.services));
    expect((await paymentOf(browser, id)).card_last_4).toBe('1881');
  });

  it('has no card to look up for a payment that was made otherwise', async () => {
    const { browser, id, completed } = await atStripe();
    await tell(completed());
    await lookUpCards(t.services, openProviders(t.services));
    expect((await paymentOf(browser, id)).card_last_4).toBeNull();
  });

  it('waits for delayed payment methods, which succeed or fail later', async () => {
    const [paid, declined] = [await atStripe(), await atStripe()];
    for (const { completed, id, browser } of [paid, declined]) {
      await tell(completed({ payment_status: 'unpaid' }));
      expect((await paymentOf(browser, id)).status).toBe('PENDING');
    }
    await tell(stripe.event('checkout.session.async_payment_succeeded', stripe.pay(paid.session)));
    const refused = stripe.sessions.get(declined.session)!;
    (refused.payment_intent as { status: string }).status = 'requires_payment_method';
    await tell(stripe.event('checkout.session.async_payment_failed', refused));
    expect(await balanceOf(paid.browser)).toBe(1000);
    expect(await paymentOf(declined.browser, declined.id)).toMatchObject({
      status: 'FAILED',
      failure: expect.any(String),
    });
  });

  it('credits once for 50 concurrent and repeated notices, in any order, in two processes', async () => {
    const { browser, session, completed } = await atStripe();
    const paid = completed();
    const expired = stripe.event('checkout.session.expired', {
      ...stripe.sessions.get(session),
      status: 'expired',
      payment_status: 'unpaid',
    });
    await tell(expired);
    const all = Array.from({ length: 50 }, (_, i) => tell(i % 7 ? paid : expired, {}, i % 2 ? t : other));
    expect(new Set((await Promise.all(all)).map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    await tell(expired);
    await tell(paid, {}, other);
    expect(await balanceOf(browser)).toBe(1000);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('is queried when it sends no notice', async () => {
    const { browser, id, session } = await atStripe();
    const { payment_intent: intent } = stripe.pay(session);
    stripe.intents.get(intent)!.latest_charge = { payment_method_details: { card: { last4: '0341' } } };
    await pool.query("update payments set created_at = now() - interval '16 minutes' where id = $1", [id]);
    stripe.state.down = true;
    const providers = openProviders(t.services);
    await expect(reconcilePayments(t.services, providers)).rejects.toThrow();
    stripe.state.down = false;
    await pool.query('update payments set looked_at = null where id = $1', [id]);
    await reconcilePayments(t.services, providers);
    expect(await paymentOf(browser, id)).toMatchObject({ status: 'SUCCEEDED', card_last_4: '0341' });
    // The return page queries too: opened twice, reloaded, during a notice.
    const second = await atStripe('200');
    const paid = second.completed();
    await Promise.all([
      ...Array.from({ length: 10 }, () => paymentOf(second.browser, second.id)),
      tell(paid),
      tell(paid, {}, other),
    ]);
    expect((await paymentOf(second.browser, second.id)).status).toBe('SUCCEEDED');
    expect((await second.browser.get('/v1/web/payments')).json()).toHaveLength(1);
    expect(await balanceOf(second.browser)).toBe(200);
  });

  it('when unreachable leaves a payment that can be resumed', async () => {
    const { browser } = await makeOwner(t);
    const json = { amount: '100', ipg: 'STRIPE', key: crypto.randomUUID() };
    const ask = () => browser.call('POST', '/v1/web/payments', { json });
    stripe.state.down = true;
    expect((await ask()).json().code).toBe(1014);
    stripe.state.down = false;
    expect((await ask()).statusCode).toBe(200);
    expect((await browser.get('/v1/web/payments')).json()).toHaveLength(1);
  });

  it.each([
    ['an error', 500, '{"error":{"message":"No"}}'],
    ['a page', 200, '<html>'],
    ['an empty object', 200, '{}'],
    ['null', 200, 'null'],
  ])('answering with %s credits nothing, and the payment can be resumed', async (_what, status, body) => {
    const { browser } = await makeOwner(t);
    const json = { amount: '100', ipg: 'STRIPE', key: crypto.randomUUID() };
    stripe.state.says = { status, body };
    expect((await browser.call('POST', '/v1/web/payments', { json })).json().code).toBe(1014);
    stripe.state.says = null;
    const begun = (await browser.call('POST', '/v1/web/payments', { json })).json();
    stripe.state.says = { status, body };
    expect((await paymentOf(browser, begun.id)).status).toBe('PENDING');
    stripe.state.says = null;
    await tell(stripe.event('checkout.session.completed', stripe.pay(begun.stripe_params.session_id)));
    expect(await balanceOf(browser)).toBe(100);
  });

  it('does not block the payment page while it is silent', async () => {
    const { browser, id, completed } = await atStripe();
    stripe.state.silent = true;
    expect((await paymentOf(browser, id)).status).toBe('PENDING');
    stripe.state.silent = false;
    await tell(completed());
    expect((await paymentOf(browser, id)).status).toBe('SUCCEEDED');
  });
});

it('a notice about a charge that is not ours gets a 200 and raises no alert', async () => {
  const { session, browser, completed } = await atStripe();
  const event = completed();
  await clearAlerts();
  Object.assign(stripe.sessions.get(session)!, { client_reference_id: 'shop-17' });
  const { payment_intent: intent } = stripe.pay(session);
  stripe.intents.get(intent)!.metadata = {};
  const refund = stripe.refund(intent, 100)!;
  const dispute = stripe.dispute(intent, 100);
  const elsewhere = { ...refund, payment_intent: 'pi_of_another_account' };
  const told = [
    event,
    stripe.event('charge.refunded', { payment_intent: intent }),
    stripe.event('refund.failed', refund),
    stripe.event('refund.failed', { ...refund, payment_intent: null }),
    stripe.event('refund.updated', elsewhere),
    stripe.event('charge.dispute.funds_withdrawn', dispute),
    stripe.event('customer.created', { id: 'cus_1' }),
  ];
  for (const one of told) expect((await tell(one)).statusCode, one).toBe(200);
  expect([await alerts(), await balanceOf(browser)]).toEqual([[], 0]);
});

it('a notice gets a 503 while its payment cannot be looked up, and a retry credits it', async () => {
  const { browser, completed } = await atStripe();
  const event = completed();
  stripe.state.down = true;
  expect((await tell(event)).statusCode).toBe(503);
  stripe.state.down = false;
  expect((await tell(event)).statusCode).toBe(200);
  expect(await balanceOf(browser)).toBe(1000);
});

describe('PayHere', () => {
  it('gets a form with the hash, and its notice credits the payment', async () => {
    const { browser, id, form } = await atPayhere('1000.25');
    expect(form).toMatchObject({ amount: '1180.30', currency: 'LKR', merchant_id: MERCHANT.merchant });
    expect(form.hash).toBe(local.hash(form.order_id, form.amount, form.currency));
    expect((await tellLocal(local.notice(form, { status_code: '0' }))).statusCode).toBe(200);
    expect((await paymentOf(browser, id)).status).toBe('PENDING');
    expect((await tellLocal(local.notice(form))).statusCode).toBe(200);
    expect(await paymentOf(browser, id)).toMatchObject({ status: 'SUCCEEDED', card_last_4: '1292' });
    expect(await balanceOf(browser)).toBe(1000.25);
    // Fields outside the signature may hold anything.
    const next = await atPayhere('200', { browser } as Owner);
    const odd = { payment_id: '\0'.repeat(10_000), card_no: '\0', method: '\0' };
    expect((await tellLocal(local.notice(next.form, {}, odd))).statusCode).toBe(200);
    expect(await paymentOf(browser, next.id)).toMatchObject({ status: 'SUCCEEDED', card_last_4: null });
  });

  it.each(['-1', '-2'])(
    'status %s fails the payment, and a second card can still pay',
    async (status_code) => {
      const { browser, id, form } = await atPayhere();
      await tellLocal(local.notice(form, { status_code }));
      expect((await paymentOf(browser, id)).status).toBe('FAILED');
      await tellLocal(local.notice(form));
      await tellLocal(local.notice(form, { status_code }));
      expect((await paymentOf(browser, id)).status).toBe('SUCCEEDED');
      expect(await balanceOf(browser)).toBe(1000);
    },
  );

  it('notices are refused if digits were moved between signed fields', async () => {
    const { browser, form } = await atPayhere();
    await clearAlerts();
    const [order, amount] = [form.order_id, form.amount];
    const moved = [
      { order_id: `${order}${amount[0]}`, payhere_amount: amount.slice(1) },
      { order_id: order.slice(0, -1), payhere_amount: `P${amount}` },
      { payhere_amount: `${amount.slice(0, -1)}`, payhere_currency: `${amount.at(-1)}LKR` },
      { payhere_currency: 'LKR2', status_code: '' },
      { merchant_id: `${MERCHANT.merchant}G`, order_id: order.slice(1) },
    ];
    for (const fields of moved) {
      // The signature is that of the true fields: they read the same when they are written one after the
      // other.
      const answer = await tellLocal(local.notice(form, {}, fields));
      expect(answer.statusCode, JSON.stringify(fields)).toBe(400);
    }
    expect(await balanceOf(browser)).toBe(0);
    expect(await alerts()).toMatchObject([{ kind: 'UNREADABLE', provider: 'PAYHERE', times: moved.length }]);
  });
});

describe('an invalid notice credits nothing and alerts staff', () => {
  const wrong: [
    string,
    (mine: Awaited<ReturnType<typeof atBoth>>) => ReturnType<typeof notify>,
    number,
    string,
  ][] = [
    ['Stripe: 1 MB', ({ paid }) => tell(paid + ' '.repeat(1_048_576)), 413, 'TOO_LARGE'],
    ['Stripe: another key', ({ paid }) => tell(paid, { key: 'whsec_another' }), 400, 'FORGED'],
    ['Stripe: no signature', ({ paid }) => notify(t, 'stripe', paid), 400, 'FORGED'],
    [
      'Stripe: changed after it was signed',
      ({ paid }) => notify(t, 'stripe', `${paid} `, stripe.signature(paid)),
      400,
      'FORGED',
    ],
    ['Stripe: five minutes old', ({ paid }) => tell(paid, { ageSeconds: 301 }), 400, 'OLD'],
    [
      'Stripe: an unknown order',
      ({ session }) => tell(paidBy(session, { client_reference_id: `GW${'A'.repeat(24)}P` })),
      200,
      'UNKNOWN',
    ],
    [
      "Stripe: PayHere's order",
      ({ session, form }) => tell(paidBy(session, { client_reference_id: form.order_id })),
      200,
      'OTHER_PROVIDER',
    ],
    [
      'Stripe: a cent less',
      ({ session }) => tell(paidBy(session, { amount_total: session.amount_total - 1 })),
      200,
      'OTHER_AMOUNT',
    ],
    [
      'Stripe: a cent more',
      ({ session }) => tell(paidBy(session, { amount_total: session.amount_total + 1 })),
      200,
      'OTHER_AMOUNT',
    ],
    [
      'Stripe: another currency',
      ({ session }) => tell(paidBy(session, { currency: 'usd' })),
      200,
      'OTHER_AMOUNT',
    ],
    ['Stripe: an empty body', () => tell('', { key: 'whsec_another' }), 400, 'FORGED'],
    ['Stripe: signed, but not JSON', () => tell('{'), 400, 'UNREADABLE'],
    [
      'Stripe: signed, but not an event',
      () => tell('{"type":"checkout.session.completed","data":{}}'),
      400,
      'UNREADABLE',
    ],
    [
      'Stripe: an invalid session id',
      ({ session }) => tell(stripe.event('checkout.session.completed', { ...session, id: '../refunds' })),
      400,
      'UNREADABLE',
    ],
    [
      'PayHere: 1 MB',
      ({ form }) => tellLocal(`${local.notice(form)}&x=${'x'.repeat(1_048_576)}`),
      413,
      'TOO_LARGE',
    ],
    [
      'PayHere: another secret',
      ({ form }) => tellLocal(payhere({ ...MERCHANT, secret: 'x' }).notice(form)),
      400,
      'FORGED',
    ],
    [
      'PayHere: another merchant',
      ({ form }) => tellLocal(payhere({ ...MERCHANT, merchant: '99' }).notice(form)),
      400,
      'FORGED',
    ],
    ['PayHere: no signature', ({ form }) => tellLocal(local.notice(form, {}, { md5sig: '' })), 400, 'FORGED'],
    [
      'PayHere: a field twice',
      ({ form }) => tellLocal(`${local.notice(form)}&order_id=${form.order_id}`),
      400,
      'UNREADABLE',
    ],
    [
      'PayHere: an unknown order',
      ({ form }) => tellLocal(local.notice({ ...form, order_id: `GW${'B'.repeat(24)}P` })),
      200,
      'UNKNOWN',
    ],
    ['PayHere: NUL', () => tellLocal('order_id=%00&status_code=%00'), 400, 'UNREADABLE'],
    [
      'PayHere: half a character',
      () => tellLocal(new URLSearchParams({ order_id: `${'x'.repeat(199)}😀` }).toString()),
      400,
      'UNREADABLE',
    ],
    [
      "PayHere: Stripe's order",
      ({ form, session }) => tellLocal(local.notice({ ...form, order_id: session.client_reference_id })),
      200,
      'OTHER_PROVIDER',
    ],
    [
      'PayHere: a cent less',
      ({ form }) => tellLocal(local.notice({ ...form, amount: '1179.99' })),
      200,
      'OTHER_AMOUNT',
    ],
    [
      'PayHere: a cent more',
      ({ form }) => tellLocal(local.notice({ ...form, amount: '1180.01' })),
      200,
      'OTHER_AMOUNT',
    ],
    [
      'PayHere: another currency',
      ({ form }) => tellLocal(local.notice({ ...form, currency: 'USD' })),
      200,
      'OTHER_AMOUNT',
    ],
  ];
  /**
   * The event of a session that Stripe has with other fields: what an event says of it counts for nothing.
   */
  const paidBy = (session: { id: string }, fields: object = {}) =>
    stripe.event('checkout.session.completed', Object.assign(stripe.sessions.get(session.id)!, fields));

  async function atBoth() {
    const owner = await makeOwner(t);
    const [card, localCard] = [await atStripe('1000', owner), await atPayhere('1000', owner)];
    const session = stripe.pay(card.session);
    return { browser: owner.browser, session, paid: paidBy(session), form: localCard.form };
  }

  it.each(wrong)('%s', async (_what, send, status, kind) => {
    const mine = await atBoth();
    await clearAlerts();
    const answer = await send(mine);
    expect([answer.statusCode, (await alerts()).map((alert) => alert.kind)]).toEqual([status, [kind]]);
    expect(await balanceOf(mine.browser)).toBe(0);
  });

  it('repeated notices share an alert, which names the payment only if they were signed', async () => {
    const { session, paid } = await atBoth();
    await clearAlerts();
    await Promise.all(Array.from({ length: 20 }, () => tell(paid, { key: 'whsec_another' })));
    await tell(paidBy(session, { amount_total: 1 }));
    const found = await alerts();
    expect(found.find(({ kind }) => kind === 'FORGED')).toMatchObject({ times: 20, payment_id: null });
    expect(found.find(({ kind }) => kind === 'OTHER_AMOUNT')).toMatchObject({
      payment_id: expect.any(String),
      detail: { said: '0.01 LKR', expected: '1180.00 LKR' },
    });
    // Each order that is none of ours is one of its own: somebody has paid it.
    const orders = ['C', 'D'].map((letter) => `GW${letter.repeat(24)}P`);
    for (const order of [...orders, ...orders]) await tell(paidBy(session, { client_reference_id: order }));
    const unknown = (await alerts()).filter(({ kind }) => kind === 'UNKNOWN');
    expect(unknown.map(({ times, detail }) => [times, detail.order]).sort()).toEqual(
      orders.map((order) => [2, order]),
    );
    const [{ id } = { id: '' }] = found;
    expect((await finance.browser.post(`/v1/staff/payment_alerts/${id}/seen`)).statusCode).toBe(200);
    expect((await finance.browser.post(`/v1/staff/payment_alerts/${id}/seen`)).json().code).toBe(1013);
  });
});

it('an abandoned payment fails after 36 hours, and a late notice still credits it', async () => {
  const { browser, id, form } = await atPayhere();
  await failSilentPayments(t.services);
  expect((await paymentOf(browser, id)).status).toBe('PENDING');
  await pool.query("update payments set created_at = now() - interval '37 hours' where id = $1", [id]);
  await failSilentPayments(t.services);
  expect((await paymentOf(browser, id)).status).toBe('FAILED');
  await tellLocal(local.notice(form));
  expect(await balanceOf(browser)).toBe(1000);
});

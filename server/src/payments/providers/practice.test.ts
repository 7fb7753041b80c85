// The practice checkout: amounts, credits and tax, and that each payment is credited once.
import { taxOf } from '@godwit/contract/payments/amounts';
import { describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { makeOwner, newestMail } from '../../../test/factories.ts';
import { balanceOf, begin, paymentOf, practise } from '../../../test/payments.ts';
import { makeStaff } from '../../../test/staff.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { CENT, parseAmount } from '../../money.ts';
import { openProviders } from './open.ts';

const t = await testApp();
const other = await anotherApp(t);
const reachable = await testApp({ host: '0.0.0.0' });
const { pool } = t.services;
const owner = await makeOwner(t);
const pay = async (url: string, outcome = 'succeed') => practise(t, url, outcome);
const urlOf = (checkout: Awaited<ReturnType<typeof begin>>) =>
  checkout.ipg === 'STRIPE' ? checkout.stripe_params.url : `/dev/checkout/${checkout.orderId}`;

describe('a payment by card', () => {
  it('is credited without the tax added on top, and its team is notified', async () => {
    const { browser, person } = await makeOwner(t);
    const checkout = await begin(browser, '1000.50');
    expect(await paymentOf(browser, checkout.id)).toMatchObject({ status: 'PENDING', settled_at: null });
    expect(await balanceOf(browser)).toBe(0);
    const page = await t.app.inject(urlOf(checkout));
    expect(page.body).toContain('1,180.59 LKR');
    const back = await pay(urlOf(checkout));
    expect(back.headers.location).toBe(`/payment-complete?success=true&payment=${checkout.id}`);
    expect(await paymentOf(browser, checkout.id)).toMatchObject({
      type: 'CARD',
      status: 'SUCCEEDED',
      amount: 1000.5,
      tax: 180.09,
      total: 1180.59,
      tax_percentage: 18,
      tax_included: false,
      card_last_4: '4242',
      practice: true,
    });
    expect(await balanceOf(browser)).toBe(1000.5);
    expect((await newestMail(t, person.email)).text).toContain('1,180.59 LKR');
    expect((await browser.get('/v1/web/payments')).json()).toHaveLength(1);
  });

  it('includes the tax if prices in its region do', async () => {
    const { browser } = await makeOwner(t, { region_code: 'AU' });
    const checkout = await begin(browser, '99.99');
    await pay(urlOf(checkout));
    const paid = await paymentOf(browser, checkout.id);
    expect(paid).toMatchObject({
      amount: 99.99,
      tax: 9.09,
      total: 99.99,
      tax_included: true,
      currency: 'AUD',
    });
    expect(await balanceOf(browser)).toBe(99.99);
  });

  it('by a Sri Lankan card uses the form of PayHere', async () => {
    const { browser } = await makeOwner(t);
    const checkout = await begin(browser, '500', 'PAYHERE');
    const { action, order_id, amount, currency } =
      checkout.ipg === 'PAYHERE' ? checkout.payhere_params : expect.fail();
    expect([action, amount, currency]).toEqual(['/dev/checkout', '590.00', 'LKR']);
    const form = await t.app.inject({
      method: 'POST',
      url: action,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams({ order_id }).toString(),
    });
    expect([form.statusCode, form.headers.location]).toEqual([303, `/dev/checkout/${order_id}`]);
    await pay(`/dev/checkout/${order_id}`);
    expect(await balanceOf(browser)).toBe(500);
  });

  it.each([
    ['fail', 'FAILED', 0],
    ['cancel', 'FAILED', 0],
    ['later', 'PENDING', 0],
    ['twice', 'SUCCEEDED', 200],
  ])('with the outcome %s is %s', async (outcome, status, balance) => {
    const { browser } = await makeOwner(t);
    const checkout = await begin(browser, '200');
    await pay(urlOf(checkout), outcome);
    expect((await paymentOf(browser, checkout.id)).status).toBe(status);
    expect(await balanceOf(browser)).toBe(balance);
    // The final payment counts, once, regardless of earlier attempts.
    await pay(urlOf(checkout));
    await pay(urlOf(checkout), 'fail');
    expect((await paymentOf(browser, checkout.id)).status).toBe('SUCCEEDED');
    expect(await balanceOf(browser)).toBe(200);
  });

  it('is credited once for concurrent notices in two processes', async () => {
    const { browser } = await makeOwner(t);
    const checkout = await begin(browser, '250');
    const outcomes = ['succeed', 'succeed', 'later', 'succeed', 'fail'];
    const notices = Array.from({ length: 50 }, (_, i) =>
      practise(i % 2 ? t : other, urlOf(checkout), outcomes[i % outcomes.length]!),
    );
    await Promise.all(notices);
    expect(await balanceOf(browser)).toBe(250);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('is created once per form, and is hidden from other teams', async () => {
    const { browser } = await makeOwner(t);
    const other = await makeOwner(t);
    const json = { amount: '300', ipg: 'STRIPE', key: crypto.randomUUID() };
    const [one, two] = await Promise.all(
      [1, 2].map(() => browser.call('POST', '/v1/web/payments', { json })),
    );
    expect(one!.json()).toEqual(two!.json());
    expect((await browser.get('/v1/web/payments')).json()).toHaveLength(1);
    const changed = await browser.call('POST', '/v1/web/payments', { json: { ...json, amount: '301' } });
    expect(changed.json().code).toBe(1013);
    const { id } = one!.json();
    expect((await other.browser.get(`/v1/web/payments/${id}`)).json().code).toBe(1001);
    expect((await other.browser.get('/v1/web/payments')).json()).toEqual([]);
    // The same key in another team is another payment.
    expect((await other.browser.call('POST', '/v1/web/payments', { json })).json().id).not.toBe(id);
    // The key does not affect the order: the newest is first.
    const later = { ...json, key: '00000000-0000-4000-8000-000000000000' };
    const newest = (await browser.call('POST', '/v1/web/payments', { json: later })).json().id;
    expect((await browser.get('/v1/web/payments')).json()[0].id).toBe(newest);
    expect((await browser.get('/v1/web/payments?before=x')).json().code).toBe(1001);
    expect((await other.browser.get(`/v1/web/payments?before=${id}`)).json().code).toBe(1001);
  });

  it('is refused after 30 unpaid attempts', async () => {
    const { browser } = await makeOwner(t);
    for (let i = 0; i < 30; i++) await begin(browser, '100');
    const more = await browser.call('POST', '/v1/web/payments', { json: { amount: '100', ipg: 'STRIPE' } });
    expect(more.json().code).toBe(1006);
  });
});

describe('an amount', () => {
  const wrong = [
    '',
    '0',
    '0.00',
    '-5',
    '1e3',
    'NaN',
    '1,000',
    '１２３',
    ' 5',
    '12.345',
    '1234567890',
    '.5',
    '5.',
    '0x10',
  ];
  it.each(wrong)('%j is invalid', async (amount) => {
    const { browser } = owner;
    const answer = await browser.call('POST', '/v1/web/payments', { json: { amount, ipg: 'STRIPE' } });
    expect(answer.json()).toMatchObject({ code: 1002, fields: { amount: 'Amount is invalid' } });
  });

  it.each([
    ['99.99', /smallest payment is 100.00 LKR/],
    ['1000000.01', /largest payment is 1,000,000.00 LKR/],
  ])('%s is outside the limits', async (amount, words) => {
    const answer = await owner.browser.call('POST', '/v1/web/payments', { json: { amount, ipg: 'STRIPE' } });
    expect(answer.json()).toMatchObject({ code: 1002, fields: { amount: expect.stringMatching(words) } });
  });

  it('has its limits, tax and payment methods in the options', async () => {
    expect((await owner.browser.get('/v1/web/payments/options')).json()).toEqual({
      currency: 'LKR',
      currency_symbol: 'Rs',
      min: 100,
      max: 1_000_000,
      tax: { percentage: 18, included: false },
      cards: [
        { ipg: 'PAYHERE', local: true, practice: true },
        { ipg: 'STRIPE', local: false, practice: true },
      ],
      bank: null,
    });
    const abroad = await makeOwner(t, { region_code: 'AU' });
    const { cards } = (await abroad.browser.get('/v1/web/payments/options')).json();
    expect(cards).toEqual([{ ipg: 'STRIPE', local: false, practice: true }]);
    const answer = await abroad.browser.call('POST', '/v1/web/payments', {
      json: { amount: '50', ipg: 'PAYHERE' },
    });
    expect(answer.json()).toMatchObject({ code: 1002, fields: { ipg: expect.any(String) } });
  });
});
describe('tax', () => {
  it.each([
    ['0.25', 1_800, false, '0.05'],
    ['0.02', 2_500, false, '0.01'],
    ['100', 0, false, '0'],
    ['110', 1_000, true, '10'],
    ['0.05', 1_000, true, '0'],
    ['0.06', 1_000, true, '0.01'],
    ['999999999', 10_000, false, '999999999'],
  ])(
    'of %s at %i basis points, included: %s, is %s, rounded half up to the cent',
    (amount, basisPoints, included, tax) => {
      expect(taxOf(parseAmount(amount)!, { basisPoints, included }, CENT)).toBe(parseAmount(tax));
    },
  );

  it('is changed by staff from a given time, and payments keep the rate they started with', async () => {
    const finance = await makeStaff(t, { role: 'FINANCE' });
    const { browser } = await makeOwner(t, { region_code: 'AU' });
    const before = await begin(browser, '100');
    const change = (more: object) =>
      finance.browser.post('/v1/staff/tax', undefined, {
        json: { region: 'AU', percentage: '12.5', included: false, valid_from: null, ...more },
      });
    expect((await change({ valid_from: '2020-01-01T00:00:00Z' })).json().fields).toHaveProperty('valid_from');
    const later = await change({ percentage: '15', valid_from: '2099-01-01T00:00:00Z' });
    expect(later.json().rates.map(({ state }: { state: string }) => state)).toEqual(['UPCOMING', 'CURRENT']);
    expect((await change({})).json().rates).toMatchObject([
      {},
      { percentage: 12.5, state: 'CURRENT' },
      { state: 'PAST' },
    ]);
    await pay(urlOf(before));
    expect(await paymentOf(browser, before.id)).toMatchObject({ tax_percentage: 10, total: 100 });
    const after = await begin(browser, '100');
    expect(await paymentOf(browser, after.id)).toMatchObject({
      tax_percentage: 12.5,
      tax: 12.5,
      total: 112.5,
    });
    expect((await browser.get('/v1/web/teams')).json()[0].region.tax_percentage).toBe(12.5);
    const cancelled = await finance.browser.post('/v1/staff/tax/cancel', undefined, {
      json: { region: 'AU', valid_from: '2099-01-01T00:00:00Z' },
    });
    expect(cancelled.json().rates).toHaveLength(2);
  });
});

it('the practice checkout exists only if no other machine can reach the server', async () => {
  const { browser } = await makeOwner(t);
  const url = urlOf(await begin(browser, '100'));
  expect((await t.app.inject({ url, headers: { host: 'evil.example' } })).statusCode).toBe(404);
  const throughProxy = { host: 'localhost', 'x-forwarded-for': '112.134.1.1' };
  expect((await t.app.inject({ url, headers: throughProxy })).statusCode).toBe(404);
  expect((await reachable.app.inject(url)).statusCode).toBe(404);
  const behindProxy = { ...t.services.settings, publicUrl: new URL('https://sms.example.com') };
  expect(openProviders({ ...t.services, settings: behindProxy }).cards('LK')).toEqual([]);
  const abroad = await makeOwner(reachable);
  expect((await abroad.browser.get('/v1/web/payments/options')).json().cards).toEqual([]);
});

it('the ledger agrees with all payments', async () => {
  expect(await ledgerDifferences(pool)).toEqual([]);
  await pool.query(`update payments set amount_micros = amount_micros + 1, total_micros = total_micros + 1
    where status = 'SUCCEEDED' and not tax_included and id = (select id from payments where status = 'SUCCEEDED' and not tax_included limit 1)`);
  expect(await ledgerDifferences(pool)).toMatchObject([{ problem: expect.stringContaining('top-up') }]);
});

// Beginning a payment: how long a person waits for a provider, and how many attempts a team has.
import { expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { makeOwner } from '../../../test/factories.ts';
import { slipFile, uploadFrom } from '../../../test/files.ts';
import { openTestProviders } from '../../../test/payments.ts';

const { stripe, settings, ...paying } = await openTestProviders();
const t = await testApp(settings);

it('a checkout at a silent provider times out, and a retry resumes the payment', {
  timeout: 15_000,
}, async () => {
  const { browser } = await makeOwner(t);
  const json = { amount: '100', ipg: 'STRIPE', key: crypto.randomUUID() };
  const ask = () => browser.call('POST', '/v1/web/payments', { json });
  const { promise, resolve } = Promise.withResolvers<void>();
  stripe.state.held = { path: '/v1/checkout/sessions', until: promise };
  const answer = await ask();
  expect(answer.statusCode).toBe(503);
  expect(answer.json()).toMatchObject({
    code: 1014,
    description: expect.stringMatching(/You have not been charged\. Try again/),
  });
  stripe.state.held = null;
  resolve();
  const begun = (await ask()).json();
  await paying.tell(
    t,
    stripe.event('checkout.session.completed', stripe.pay(begun.stripe_params.session_id)),
  );
  expect((await browser.get('/v1/web/payments')).json()).toMatchObject([{ status: 'SUCCEEDED' }]);
});

it('unpaid attempts count only if the provider accepted them, and separately from slips', async () => {
  const { browser } = await makeOwner(t);
  const ask = (ipg = 'STRIPE') => browser.call('POST', '/v1/web/payments', { json: { amount: '100', ipg } });
  stripe.state.says = { status: 400, body: '{"error":{"message":"No"}}' };
  for (let i = 0; i < 31; i++) expect((await ask()).json().code).toBe(1014);
  stripe.state.says = null;
  // Many at once, in both gateways: thirty are taken.
  const codes = (
    await Promise.all(Array.from({ length: 34 }, (_, i) => ask(i % 2 ? 'STRIPE' : 'PAYHERE')))
  ).map((answer) => answer.json().code as number | undefined);
  expect(codes.filter((code) => code === undefined)).toHaveLength(30);
  expect(codes.filter((code) => code === 1006)).toHaveLength(4);
  expect((await ask()).json().code).toBe(1006);
  const slip = async () => {
    const { id: file } = (await uploadFrom(browser, slipFile())).json();
    return (await browser.call('POST', '/v1/web/bank_payments', { json: { amount: '100', file } })).json();
  };
  for (let i = 0; i < 30; i++) expect((await slip()).status).toBe('PENDING');
  expect((await slip()).code).toBe(1006);
});

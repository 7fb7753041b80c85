// Notices in any order, repeated and late: payments, refunds and the ledger come to the same end. Orders
// that are paid twice.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anotherApp, testApp } from '../../../test/app.ts';
import { makeOwner } from '../../../test/factories.ts';
import { balanceOf, openTestProviders, paymentOf } from '../../../test/payments.ts';
import { makeStaff } from '../../../test/staff.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';

const { stripe, local, settings, ...paying } = await openTestProviders();
const t = await testApp(settings);
const other = await anotherApp(t);
const { pool } = t.services;
const finance = await makeStaff(t, { role: 'FINANCE' });

const shown = async (id: string) => (await finance.browser.get(`/v1/staff/payments/${id}`)).json();
const refund = async (id: string, json: { amount: string; charge?: string; key?: string }) =>
  (
    await finance.browser.post(`/v1/staff/payments/${id}/refunds`, undefined, {
      json: { reason: 'Asked by mail', key: crypto.randomUUID(), ...json },
    })
  ).json();
const alertsOf = async (paymentId: string) =>
  (await finance.browser.get('/v1/staff/payment_alerts?page_size=100'))
    .json()
    .results.filter(({ payment_id }: { payment_id: string }) => payment_id === paymentId);

/** Possible events of a payment in order. Amounts are percentages of the payment. */
const step = fc.oneof(
  fc.record({
    what: fc.constantFrom('refund here', 'refund there'),
    percent: fc.integer({ min: 1, max: 60 }),
  }),
  fc.record({ what: fc.constant('dispute'), percent: fc.integer({ min: 1, max: 100 }) }),
  fc.record({ what: fc.constantFrom('fail', 'win', 'pay again'), percent: fc.constant(0) }),
);
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never;

/**
 * Plays a payment at Stripe; returns the events of it, in order. Staff refund only what has been paid as far
 * as we know.
 */
async function play(id: string, session: string, steps: readonly Step[]): Promise<string[]> {
  const events: string[] = [];
  const say = (type: string, object: object) => events.push(stripe.event(type, object));
  const paid = stripe.pay(session);
  const intent = paid.payment_intent;
  const disputes: ReturnType<typeof stripe.dispute>[] = [];
  say('checkout.session.expired', { ...paid, status: 'expired' });
  say('checkout.session.completed', paid);
  for (const { what, percent } of steps) {
    const cents = Math.floor((paid.amount_total * percent) / 100);
    if (what === 'refund here') {
      await paying.tell(t, events[1]!);
      await refund(id, { amount: (cents / 100).toFixed(2) });
    }
    const made = what === 'refund there' ? stripe.refund(intent, cents) : null;
    if (made) say('refund.created', { ...made });
    if (what === 'fail')
      for (const one of stripe.refundsOf(intent)) {
        one.status = 'failed';
        say('refund.failed', { ...one });
      }
    if (what === 'dispute' && stripe.left(intent) > 0) {
      disputes.push(stripe.dispute(intent, cents));
      say('charge.dispute.funds_withdrawn', { ...disputes.at(-1)! });
    }
    if (what === 'win')
      for (const one of disputes) {
        stripe.win(one);
        say('charge.dispute.funds_reinstated', { ...one });
      }
    if (what === 'pay again') say('checkout.session.completed', stripe.pay(stripe.again(session).id));
    say('charge.refunded', {
      payment_intent: intent,
      amount_refunded: paid.amount_total - stripe.left(intent),
    });
  }
  return events;
}

it("a payment ends in Stripe's state, whatever the order, repetition and delay of notices", async () => {
  const order = fc.array(fc.nat(100), { minLength: 10, maxLength: 20 });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 1, maxLength: 5 }), order, async (steps, picks) => {
      const owner = await makeOwner(t);
      const { id, session } = await paying.atStripe(owner, '1000');
      const events = await play(id, session, steps);
      const at = (pick: number) => (pick % 2 ? t : other);
      // Some several times at once in two processes, and at last each once more, the newest first.
      await Promise.all(picks.map((pick) => paying.tell(at(pick), events[pick % events.length]!)));
      for (const event of events.toReversed()) expect((await paying.tell(t, event)).statusCode).toBe(200);

      const { payment_intent: intent } = stripe.pay(session);
      const made = stripe.refundsOf(intent);
      const cents = made
        .filter(({ status }) => status === 'succeeded')
        .reduce((sum, one) => sum + one.amount, 0);
      const gone = made.reduce((sum, one) => sum + (one.status === 'succeeded' ? one.amount : 0), 0);
      const disputed = 118_000 - stripe.left(intent) - gone;
      const payment = await shown(id);
      expect(payment).toMatchObject({
        status: 'SUCCEEDED',
        refunded: cents / 100,
        charged_back: disputed / 100,
      });
      expect(payment.returns.filter(({ status }: { status: string }) => status === 'DONE')).toHaveLength(
        made.filter(({ status }) => status === 'succeeded').length +
          stripe.disputesOf(intent).filter(({ balance_transactions: moved }) => moved.length === 1).length,
      );
      const again = steps.filter(({ what }) => what === 'pay again').length;
      expect(payment.further_charges).toHaveLength(again);
      const credits = payment.returns
        .filter(({ status }: { status: string }) => status === 'DONE')
        .reduce((sum: number, { credit }: { credit: number }) => sum + credit, 0);
      const { balance, owed } = (await owner.browser.get('/v1/web/billing')).json();
      expect(balance - owed).toBeCloseTo(1000 - credits, 4);
      expect(await ledgerDifferences(pool)).toEqual([]);
    }),
    { numRuns: 10 },
  );
});

describe('a late response of Stripe', () => {
  /** Does something while Stripe keeps its answer at a path, as it is now, to itself. */
  async function whileHeld(
    path: string,
    ask: () => Promise<unknown>,
    work: () => Promise<void>,
  ): Promise<void> {
    const { promise, resolve } = Promise.withResolvers<void>();
    stripe.state.held = { path, until: promise };
    const arrived = stripe.asked(path);
    const asking = ask();
    await arrived;
    stripe.state.held = null;
    await work();
    resolve();
    await asking;
  }

  it('does not debit a refund again that has failed since', async () => {
    const owner = await makeOwner(t);
    const { session, completed } = await paying.atStripe(owner, '1000');
    await paying.tell(t, completed());
    const made = stripe.refund(stripe.pay(session).payment_intent, 59_000)!;
    const created = stripe.event('refund.created', made);
    await whileHeld(
      '/v1/refunds',
      () => paying.tell(other, created),
      async () => {
        made.status = 'failed';
        await paying.tell(t, stripe.event('refund.failed', made));
      },
    );
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('to our own refund changes nothing if a notice has settled the refund', async () => {
    const owner = await makeOwner(t);
    const { id, session, completed } = await paying.atStripe(owner, '1000');
    await paying.tell(t, completed());
    await whileHeld(
      '/v1/refunds',
      () => refund(id, { amount: '590' }),
      async () => {
        const [made] = stripe.refundsOf(stripe.pay(session).payment_intent);
        await paying.tell(t, stripe.event('refund.created', made));
        made!.status = 'failed';
        await paying.tell(t, stripe.event('refund.failed', made));
      },
    );
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect((await shown(id)).returns).toMatchObject([{ status: 'FAILED', total: 590 }]);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

describe('an order paid twice', () => {
  it('at Stripe is credited once; staff are alerted and refund the other charge', async () => {
    const owner = await makeOwner(t);
    const { id, session, completed } = await paying.atStripe(owner, '1000');
    await paying.tell(t, completed());
    const second = stripe.pay(stripe.again(session).id);
    const charge = second.payment_intent;
    await paying.tell(t, stripe.event('checkout.session.completed', second));
    await paying.tell(other, stripe.event('checkout.session.completed', second));
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await alertsOf(id)).toMatchObject([{ kind: 'PAID_TWICE', times: 1, detail: { charge } }]);
    expect((await shown(id)).further_charges).toEqual([{ charge, total: 1180 }]);

    expect((await refund(id, { amount: '1', charge: 'pi_unknown' })).code).toBe(1001);
    expect((await refund(id, { amount: '1180.01', charge })).fields).toHaveProperty('amount');
    const done = await refund(id, { amount: '1180', charge });
    expect(done.returns).toMatchObject([{ status: 'DONE', total: 1180, credit: 0, charge }]);
    expect(stripe.refunds.at(-1)).toMatchObject({ payment_intent: charge, amount: '118000' });
    expect((await refund(id, { amount: '0.01', charge })).fields).toHaveProperty('amount');
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await paymentOf(owner.browser, id)).toMatchObject({ status: 'SUCCEEDED', refunded: 0 });
    // The charge that was credited has all of it left, and what the second one comes to touches no balance.
    const [made] = stripe.refundsOf(charge);
    made!.status = 'failed';
    await paying.tell(t, stripe.event('refund.failed', made));
    stripe.dispute(charge, 118_000);
    await paying.tell(t, stripe.event('charge.dispute.created', stripe.disputesOf(charge)[0]));
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect((await refund(id, { amount: '1180' })).refunded).toBe(1180);
    expect(await balanceOf(owner.browser)).toBe(0);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('at PayHere is credited once; staff are alerted and refund the other charge by hand', async () => {
    const owner = await makeOwner(t);
    const { id, form } = await paying.atPayhere(owner, '1000');
    const told = (payment_id: string) => local.notice(form, {}, { payment_id });
    for (const name of ['320025071', '320025072', '320025071', '320025072'])
      await paying.tellLocal(t, told(name));
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await alertsOf(id)).toMatchObject([{ kind: 'PAID_TWICE', detail: { charge: '320025072' } }]);
    const done = await refund(id, { amount: '1180', charge: '320025072' });
    expect(done.returns).toMatchObject([{ status: 'DONE', credit: 0 }]);
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

it('the ledger check finds refunds above the amount paid, separately for each charge', async () => {
  const owner = await makeOwner(t);
  const { id, session, completed } = await paying.atStripe(owner, '1000');
  await paying.tell(t, completed());
  const second = stripe.pay(stripe.again(session).id);
  await paying.tell(t, stripe.event('checkout.session.completed', second));
  await refund(id, { amount: '590' });
  await refund(id, { amount: '1180', charge: second.payment_intent });
  expect(await ledgerDifferences(pool)).toEqual([]);
  const add = (cents: number, further: boolean) =>
    pool.query(
      'update payment_returns set total_micros = total_micros + $2 where payment_id = $1 and (charge is not null) = $3',
      [id, cents * 10_000, further],
    );
  const problem = { problem: 'more went back to a payer than was paid', team: owner.teamId, project: id };
  // The other charge has as much left, which does not make up for it.
  for (const [cents, further] of [
    [59_001, false],
    [1, true],
  ] as const) {
    await add(cents, further);
    expect(await ledgerDifferences(pool)).toMatchObject([problem]);
    await add(-cents, further);
  }
  // The cost to the balance is stored apart from the amount the payer got.
  const credit =
    'update payment_returns set credit_micros = credit_micros + $2 where payment_id = $1 and charge is not null';
  await pool.query(credit, [id, 10_000]);
  expect(await ledgerDifferences(pool)).toEqual(expect.arrayContaining([expect.objectContaining(problem)]));
  await pool.query(credit, [id, -10_000]);
});

it('a dashboard refund that an earlier version stored without its Stripe id is not debited twice', async () => {
  const owner = await makeOwner(t);
  const { id, session, completed } = await paying.atStripe(owner, '1000');
  await paying.tell(t, completed());
  const { payment_intent: intent } = stripe.pay(session);
  const made = [23_600, 35_400].map((cents) => stripe.refund(intent, cents)!);
  await paying.tell(t, stripe.event('charge.refunded', { payment_intent: intent }));
  expect(await balanceOf(owner.browser)).toBe(500);
  // As that version kept both: one row, by the sum that Stripe had refunded until then.
  await pool.query('delete from payment_returns where payment_id = $1 and reference = $2', [id, made[0]!.id]);
  await pool.query(
    `update payment_returns set reference = 'up to 590000000', total_micros = 590000000, credit_micros = 500000000
     where payment_id = $1`,
    [id],
  );
  for (const one of [...made, ...made]) await paying.tell(t, stripe.event('refund.updated', one));
  expect(await balanceOf(owner.browser)).toBe(500);
  expect((await shown(id)).returns.map(({ total }: { total: number }) => total).sort()).toEqual([236, 354]);
  made[1]!.status = 'failed';
  await paying.tell(t, stripe.event('refund.failed', made[1]));
  expect(await balanceOf(owner.browser)).toBe(800);
  expect(await ledgerDifferences(pool)).toEqual([]);
});

it('a refund that staff reversed but the provider still made is debited again', async () => {
  const owner = await makeOwner(t);
  const { id, session, completed } = await paying.atStripe(owner, '1000');
  await paying.tell(t, completed());
  stripe.state.down = true;
  const [asked] = (await refund(id, { amount: '118' })).returns;
  stripe.state.down = false;
  await pool.query(
    "update payment_returns set reference = 'no answer ' || id, started_at = now() - interval '21 hours' where id = $1",
    [asked.id],
  );
  const json = { made: false, reason: 'Not there' };
  await finance.browser.post(`/v1/staff/refunds/${asked.id}/settle`, undefined, { json });
  expect(await balanceOf(owner.browser)).toBe(1000);
  const { payment_intent: intent } = stripe.pay(session);
  const made = stripe.refund(intent, 11_800, { metadata: { return_id: asked.id } });
  for (let i = 0; i < 2; i++) await paying.tell(t, stripe.event('refund.created', made));
  expect(await balanceOf(owner.browser)).toBe(900);
  expect((await shown(id)).returns).toMatchObject([{ status: 'FAILED' }, { status: 'DONE', credit: 100 }]);
  expect(await ledgerDifferences(pool)).toEqual([]);
});

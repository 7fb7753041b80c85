// Money that goes back: charge-backs take what is there and no more, the rest is owed and stops sending;
// refunds take their part first.
import { divideHalfUp } from '@godwit/contract/payments/amounts';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { testApp } from '../../../test/app.ts';
import { addSender, makeOwner, makeSender, newestMail, verifyTeam } from '../../../test/factories.ts';
import { balanceOf, openTestProviders, paymentOf } from '../../../test/payments.ts';
import { auditOf, makeStaff } from '../../../test/staff.ts';
import { ledgerDifferences } from '../../commands/ledger.ts';
import { SMALLEST } from '../../money.ts';
import { openProviders } from '../providers/open.ts';
import { retryRefunds } from './refunds.ts';
import { creditOf } from './returns.ts';

const { stripe, local, settings, atStripe, atPayhere, ...paying } = await openTestProviders();
const t = await testApp(settings);
const { pool } = t.services;
const finance = await makeStaff(t, { role: 'FINANCE' });
const second = await makeStaff(t, { role: 'ADMIN' });
type Asker = typeof finance;
type Owner = Pick<Awaited<ReturnType<typeof makeOwner>>, 'browser'>;

const tell = (type: string, object: object) => paying.tell(t, stripe.event(type, object));

/** A payment of so much at Stripe, paid unless it is to wait. */
async function pay(owner: Owner, amount: string, { paid = true } = {}) {
  const begun = await atStripe(owner, amount);
  const session = stripe.pay(begun.session);
  if (paid) await tell('checkout.session.completed', session);
  const intent = session.payment_intent;
  let disputed: ReturnType<typeof stripe.dispute> | undefined;
  const dispute = (cents: number) => {
    disputed ??= stripe.dispute(intent, cents);
    return disputed;
  };
  return {
    id: begun.id,
    session,
    cents: session.amount_total,
    intent,
    chargeBack: (cents = session.amount_total) => tell('charge.dispute.funds_withdrawn', dispute(cents)),
    reverse: (cents = session.amount_total) => {
      stripe.win(dispute(cents));
      return tell('charge.dispute.funds_reinstated', dispute(cents));
    },
    /** Refunds in the dashboard up to so much in all. */
    refunded: (cents: number) => {
      stripe.refund(intent, cents - (session.amount_total - stripe.left(intent)));
      return tell('charge.refunded', { payment_intent: intent, currency: 'lkr', amount_refunded: cents });
    },
  };
}

const owed = async (teamId: string) =>
  (await finance.browser.get(`/v1/staff/teams/${teamId}`)).json().owed as number;
const pausedBy = async (teamId: string) =>
  (await pool.query('select paused_by from teams where id = $1', [teamId])).rows[0].paused_by as
    | string
    | null;
const spend = async (by: Asker, teamId: string, amount: string) => {
  const json = { amount: `-${amount}`, reason: 'Spent', key: crypto.randomUUID() };
  return (await by.browser.post(`/v1/staff/teams/${teamId}/adjustments`, undefined, { json })).json();
};
const refund = async (id: string, amount: string, by: Asker = finance, key = crypto.randomUUID()) =>
  (
    await by.browser.post(`/v1/staff/payments/${id}/refunds`, undefined, {
      json: { amount, reason: 'Asked by mail', key },
    })
  ).json();
const settle = async (
  id: string,
  { made, reason = 'Seen there' }: { made: boolean; reason?: string },
  by: Asker = finance,
) => (await by.browser.post(`/v1/staff/refunds/${id}/settle`, undefined, { json: { made, reason } })).json();
/**
 * A refund that the provider has not answered for a day; above what one may refund alone a colleague has
 * confirmed it.
 */
async function unanswered({ id }: { id: string }, amount: string): Promise<string> {
  stripe.state.down = true;
  const [made] = (await refund(id, amount)).returns;
  if (made.status === 'ASKED') await second.browser.post(`/v1/staff/refunds/${made.id}/confirm`);
  stripe.state.down = false;
  await pool.query("update payment_returns set started_at = now() - interval '21 hours' where id = $1", [
    made.id,
  ]);
  await retryRefunds(t.services, openProviders(t.services));
  return made.id as string;
}
const shown = async (id: string) => (await finance.browser.get(`/v1/staff/payments/${id}`)).json();

describe('a chargeback', () => {
  it('debits the balance; the rest is owed and pauses sending until it is paid', async () => {
    const owner = await makeSender(t);
    const { teamId, browser, person, project, authorization } = owner;
    await verifyTeam(t, teamId);
    await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
    const send = () =>
      t.app.inject({
        method: 'POST',
        url: '/v1/messages',
        headers: { authorization: authorization.LIVE },
        payload: { to: '+94771234567', from: 'AShop', body: 'Hello' },
      });
    const payment = await pay(owner, '1000');
    expect((await send()).statusCode).toBe(201);
    await spend(finance, teamId, '899.20');
    expect(await balanceOf(browser)).toBe(100);
    expect((await payment.chargeBack()).statusCode).toBe(200);
    expect([await balanceOf(browser), await owed(teamId)]).toEqual([0, 900]);
    expect(await paymentOf(browser, payment.id)).toMatchObject({ status: 'SUCCEEDED', charged_back: 1180 });
    expect((await newestMail(t, person.email)).text).toContain('your team owes 900.00 LKR');
    expect((await send()).json().code).toBe(4008);
    const alert = (await finance.browser.get('/v1/staff/payment_alerts')).json().results;
    expect(alert).toMatchObject([{ kind: 'CHARGED_BACK', payment_id: payment.id }]);
    // A repeated notice refers to the same return.
    await Promise.all(Array.from({ length: 10 }, () => payment.chargeBack()));
    expect(await owed(teamId)).toBe(900);
    await pay(owner, '500');
    expect([await balanceOf(browser), await owed(teamId), await pausedBy(teamId)]).toEqual([
      0,
      400,
      expect.any(String),
    ]);
    await pay(owner, '600');
    expect([await balanceOf(browser), await owed(teamId), await pausedBy(teamId)]).toEqual([200, 0, null]);
    expect((await send()).statusCode).toBe(201);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('that the bank reverses credits its debit again, in any order of notices', async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    await spend(finance, owner.teamId, '400');
    await payment.chargeBack();
    await payment.reverse();
    await payment.reverse();
    await payment.chargeBack();
    expect([await balanceOf(owner.browser), await owed(owner.teamId), await pausedBy(owner.teamId)]).toEqual([
      600,
      0,
      null,
    ]);
    const other = await pay(owner, '200');
    await other.reverse();
    await other.chargeBack();
    expect(await balanceOf(owner.browser)).toBe(800);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('of a part debits its share of the balance, and a pause by staff stays', async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    await second.browser.post(`/v1/staff/teams/${owner.teamId}/pause`, { reason: 'A look at it' });
    await payment.chargeBack(59_000);
    expect(await balanceOf(owner.browser)).toBe(500);
    await spend(finance, owner.teamId, '500');
    const next = await pay(owner, '300');
    await spend(finance, owner.teamId, '300');
    await next.chargeBack();
    await next.chargeBack();
    expect(await pausedBy(owner.teamId)).toBe(second.email);
    // Staff lift only their own pause: a team that owes stays paused until they lift that too.
    const resume = () =>
      second.browser.post(`/v1/staff/teams/${owner.teamId}/resume`, { reason: 'Looked at' });
    expect((await resume()).json()).toMatchObject({
      owed: 300,
      paused_state: { by: expect.stringContaining('owed') },
    });
    expect((await resume()).json().paused_state).toBeNull();
    // One that money owed has made can be made theirs, and outlasts the debt.
    const debtor = await makeOwner(t);
    const gone = await pay(debtor, '200');
    await spend(finance, debtor.teamId, '200');
    await gone.chargeBack();
    const paused = await second.browser.post(`/v1/staff/teams/${debtor.teamId}/pause`, {
      reason: 'A look at it',
    });
    expect(paused.json().paused_state.by).toBe(second.email);
    await pay(debtor, '300');
    expect([await pausedBy(debtor.teamId), await owed(debtor.teamId)]).toEqual([second.email, 0]);
  });

  it('before the notice of its payment applies both', async () => {
    const owner = await makeOwner(t);
    const { form, id } = await atPayhere(owner, '1000');
    await paying.tellLocal(t, local.notice(form, { status_code: '-3' }));
    await paying.tellLocal(t, local.notice(form));
    expect(await paymentOf(owner.browser, id)).toMatchObject({ status: 'SUCCEEDED', charged_back: 1180 });
    expect(await balanceOf(owner.browser)).toBe(0);
    const later = await pay(owner, '1000', { paid: false });
    expect((await later.chargeBack()).statusCode).toBe(200);
    expect(await paymentOf(owner.browser, later.id)).toMatchObject({
      status: 'SUCCEEDED',
      charged_back: 1180,
    });
    await tell('checkout.session.completed', later.session);
    expect(await balanceOf(owner.browser)).toBe(0);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });
});

describe('a refund', () => {
  it('debits its share of the balance, calls the provider once, and notifies the customer', async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    const key = crypto.randomUUID();
    const done = await refund(payment.id, '590', finance, key);
    expect(done).toMatchObject({
      refunded: 590,
      returns: [{ status: 'DONE', total: 590, credit: 500, asked_by: finance.email }],
    });
    expect((await refund(payment.id, '590', finance, key)).returns).toHaveLength(1);
    expect(stripe.refunds.filter(({ payment_intent }) => payment_intent === payment.intent)).toMatchObject([
      { amount: '59000' },
    ]);
    expect(await balanceOf(owner.browser)).toBe(500);
    expect((await newestMail(t, owner.person.email)).subject).toBe('A payment was refunded');
    expect((await auditOf(t, 'REFUND_STARTED'))[0]).toMatchObject({
      team_id: owner.teamId,
      detail: { amount: 590 },
    });
    // The provider's notice of it is known; any amount beyond it was refunded in the provider's own pages.
    await payment.refunded(59_000);
    expect(await balanceOf(owner.browser)).toBe(500);
    await payment.refunded(118_000);
    await payment.refunded(118_000);
    await payment.refunded(59_000);
    expect(await balanceOf(owner.browser)).toBe(0);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('that failed stays reversed, whatever notices come later', async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    await refund(payment.id, '590');
    const [made] = stripe.refundsOf(payment.intent);
    const before = { payment_intent: payment.intent, currency: 'lkr', amount_refunded: 59_000 };
    made!.status = 'failed';
    await tell('refund.failed', made!);
    expect(await balanceOf(owner.browser)).toBe(1000);
    await tell('charge.refunded', before);
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect((await shown(payment.id)).returns).toMatchObject([{ status: 'FAILED', total: 590 }]);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it("made in the provider's dashboard is debited once, and reversed if it fails", async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    const made = stripe.refund(payment.intent, 59_000, { status: 'pending' })!;
    await tell('refund.created', made);
    expect(await balanceOf(owner.browser)).toBe(500);
    made.status = 'succeeded';
    await tell('refund.updated', made);
    await tell('charge.refunded', { payment_intent: payment.intent, amount_refunded: 59_000 });
    expect((await shown(payment.id)).returns).toMatchObject([{ status: 'DONE', total: 590, asked_by: null }]);
    made.status = 'failed';
    await tell('refund.failed', made);
    expect(await balanceOf(owner.browser)).toBe(1000);
    await tell('charge.refunded', { payment_intent: payment.intent, amount_refunded: 59_000 });
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await paymentOf(owner.browser, payment.id)).toMatchObject({ refunded: 0 });
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('above the limit needs a second person', async () => {
    const owner = await makeOwner(t);
    const { id } = await pay(owner, '30000');
    const asked = await refund(id, '35400');
    expect(asked).toMatchObject({ refunded: 0, returns: [{ status: 'ASKED', may_decide: false }] });
    expect(await balanceOf(owner.browser)).toBe(30_000);
    const decide = async (verb: string, by: Asker) =>
      (
        await by.browser.post(`/v1/staff/refunds/${asked.returns[0].id}/${verb}`, { reason: 'Not so' })
      ).json();
    expect((await decide('confirm', finance)).code).toBe(1012);
    const waiting = (await second.browser.get('/v1/staff/refunds')).json();
    expect(waiting).toMatchObject([{ id, returns: [{ may_decide: true }] }]);
    expect((await second.browser.get('/v1/staff/counts')).json().refunds).toBe(1);
    expect((await decide('confirm', second)).returns).toMatchObject([
      { status: 'DONE', credit: 30_000, decided_by: second.email },
    ]);
    expect(await decide('reject', second)).toMatchObject({
      code: 1013,
      description: expect.stringContaining(second.email),
    });
    expect(await balanceOf(owner.browser)).toBe(0);
  });

  it('is refused if the amount, payment, balance or requester does not allow it', async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    expect((await refund(payment.id, '1180.01')).fields.amount).toContain('1,180.00');
    expect((await refund(payment.id, '0')).code).toBe(1002);
    expect((await refund(crypto.randomUUID(), '1')).code).toBe(1001);
    await spend(finance, owner.teamId, '600');
    expect(await refund(payment.id, '1180')).toMatchObject({
      code: 1013,
      description: expect.stringContaining('400.00'),
    });
    const open = await pay(owner, '100', { paid: false });
    expect((await refund(open.id, '1')).code).toBe(1013);
    const own = await makeStaff(t, { role: 'FINANCE', email: owner.person.email });
    expect((await refund(payment.id, '1', own)).code).toBe(1012);
    expect(await balanceOf(owner.browser)).toBe(400);
  });

  it('that the provider refuses, or fails later, is reversed; one without an answer is retried', async () => {
    const owner = await makeOwner(t);
    const payment = await pay(owner, '1000');
    stripe.state.refuses = true;
    expect((await refund(payment.id, '118')).returns).toMatchObject([{ status: 'FAILED' }]);
    stripe.state.refuses = false;
    expect(await balanceOf(owner.browser)).toBe(1000);
    stripe.state.down = true;
    expect((await refund(payment.id, '118')).returns).toMatchObject([{}, { status: 'PENDING' }]);
    expect(await balanceOf(owner.browser)).toBe(900);
    stripe.state.down = false;
    // As after a crash before the provider call.
    await pool.query("update payment_returns set tried_at = null, started_at = now() - interval '2 minutes'");
    await retryRefunds(t.services, openProviders(t.services));
    await retryRefunds(t.services, openProviders(t.services));
    const { returns } = await shown(payment.id);
    expect(returns).toMatchObject([{ status: 'FAILED' }, { status: 'DONE' }]);
    stripe.state.down = true;
    const lost = (await refund(payment.id, '118')).returns[2];
    stripe.state.down = false;
    await pool.query("update payment_returns set started_at = now() - interval '21 hours' where id = $1", [
      lost.id,
    ]);
    await retryRefunds(t.services, openProviders(t.services));
    await retryRefunds(t.services, openProviders(t.services));
    const unknown = (await finance.browser.get('/v1/staff/payment_alerts?page_size=100')).json().results;
    expect(unknown.filter(({ kind }: { kind: string }) => kind === 'REFUND_UNKNOWN')).toMatchObject([
      { times: 1, payment_id: payment.id, detail: { refund: lost.id } },
    ]);
    stripe.refund(payment.intent, 11_800, { status: 'failed', metadata: { return_id: lost.id } });
    await tell('refund.failed', { payment_intent: payment.intent });
    expect((await settle(lost.id, { made: true })).code).toBe(1013);
    const made = stripe
      .refundsOf(payment.intent)
      .find(({ metadata }) => metadata.return_id === returns[1].id)!;
    made.status = 'failed';
    await tell('refund.failed', made);
    await tell('refund.failed', made);
    expect((await shown(payment.id)).returns[1].status).toBe('FAILED');
    expect(await balanceOf(owner.browser)).toBe(1000);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it("without an answer for 20 hours is settled by staff, who check the provider's dashboard", async () => {
    const owner = await makeOwner(t);
    const small = await unanswered(await pay(owner, '1000'), '118');
    const large = await unanswered(await pay(owner, '30000'), '35400');
    const waiting = (await second.browser.get('/v1/staff/refunds')).json() as { returns: object[] }[];
    expect(waiting.flatMap(({ returns }) => returns)).toEqual(
      expect.arrayContaining([small, large].map((id) => expect.objectContaining({ id, may_settle: true }))),
    );
    expect((await second.browser.get('/v1/staff/counts')).json().refunds).toBe(2);
    const own = await makeStaff(t, { role: 'FINANCE', email: owner.person.email });
    expect((await settle(small, { made: false }, own)).code).toBe(1012);
    expect((await settle(crypto.randomUUID(), { made: false })).code).toBe(1001);
    expect((await settle(large, { made: false, reason: '' })).fields).toHaveProperty('reason');
    // The requester cannot put back a large refund alone.
    expect((await settle(large, { made: false })).code).toBe(1012);
    const answers = await Promise.all([
      settle(large, { made: false }, second),
      settle(large, { made: false }, second),
    ]);
    expect(answers.map(({ code }) => code).sort()).toEqual([1013, undefined]);
    expect((await settle(small, { made: true })).returns).toMatchObject([
      { status: 'DONE', may_settle: false },
    ]);
    expect((await settle(small, { made: false }, second)).code).toBe(1013);
    expect(await balanceOf(owner.browser)).toBe(30_900);
    expect(await auditOf(t, 'REFUND_SETTLED')).toMatchObject([
      { subject: small, staff_email: finance.email, detail: { status: 'DONE', amount: 118 } },
      { subject: large, staff_email: second.email, detail: { status: 'FAILED', amount: 35_400 } },
    ]);
    const open = await refund((await pay(owner, '100')).id, '118');
    expect((await settle(open.returns[0].id, { made: false })).code).toBe(1013);
    expect(await ledgerDifferences(pool)).toEqual([]);
  });

  it('needs its own key: the key of another refund is refused', async () => {
    const [owner, other] = [await makeOwner(t), await makeOwner(t)];
    const payments = [await pay(owner, '1000'), await pay(owner, '1000'), await pay(other, '1000')];
    const key = crypto.randomUUID();
    const answers = [];
    for (const { id } of payments) answers.push(await refund(id, '118', finance, key));
    expect(answers.map(({ code }) => code)).toEqual([undefined, 1013, 1013]);
    expect(await balanceOf(other.browser)).toBe(1000);
  });

  it('is listed with its payment, for its own team only', async () => {
    const owner = await makeOwner(t);
    const other = await makeOwner(t);
    const { id } = await pay(owner, '1000');
    const list = async (teamId: string) =>
      (await finance.browser.get(`/v1/staff/teams/${teamId}/payments`)).json();
    expect(await list(owner.teamId)).toMatchObject({
      total: 1,
      results: [{ id, provider: 'STRIPE', team: { id: owner.teamId } }],
    });
    expect(await list(other.teamId)).toMatchObject({ total: 0, results: [] });
    expect((await list(crypto.randomUUID())).code).toBe(1001);
  });
});

it('partial refunds add up to the payment, each rounded half up', () => {
  const parts = fc.array(fc.bigInt({ min: 1n, max: 400n }), { minLength: 1, maxLength: 8 });
  fc.assert(
    fc.property(fc.bigInt({ min: 1n, max: 10n ** 9n }), parts, (amount, shares) => {
      const row = {
        amount_micros: amount * 10_000n,
        total_micros: divideHalfUp(amount * 118n, 100n) * 10_000n,
      };
      const before = { totalMicros: 0n, creditMicros: 0n };
      for (const share of shares) {
        const left = row.total_micros - before.totalMicros;
        const part = divideHalfUp(left * share, 400n);
        before.creditMicros += creditOf(row, before, part);
        before.totalMicros += part;
        expect(before.creditMicros <= row.amount_micros).toBe(true);
        // As fine as prices and answers are: what is shown is what the ledger has.
        expect(before.creditMicros % SMALLEST).toBe(0n);
      }
      before.creditMicros += creditOf(row, before, row.total_micros - before.totalMicros);
      expect(before.creditMicros).toBe(row.amount_micros);
    }),
  );
});

it('the ledger agrees after concurrent payments, spending, refunds, chargebacks and reversals', async () => {
  const owners = [await makeSender(t), await makeSender(t)];
  for (const { teamId, project } of owners) {
    await verifyTeam(t, teamId);
    await addSender(t, { teamId, projectId: project.id, sender: 'AShop' });
  }
  const send = (authorization: string) =>
    t.app.inject({
      method: 'POST',
      url: '/v1/messages',
      headers: { authorization },
      payload: { to: '+94771234567', from: 'AShop', body: 'Hello' },
    });
  const step = fc.record({ who: fc.nat(1), what: fc.nat(6), part: fc.integer({ min: 1, max: 100 }) });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 6 }), async (steps) => {
      const payments = [await pay(owners[0]!, '200'), await pay(owners[1]!, '300')];
      await Promise.all(
        steps.map(({ who, what, part }) => {
          const payment = payments[who]!;
          const cents = Math.max(1, Math.floor((payment.cents * part) / 100));
          if (what === 0) return payment.chargeBack(cents);
          if (what === 1) return payment.reverse(cents);
          if (what === 2) return payment.refunded(cents);
          if (what === 3) return refund(payment.id, (cents / 100).toFixed(2), part % 2 ? finance : second);
          if (what === 4) return spend(finance, owners[who]!.teamId, String(part));
          if (what === 5) return pay(owners[who]!, '150');
          return Promise.all(Array.from({ length: 10 }, () => send(owners[who]!.authorization.LIVE)));
        }),
      );
      expect(await ledgerDifferences(pool)).toEqual([]);
    }),
    { numRuns: 12 },
  );
});

it('revenue is reported by month and region, without practice payments', async () => {
  const owner = await makeOwner(t, { region_code: 'AU' });
  await pay(owner, '110');
  const rows = (await finance.browser.get('/v1/staff/revenue?months=1')).json();
  expect(rows.find(({ region }: { region: string }) => region === 'AU')).toMatchObject({
    currency: 'AUD',
    payments: 1,
    amount: 110,
    tax: 10,
    total: 110,
    refunded: 0,
  });
  const lk = rows.find(({ region }: { region: string }) => region === 'LK');
  expect(lk.total).toBeCloseTo(lk.amount + lk.tax, 4);
  expect(lk.charged_back).toBeGreaterThan(0);
  const csv = await finance.browser.get('/v1/staff/revenue.csv?months=1');
  expect(csv.body).toContain('month,region,currency,payments,amount,tax,total,refunded,charged_back');
  expect(csv.body).toContain(',AU,AUD,1,110,10,110,0,0');
  expect((await finance.browser.get('/v1/staff/revenue?months=99')).json().code).toBe(1002);
});

// Customers who pay during the disruptions, and providers that repeat notices in any order until they are
// accepted. Banks and staff return some of the money. Everything answered and accepted is recorded for the
// judge.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Billing, Statement } from '@godwit/contract/payments/billing';
import type { Checkout, Payment } from '@godwit/contract/payments/payments';
import type { StaffPayment } from '@godwit/contract/staff/payments';
import type { Account } from '../../../server/test/client.ts';
import type { payhere, startStripe } from '../../../server/test/paymentProviders.ts';
import { type Random, seeded } from '../random.ts';
import type { Colleague } from './colleague.ts';
import type { Paid, TeamMoney } from './paymentJudge.ts';

/** Below the limit of thirty unpaid payments an hour for each team. */
export const PAYMENTS = 20;
const ASK_AGAIN_MS = 500;
const ANSWER_WITHIN_MS = 15_000;
/** Twice the delay after which an unanswered refund is retried, in ms. */
const SETTLES_WITHIN_MS = 150_000;

export type Payers = {
  urls: readonly string[];
  stripe: Awaited<ReturnType<typeof startStripe>>;
  local: ReturnType<typeof payhere>;
  colleague: Colleague;
};

const WAYS = ['paid', 'charged back', 'given up', 'refunded there', 'refunded here'] as const;

/**
 * Each team makes one payment after another, spread over the run. Resolves once every notice has been
 * accepted.
 */
export async function payAll(
  payers: Payers,
  accounts: readonly Account[],
  { seed, pauseMs }: { seed: number; pauseMs: number },
): Promise<Paid[]> {
  const paid: Paid[] = [];
  const payer = async (account: Account, number: number) => {
    const random = seeded(`${seed} payer ${number}`);
    const open: Promise<void>[] = [];
    for (let i = 0; i < PAYMENTS; i++) {
      await sleep(random.between(0, 2 * pauseMs));
      open.push(pay(payers, account, random, { account: number, way: WAYS[i % WAYS.length]!, paid }));
    }
    await Promise.all(open);
  };
  await Promise.all(accounts.map(payer));
  return paid;
}

async function pay(
  payers: Payers,
  { browser }: Account,
  random: Random,
  { account, way, paid }: { account: number; way: (typeof WAYS)[number]; paid: Paid[] },
): Promise<void> {
  const amount = 100 * random.between(1, 5);
  const ipg = way === 'paid' || (way === 'charged back' && random.chance(0.5)) ? 'PAYHERE' : 'STRIPE';
  const body = JSON.stringify({ amount: String(amount), ipg, key: crypto.randomUUID() });
  const headers = { ...browser, 'content-type': 'application/json' };
  const { status, json } = await untilAnswered(payers, random, '/v1/web/payments', { headers, body });
  const checkout = json as Checkout;
  if (status !== 200) throw new Error(`payment: ${status} ${JSON.stringify(json)}`);
  const one: Paid = { account, id: checkout.id, amount, refunded: 0, chargedBack: 0, refundId: null };
  paid.push(one);
  if (checkout.ipg === 'PAYHERE') return payHere(payers, random, checkout.payhere_params, { one, way });
  const session = payers.stripe.pay(checkout.stripe_params.session_id);
  const notify = (type: string, object: object) =>
    notifyStripe(payers, random, payers.stripe.event(type, object));
  const { payment_intent: intent, amount_total: total } = session;
  const completed = () => notify('checkout.session.completed', session);
  if (random.chance(0.3))
    await notify('checkout.session.expired', { ...session, status: 'expired', payment_status: 'unpaid' });
  await Promise.all([completed(), random.chance(0.5) && completed()]);
  if (way === 'charged back' || way === 'given up') {
    const dispute = payers.stripe.dispute(intent, total);
    const withdrawn = () => notify('charge.dispute.funds_withdrawn', dispute);
    const reinstated = () => {
      payers.stripe.win(dispute);
      return notify('charge.dispute.funds_reinstated', dispute);
    };
    await Promise.all([withdrawn(), completed(), withdrawn(), way === 'given up' && reinstated()]);
    one.chargedBack = way === 'given up' ? 0 : amount;
  } else if (way === 'refunded there') {
    payers.stripe.refund(intent, total / 2);
    const refunded = () => notify('charge.refunded', { payment_intent: intent, amount_refunded: total / 2 });
    await Promise.all([refunded(), refunded()]);
    one.refunded = amount / 2;
  } else await refund(payers, random, one, total / 2);
}

async function payHere(
  payers: Payers,
  random: Random,
  form: { order_id: string; amount: string; currency: string },
  { one, way }: { one: Paid; way: (typeof WAYS)[number] },
): Promise<void> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const notify = (status_code: string) =>
    untilAnswered(payers, random, '/v1/hooks/payhere', {
      headers: type,
      body: payers.local.notice(form, { status_code }),
    });
  const codes = ['2', '2', '-2', ...(way === 'charged back' ? ['-3', '-3'] : [])];
  await Promise.all(random.shuffled(codes).map(notify));
  if (way === 'charged back') one.chargedBack = one.amount;
}

/** A staff member refunds half of it; refused if the balance is lower. */
async function refund(payers: Payers, random: Random, one: Paid, cents: number): Promise<void> {
  const key = crypto.randomUUID();
  const body = JSON.stringify({ amount: (cents / 100).toFixed(2), reason: 'Asked by mail', key });
  const headers = { ...payers.colleague, 'content-type': 'application/json' };
  const path = `/v1/staff/payments/${one.id}/refunds`;
  const { status, json } = await untilAnswered(payers, random, path, { headers, body });
  if (status === 409) return;
  if (status !== 200) throw new Error(`refund: ${status} ${JSON.stringify(json)}`);
  one.refunded = one.amount / 2;
  one.refundId = key;
}

async function notifyStripe(payers: Payers, random: Random, event: string): Promise<void> {
  // A notice that could not be looked up is sent again.
  for (;;) {
    const headers = { 'content-type': 'application/json', ...payers.stripe.signature(event) };
    const { status } = await untilAnswered(payers, random, '/v1/hooks/stripe', { headers, body: event });
    if (status === 200) return;
    await sleep(ASK_AGAIN_MS);
  }
}

/** Sends to either process until the response is final. */
async function untilAnswered(
  { urls }: Pick<Payers, 'urls'>,
  random: Random,
  path: string,
  { headers, body }: { headers: Record<string, string>; body: string },
): Promise<{ status: number; json: unknown }> {
  for (;;) {
    const request = { method: 'POST', headers, body, signal: AbortSignal.timeout(ANSWER_WITHIN_MS) };
    const answer = await fetch(random.pick(urls) + path, request).catch(() => null);
    const json: unknown = await answer?.json().catch(() => null);
    const isForGood = answer && json && answer.status < 500 && answer.status !== 429;
    if (isForGood) return { status: answer.status, json };
    await sleep(ASK_AGAIN_MS);
  }
}

/**
 * The service's final figures: payments, sums of statements, balance and debt, and the refunds at the
 * provider.
 */
export async function countMoney(
  { urls: [url], stripe, colleague }: Payers,
  accounts: readonly Account[],
  paid: readonly Paid[],
): Promise<TeamMoney[]> {
  const refunds = new Map<string, string>();
  const until = Date.now() + SETTLES_WITHIN_MS;
  for (const { id, refundId } of paid) {
    while (refundId !== null) {
      const answer = await fetch(`${url}/v1/staff/payments/${id}`, { headers: colleague });
      const { returns } = (await answer.json()) as StaffPayment;
      const status = returns.find((one) => one.id === refundId)?.status ?? 'LOST';
      refunds.set(refundId, status);
      if (status !== 'PENDING' || Date.now() > until) break;
      await sleep(ASK_AGAIN_MS);
    }
  }
  return Promise.all(
    accounts.map(async ({ call }) => {
      const { balance, owed, months } = await call<Billing>('GET', '/v1/web/billing');
      const payments = await call<Payment[]>('GET', '/v1/web/payments');
      const statements = await Promise.all(
        months.map((month) => call<Statement>('GET', `/v1/web/statements/${month}`)),
      );
      const sum = (of: 'top_ups' | 'returned') => statements.reduce((all, each) => all + each[of], 0);
      return {
        payments,
        balance,
        owed,
        closing: statements[0]!.closing,
        topUps: sum('top_ups'),
        returned: sum('returned'),
        refunds,
        refundsMade: stripe.refunds.map((one) => one['metadata[return_id]']!),
      };
    }),
  );
}

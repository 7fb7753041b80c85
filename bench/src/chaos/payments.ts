// Customers who pay while everything breaks, and the providers that tell it until it is taken, twice and in any order; banks and staff take some of it
// back. What was answered and taken is kept for the judge.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Billing, Statement } from '@godwit/contract/billing';
import type { Checkout, Payment } from '@godwit/contract/payments';
import type { StaffPayment } from '@godwit/contract/staffPayments';
import type { Account } from '../../../server/test/client.ts';
import type { payhere, startStripe } from '../../../server/test/paymentProviders.ts';
import { type Random, seeded } from '../random.ts';
import type { Colleague } from './colleague.ts';
import type { Paid, TeamMoney } from './paymentJudge.ts';

/** A team begins no more than thirty within an hour that nobody has paid. */
export const PAYMENTS = 20;
const ASK_AGAIN_MS = 500;
const ANSWER_WITHIN_MS = 15_000;
/** Twice the time after which a refund without an answer is tried again. */
const SETTLES_WITHIN_MS = 150_000;

export type Till = {
  urls: readonly string[];
  stripe: Awaited<ReturnType<typeof startStripe>>;
  local: ReturnType<typeof payhere>;
  colleague: Colleague;
};

const WAYS = ['paid', 'charged back', 'given up', 'refunded there', 'refunded here'] as const;

/** Each team pays one payment after the other, spread over the run; nothing ends before what was told is taken. */
export async function payAll(
  till: Till,
  accounts: readonly Account[],
  { seed, pauseMs }: { seed: number; pauseMs: number },
): Promise<Paid[]> {
  const paid: Paid[] = [];
  const payer = async (account: Account, number: number) => {
    const random = seeded(`${seed} payer ${number}`);
    const open: Promise<void>[] = [];
    for (let i = 0; i < PAYMENTS; i++) {
      await sleep(random.between(0, 2 * pauseMs));
      open.push(pay(till, account, random, { account: number, way: WAYS[i % WAYS.length]!, paid }));
    }
    await Promise.all(open);
  };
  await Promise.all(accounts.map(payer));
  return paid;
}

async function pay(
  till: Till,
  { browser }: Account,
  random: Random,
  { account, way, paid }: { account: number; way: (typeof WAYS)[number]; paid: Paid[] },
): Promise<void> {
  const amount = 100 * random.between(1, 5);
  const ipg = way === 'paid' || (way === 'charged back' && random.chance(0.5)) ? 'PAYHERE' : 'STRIPE';
  const body = JSON.stringify({ amount: String(amount), ipg, key: crypto.randomUUID() });
  const headers = { ...browser, 'content-type': 'application/json' };
  const { status, json } = await untilAnswered(till, random, '/v1/web/payments', { headers, body });
  const checkout = json as Checkout;
  if (status !== 200) throw new Error(`payment: ${status} ${JSON.stringify(json)}`);
  const one: Paid = { account, id: checkout.id, amount, refunded: 0, chargedBack: 0, refundId: null };
  paid.push(one);
  if (checkout.ipg === 'PAYHERE') return payHere(till, random, checkout.payhere_params, { one, way });
  const session = till.stripe.pay(checkout.stripe_params.session_id);
  const tell = (type: string, object: object) => tellStripe(till, random, till.stripe.event(type, object));
  const charge = { payment_intent: session.payment_intent, currency: 'lkr' };
  const total = session.amount_total;
  const dispute = { id: `dp_${session.id}`, ...charge, amount: total };
  const completed = () => tell('checkout.session.completed', session);
  if (random.chance(0.3))
    await tell('checkout.session.expired', { ...session, status: 'expired', payment_status: 'unpaid' });
  await Promise.all([completed(), random.chance(0.5) && completed()]);
  if (way === 'charged back' || way === 'given up') {
    const withdrawn = () => tell('charge.dispute.funds_withdrawn', dispute);
    const reinstated = () => tell('charge.dispute.funds_reinstated', dispute);
    await Promise.all([withdrawn(), completed(), withdrawn(), way === 'given up' && reinstated()]);
    one.chargedBack = way === 'given up' ? 0 : amount;
  } else if (way === 'refunded there') {
    const refunded = () => tell('charge.refunded', { ...charge, amount_refunded: total / 2 });
    await Promise.all([refunded(), refunded()]);
    one.refunded = amount / 2;
  } else await refund(till, random, one, total / 2);
}

async function payHere(
  till: Till,
  random: Random,
  form: { order_id: string; amount: string; currency: string },
  { one, way }: { one: Paid; way: (typeof WAYS)[number] },
): Promise<void> {
  const type = { 'content-type': 'application/x-www-form-urlencoded' };
  const tell = (status_code: string) =>
    untilAnswered(till, random, '/v1/hooks/payhere', {
      headers: type,
      body: till.local.notice(form, { status_code }),
    });
  const codes = ['2', '2', '-2', ...(way === 'charged back' ? ['-3', '-3'] : [])];
  await Promise.all(random.shuffled(codes).map(tell));
  if (way === 'charged back') one.chargedBack = one.amount;
}

/** A colleague gives half of it back; refused where the balance has less. */
async function refund(till: Till, random: Random, one: Paid, cents: number): Promise<void> {
  const key = crypto.randomUUID();
  const body = JSON.stringify({ amount: (cents / 100).toFixed(2), reason: 'Asked by mail', key });
  const headers = { ...till.colleague, 'content-type': 'application/json' };
  const path = `/v1/staff/payments/${one.id}/refunds`;
  const { status, json } = await untilAnswered(till, random, path, { headers, body });
  if (status === 409) return;
  if (status !== 200) throw new Error(`refund: ${status} ${JSON.stringify(json)}`);
  one.refunded = one.amount / 2;
  one.refundId = key;
}

async function tellStripe(till: Till, random: Random, event: string): Promise<void> {
  // A charge that is not known yet is answered 404: it is told again.
  for (;;) {
    const headers = { 'content-type': 'application/json', ...till.stripe.signature(event) };
    const { status } = await untilAnswered(till, random, '/v1/hooks/stripe', { headers, body: event });
    if (status === 200) return;
    await sleep(ASK_AGAIN_MS);
  }
}

/** Asks either process until one answers for good. */
async function untilAnswered(
  { urls }: Pick<Till, 'urls'>,
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

/** What the service has of it at the end: payments, the sums of statements, what is left and owed; and refunds as their provider has them. */
export async function countMoney(
  { urls: [url], stripe, colleague }: Till,
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

// Refunds that staff ask for: the balance gives its part first, so that it is not spent meanwhile, and then the provider is told. Above an amount a
// second member of staff confirms.
import type { StaffPayment } from '@godwit/contract/staffPayments';
import type { ClientBase } from 'pg';
import { recordAudit } from '../audit/record.ts';
import { lockFunds, takeBack } from '../billing/topUp.ts';
import { kyselyWithin, transaction } from '../db/pool.ts';
import type { Staff } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { doEach } from '../jobs/loop.ts';
import { refundedMail } from '../mail/paymentTemplates.ts';
import { CENT, displayMoney, fromMicros, parseAmount } from '../money.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { decidedAlready, refuseOwnTeam } from '../team/decisions.ts';
import { mailAdmins } from '../team/notify.ts';
import { raiseAlert } from './alerts.ts';
import type { Providers } from './open.ts';
import { lockPaymentById, type PaymentRow, selectAnyPayment } from './queries.ts';
import {
  claimUnsent,
  countAsked,
  giveUpUnsent,
  insertReturn,
  isUnanswered,
  lockReturn,
  type ReturnRow,
  selectReturn,
  selectReturned,
  selectUnsent,
  settleReturn,
  startReturn,
  sumRefundedAlone,
} from './returnQueries.ts';
import { creditOf, failRefund } from './returns.ts';
import { staffPayment } from './staffShow.ts';

/** How many refunds wait for staff. */
export { countAsked as countAskedRefunds };

const OWN_REQUEST = 'You asked for this: somebody else has to decide.';
const STILL_ASKED = 'The provider is still being asked. What it says comes by itself within a day.';
const NOT_OPEN = 'This refund is not open. Look at it again.';
const KEY_USED = 'This form made another refund already. Open it again.';
/** A provider remembers an id for a day: after that asking again might give the money back twice. */
const TRY_HOURS = 20;
/** A provider is asked so much at a time: one that is silent costs a round its time-out a few times, and not fifty. */
export const ASKED_AT_ONCE = 10;

type Asked = { paymentId: string; amount: string; reason: string; key: string };

/**
 * Gives a part of what was paid back, tax included; above what the person may move alone within a day (ADJUST_ALONE) a second one has to confirm.
 * Returns the payment as it is then. 1001; 1002 for an amount that is none or more than is left of the payment; 1012 for one's own team; 1013 for a
 * payment that has not succeeded, and where the balance has less than belongs to it.
 */
export async function askRefund(
  services: Services,
  providers: Providers,
  staff: Staff,
  { paymentId, amount, reason, key }: Asked,
): Promise<StaffPayment | Refusal> {
  const known = isId(paymentId) ? await selectAnyPayment(services.kysely, paymentId) : undefined;
  if (!known) return refuse('notFound');
  const totalMicros = parseAmount(amount);
  if (!totalMicros || totalMicros % CENT !== 0n)
    return refuseField('invalidArgument', 'amount', 'Amount is invalid');
  const id = key.toLowerCase();
  const outcome = await transaction(services.pool, async (client) => {
    const payment = await lockPaymentById(client, known);
    const own = await refuseOwnTeam(kyselyWithin(client), payment.team_id, staff.email);
    if (own) return own;
    const before = await lockReturn(client, payment, { kind: 'REFUND', id });
    if (before)
      return before.total_micros === totalMicros && before.asked_by === staff.id
        ? ('known' as const)
        : refuse('conflict', { description: KEY_USED });
    if (await selectReturn(kyselyWithin(client), id)) return refuse('conflict', { description: KEY_USED });
    const creditMicros = await fits(client, payment, totalMicros);
    if (typeof creditMicros !== 'bigint') return creditMicros;
    const alone =
      totalMicros + (await sumRefundedAlone(client, { teamId: payment.team_id, staffId: staff.id }));
    const isAlone = alone <= (services.settings.adjustAlone.get(payment.currency) ?? 0n);
    const status = isAlone ? 'PENDING' : 'ASKED';
    const row = { id, kind: 'REFUND', status, totalMicros, creditMicros, reference: null, reason } as const;
    await insertReturn(client, payment, { ...row, askedBy: staff.id });
    if (isAlone) await takeFor(client, services, payment, { id, creditMicros, totalMicros });
    await audit(client, staff, payment, { id, status, totalMicros, reason });
    return isAlone ? ('started' as const) : ('asked' as const);
  });
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'started') await tellProvider(services, providers, { team_id: known.team_id, id });
  return staffPayment(services, staff, paymentId);
}

/** Confirms what a colleague asked for, or rejects it with a reason. 1001; 1012 for the person who asked and for members of the team; 1013. */
export async function decideRefund(
  services: Services,
  providers: Providers,
  staff: Staff,
  { id, reason }: { id: string; reason: string | null },
): Promise<StaffPayment | Refusal> {
  const known = isId(id) ? await selectReturn(services.kysely, id) : undefined;
  if (known?.kind !== 'REFUND') return refuse('notFound');
  const refused = await transaction(services.pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id: known.team_id, id: known.payment_id });
    const asked = (await lockReturn(client, payment, { kind: 'REFUND', id }))!;
    if (asked.asked_by === staff.id) return refuse('notAllowed', { description: OWN_REQUEST });
    const own = await refuseOwnTeam(kyselyWithin(client), payment.team_id, staff.email);
    if (own) return own;
    if (asked.status !== 'ASKED') return decidedAlready(await decisionOf(kyselyWithin(client), asked));
    const totalMicros = asked.total_micros;
    if (reason !== null) await settleReturn(client, asked, { status: 'REJECTED', decidedBy: staff.id });
    else {
      const creditMicros = await fits(client, payment, totalMicros);
      if (typeof creditMicros !== 'bigint') return creditMicros;
      await startReturn(client, asked, { creditMicros, decidedBy: staff.id });
      await takeFor(client, services, payment, { id, creditMicros, totalMicros });
    }
    const status = reason === null ? 'PENDING' : 'REJECTED';
    await audit(client, staff, payment, { id, status, totalMicros, reason: reason ?? asked.reason ?? '' });
    return null;
  });
  if (refused) return refused;
  if (reason === null) await tellProvider(services, providers, known);
  return staffPayment(services, staff, known.payment_id);
}

/**
 * Says of a refund that its provider has not answered what its own pages show: made, or not, which puts the balance's part back. Returns the payment
 * as it is then. 1001; 1012 for members of the team, and where it was not made for the person who asked, if a second one confirmed it or it is above what one may refund alone; 1013
 * where it is not open, or still asked for.
 */
export async function settleRefund(
  services: Services,
  staff: Staff,
  { id, made, reason }: { id: string; made: boolean; reason: string },
): Promise<StaffPayment | Refusal> {
  const known = isId(id) ? await selectReturn(services.kysely, id) : undefined;
  if (known?.kind !== 'REFUND') return refuse('notFound');
  const refused = await transaction(services.pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id: known.team_id, id: known.payment_id });
    const row = (await lockReturn(client, payment, { kind: 'REFUND', id }))!;
    const own = await refuseOwnTeam(kyselyWithin(client), payment.team_id, staff.email);
    if (own) return own;
    if (row.status !== 'PENDING') return refuse('conflict', { description: NOT_OPEN });
    if (!isUnanswered(row)) return refuse('conflict', { description: STILL_ASKED });
    const isLarge = row.total_micros > (services.settings.adjustAlone.get(payment.currency) ?? 0n);
    if (!made && (isLarge || row.decided_by !== null) && row.asked_by === staff.id)
      return refuse('notAllowed', { description: OWN_REQUEST });
    if (made) await settleReturn(client, row, { status: 'DONE' });
    else await failRefund(client, payment, id);
    const status = made ? 'DONE' : 'FAILED';
    await audit(client, staff, payment, { id, status, totalMicros: row.total_micros, reason });
    return null;
  });
  return refused ?? staffPayment(services, staff, known.payment_id);
}

async function decisionOf(db: Database, { id, status }: ReturnRow) {
  const row = await selectReturn(db, id);
  const decider = row?.decided_by_email ?? row?.asked_by_email ?? null;
  return { status, decider, decided_at: row?.settled_at ?? row?.created_at ?? null };
}

/** What of the balance belongs to a refund of a locked payment, in micro-units; or why it cannot be made. */
async function fits(client: ClientBase, payment: PaymentRow, totalMicros: bigint): Promise<bigint | Refusal> {
  if (payment.status !== 'SUCCEEDED')
    return refuse('conflict', { description: 'Nothing was paid that could be given back.' });
  const returned = await selectReturned(client, payment);
  const left = payment.total_micros - returned.totalMicros;
  if (totalMicros > left)
    return refuseField('invalidArgument', 'amount', `Only ${displayMoney(left)} are left of this payment.`);
  const creditMicros = creditOf(payment, returned, totalMicros);
  const { balanceMicros } = await lockFunds(client, payment.team_id);
  if (balanceMicros >= creditMicros) return creditMicros;
  const description = `The team has only ${displayMoney(balanceMicros)} of the ${displayMoney(creditMicros)} that this takes back.`;
  return refuse('conflict', { description });
}

async function takeFor(
  client: ClientBase,
  { settings }: Services,
  { team_id: teamId, currency }: PaymentRow,
  { id, creditMicros, totalMicros }: { id: string; creditMicros: bigint; totalMicros: bigint },
): Promise<void> {
  await takeBack(client, { teamId, id, amountMicros: creditMicros, kind: 'PAYMENT_REFUND' });
  const show = (micros: bigint) => `${displayMoney(micros)} ${currency}`;
  const words = { amount: show(creditMicros), total: show(totalMicros) };
  await mailAdmins(kyselyWithin(client), teamId, refundedMail(settings.publicUrl, words));
}

const ACTIONS = {
  ASKED: 'REFUND_ASKED',
  PENDING: 'REFUND_STARTED',
  REJECTED: 'REFUND_REJECTED',
  DONE: 'REFUND_SETTLED',
  FAILED: 'REFUND_SETTLED',
} as const;

function audit(
  client: ClientBase,
  staff: Staff,
  { team_id: teamId, id: payment, currency }: PaymentRow,
  done: { id: string; status: keyof typeof ACTIONS; totalMicros: bigint; reason: string },
): Promise<void> {
  const { id: subject, status, totalMicros, reason } = done;
  const detail = { payment, amount: fromMicros(totalMicros), currency, status, reason };
  return recordAudit(kyselyWithin(client), staff, { action: ACTIONS[status], teamId, subject, detail });
}

/**
 * Has the provider give back what the balance has given. What it refuses is put back on the balance; where it is not known what became of it, it stays
 * PENDING and is tried again. A transfer, or a payment of a provider that cannot be told, is given back by hand.
 */
async function tellProvider(
  services: Services,
  providers: Providers,
  { team_id, id }: Pick<ReturnRow, 'team_id' | 'id'>,
): Promise<void> {
  const { pool, kysely, log } = services;
  const claimed = await claimUnsent(kysely, { team_id, id });
  if (!claimed) return;
  const { provider: name, order_id: orderId, reference, charge_reference: charge, currency } = claimed;
  const provider = name === 'BANK' ? undefined : providers.byName(name);
  let made: { status: 'DONE' | 'PENDING' | 'FAILED'; reference: string | null } = {
    status: 'DONE',
    reference: null,
  };
  try {
    const payment = { orderId, reference, charge, currency };
    if (provider?.refund) made = await provider.refund(payment, { id, totalMicros: claimed.total_micros });
  } catch (err) {
    log.warn({ err, refund: id }, 'it is not known what became of a refund; it is tried again');
    return;
  }
  await transaction(pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id, id: claimed.payment_id });
    const row = await lockReturn(client, payment, { kind: 'REFUND', id });
    if (row?.status !== 'PENDING') return;
    if (made.status === 'FAILED') await failRefund(client, payment, id);
    else await settleReturn(client, row, { status: made.status, reference: made.reference });
  });
}

/**
 * Tries refunds again of which it is not known what became of them; one that fails does not keep the others. Those that are too old for that are
 * alerts: staff look at the provider's own pages.
 */
export async function tryRefundsAgain(services: Services, providers: Providers): Promise<void> {
  const due = await selectUnsent(services.kysely, TRY_HOURS);
  await doEach(
    due.map((refund) => () => tellProvider(services, providers, refund)),
    ASKED_AT_ONCE,
  );
  for (const { team_id, payment_id, id } of await giveUpUnsent(services.kysely, TRY_HOURS))
    await raiseAlert(services.kysely, {
      provider: 'STRIPE',
      kind: 'REFUND_UNKNOWN',
      payment: { team_id, id: payment_id },
      detail: { refund: id },
    });
}

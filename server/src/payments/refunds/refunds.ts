// Staff refunds: reserve the amount on the balance first, then call the provider. Above a limit a second
// staff member confirms.

import { AMOUNT_INVALID } from '@godwit/contract/sentences/billing';
import type { StaffPayment } from '@godwit/contract/staff/payments';
import type { ClientBase } from 'pg';
import { recordAudit } from '../../audit/record.ts';
import { lockBalance, takeBack } from '../../billing/topUp.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import { transaction } from '../../db/transaction.ts';
import type { Staff } from '../../identity/sessions.ts';
import { doEach } from '../../jobs/loop.ts';
import { refundedMail } from '../../mail/paymentTemplates.ts';
import { CENT, displayMoney, fromMicros, parseAmount } from '../../money.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';
import { mayDecideAlone, refuseOwnRequest } from '../../secondPerson.ts';
import type { Database, Services } from '../../services.ts';
import { decidedAlready, refuseOwnTeam } from '../../team/decisions.ts';
import { mailAdmins } from '../../team/notify.ts';
import { raiseAlert } from '../checkout/alerts.ts';
import {
  lockPaymentById,
  type PaymentRow,
  selectAnyPayment,
  selectChargedMicros,
} from '../checkout/queries.ts';
import type { Providers } from '../providers/open.ts';
import { staffPayment } from '../staffShow.ts';
import {
  claimUnsent,
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
} from './queries.ts';
import { creditOf, failRefund } from './returns.ts';

export { countAskedRefunds } from './queries.ts';

const STILL_ASKED = 'The provider is still being asked. What it says comes by itself within a day.';
const NOT_OPEN = 'This refund is not open. Look at it again.';
const KEY_USED = 'This form made another refund already. Open it again.';
/** A provider remembers a refund's id for a day. A later retry might refund twice. */
const TRY_HOURS = 20;
/** Concurrent calls to a provider: if it is silent, a round of 50 takes five time-outs. */
export const CALLS_AT_ONCE = 10;

/** `charge`: a further charge of the payment's order, left out for the one that was credited. */
type Asked = { paymentId: string; amount: string; reason: string; key: string; charge?: string | undefined };

/**
 * Refunds part of a payment, tax included; above one person's daily limit (ADJUST_ALONE) a second one
 * confirms. Returns the payment. 1001; 1002 for an invalid amount or more than is left of the payment; 1012
 * for one's own team; 1013 if the payment has not succeeded or the balance is too low.
 */
export async function askRefund(
  services: Services,
  providers: Providers,
  staff: Staff,
  { paymentId, amount, reason, key, charge: named }: Asked,
): Promise<StaffPayment | Refusal> {
  const known = await selectAnyPayment(services.kysely, paymentId);
  if (!known) return refuse('notFound');
  const totalMicros = parseAmount(amount);
  if (!totalMicros || totalMicros % CENT !== 0n)
    return refuseField('invalidArgument', 'amount', AMOUNT_INVALID);
  const id = key.toLowerCase();
  const charge = named ?? null;
  const outcome = await transaction(services.pool, async (client) => {
    const payment = await lockPaymentById(client, known);
    const own = await refuseOwnTeam(kyselyWithin(client), payment.team_id, staff.email);
    if (own) return own;
    const before = await lockReturn(client, payment, { kind: 'REFUND', id });
    if (before)
      return before.total_micros === totalMicros && before.asked_by === staff.id && before.charge === charge
        ? ('known' as const)
        : refuse('conflict', { description: KEY_USED });
    if (await selectReturn(kyselyWithin(client), id)) return refuse('conflict', { description: KEY_USED });
    const creditMicros = await checkRefund(client, payment, { totalMicros, charge });
    if (typeof creditMicros !== 'bigint') return creditMicros;
    const alone =
      totalMicros + (await sumRefundedAlone(client, { teamId: payment.team_id, staffId: staff.id }));
    const isAlone = mayDecideAlone(services.settings, payment.currency, alone);
    const status = isAlone ? 'PENDING' : 'ASKED';
    const row = { id, kind: 'REFUND', status, totalMicros, creditMicros, reference: null, charge } as const;
    await insertReturn(client, payment, { ...row, reason, askedBy: staff.id });
    if (isAlone) await takeFor(client, services, payment, { id, creditMicros, totalMicros });
    await audit(client, staff, payment, { id, status, totalMicros, reason });
    return isAlone ? ('started' as const) : ('asked' as const);
  });
  if (typeof outcome === 'object') return outcome;
  if (outcome === 'started') await requestAtProvider(services, providers, { team_id: known.team_id, id });
  return staffPayment(services, staff, paymentId);
}

/**
 * Confirms a colleague's request, or rejects it with a reason. 1001; 1012 for the requester and for members
 * of the team; 1013.
 */
export async function decideRefund(
  services: Services,
  providers: Providers,
  staff: Staff,
  { id, reason }: { id: string; reason: string | null },
): Promise<StaffPayment | Refusal> {
  const known = await selectReturn(services.kysely, id);
  if (known?.kind !== 'REFUND') return refuse('notFound');
  const refused = await transaction(services.pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id: known.team_id, id: known.payment_id });
    const asked = (await lockReturn(client, payment, { kind: 'REFUND', id }))!;
    const own =
      refuseOwnRequest(asked.asked_by, staff) ??
      (await refuseOwnTeam(kyselyWithin(client), payment.team_id, staff.email));
    if (own) return own;
    if (asked.status !== 'ASKED') return decidedAlready(await decisionOf(kyselyWithin(client), asked));
    const totalMicros = asked.total_micros;
    if (reason !== null) await settleReturn(client, asked, { status: 'REJECTED', decidedBy: staff.id });
    else {
      const creditMicros = await checkRefund(client, payment, { totalMicros, charge: asked.charge });
      if (typeof creditMicros !== 'bigint') return creditMicros;
      await startReturn(client, asked, { creditMicros, decidedBy: staff.id });
      await takeFor(client, services, payment, { id, creditMicros, totalMicros });
    }
    const status = reason === null ? 'PENDING' : 'REJECTED';
    await audit(client, staff, payment, { id, status, totalMicros, reason: reason ?? asked.reason ?? '' });
    return null;
  });
  if (refused) return refused;
  if (reason === null) await requestAtProvider(services, providers, known);
  return staffPayment(services, staff, known.payment_id);
}

/**
 * Records the outcome of an unanswered refund from the provider's own pages: made, or not made, which
 * restores the balance. Returns the payment. 1001; 1012 for members of the team, and for the requester
 * reporting a failed refund that a second person confirmed or that exceeds their limit; 1013 if it is not
 * open, or still being queried.
 */
export async function settleRefund(
  services: Services,
  staff: Staff,
  { id, made, reason }: { id: string; made: boolean; reason: string },
): Promise<StaffPayment | Refusal> {
  const known = await selectReturn(services.kysely, id);
  if (known?.kind !== 'REFUND') return refuse('notFound');
  const refused = await transaction(services.pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id: known.team_id, id: known.payment_id });
    const row = (await lockReturn(client, payment, { kind: 'REFUND', id }))!;
    const own = await refuseOwnTeam(kyselyWithin(client), payment.team_id, staff.email);
    if (own) return own;
    if (row.status !== 'PENDING') return refuse('conflict', { description: NOT_OPEN });
    if (!isUnanswered(row)) return refuse('conflict', { description: STILL_ASKED });
    const isLarge = !mayDecideAlone(services.settings, payment.currency, row.total_micros);
    const needsSecond = !made && (isLarge || row.decided_by !== null);
    const ownRequest = needsSecond ? refuseOwnRequest(row.asked_by, staff) : null;
    if (ownRequest) return ownRequest;
    if (made) await settleReturn(client, row, { status: 'DONE' });
    else await failRefund(client, row, null);
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

/** The amount in micro-units that a refund of a locked payment takes from the balance, or its refusal. */
async function checkRefund(
  client: ClientBase,
  payment: PaymentRow,
  { totalMicros, charge }: { totalMicros: bigint; charge: string | null },
): Promise<bigint | Refusal> {
  if (payment.status !== 'SUCCEEDED')
    return refuse('conflict', { description: 'Nothing was paid that could be given back.' });
  const paidMicros =
    charge === null ? payment.total_micros : await selectChargedMicros(client, payment, charge);
  if (paidMicros === undefined) return refuse('notFound');
  const returned = await selectReturned(client, payment, charge);
  const left = paidMicros - returned.totalMicros;
  if (totalMicros > left)
    return refuseField('invalidArgument', 'amount', `Only ${displayMoney(left)} are left of this payment.`);
  const creditMicros = charge === null ? creditOf(payment, returned, totalMicros) : 0n;
  const { balanceMicros } = await lockBalance(client, payment.team_id);
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
  // A further charge was never credited.
  if (creditMicros > 0n)
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
 * Requests a reserved refund from the provider. A refusal restores the balance; an unknown outcome stays
 * PENDING and is retried. Transfers, and payments of providers without refunds, are refunded by hand.
 */
async function requestAtProvider(
  services: Services,
  providers: Providers,
  { team_id, id }: Pick<ReturnRow, 'team_id' | 'id'>,
): Promise<void> {
  const { pool, kysely, log } = services;
  const claimed = await claimUnsent(kysely, { team_id, id });
  if (!claimed) return;
  const { provider: name, charge: further, charge_reference: first } = claimed;
  const provider = name === 'BANK' ? undefined : providers.byName(name);
  let made: { status: 'DONE' | 'PENDING' | 'FAILED'; reference: string | null } = {
    status: 'DONE',
    reference: null,
  };
  try {
    const paid = { charge: further ?? first };
    if (provider?.refund) made = await provider.refund(paid, { id, totalMicros: claimed.total_micros });
  } catch (err) {
    log.warn({ err, refund: id }, 'it is not known what became of a refund; it is tried again');
    return;
  }
  await transaction(pool, async (client) => {
    const payment = await lockPaymentById(client, { team_id, id: claimed.payment_id });
    const row = await lockReturn(client, payment, { kind: 'REFUND', id });
    if (row?.status !== 'PENDING') return;
    if (made.status === 'FAILED') await failRefund(client, row, made.reference);
    else await settleReturn(client, row, { status: made.status, reference: made.reference });
  });
}

/**
 * Retries refunds of unknown outcome; a failing one does not stop the others. Refunds too old for a retry
 * become alerts: staff check the provider's own pages.
 */
export async function retryRefunds(services: Services, providers: Providers): Promise<void> {
  const due = await selectUnsent(services.kysely, TRY_HOURS);
  await doEach(
    due.map((refund) => () => requestAtProvider(services, providers, refund)),
    CALLS_AT_ONCE,
  );
  for (const { team_id, payment_id, id } of await giveUpUnsent(services.kysely, TRY_HOURS))
    await raiseAlert(services.kysely, {
      provider: 'STRIPE',
      kind: 'REFUND_UNKNOWN',
      payment: { team_id, id: payment_id },
      detail: { refund: id },
    });
}

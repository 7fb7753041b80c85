// What goes back to payers: charge-backs, which take what the balance has and leave the rest owed, and refunds that were made at the provider.
import { divideHalfUp } from '@godwit/contract/tax';
import type { ClientBase } from 'pg';
import { giveBack, takeBack } from '../billing/topUp.ts';
import { kyselyWithin } from '../db/pool.ts';
import { SETTINGS_TOPIC, signalAtCommit } from '../db/signals.ts';
import { newId } from '../ids.ts';
import { chargedBackMail, refundedMail } from '../mail/paymentTemplates.ts';
import { displayMoney, SMALLEST } from '../money.ts';
import type { Services } from '../services.ts';
import { mailAdmins } from '../team/notify.ts';
import { type PaymentRow, pauseOwing } from './queries.ts';
import {
  insertReturn,
  lockReturn,
  type ReturnRow,
  selectReturned,
  settleRefunds,
  settleReturn,
} from './returnQueries.ts';

type Parts = Pick<Services, 'settings'>;

/**
 * What of the balance belongs to a part of what was paid: together with what went back before, in proportion, half up; all of it where all went
 * back. In micro-units, as fine as answers show them.
 */
export function creditOf(
  { amount_micros, total_micros }: Pick<PaymentRow, 'amount_micros' | 'total_micros'>,
  before: { totalMicros: bigint; creditMicros: bigint },
  totalMicros: bigint,
): bigint {
  const sum = before.totalMicros + totalMicros;
  const all =
    sum >= total_micros
      ? amount_micros
      : divideHalfUp(amount_micros * sum, total_micros * SMALLEST) * SMALLEST;
  return all > before.creditMicros ? all - before.creditMicros : 0n;
}

type Dispute = { dispute: string; totalMicros: bigint };

/** Takes back what the payer's bank took: what the balance has, the rest is owed and stops sending. Once for a dispute: false where that is done. */
export async function chargeBack(
  client: ClientBase,
  { settings }: Parts,
  payment: PaymentRow,
  { dispute, totalMicros }: Dispute,
): Promise<boolean> {
  const { team_id: teamId, currency } = payment;
  const before = await selectReturned(client, payment);
  const amountMicros = creditOf(payment, before, totalMicros);
  const id = newId();
  const row = { id, kind: 'CHARGE_BACK', status: 'DONE', totalMicros, creditMicros: amountMicros } as const;
  if (!(await insertReturn(client, payment, { ...row, reference: dispute }))) return false;
  const owedMicros = await takeBack(client, { teamId, id, amountMicros, kind: 'CHARGE_BACK' });
  await stopWhereOwed(client, teamId, owedMicros);
  const show = (micros: bigint) => `${displayMoney(micros)} ${currency}`;
  const words = { amount: show(amountMicros), owed: owedMicros > 0n ? show(owedMicros) : null };
  await mailAdmins(kyselyWithin(client), teamId, chargedBackMail(settings.publicUrl, words));
  return true;
}

/** Gives back what a charge-back took, as the bank has given it back; one that comes first keeps the charge-back from being made. */
export async function reverseChargeBack(
  client: ClientBase,
  payment: PaymentRow,
  { dispute, totalMicros }: Dispute,
): Promise<void> {
  const known = await lockReturn(client, payment, { kind: 'CHARGE_BACK', reference: dispute });
  if (!known) {
    const row = {
      id: newId(),
      kind: 'CHARGE_BACK',
      status: 'REVERSED',
      totalMicros,
      creditMicros: 0n,
    } as const;
    await insertReturn(client, payment, { ...row, reference: dispute });
  } else if (known.status === 'DONE') await undo(client, known, 'REVERSED');
}

/** Notes that a provider has refunded so much of a payment in all; what staff did not ask for here is taken back as a charge-back is. */
export async function noteRefunded(
  client: ClientBase,
  { settings }: Parts,
  payment: PaymentRow,
  refundedMicros: bigint,
): Promise<void> {
  const { team_id: teamId, currency } = payment;
  const before = await selectReturned(client, payment);
  if (refundedMicros >= before.refundedMicros) await settleRefunds(client, payment);
  const totalMicros = refundedMicros - before.refundedMicros;
  if (totalMicros <= 0n) return;
  const amountMicros = creditOf(payment, before, totalMicros);
  const id = newId();
  const row = { id, kind: 'REFUND', status: 'DONE', totalMicros, creditMicros: amountMicros } as const;
  await insertReturn(client, payment, { ...row, reference: `up to ${refundedMicros}` });
  const owedMicros = await takeBack(client, { teamId, id, amountMicros, kind: 'PAYMENT_REFUND' });
  await stopWhereOwed(client, teamId, owedMicros);
  const show = (micros: bigint) => `${displayMoney(micros)} ${currency}`;
  const words = { amount: show(amountMicros), total: show(totalMicros) };
  await mailAdmins(kyselyWithin(client), teamId, refundedMail(settings.publicUrl, words));
}

/** Gives back what was taken for a refund that the provider could not make. */
export async function failRefund(client: ClientBase, payment: PaymentRow, id: string): Promise<void> {
  const known = await lockReturn(client, payment, { kind: 'REFUND', id });
  if (known?.status === 'PENDING' || known?.status === 'DONE') await undo(client, known, 'FAILED');
}

async function undo(client: ClientBase, known: ReturnRow, status: 'REVERSED' | 'FAILED'): Promise<void> {
  const { team_id: teamId, id, credit_micros: amountMicros } = known;
  await settleReturn(client, known, { status });
  const kind = known.kind === 'REFUND' ? 'PAYMENT_REFUND' : 'CHARGE_BACK';
  const owedMicros = await giveBack(client, { teamId, id, amountMicros, kind });
  if (owedMicros === 0n && (await pauseOwing(client, teamId, false)))
    await signalAtCommit(client, SETTINGS_TOPIC);
}

async function stopWhereOwed(client: ClientBase, teamId: string, owedMicros: bigint): Promise<void> {
  if (owedMicros > 0n && (await pauseOwing(client, teamId, true)))
    await signalAtCommit(client, SETTINGS_TOPIC);
}

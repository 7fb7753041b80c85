// Refunds and charge-backs: takes their amount from the balance, and gives it back if they fail.
import { divideHalfUp } from '@godwit/contract/payments/amounts';
import type { ClientBase } from 'pg';
import { giveBack, takeBack } from '../../billing/topUp.ts';
import { kyselyWithin } from '../../db/kysely.ts';
import { SETTINGS_TOPIC, signalAtCommit } from '../../db/signals.ts';
import { newId } from '../../ids.ts';
import { chargedBackMail, refundedMail } from '../../mail/paymentTemplates.ts';
import { displayMoney, SMALLEST } from '../../money.ts';
import type { Services } from '../../services.ts';
import { mailAdmins } from '../../team/notify.ts';
import { type PaymentRow, pauseForDebt, resumeAfterDebt } from '../checkout/queries.ts';
import type { ProviderReturn } from '../providers/provider.ts';
import {
  hasName,
  insertReturn,
  lockReturn,
  nameEarlierRefund,
  type ReturnRow,
  selectReturned,
  settleReturn,
} from './queries.ts';

type Parts = Pick<Services, 'settings'>;

/**
 * The amount in micro-units that a return of `totalMicros` takes from the balance. It is proportional, and
 * rounded half up over all returns of the payment: a complete return takes exactly the credited amount.
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

/**
 * Applies the provider's refunds and charge-backs of one charge of a locked payment; returns the new
 * charge-backs. A new return takes its amount from the balance. If the balance is too low, the team owes the
 * rest and is paused. `charge` names a further charge, which was never credited; null is the credited one.
 */
export async function settleReturns(
  client: ClientBase,
  services: Parts,
  payment: PaymentRow,
  { charge, returns }: { charge: string | null; returns: readonly ProviderReturn[] },
): Promise<ProviderReturn[]> {
  const taken: ProviderReturn[] = [];
  for (const one of returns) {
    const known = await findReturn(client, payment, { ...one, charge });
    if (known) await moveReturn(client, known, one);
    else {
      await addReturn(client, services, payment, { ...one, charge });
      if (one.kind === 'CHARGE_BACK' && one.status === 'DONE') taken.push(one);
    }
  }
  return taken;
}

/** The row of a refund or charge-back: by the provider's name, or by ours if we requested it. */
async function findReturn(
  client: ClientBase,
  payment: PaymentRow,
  { kind, reference, returnId, totalMicros, charge }: ProviderReturn & { charge: string | null },
): Promise<ReturnRow | undefined> {
  const named = await lockReturn(client, payment, { kind, reference });
  if (named || kind !== 'REFUND') return named;
  if (returnId === null)
    return charge === null ? nameEarlierRefund(client, payment, { reference, totalMicros }) : undefined;
  const asked = await lockReturn(client, payment, { kind, id: returnId });
  // The refund was recorded as failed, yet the provider made it: it counts as a new one and takes its amount
  // again.
  return asked?.status === 'FAILED' && !hasName(asked) ? undefined : asked;
}

/**
 * Moves a return to the provider's state. FAILED and REVERSED are final, and DONE can only become one of
 * them, so an outdated state changes nothing.
 */
async function moveReturn(client: ClientBase, known: ReturnRow, { status, reference }: ProviderReturn) {
  const isOpen = known.status === 'PENDING';
  if (!isOpen && known.status !== 'DONE') return;
  if (status === 'FAILED' || status === 'REVERSED') await undo(client, known, { status, reference });
  else if (isOpen) await settleReturn(client, known, { status, reference });
}

async function addReturn(
  client: ClientBase,
  { settings }: Parts,
  payment: PaymentRow,
  { kind, status, reference, totalMicros, charge }: ProviderReturn & { charge: string | null },
): Promise<void> {
  const { team_id: teamId, currency } = payment;
  const id = newId();
  const isGone = status === 'PENDING' || status === 'DONE';
  const amountMicros =
    isGone && charge === null ? creditOf(payment, await selectReturned(client, payment), totalMicros) : 0n;
  const row = { id, kind, status, totalMicros, creditMicros: amountMicros, reference, charge };
  await insertReturn(client, payment, row);
  if (!isGone || charge !== null) return;
  const isRefund = kind === 'REFUND';
  const why = isRefund ? 'PAYMENT_REFUND' : kind;
  const owedMicros = await takeBack(client, { teamId, id, amountMicros, kind: why });
  await pauseIfOwing(client, teamId, owedMicros);
  const show = (micros: bigint) => `${displayMoney(micros)} ${currency}`;
  const amount = show(amountMicros);
  const mail = isRefund
    ? refundedMail(settings.publicUrl, { amount, total: show(totalMicros) })
    : chargedBackMail(settings.publicUrl, { amount, owed: owedMicros > 0n ? show(owedMicros) : null });
  await mailAdmins(kyselyWithin(client), teamId, mail);
}

/**
 * Marks a locked refund as failed and gives its amount back to the balance. `reference`: the provider's name
 * for it, if it has one.
 */
export function failRefund(client: ClientBase, refund: ReturnRow, reference: string | null): Promise<void> {
  return undo(client, refund, { status: 'FAILED', reference });
}

async function undo(
  client: ClientBase,
  known: ReturnRow,
  to: { status: 'REVERSED' | 'FAILED'; reference: string | null },
): Promise<void> {
  const { team_id: teamId, id, credit_micros: amountMicros } = known;
  await settleReturn(client, known, to);
  // A further charge took nothing from the balance.
  if (known.charge !== null) return;
  const kind = known.kind === 'REFUND' ? 'PAYMENT_REFUND' : 'CHARGE_BACK';
  const owedMicros = await giveBack(client, { teamId, id, amountMicros, kind });
  if (owedMicros === 0n && (await resumeAfterDebt(client, teamId)))
    await signalAtCommit(client, SETTINGS_TOPIC);
}

async function pauseIfOwing(client: ClientBase, teamId: string, owedMicros: bigint): Promise<void> {
  if (owedMicros > 0n && (await pauseForDebt(client, teamId))) await signalAtCommit(client, SETTINGS_TOPIC);
}

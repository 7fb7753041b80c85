// Payments as their team sees them: what became of each, asking the provider where it has not said yet.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '@godwit/contract/payments';
import { isId } from '../ids.ts';
import { fromMicros } from '../money.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import type { Providers } from './open.ts';
import {
  claimLookUp,
  type PaymentRow,
  type ShownPayment,
  selectByOrder,
  selectPayment,
  selectPayments,
} from './queries.ts';
import { apply } from './settle.ts';

/** A payment by what its provider calls it, over all teams. */
export { selectByOrder as findOrder };
/** A payment as its provider's pages need it. */
export type Order = PaymentRow;

/** A page of a list. */
const PAGE = 100;
/** A provider is asked about a payment by those who wait for it no more often than this. */
const ASK_SECONDS = 5;
/** Who looks at a payment is answered by then; what the provider says later counts all the same. */
const ANSWER_MS = 2_000;

/** A team's payments, the newest first; 1001 for a `before` that no payment can be. */
export async function listPayments(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  before: string | null,
): Promise<Payment[] | Refusal> {
  if (before !== null && !isId(before)) return refuse('notFound');
  return (await selectPayments(kysely, teamId, { before, limit: PAGE })).map(toPayment);
}

/** What became of a team's payment: one that is PENDING is asked about. 1001 where the team has no such payment. */
export async function findPayment(
  services: Services,
  providers: Providers,
  { teamId, id }: { teamId: string; id: string },
): Promise<Payment | Refusal> {
  const { kysely, log } = services;
  const known = isId(id) ? await selectPayment(kysely, teamId, id) : undefined;
  if (!known) return refuse('notFound');
  if (known.status !== 'PENDING') return toPayment(known);
  const asked = lookUp(services, providers, known, ASK_SECONDS).catch((err) =>
    log.warn({ err, payment: id }, 'a payment provider does not answer'),
  );
  await Promise.race([asked, sleep(ANSWER_MS, undefined, { ref: false })]);
  return toPayment((await selectPayment(kysely, teamId, id)) ?? known);
}

/** A team's payment that has succeeded; 1001 where there is none, 1013 where it has not. */
export async function findPaid(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  id: string,
): Promise<Payment | Refusal> {
  const known = isId(id) ? await selectPayment(kysely, teamId, id) : undefined;
  if (!known) return refuse('notFound');
  if (known.status !== 'SUCCEEDED')
    return refuse('conflict', { description: 'There is a receipt once a payment has succeeded.' });
  return toPayment(known);
}

/** Asks the provider what became of a payment that is PENDING, and does what it says; no more often than every so many seconds. */
export async function lookUp(
  services: Pick<Services, 'pool' | 'kysely' | 'settings'>,
  providers: Providers,
  { team_id, id, provider: name }: PaymentRow,
  seconds: number,
): Promise<void> {
  const provider = name === 'BANK' ? undefined : providers.byName(name);
  if (!provider?.lookUp) return;
  const payment = await claimLookUp(services.kysely, { team_id, id }, seconds);
  if (!payment) return;
  const { order_id: orderId, reference, charge_reference: charge, currency } = payment;
  const notice = await provider.lookUp({ orderId, reference, charge, currency });
  if (notice) await apply(services, provider.name, notice);
}

/** A payment as an answer. */
export function toPayment(row: ShownPayment): Payment {
  return {
    id: row.id,
    created_at: row.created_at.toISOString(),
    settled_at: row.settled_at?.toISOString() ?? null,
    type: row.provider === 'BANK' ? 'BANK_TX' : 'CARD',
    card_last_4: row.card_last_4,
    status: row.status,
    failure: row.failure,
    amount: fromMicros(row.amount_micros),
    tax: fromMicros(row.tax_micros),
    tax_percentage: row.tax_basis_points / 100,
    tax_included: row.tax_included,
    total: fromMicros(row.total_micros),
    currency: row.currency,
    refunded: fromMicros(row.refunded_micros),
    charged_back: fromMicros(row.charged_back_micros),
    practice: row.provider === 'PRACTICE',
  };
}

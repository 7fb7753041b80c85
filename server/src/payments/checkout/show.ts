// Payments for their team: the outcome of each, queried from the provider while pending.
import { setTimeout as sleep } from 'node:timers/promises';
import type { Payment } from '@godwit/contract/payments/payments';
import { NO_RECEIPT_YET } from '@godwit/contract/sentences/billing';
import { fromMicros } from '../../money.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import type { Providers } from '../providers/open.ts';
import { claimLookUp, type PaymentRow, type ShownPayment, selectPayment, selectPayments } from './queries.ts';
import { apply } from './settle.ts';

export { findByOrder } from './queries.ts';

/** A payment as its provider's pages need it. */
export type Order = PaymentRow;

/** A page of a list. */
const PAGE = 100;
/** Shortest interval between queries of a provider for people who wait for a payment. */
const ASK_SECONDS = 5;
/** A person who looks at a payment gets an answer by then; a later provider answer still counts. */
const ANSWER_MS = 2_000;

/** A team's payments, the newest first; 1001 for a `before` that no payment can be. */
export async function listPayments(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  before: string | null,
): Promise<Payment[] | Refusal> {
  if (before !== null && !(await selectPayment(kysely, teamId, before))) return refuse('notFound');
  return (await selectPayments(kysely, teamId, { before, limit: PAGE })).map(toPayment);
}

/** Returns a team's payment, reconciled first if it is PENDING. 1001 if the team has no such payment. */
export async function findPayment(
  services: Services,
  providers: Providers,
  { teamId, id }: { teamId: string; id: string },
): Promise<Payment | Refusal> {
  const { kysely, log } = services;
  const known = await selectPayment(kysely, teamId, id);
  if (!known) return refuse('notFound');
  if (known.status !== 'PENDING') return toPayment(known);
  const asked = lookUp(services, providers, known, ASK_SECONDS).catch((err) =>
    log.warn({ err, payment: id }, 'a payment provider does not answer'),
  );
  await Promise.race([asked, sleep(ANSWER_MS, undefined, { ref: false })]);
  return toPayment((await selectPayment(kysely, teamId, id)) ?? known);
}

/** A team's payment that has succeeded; 1001 if there is none, 1013 if it has not. */
export async function findPaid(
  { kysely }: Pick<Services, 'kysely'>,
  teamId: string,
  id: string,
): Promise<Payment | Refusal> {
  const known = await selectPayment(kysely, teamId, id);
  if (!known) return refuse('notFound');
  if (known.status !== 'SUCCEEDED') return refuse('conflict', { description: NO_RECEIPT_YET });
  return toPayment(known);
}

/** Reconciles a PENDING payment with its provider, at most once per interval. */
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
  if (payment.reference === null) return;
  const notice = await provider.lookUp(payment.reference);
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

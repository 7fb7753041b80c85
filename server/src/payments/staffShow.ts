// Payments for staff: with provider, refunds and charge-backs.
import type { Refund, StaffPayment } from '@godwit/contract/staff/payments';
import { type PageQuery, rowsOf, toPage } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { fromMicros } from '../money.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { findTeam, isInTeam } from '../team/find.ts';
import {
  countPayments,
  type ShownPayment,
  selectAnyPayment,
  selectCharges,
  selectPaymentPage,
} from './checkout/queries.ts';
import { toPayment } from './checkout/show.ts';
import { isUnanswered, selectAsked, selectReturns } from './refunds/queries.ts';

/** The most payments shown: more never wait at the same time. */
const MOST_ASKED = 50;

type Parts = Pick<Services, 'kysely'>;

/** A page of a team's payments, the newest first; 1001 if there is no such team. */
export async function teamPayments({ kysely }: Parts, staff: Staff, teamId: string, query: PageQuery) {
  const team = await findTeam(kysely, teamId);
  if (!team) return refuse('notFound');
  const rows = rowsOf(query);
  const [payments, total] = await Promise.all([
    selectPaymentPage(kysely, teamId, rows),
    countPayments(kysely, teamId),
  ]);
  return toPage(await withReturns(kysely, staff, team, payments), total, rows);
}

/** A payment; 1001 if there is none. */
export async function staffPayment(
  { kysely }: Parts,
  staff: Staff,
  id: string,
): Promise<StaffPayment | Refusal> {
  const payment = await selectAnyPayment(kysely, id);
  const team = payment && (await findTeam(kysely, payment.team_id));
  if (!team) return refuse('notFound');
  return (await withReturns(kysely, staff, team, [payment]))[0]!;
}

/** Payments with refunds that wait for staff, the oldest request first. */
export async function askedRefunds({ kysely }: Parts, staff: Staff): Promise<StaffPayment[]> {
  const asked = await selectAsked(kysely, MOST_ASKED);
  const found = await Promise.all([...new Set(asked)].map((id) => staffPayment({ kysely }, staff, id)));
  return found.filter((payment): payment is StaffPayment => !isRefusal(payment));
}

async function withReturns(
  db: Database,
  staff: Staff,
  { id: teamId, name }: { id: string; name: string },
  payments: readonly ShownPayment[],
): Promise<StaffPayment[]> {
  const ids = payments.map(({ id }) => id);
  const [found, charges, isOwn] = await Promise.all([
    selectReturns(db, ids),
    selectCharges(db, ids),
    isInTeam(db, teamId, staff.email),
  ]);
  const byPayment = Map.groupBy(found, ({ payment_id }) => payment_id);
  const furtherOf = Map.groupBy(charges, ({ payment_id }) => payment_id);
  return payments.map((row) => ({
    ...toPayment(row),
    team: { id: teamId, name },
    provider: row.provider,
    order_id: row.order_id,
    reference: row.reference,
    charge_reference: row.charge_reference,
    own_team: isOwn,
    further_charges: (furtherOf.get(row.id) ?? []).map(({ charge, total_micros }) => ({
      charge,
      total: fromMicros(total_micros),
    })),
    returns: (byPayment.get(row.id) ?? []).map(
      (one): Refund => ({
        id: one.id,
        kind: one.kind,
        status: one.status,
        total: fromMicros(one.total_micros),
        credit: fromMicros(one.credit_micros),
        charge: one.charge,
        reason: one.reason,
        asked_by: one.asked_by_email,
        decided_by: one.decided_by_email,
        created_at: one.created_at.toISOString(),
        settled_at: one.settled_at?.toISOString() ?? null,
        may_decide: one.status === 'ASKED' && one.asked_by !== staff.id && !isOwn,
        may_settle: isUnanswered(one) && !isOwn,
      }),
    ),
  }));
}

// Payments as staff see them: with their provider, and everything that went back of them or is to.
import type { Refund, StaffPayment } from '@godwit/contract/staffPayments';
import { type PageQuery, rowsOf, toPage } from '../http/paging.ts';
import type { Staff } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { fromMicros } from '../money.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { findTeam, isInTeam } from '../team/find.ts';
import { countPayments, type ShownPayment, selectAnyPayment, selectPaymentPage } from './queries.ts';
import { isUnanswered, selectAsked, selectReturns } from './returnQueries.ts';
import { toPayment } from './show.ts';

/** More than these do not wait at a time. */
const MOST_ASKED = 50;

type Parts = Pick<Services, 'kysely'>;

/** A page of a team's payments, the newest first; 1001 where there is no such team. */
export async function teamPayments({ kysely }: Parts, staff: Staff, teamId: string, query: PageQuery) {
  const team = isId(teamId) ? await findTeam(kysely, teamId) : undefined;
  if (!team) return refuse('notFound');
  const rows = rowsOf(query);
  const [payments, total] = await Promise.all([
    selectPaymentPage(kysely, teamId, rows),
    countPayments(kysely, teamId),
  ]);
  return toPage(await withReturns(kysely, staff, team, payments), total, rows);
}

/** A payment; 1001 where there is none. */
export async function staffPayment(
  { kysely }: Parts,
  staff: Staff,
  id: string,
): Promise<StaffPayment | Refusal> {
  const payment = isId(id) ? await selectAnyPayment(kysely, id) : undefined;
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
  const [found, isOwn] = await Promise.all([
    selectReturns(
      db,
      payments.map(({ id }) => id),
    ),
    isInTeam(db, teamId, staff.email),
  ]);
  const byPayment = Map.groupBy(found, ({ payment_id }) => payment_id);
  return payments.map((row) => ({
    ...toPayment(row),
    team: { id: teamId, name },
    provider: row.provider,
    order_id: row.order_id,
    reference: row.reference,
    charge_reference: row.charge_reference,
    own_team: isOwn,
    returns: (byPayment.get(row.id) ?? []).map(
      (one): Refund => ({
        id: one.id,
        kind: one.kind,
        status: one.status,
        total: fromMicros(one.total_micros),
        credit: fromMicros(one.credit_micros),
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

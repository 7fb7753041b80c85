// SQL of what went back to payers: refunds and charge-backs of payments.
import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { PaymentReturnKind, PaymentReturnStatus, PaymentReturns } from '../db/types.ts';
import type { Database } from '../services.ts';
import type { PaymentRow } from './queries.ts';

export type ReturnRow = Selectable<PaymentReturns>;

/** What begins the reference of a refund that its provider has not answered in time. */
const UNANSWERED = 'no answer ';
/** A refund that waits for a second person, or for staff as its provider does not answer. */
const WAITS_FOR_STAFF = sql<boolean>`kind = 'REFUND' and (status = 'ASKED' or status = 'PENDING' and reference like ${`${UNANSWERED}%`})`;
type Key = Pick<PaymentRow, 'team_id' | 'id'>;

/** Whether a provider has not said for so long what became of a refund that staff have to. */
export function isUnanswered({ status, reference }: Pick<ReturnRow, 'status' | 'reference'>): boolean {
  return status === 'PENDING' && (reference?.startsWith(UNANSWERED) ?? false);
}

/** What of a locked payment went back or is about to, in micro-units: of what was paid, of the balance, and by refunds alone of what was paid. */
export async function selectReturned(
  client: ClientBase,
  { team_id, id }: Key,
): Promise<{ totalMicros: bigint; creditMicros: bigint; refundedMicros: bigint }> {
  const { rows } = await client.query(
    `select coalesce(sum(total_micros), 0)::bigint as "totalMicros", coalesce(sum(credit_micros), 0)::bigint as "creditMicros",
      coalesce(sum(total_micros) filter (where kind = 'REFUND'), 0)::bigint as "refundedMicros"
     from payment_returns where team_id = $1 and payment_id = $2 and status in ('PENDING', 'DONE')`,
    [team_id, id],
  );
  return rows[0];
}

/** What is to be stored of a return; `reference` is the provider's name for it, which counts once for a payment. */
export type NewReturn = {
  id: string;
  kind: PaymentReturnKind;
  status: PaymentReturnStatus;
  totalMicros: bigint;
  creditMicros: bigint;
  reference: string | null;
  reason?: string;
  askedBy?: string;
};

/** Adds a return of a payment; false where there is one of this reference. */
export async function insertReturn(
  client: ClientBase,
  { team_id, id: paymentId }: Key,
  { id, kind, status, totalMicros, creditMicros, reference, reason = undefined, askedBy }: NewReturn,
): Promise<boolean> {
  const { rowCount } = await client.query(
    `insert into payment_returns (team_id, id, payment_id, kind, status, total_micros, credit_micros, reference, reason, asked_by, started_at, settled_at)
     values ($1, $2, $3, $4, $5::payment_return_status, $6, $7, $8, $9, $10,
       case when $5::payment_return_status = 'PENDING' then now() end,
       case when $5::payment_return_status in ('ASKED', 'PENDING') then null else now() end)
     on conflict (team_id, payment_id, kind, reference) where reference is not null do nothing`,
    [
      team_id,
      id,
      paymentId,
      kind,
      status,
      totalMicros,
      creditMicros,
      reference,
      reason ?? null,
      askedBy ?? null,
    ],
  );
  return rowCount === 1;
}

/** Locks a return of a payment, by the provider's name for it or by ours. */
export async function lockReturn(
  client: ClientBase,
  { team_id, id: paymentId }: Key,
  {
    kind,
    reference = null,
    id = null,
  }: { kind: PaymentReturnKind; reference?: string | null; id?: string | null },
): Promise<ReturnRow | undefined> {
  const { rows } = await client.query(
    `select * from payment_returns where team_id = $1 and payment_id = $2 and kind = $3
       and (reference = $4 or id::text = $5) for update`,
    [team_id, paymentId, kind, reference, id],
  );
  return rows[0];
}

/** Moves a locked return to a state, with who decided and how the provider calls it where that is known. */
export async function settleReturn(
  client: ClientBase,
  { team_id, id }: Key,
  {
    status,
    decidedBy,
    reference,
  }: { status: PaymentReturnStatus; decidedBy?: string; reference?: string | null },
): Promise<void> {
  await client.query(
    `update payment_returns set status = $3::payment_return_status, decided_by = coalesce($4::uuid, decided_by), reference = coalesce($5::text, reference),
      settled_at = case when $3::payment_return_status in ('ASKED', 'PENDING') then null else now() end
     where team_id = $1 and id = $2`,
    [team_id, id, status, decidedBy ?? null, reference ?? null],
  );
}

/** The refunds of a locked payment that its provider had still to make are made. */
export async function settleRefunds(client: ClientBase, { team_id, id }: Key): Promise<void> {
  await client.query(
    `update payment_returns set status = 'DONE', settled_at = now()
     where team_id = $1 and payment_id = $2 and kind = 'REFUND' and status = 'PENDING'`,
    [team_id, id],
  );
}

/** Moves a return that was asked for to PENDING, as a second person has confirmed it. */
export async function startReturn(
  client: ClientBase,
  { team_id, id }: Key,
  { creditMicros, decidedBy }: { creditMicros: bigint; decidedBy: string },
): Promise<void> {
  await client.query(
    `update payment_returns set status = 'PENDING', credit_micros = $3, decided_by = $4, started_at = now()
     where team_id = $1 and id = $2`,
    [team_id, id, creditMicros, decidedBy],
  );
}

/** What a member of staff has refunded of a team's payments within a day alone, in micro-units. */
export async function sumRefundedAlone(
  client: ClientBase,
  { teamId, staffId }: { teamId: string; staffId: string },
): Promise<bigint> {
  const { rows } = await client.query(
    `select coalesce(sum(total_micros), 0)::bigint as sum from payment_returns
     where team_id = $1 and asked_by = $2 and decided_by is null and status in ('PENDING', 'DONE')
       and created_at > now() - interval '24 hours'`,
    [teamId, staffId],
  );
  return rows[0].sum;
}

/** A return by its id alone, with who asked and decided. */
export function selectReturn(db: Database, id: string) {
  return returns(db).where('r.id', '=', id).executeTakeFirst();
}

/** What went back of some payments, or is to: the oldest first. */
export function selectReturns(db: Database, paymentIds: readonly string[]) {
  return returns(db)
    .where('r.payment_id', '=', sql<string>`any(${paymentIds}::uuid[])`)
    .orderBy('r.created_at')
    .orderBy('r.id')
    .execute();
}

/** The payments of refunds that wait for staff, the oldest request first. */
export async function selectAsked(db: Database, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('payment_returns')
    .select('payment_id')
    .where(WAITS_FOR_STAFF)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ payment_id }) => payment_id);
}

/** How many refunds wait for staff. */
export async function countAsked(db: Database): Promise<number> {
  const { count } = await db
    .selectFrom('payment_returns')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where(WAITS_FOR_STAFF)
    .executeTakeFirstOrThrow();
  return Number(count);
}

function returns(db: Database) {
  return db
    .selectFrom('payment_returns as r')
    .leftJoin('staff as asker', 'asker.id', 'r.asked_by')
    .leftJoin('staff as decider', 'decider.id', 'r.decided_by')
    .selectAll('r')
    .select(['asker.email as asked_by_email', 'decider.email as decided_by_email']);
}

/** Claims a refund that its provider has not answered, with the payment that it is of; undefined where there is none. */
export function claimUnsent(db: Database, { team_id, id }: Key) {
  return db
    .updateTable('payment_returns as r')
    .from('payments as p')
    .set({ tried_at: sql<Date>`now()` })
    .whereRef('p.team_id', '=', 'r.team_id')
    .whereRef('p.id', '=', 'r.payment_id')
    .where('r.team_id', '=', team_id)
    .where('r.id', '=', id)
    .where('r.kind', '=', 'REFUND')
    .where('r.status', '=', 'PENDING')
    .where('r.reference', 'is', null)
    .returning([
      'r.payment_id',
      'r.total_micros',
      'p.provider',
      'p.order_id',
      'p.reference',
      'p.charge_reference',
      'p.currency',
    ])
    .executeTakeFirst();
}

/** Refunds begun within so many hours that their providers have not answered for a minute. */
export function selectUnsent(db: Database, hours: number): Promise<{ team_id: string; id: string }[]> {
  return db
    .selectFrom('payment_returns')
    .select(['team_id', 'id'])
    .where('kind', '=', 'REFUND')
    .where('status', '=', 'PENDING')
    .where('reference', 'is', null)
    .where(sql<boolean>`coalesce(tried_at, started_at) < now() - interval '1 minute'`)
    .where('started_at', '>', sql<Date>`now() - ${hours} * interval '1 hour'`)
    .orderBy(sql`coalesce(tried_at, started_at)`)
    .limit(50)
    .execute();
}

/** Gives up refunds that no provider has answered for so many hours: each is returned once, and is for staff to look at. */
export async function giveUpUnsent(
  db: Database,
  hours: number,
): Promise<{ team_id: string; payment_id: string; id: string }[]> {
  return db
    .updateTable('payment_returns')
    .set({ reference: sql<string>`${UNANSWERED} || id` })
    .where('kind', '=', 'REFUND')
    .where('status', '=', 'PENDING')
    .where('reference', 'is', null)
    .where('started_at', '<=', sql<Date>`now() - ${hours} * interval '1 hour'`)
    .returning(['team_id', 'payment_id', 'id'])
    .execute();
}

// SQL of what went back to payers: refunds and charge-backs of payments.
import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import type { PaymentReturnKind, PaymentReturnStatus, PaymentReturns } from '../../db/types.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../../services.ts';
import type { PaymentRow } from '../checkout/queries.ts';

export type ReturnRow = Selectable<PaymentReturns>;

/** The start of the reference of a refund that its provider has not answered in time. */
const UNANSWERED = 'no answer ';
/** A refund that waits for a second person, or for staff as its provider does not answer. */
const WAITS_FOR_STAFF = sql<boolean>`kind = 'REFUND' and (status = 'ASKED' or status = 'PENDING' and reference like ${`${UNANSWERED}%`})`;
type Key = Pick<PaymentRow, 'team_id' | 'id'>;

/** Whether a provider has not reported a refund's outcome for so long that staff have to. */
export function isUnanswered({ status, reference }: Pick<ReturnRow, 'status' | 'reference'>): boolean {
  return status === 'PENDING' && (reference?.startsWith(UNANSWERED) ?? false);
}

/** Whether the provider has named a refund: until then it has made none, as far as is known. */
export function hasName({ reference }: Pick<ReturnRow, 'reference'>): boolean {
  return reference !== null && !reference.startsWith(UNANSWERED);
}

/**
 * The refunded and pending part of a charge of a locked payment, in micro-units: of the amount paid, and of
 * the balance. `charge` names a further charge; null is the one that was credited.
 */
export async function selectReturned(
  client: ClientBase,
  { team_id, id }: Key,
  charge: string | null = null,
): Promise<{ totalMicros: bigint; creditMicros: bigint }> {
  const { rows } = await client.query(
    `select coalesce(sum(total_micros), 0)::bigint as "totalMicros", coalesce(sum(credit_micros), 0)::bigint as "creditMicros"
     from payment_returns where team_id = $1 and payment_id = $2 and status in ('PENDING', 'DONE') and charge is not distinct from $3`,
    [team_id, id, charge],
  );
  return rows[0];
}

/** A return to store; `reference` is the provider's name for it, `charge` a further charge that it is of. */
export type NewReturn = {
  id: string;
  kind: PaymentReturnKind;
  status: PaymentReturnStatus;
  totalMicros: bigint;
  creditMicros: bigint;
  reference: string | null;
  charge: string | null;
  reason?: string;
  askedBy?: string;
};

/** Adds a return of a locked payment. */
export async function insertReturn(
  client: ClientBase,
  { team_id, id: paymentId }: Key,
  { id, kind, status, totalMicros, creditMicros, reference, charge, reason, askedBy }: NewReturn,
): Promise<void> {
  await client.query(
    `insert into payment_returns
       (team_id, id, payment_id, kind, status, total_micros, credit_micros, reference, charge, reason, asked_by, started_at, settled_at)
     values ($1, $2, $3, $4, $5::payment_return_status, $6, $7, $8, $9, $10, $11,
       case when $5::payment_return_status = 'PENDING' then now() end,
       case when $5::payment_return_status in ('ASKED', 'PENDING') then null else now() end)`,
    [
      ...[team_id, id, paymentId, kind, status, totalMicros, creditMicros],
      ...[reference, charge, reason ?? null, askedBy ?? null],
    ],
  );
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

/**
 * Names a refund of a locked payment that earlier versions kept by the sum of all until then, without the
 * provider's name. A larger one is several refunds: the part is split off. Undefined if there is none.
 */
export async function adoptUnnamed(
  client: ClientBase,
  { team_id, id: paymentId }: Key,
  { reference, totalMicros }: { reference: string; totalMicros: bigint },
): Promise<ReturnRow | undefined> {
  const { rows } = await client.query<ReturnRow>(
    `select * from payment_returns where team_id = $1 and payment_id = $2 and kind = 'REFUND' and status = 'DONE'
       and reference like 'up to %' and total_micros >= $3 order by total_micros, created_at limit 1 for update`,
    [team_id, paymentId, totalMicros],
  );
  const [old] = rows;
  if (!old) return undefined;
  const isWhole = old.total_micros === totalMicros;
  const creditMicros = isWhole ? old.credit_micros : (old.credit_micros * totalMicros) / old.total_micros;
  const id = isWhole ? old.id : newId();
  if (isWhole)
    await client.query('update payment_returns set reference = $3 where team_id = $1 and id = $2', [
      ...[team_id, id, reference],
    ]);
  else {
    await client.query(
      `insert into payment_returns (team_id, id, payment_id, kind, status, total_micros, credit_micros, reference, created_at, settled_at)
       select team_id, $3, payment_id, kind, status, $4, $5, $6, created_at, settled_at from payment_returns
       where team_id = $1 and id = $2`,
      [team_id, old.id, id, totalMicros, creditMicros, reference],
    );
    await client.query(
      `update payment_returns set total_micros = total_micros - $3, credit_micros = credit_micros - $4
       where team_id = $1 and id = $2`,
      [team_id, old.id, totalMicros, creditMicros],
    );
  }
  return { ...old, id, total_micros: totalMicros, credit_micros: creditMicros, reference };
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

/** The amount of a team's payments that a member of staff has refunded alone within a day, in micro-units. */
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

/** The refunds and chargebacks of some payments, also pending ones, the oldest first. */
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

/**
 * Claims a refund that its provider has not answered, with the payment that it is of; undefined if there is
 * none.
 */
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
    .returning(['r.payment_id', 'r.total_micros', 'p.provider', 'r.charge', 'p.charge_reference'])
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

/**
 * Gives up refunds that no provider has answered for so many hours: each is returned once, and is for staff
 * to look at.
 */
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

// SQL of refunds and charge-backs of payments, called returns here.
import { type Selectable, sql } from 'kysely';
import type { ClientBase } from 'pg';
import { unprepared } from '../../db/sql.ts';
import type { PaymentReturnKind, PaymentReturnStatus, PaymentReturns } from '../../db/types.ts';
import { newId } from '../../ids.ts';
import type { Database } from '../../services.ts';
import type { PaymentRow } from '../checkout/queries.ts';

export type ReturnRow = Selectable<PaymentReturns>;

/** The reference of a refund starts with this if its provider has not answered in time. */
const UNANSWERED = 'no answer ';
/** A refund that waits for a second person, or for staff because its provider does not answer. */
const WAITS_FOR_STAFF = sql<boolean>`kind = 'REFUND' and (status = 'ASKED' or status = 'PENDING' and reference like ${`${UNANSWERED}%`})`;
type Key = Pick<PaymentRow, 'team_id' | 'id'>;

/** Whether staff have to record the outcome of a refund, because its provider has not answered in time. */
export function isUnanswered({ status, reference }: Pick<ReturnRow, 'status' | 'reference'>): boolean {
  return status === 'PENDING' && (reference?.startsWith(UNANSWERED) ?? false);
}

/** Whether the provider has named a refund. Until then, the service assumes that it was not made. */
export function hasName({ reference }: Pick<ReturnRow, 'reference'>): boolean {
  return reference !== null && !reference.startsWith(UNANSWERED);
}

type Returned = { totalMicros: bigint; creditMicros: bigint };
const SELECT_RETURNED = unprepared<Returned>('select-returned')`
  select coalesce(sum(total_micros), 0)::bigint as "totalMicros", coalesce(sum(credit_micros), 0)::bigint as "creditMicros"
    from payment_returns where team_id = ${'teamId'} and payment_id = ${'paymentId'} and status in ('PENDING', 'DONE')
      and charge is not distinct from ${'charge'}`;

/**
 * The refunded and pending part of a charge of a locked payment, in micro-units: of the amount paid, and of
 * the balance. `charge` names a further charge; null stands for the one that was credited.
 */
export async function selectReturned(
  client: ClientBase,
  { team_id, id }: Key,
  charge: string | null = null,
): Promise<Returned> {
  const { rows } = await SELECT_RETURNED.run(client, { teamId: team_id, paymentId: id, charge });
  return rows[0]!;
}

/**
 * A return to store. `reference`: the provider's name for it; `charge`: the further charge that it returns.
 */
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

const INSERT_RETURN = unprepared('insert-return')`
  insert into payment_returns
      (team_id, id, payment_id, kind, status, total_micros, credit_micros, reference, charge, reason, asked_by, started_at, settled_at)
    values (${'teamId'}, ${'id'}, ${'paymentId'}, ${'kind'}, ${'status'}::payment_return_status, ${'totalMicros'}, ${'creditMicros'},
      ${'reference'}, ${'charge'}, ${'reason'}, ${'askedBy'},
      case when ${'status'}::payment_return_status = 'PENDING' then now() end,
      case when ${'status'}::payment_return_status in ('ASKED', 'PENDING') then null else now() end)`;

/** Adds a return of a locked payment. */
export async function insertReturn(
  client: ClientBase,
  { team_id: teamId, id: paymentId }: Key,
  added: NewReturn,
): Promise<void> {
  await INSERT_RETURN.run(client, { reason: null, askedBy: null, ...added, teamId, paymentId });
}

const LOCK_RETURN = unprepared<ReturnRow>('lock-return')`
  select * from payment_returns where team_id = ${'teamId'} and payment_id = ${'paymentId'} and kind = ${'kind'}
      and (reference = ${'reference'} or id::text = ${'id'}) for update`;

/** Locks a return of a payment, by the provider's name for it or by its id. */
export async function lockReturn(
  client: ClientBase,
  { team_id: teamId, id: paymentId }: Key,
  {
    kind,
    reference = null,
    id = null,
  }: { kind: PaymentReturnKind; reference?: string | null; id?: string | null },
): Promise<ReturnRow | undefined> {
  const { rows } = await LOCK_RETURN.run(client, { teamId, paymentId, kind, reference, id });
  return rows[0];
}

const LOCK_UNNAMED = unprepared<ReturnRow>('lock-unnamed-refund')`
  select * from payment_returns
    where team_id = ${'teamId'} and payment_id = ${'paymentId'} and kind = 'REFUND' and status = 'DONE'
      and reference like 'up to %' and total_micros >= ${'totalMicros'} order by total_micros, created_at limit 1 for update`;

const NAME_RETURN = unprepared('name-return')`
  update payment_returns set reference = ${'reference'} where team_id = ${'teamId'} and id = ${'id'}`;

const COPY_RETURN = unprepared('copy-return')`
  insert into payment_returns (team_id, id, payment_id, kind, status, total_micros, credit_micros, reference, created_at, settled_at)
    select team_id, ${'id'}, payment_id, kind, status, ${'totalMicros'}, ${'creditMicros'}, ${'reference'}, created_at, settled_at
    from payment_returns where team_id = ${'teamId'} and id = ${'oldId'}`;

const REDUCE_RETURN = unprepared('reduce-return')`
  update payment_returns set total_micros = total_micros - ${'totalMicros'}, credit_micros = credit_micros - ${'creditMicros'}
    where team_id = ${'teamId'} and id = ${'oldId'}`;

/**
 * Names a refund that an earlier version stored: it knew only the sum that was refunded so far, not the
 * provider's name. If such a row is larger than this refund, splits it. Returns undefined if there is none.
 */
export async function nameEarlierRefund(
  client: ClientBase,
  { team_id: teamId, id: paymentId }: Key,
  { reference, totalMicros }: { reference: string; totalMicros: bigint },
): Promise<ReturnRow | undefined> {
  const { rows } = await LOCK_UNNAMED.run(client, { teamId, paymentId, totalMicros });
  const [old] = rows;
  if (!old) return undefined;
  const isWhole = old.total_micros === totalMicros;
  const creditMicros = isWhole ? old.credit_micros : (old.credit_micros * totalMicros) / old.total_micros;
  const id = isWhole ? old.id : newId();
  if (isWhole) await NAME_RETURN.run(client, { teamId, id, reference });
  else {
    const part = { teamId, oldId: old.id, totalMicros, creditMicros };
    await COPY_RETURN.run(client, { ...part, id, reference });
    await REDUCE_RETURN.run(client, part);
  }
  return { ...old, id, total_micros: totalMicros, credit_micros: creditMicros, reference };
}

const SETTLE_RETURN = unprepared('settle-return')`
  update payment_returns set status = ${'status'}::payment_return_status, decided_by = coalesce(${'decidedBy'}::uuid, decided_by),
      reference = coalesce(${'reference'}::text, reference),
      settled_at = case when ${'status'}::payment_return_status in ('ASKED', 'PENDING') then null else now() end
    where team_id = ${'teamId'} and id = ${'id'}`;

/**
 * Moves a locked return to a state. Also stores who decided and the provider's name for it, if they are
 * given.
 */
export async function settleReturn(
  client: ClientBase,
  { team_id: teamId, id }: Key,
  {
    status,
    decidedBy,
    reference,
  }: { status: PaymentReturnStatus; decidedBy?: string; reference?: string | null },
): Promise<void> {
  const decision = { decidedBy: decidedBy ?? null, reference: reference ?? null };
  await SETTLE_RETURN.run(client, { teamId, id, status, ...decision });
}

const START_RETURN = unprepared('start-return')`
  update payment_returns set status = 'PENDING', credit_micros = ${'creditMicros'}, decided_by = ${'decidedBy'}, started_at = now()
    where team_id = ${'teamId'} and id = ${'id'}`;

/** Moves a requested return to PENDING after a second person has confirmed it. */
export async function startReturn(
  client: ClientBase,
  { team_id: teamId, id }: Key,
  { creditMicros, decidedBy }: { creditMicros: bigint; decidedBy: string },
): Promise<void> {
  await START_RETURN.run(client, { teamId, id, creditMicros, decidedBy });
}

const SUM_REFUNDED_ALONE = unprepared<{ sum: bigint }>('sum-refunded-alone')`
  select coalesce(sum(total_micros), 0)::bigint as sum from payment_returns
    where team_id = ${'teamId'} and asked_by = ${'staffId'} and decided_by is null and status in ('PENDING', 'DONE')
      and created_at > now() - interval '24 hours'`;

/** The amount that a member of staff has refunded to a team alone in the last 24 hours, in micro-units. */
export async function sumRefundedAlone(
  client: ClientBase,
  { teamId, staffId }: { teamId: string; staffId: string },
): Promise<bigint> {
  const { rows } = await SUM_REFUNDED_ALONE.run(client, { teamId, staffId });
  return rows[0]!.sum;
}

/** A return by its id alone, with the emails of those who requested and decided it. */
export function selectReturn(db: Database, id: string) {
  return returns(db).where('r.id', '=', id).executeTakeFirst();
}

/** The returns of some payments, in any state, the oldest first. */
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
export async function countAskedRefunds(db: Database): Promise<number> {
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

/** Claims a refund that its provider has not answered, and returns it with its payment; undefined if none. */
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

/**
 * Refunds begun in the last `hours` that their providers have not answered, none tried in the last minute.
 */
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
 * Gives up refunds that no provider has answered for `hours`, and returns them. Staff settle them by hand.
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

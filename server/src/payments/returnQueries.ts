// SQL of what went back to payers: refunds and charge-backs of payments.
import type { Selectable } from 'kysely';
import type { ClientBase } from 'pg';
import type { PaymentReturnKind, PaymentReturnStatus, PaymentReturns } from '../db/types.ts';
import type { PaymentRow } from './queries.ts';

export type ReturnRow = Selectable<PaymentReturns>;
type Key = Pick<PaymentRow, 'team_id' | 'id'>;

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
    `insert into payment_returns (team_id, id, payment_id, kind, status, total_micros, credit_micros, reference, reason, asked_by, settled_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10,
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

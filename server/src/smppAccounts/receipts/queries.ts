// SQL of receipts on their way to customers over SMPP.
import type { Pool } from 'pg';
import { columnsOf } from '../../db/columns.ts';
import { fromNow } from '../../jobs/claim.ts';

/** A receipt to send; `outcome` is DELIVERED or the failure. */
export type DueReceipt = {
  messageId: string;
  systemId: string;
  toldId: string;
  wanted: number;
  source: string;
  sourceTon: number;
  sourceNpi: number;
  destination: string;
  destTon: number;
  destNpi: number;
  textStart: string;
  submittedAt: Date;
  outcome: string;
  endedAt: Date;
};

/**
 * Claims due receipts, of each system id as many as there is capacity: no other process claims them until
 * their lease ends, 30 seconds after the first attempt and twice as long after each later one, up to 15
 * minutes; then they are sent again.
 */
export async function claimReceipts(
  pool: Pool,
  shares: readonly { systemId: string; capacity: number }[],
): Promise<DueReceipt[]> {
  const { rows } = await pool.query<DueReceipt>({
    name: 'claim-smpp-receipts',
    text: `with picked as materialized (
        select due.message_id from unnest($1::text[], $2::integer[]) as share (system_id, capacity)
        cross join lateral (
          select r.message_id from smpp_receipts r where r.system_id = share.system_id and r.due_at <= now()
          order by r.due_at limit share.capacity for update skip locked
        ) as due
      )
      update smpp_receipts r set attempts = least(r.attempts + 1, 100),
        due_at = ${fromNow('least(30000 * power(2, least(r.attempts, 10)), 900000)')}
      from picked where r.message_id = picked.message_id
      returning r.message_id as "messageId", r.system_id as "systemId", r.told_id as "toldId", r.wanted, r.source,
        r.source_ton as "sourceTon", r.source_npi as "sourceNpi", r.destination, r.dest_ton as "destTon", r.dest_npi as "destNpi",
        r.text_start as "textStart", r.submitted_at as "submittedAt", r.outcome, r.ended_at as "endedAt"`,
    values: columnsOf(shares, 'systemId', 'capacity'),
  });
  return rows;
}

/**
 * The outcome of sending a receipt: the customer took it, it did not leave, or it was refused and waits for
 * its lease to end.
 */
export type Sent = { messageId: string; outcome: 'taken' | 'unsent' | 'refused' };

/** Deletes the receipts that were taken and makes those due again that did not leave. */
export async function endReceipts(pool: Pool, sent: readonly Sent[]): Promise<void> {
  const idsOf = (wanted: Sent['outcome']) =>
    sent.filter(({ outcome }) => outcome === wanted).map(({ messageId }) => messageId);
  await pool.query({
    name: 'end-smpp-receipts',
    text: `with taken as (delete from smpp_receipts where message_id = any($1::uuid[]))
      update smpp_receipts set due_at = now() where message_id = any($2::uuid[])`,
    values: [idsOf('taken'), idsOf('unsent')],
  });
}

/**
 * Gives up receipts that no one has taken for 72 hours, the oldest first and at most `limit`; returns how
 * many.
 */
export async function dropOldReceipts(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await pool.query(
    `delete from smpp_receipts where message_id = any(array(
        select message_id from smpp_receipts where ended_at < now() - interval '72 hours' order by ended_at limit $1))`,
    [limit],
  );
  return rowCount ?? 0;
}

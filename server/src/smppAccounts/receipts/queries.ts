// SQL of receipts that are sent to customers over SMPP.
import type { Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared, unprepared } from '../../db/sql.ts';

/** A receipt to send; `outcome` is DELIVERED or the failure. */
export type DueReceipt = {
  messageId: string;
  systemId: string;
  notifiedId: string;
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

// Picks by the index on (system_id, due_at), and passes over receipts that another process has locked.
const CLAIM_RECEIPTS = prepared<DueReceipt>('claim-smpp-receipts')`
  with picked as materialized (
      select due.message_id from unnest(${'systemId'}::text[], ${'capacity'}::integer[]) as share (system_id, capacity)
      cross join lateral (
        select r.message_id from smpp_receipts r where r.system_id = share.system_id and r.due_at <= now()
        order by r.due_at limit share.capacity for update skip locked
      ) as due
    )
    update smpp_receipts r set attempts = least(r.attempts + 1, 100),
      due_at = now() + make_interval(secs => least(30000 * power(2, least(r.attempts, 10)), 900000) / 1000.0)
    from picked where r.message_id = picked.message_id
    returning r.message_id as "messageId", r.system_id as "systemId", r.told_id as "notifiedId", r.wanted, r.source,
      r.source_ton as "sourceTon", r.source_npi as "sourceNpi", r.destination, r.dest_ton as "destTon", r.dest_npi as "destNpi",
      r.text_start as "textStart", r.submitted_at as "submittedAt", r.outcome, r.ended_at as "endedAt"`;

/**
 * Claims due receipts: of each system id, as many as it has capacity for. The claim lasts 30 seconds after
 * the first attempt and doubles with each later one, up to 15 minutes; then the receipt is sent again.
 */
export async function claimReceipts(
  pool: Pool,
  shares: readonly { systemId: string; capacity: number }[],
): Promise<DueReceipt[]> {
  const { rows } = await CLAIM_RECEIPTS.run(pool, listsOf(shares, 'systemId', 'capacity'));
  return rows;
}

/**
 * The outcome of sending a receipt: the customer took it, it did not leave, or it was refused and waits for
 * its lease to end.
 */
export type Sent = { messageId: string; outcome: 'taken' | 'unsent' | 'refused' };

// Receipts that were refused are in neither list: they are due when their claim ends.
const END_RECEIPTS = prepared('end-smpp-receipts')`
  with taken as (delete from smpp_receipts where message_id = any(${'taken'}::uuid[]))
    update smpp_receipts set due_at = now() where message_id = any(${'unsent'}::uuid[])`;

/** Deletes the receipts that customers took, and makes those due again that did not leave. */
export async function endReceipts(pool: Pool, sent: readonly Sent[]): Promise<void> {
  const idsOf = (wanted: Sent['outcome']) =>
    sent.filter(({ outcome }) => outcome === wanted).map(({ messageId }) => messageId);
  await END_RECEIPTS.run(pool, { taken: idsOf('taken'), unsent: idsOf('unsent') });
}

const DROP_OLD_RECEIPTS = unprepared('drop-old-smpp-receipts')`
  delete from smpp_receipts where message_id = any(array(
      select message_id from smpp_receipts where ended_at < now() - interval '72 hours' order by ended_at limit ${'limit'}))`;

/** Deletes up to `limit` receipts, oldest first, that nobody took within 72 hours; returns how many. */
export async function dropOldReceipts(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await DROP_OLD_RECEIPTS.run(pool, { limit });
  return rowCount ?? 0;
}

// SQL of receipts and incoming messages that are delivered to customers over SMPP.
import type { Pool } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { fragment, prepared, raw, unprepared } from '../../db/sql.ts';

/** How much an account may be sent now. */
export type Share = { systemId: string; capacity: number };

type Waiting = 'smpp_receipts' | 'smpp_incoming';

// Picks by the index on (system_id, due_at), and passes over rows that another process has locked.
const picked = (table: Waiting) => fragment`picked as materialized (
      select due.message_id from unnest(${'systemId'}::text[], ${'capacity'}::integer[]) as share (system_id, capacity)
      cross join lateral (
        select r.message_id from ${raw(table)} r where r.system_id = share.system_id and r.due_at <= now()
        order by r.due_at limit share.capacity for update skip locked
      ) as due
    )`;
// The claim lasts 30 seconds at the first attempt, and doubles with each later one up to 15 minutes.
const LEASE = fragment`attempts = least(r.attempts + 1, 100),
      due_at = now() + make_interval(secs => least(30000 * power(2, least(r.attempts, 10)), 900000) / 1000.0)`;

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

const CLAIM_RECEIPTS = prepared<DueReceipt>('claim-smpp-receipts')`
  with ${picked('smpp_receipts')}
    update smpp_receipts r set ${LEASE}
    from picked where r.message_id = picked.message_id
    returning r.message_id as "messageId", r.system_id as "systemId", r.told_id as "notifiedId", r.wanted, r.source,
      r.source_ton as "sourceTon", r.source_npi as "sourceNpi", r.destination, r.dest_ton as "destTon", r.dest_npi as "destNpi",
      r.text_start as "textStart", r.submitted_at as "submittedAt", r.outcome, r.ended_at as "endedAt"`;

/**
 * Claims due receipts: of each account, as many as it has capacity for. They are due again when the claim
 * ends.
 */
export async function claimReceipts(pool: Pool, shares: readonly Share[]): Promise<DueReceipt[]> {
  const { rows } = await CLAIM_RECEIPTS.run(pool, listsOf(shares, 'systemId', 'capacity'));
  return rows;
}

/** An incoming message to deliver. `isErased`: its text was deleted. `leaseMs`: the length of the claim. */
export type DueIncoming = {
  messageId: string;
  systemId: string;
  reference: number;
  sender: string;
  recipient: string;
  body: string;
  isErased: boolean;
  leaseMs: number;
};

// Reads the messages by their primary key.
const CLAIM_INCOMING = prepared<DueIncoming>('claim-smpp-incoming')`
  with ${picked('smpp_incoming')}, claimed as (
      update smpp_incoming r set ${LEASE}
      from picked where r.message_id = picked.message_id
      returning r.message_id, r.team_id, r.system_id, r.reference, extract(epoch from r.due_at - now())::float8 * 1000 as lease_ms
    )
    select m.id as "messageId", claimed.system_id as "systemId", claimed.reference, m.sender, m.recipient, m.body,
      m.body = '' and m.characters > 0 as "isErased", claimed.lease_ms as "leaseMs"
    from claimed join messages m on m.team_id = claimed.team_id and m.id = claimed.message_id order by m.id`;

/** Claims due incoming messages as `claimReceipts` does, the oldest first. */
export async function claimIncoming(pool: Pool, shares: readonly Share[]): Promise<DueIncoming[]> {
  const { rows } = await CLAIM_INCOMING.run(pool, listsOf(shares, 'systemId', 'capacity'));
  return rows;
}

/**
 * The outcome of an attempt: the customer took it or ended it for good, it did not leave, or it waits for its
 * claim to end.
 */
export type Attempt = { messageId: string; outcome: 'ended' | 'unsent' | 'waits' };

// A row that waits is in neither list: it is due when its claim ends.
const END = {
  smpp_receipts: prepared('end-smpp-receipts')`
    with ended as (delete from smpp_receipts where message_id = any(${'ended'}::uuid[]))
      update smpp_receipts set due_at = now() where message_id = any(${'unsent'}::uuid[])`,
  smpp_incoming: prepared('end-smpp-incoming')`
    with ended as (delete from smpp_incoming where message_id = any(${'ended'}::uuid[]))
      update smpp_incoming set due_at = now() where message_id = any(${'unsent'}::uuid[])`,
};

/** Deletes the rows that have ended, and makes those due again that did not leave. */
export async function storeAttempts(pool: Pool, table: Waiting, attempts: readonly Attempt[]): Promise<void> {
  const idsOf = (wanted: Attempt['outcome']) =>
    attempts.filter(({ outcome }) => outcome === wanted).map(({ messageId }) => messageId);
  await END[table].run(pool, { ended: idsOf('ended'), unsent: idsOf('unsent') });
}

const DROP_OLD_RECEIPTS = unprepared('drop-old-smpp-receipts')`
  delete from smpp_receipts where message_id = any(array(
      select message_id from smpp_receipts where ended_at < now() - interval '72 hours' order by ended_at limit ${'limit'}))`;

const DROP_OLD_INCOMING = unprepared('drop-old-smpp-incoming')`
  delete from smpp_incoming where message_id = any(array(
      select message_id from smpp_incoming where stored_at < now() - interval '72 hours' order by stored_at limit ${'limit'}))`;

/** Deletes up to `limit` receipts, oldest first, that nobody took within 72 hours; returns how many. */
export async function dropOldReceipts(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await DROP_OLD_RECEIPTS.run(pool, { limit });
  return rowCount ?? 0;
}

/** The same for incoming messages, which stay in the log. */
export async function dropOldIncoming(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await DROP_OLD_INCOMING.run(pool, { limit });
  return rowCount ?? 0;
}

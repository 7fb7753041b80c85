// SQL of carrier ids and receipts: which message an id stands for, and the inbox that receipts are committed to first.
import type { ClientBase, Pool } from 'pg';

export type CarrierRef = {
  linkId: string;
  carrierId: string;
  teamId: string;
  messageId: string;
  part: number;
  parts: number;
};

/** Keeps the carrier's ids of submitted parts. A carrier that uses an id again means the newer message by it. */
export async function insertRefs(client: ClientBase, refs: CarrierRef[]): Promise<void> {
  if (refs.length === 0) return;
  const latest = [...new Map(refs.map((ref) => [`${ref.linkId} ${ref.carrierId}`, ref])).values()];
  await client.query({
    name: 'insert-refs',
    text: `insert into carrier_refs (link_account, carrier_id, team_id, message_id, part, parts)
      select * from unnest($1::text[], $2::text[], $3::uuid[], $4::uuid[], $5::smallint[], $6::smallint[])
      on conflict (link_account, carrier_id) do update set team_id = excluded.team_id, message_id = excluded.message_id,
        part = excluded.part, parts = excluded.parts, outcome = null, created_at = now()`,
    values: [
      latest.map((r) => r.linkId),
      latest.map((r) => r.carrierId),
      latest.map((r) => r.teamId),
      latest.map((r) => r.messageId),
      latest.map((r) => r.part),
      latest.map((r) => r.parts),
    ],
  });
}

/** Commits receipts as they came; each is an encoded deliver_sm. */
export async function insertReceipts(pool: Pool, receipts: { linkId: string; pdu: Buffer }[]): Promise<void> {
  await pool.query({
    name: 'insert-receipts',
    text: 'insert into receipt_inbox (link_account, pdu) select * from unnest($1::text[], $2::bytea[])',
    values: [receipts.map((r) => r.linkId), receipts.map((r) => r.pdu)],
  });
}

export type InboxRow = {
  id: bigint;
  linkId: string;
  pdu: Buffer;
  tries: number;
  receivedAt: Date;
  ageMs: number;
};

/** Locks receipts that are due, oldest first. */
export async function pickReceipts(client: ClientBase, limit: number): Promise<InboxRow[]> {
  const { rows } = await client.query<InboxRow>({
    name: 'pick-receipts',
    text: `select id, link_account as "linkId", pdu, tries, received_at as "receivedAt",
        (extract(epoch from now() - received_at) * 1000)::double precision as "ageMs" from receipt_inbox
      where due_at <= now() order by due_at limit $1 for update skip locked`,
    values: [limit],
  });
  return rows;
}

export async function deleteReceipts(client: ClientBase, ids: bigint[]): Promise<void> {
  if (ids.length === 0) return;
  await client.query({
    name: 'delete-receipts',
    text: 'delete from receipt_inbox where id = any($1::bigint[])',
    values: [ids],
  });
}

/** Puts receipts that found no message back, to be looked at again later. */
export async function postponeReceipts(
  client: ClientBase,
  rows: { id: bigint; afterMs: number }[],
): Promise<void> {
  if (rows.length === 0) return;
  await client.query({
    name: 'postpone-receipts',
    text: `update receipt_inbox r set tries = least(r.tries + 1, 1000),
        due_at = now() + make_interval(secs => key.after_ms / 1000.0)
      from unnest($1::bigint[], $2::integer[]) as key (id, after_ms) where r.id = key.id`,
    values: [rows.map((r) => r.id), rows.map((r) => r.afterMs)],
  });
}

export type Outcome = 'delivered' | 'undelivered';
export type MatchedRef = CarrierRef & { outcome: Outcome | null };

/** Locks the refs that these carrier ids stand for, in an order that all lock in. */
export async function lockRefs(
  client: ClientBase,
  keys: { linkId: string; carrierId: string }[],
): Promise<MatchedRef[]> {
  if (keys.length === 0) return [];
  const { rows } = await client.query<MatchedRef>({
    name: 'lock-refs',
    text: `select r.link_account as "linkId", r.carrier_id as "carrierId", r.team_id as "teamId", r.message_id as "messageId",
        r.part, r.parts, r.outcome
      from carrier_refs r join (select distinct * from unnest($1::text[], $2::text[])) as key (link_account, carrier_id)
        using (link_account, carrier_id)
      order by r.message_id, r.part for update of r`,
    values: [keys.map((k) => k.linkId), keys.map((k) => k.carrierId)],
  });
  return rows;
}

/** How a part ended, and the receipt that said so. */
export type EndedPart = CarrierRef & { outcome: Outcome; receipt: Buffer; receivedAt: Date };

/** Notes the outcome of parts, once each. */
export async function noteOutcomes(client: ClientBase, outcomes: EndedPart[]): Promise<void> {
  if (outcomes.length === 0) return;
  await client.query({
    name: 'note-outcomes',
    text: `update carrier_refs r set outcome = key.outcome, receipt = key.receipt, receipt_at = key.receipt_at
      from unnest($1::text[], $2::text[], $3::text[], $4::bytea[], $5::timestamptz[])
        as key (link_account, carrier_id, outcome, receipt, receipt_at)
      where r.link_account = key.link_account and r.carrier_id = key.carrier_id and r.outcome is null`,
    values: [
      outcomes.map((o) => o.linkId),
      outcomes.map((o) => o.carrierId),
      outcomes.map((o) => o.outcome),
      outcomes.map((o) => o.receipt),
      outcomes.map((o) => o.receivedAt),
    ],
  });
}

/** Of these messages in several parts, those whose every part was delivered. */
export async function wholeDeliveries(client: ClientBase, messageIds: string[]): Promise<Set<string>> {
  if (messageIds.length === 0) return new Set();
  const { rows } = await client.query<{ message_id: string }>({
    name: 'whole-deliveries',
    text: `select message_id from carrier_refs where message_id = any($1::uuid[]) and parts > 1
      group by message_id having count(distinct part) filter (where outcome = 'delivered') = max(parts)`,
    values: [messageIds],
  });
  return new Set(rows.map((row) => row.message_id));
}

export type DoubtfulMessage = {
  teamId: string;
  id: string;
  linkId: string;
  sender: string;
  recipient: string;
  queuedAt: Date;
};

/** Messages in doubt to these recipients, in one segment: a receipt whose id nobody kept can only be told by its addresses. */
export async function doubtfulMessages(client: ClientBase, recipients: string[]): Promise<DoubtfulMessage[]> {
  if (recipients.length === 0) return [];
  const { rows } = await client.query<DoubtfulMessage>({
    name: 'doubtful-messages',
    text: `select q.team_id as "teamId", q.message_id as id, q.link_id as "linkId", m.sender, m.recipient, m.queued_at as "queuedAt"
      from send_queue q join messages m on m.team_id = q.team_id and m.id = q.message_id
      where q.doubt_until is not null and m.segments = 1 and m.recipient = any($1::text[])
      order by q.message_id for update of q skip locked`,
    values: [recipients],
  });
  return rows;
}

/** Drops refs that no receipt came for in `keptMs`; gives their messages. */
export async function purgeRefs(
  client: ClientBase,
  keptMs: number,
  limit: number,
): Promise<{ teamId: string; id: string; outcome: Outcome | null }[]> {
  const { rows } = await client.query(
    `delete from carrier_refs r using (
        select link_account, carrier_id from carrier_refs where created_at < now() - make_interval(secs => $1::bigint / 1000.0)
        order by created_at limit $2 for update skip locked
      ) as old
      where r.link_account = old.link_account and r.carrier_id = old.carrier_id
      returning r.team_id as "teamId", r.message_id as id, r.outcome`,
    [keptMs, limit],
  );
  return rows;
}

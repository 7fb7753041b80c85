// SQL of what a message's trace is made of: attempts that did not end with the carrier taking it, ids and receipts, its place in the queue.
import type { ClientBase } from 'pg';
import { columnsOf } from '../db/columns.ts';
import type { Database } from '../services.ts';

/**
 * An attempt at a carrier. REFUSED: for good. PUT_OFF: not now. NOT_WRITTEN: the link was lost first. UNANSWERED: written, never answered.
 * ABANDONED: the process that had it died. MATCHED: a receipt named the addresses of a message in doubt.
 */
export type Attempt = {
  messageId: string;
  linkId: string | null;
  outcome: 'REFUSED' | 'PUT_OFF' | 'NOT_WRITTEN' | 'UNANSWERED' | 'ABANDONED' | 'MATCHED';
  detail: string | null;
};

export async function insertAttempts(client: ClientBase, attempts: Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  await client.query({
    name: 'insert-attempts',
    text: `insert into submit_attempts (message_id, link_id, outcome, detail)
      select * from unnest($1::uuid[], $2::text[], $3::text[], $4::text[])`,
    values: columnsOf(attempts, 'messageId', 'linkId', 'outcome', 'detail'),
  });
}

/** Drops attempts older than `keptMs`; returns how many. */
export async function purgeAttempts(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await client.query(
    `delete from submit_attempts where ctid = any(array(select ctid from submit_attempts
      where at < now() - make_interval(secs => $1::bigint / 1000.0) order by at limit $2 for update skip locked))`,
    [keptMs, limit],
  );
  return rowCount ?? 0;
}

/** The attempts at a message, in order. */
export function selectAttempts(db: Database, messageId: string) {
  return db
    .selectFrom('submit_attempts')
    .select(['at', 'link_id', 'outcome', 'detail'])
    .where('message_id', '=', messageId)
    .orderBy('at')
    .$narrowType<{ outcome: Attempt['outcome'] }>()
    .execute();
}

/** The carrier's ids of a message's parts, with their receipts. */
export function selectRefs(db: Database, messageId: string) {
  return db
    .selectFrom('carrier_refs')
    .select(['link_id', 'carrier_id', 'part', 'parts', 'outcome', 'created_at', 'receipt', 'receipt_at'])
    .where('message_id', '=', messageId)
    .orderBy('part')
    .orderBy('created_at')
    .execute();
}

/** Where a message waits; undefined once it has left. */
export function selectQueued(db: Database, messageId: string) {
  return db.selectFrom('send_queue').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}

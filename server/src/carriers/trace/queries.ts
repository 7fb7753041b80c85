// SQL of a message's trace: attempts that a carrier did not accept, carrier ids and receipts, and the queue
// row.

import type { ClientBase } from 'pg';
import { listsOf } from '../../db/columns.ts';
import { prepared, unprepared } from '../../db/sql.ts';
import type { Database } from '../../services.ts';

/**
 * An attempt to submit. REFUSED: for good. PUT_OFF: not now. NOT_WRITTEN: the link was lost before.
 * UNANSWERED: written, but never answered. ABANDONED: its process died. MATCHED: a receipt had the addresses
 * of a message in doubt.
 */
export type Attempt = {
  messageId: string;
  linkId: string | null;
  outcome: 'REFUSED' | 'PUT_OFF' | 'NOT_WRITTEN' | 'UNANSWERED' | 'ABANDONED' | 'MATCHED';
  detail: string | null;
  /** The rule by which the link was chosen. */
  rule?: string | null;
};

// One insert for a batch of attempts.
const INSERT_ATTEMPTS = prepared('insert-attempts')`
  insert into submit_attempts (message_id, link_id, outcome, detail, rule)
    select * from unnest(${'messageId'}::uuid[], ${'linkId'}::text[], ${'outcome'}::text[], ${'detail'}::text[],
      ${'rule'}::text[])`;

export async function insertAttempts(client: ClientBase, attempts: Attempt[]): Promise<void> {
  if (attempts.length === 0) return;
  const rows = attempts.map(({ rule = null, ...attempt }) => ({ ...attempt, rule }));
  await INSERT_ATTEMPTS.run(client, listsOf(rows, 'messageId', 'linkId', 'outcome', 'detail', 'rule'));
}

// By the index on `at`, and by ctid, so that the delete touches the rows that were picked and locked.
const PURGE_ATTEMPTS = unprepared('purge-attempts')`
  delete from submit_attempts where ctid = any(array(select ctid from submit_attempts
    where at < now() - make_interval(secs => ${'keptMs'}::bigint / 1000.0) order by at limit ${'limit'} for update skip locked))`;

/** Deletes attempts older than `keptMs`; returns how many. */
export async function purgeAttempts(client: ClientBase, keptMs: number, limit: number): Promise<number> {
  const { rowCount } = await PURGE_ATTEMPTS.run(client, { keptMs, limit });
  return rowCount ?? 0;
}

/** The attempts to submit a message, in order. */
export function selectAttempts(db: Database, messageId: string) {
  return db
    .selectFrom('submit_attempts')
    .select(['at', 'link_id', 'outcome', 'detail', 'rule'])
    .where('message_id', '=', messageId)
    .orderBy('at')
    .$narrowType<{ outcome: Attempt['outcome'] }>()
    .execute();
}

/** The carrier's ids of a message's parts, with their receipts. */
export function selectRefs(db: Database, messageId: string) {
  return db
    .selectFrom('carrier_refs')
    .select([
      'link_id',
      'carrier_id',
      'part',
      'parts',
      'outcome',
      'created_at',
      'receipt',
      'receipt_at',
      'rule',
    ])
    .where('message_id', '=', messageId)
    .orderBy('part')
    .orderBy('created_at')
    .execute();
}

/** The queue entry of a message; undefined once it has left. */
export function selectQueued(db: Database, messageId: string) {
  return db.selectFrom('send_queue').selectAll().where('message_id', '=', messageId).executeTakeFirst();
}

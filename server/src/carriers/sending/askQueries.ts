// SQL of messages in doubt whose carrier is asked about them, and of the references of batches.
import type { Pool } from 'pg';
import { prepared } from '../../db/sql.ts';
import type { ClaimedMessage } from './queueQueries.ts';

// By the primary key, in the order in which all statements lock rows of the queue.
const STORE_REFERENCE = prepared('store-batch-reference')`
  with leased as materialized (
      select message_id from send_queue where message_id = any(${'ids'}::uuid[]) and lease_until is not null
      order by message_id for update
    )
    update send_queue q set batch_reference = ${'reference'}::text from leased where q.message_id = leased.message_id`;

/** Stores the reference under which leased messages are written together; null if they are written alone. */
export async function storeBatchReference(
  pool: Pool,
  ids: readonly string[],
  reference: string | null,
): Promise<void> {
  await STORE_REFERENCE.run(pool, { ids, reference });
}

/** A message in doubt; `batchReference`: null if it was written alone. */
export type Doubtful = Pick<ClaimedMessage, 'id' | 'teamId' | 'senderSent' | 'recipient'> &
  Pick<ClaimedMessage, 'linkGroup' | 'attempts'> & { batchReference: string | null };

// Finds the oldest doubt by the index on doubt_until, and the messages that were written with it.
const PICK_DOUBTFUL = prepared<Doubtful>('pick-doubtful')`
  with due as materialized (
      select message_id, batch_reference from send_queue
      where doubt_until > now() and link_id = ${'linkId'}
        and doubt_until <= now() + make_interval(secs => (${'doubtMs'}::integer - ${'afterMs'}::integer) / 1000.0)
        and (asked_at is null or asked_at <= now() - make_interval(secs => ${'afterMs'}::integer / 1000.0))
      order by doubt_until limit 1
    ), meant as materialized (
      select q.message_id from send_queue q, due where q.doubt_until is not null and q.link_id = ${'linkId'}
        and (q.message_id = due.message_id or q.batch_reference = due.batch_reference)
      order by q.message_id limit ${'limit'}::integer for update of q skip locked
    ), asked as (
      update send_queue q set asked_at = now() from meant where q.message_id = meant.message_id
      returning q.message_id, q.team_id, q.link_group, q.attempts, q.batch_reference
    )
    select m.id, m.team_id as "teamId", coalesce(m.sender_sent, m.sender) as "senderSent", m.recipient, asked.link_group as "linkGroup", asked.attempts - 1 as attempts,
      asked.batch_reference as "batchReference"
    from asked join messages m on m.team_id = asked.team_id and m.id = asked.message_id order by m.id`;

/**
 * Picks the message of a link that is in doubt for longest, at least `afterMs`, and those that were written
 * in the same request, at most `limit`. They are not picked again for `afterMs`.
 */
export async function pickDoubtful(
  pool: Pool,
  given: { linkId: string; doubtMs: number; afterMs: number; limit: number },
): Promise<Doubtful[]> {
  const { rows } = await PICK_DOUBTFUL.run(pool, given);
  return rows;
}

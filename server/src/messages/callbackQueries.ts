// The part of each statement on messages that tells their status callbacks: it adds a new status to callback_outbox in the same
// commit. Messages without a URL add nothing. callbacks/deliver.ts works the rows off.

/** What an update must return of messages for `queueCallbacks`, besides what it returns for their counts. */
export const CALLBACK_COLUMNS = 'm.status_callback';

// As far as it takes to tell receivers apart; the URL itself is read with care when it is called.
const HOST = `left(lower(coalesce(substring(status_callback from '^[A-Za-z]+:/*([^/?#]*)'), '')), 255)`;

/**
 * `insert` that queues the status `to` of the rows of `changed` that have a URL, behind one that is still to be told. Statuses of a
 * message are numbered from 1: SENT is its first, and the last comes after it or alone.
 */
export function queueCallbacks(to: 'SENT' | 'DELIVERED' | 'FAILED'): string {
  const sequence = to === 'SENT' ? '1' : 'case when sent_at is null then 1 else 2 end';
  return `insert into callback_outbox as waiting (team_id, message_id, host, statuses, sequence)
    select team_id, id, ${HOST}, array['${to}'::message_status], ${sequence} from changed where status_callback is not null
    on conflict (team_id, message_id) do update set statuses = waiting.statuses || excluded.statuses`;
}

// SQL of the outcomes of customers' own codes.
import type { Outcome } from '@godwit/contract/publicApi/verify';
import type { Pool } from 'pg';
import { prepared } from '../db/sql.ts';
import type { OfPrefix } from './guardQueries.ts';

type Facts = { isRecent: boolean; isOfVerification: boolean; outcome: Outcome };

// By primary keys. The first report counts the code as sent, the first CONFIRMED counts it as typed in. Two
// reports at the same moment each return their own outcome.
const STORE = prepared<Facts>('store-message-feedback')`
  with facts as (
    select ${'sentAt'}::timestamptz > now() - make_interval(days => ${'days'}::integer) as "isRecent",
      exists (select from code_messages where team_id = ${'teamId'} and message_id = ${'messageId'}) as "isOfVerification"
  ), stored as (
    insert into message_feedback as f (team_id, message_id, mode, country, prefix, outcome, sent_at)
      select ${'teamId'}, ${'messageId'}, ${'mode'}, ${'country'}, ${'prefix'}, ${'outcome'}, ${'sentAt'}::timestamptz
        from facts where "isRecent" and not "isOfVerification"
      on conflict (team_id, message_id) do update set outcome = excluded.outcome
        where f.outcome = 'UNCONFIRMED' and excluded.outcome = 'CONFIRMED'
      returning outcome, xmax = 0 as "isFirst"
  ), counted as (
    insert into verify_days as d (team_id, mode, day, country, prefix, starts, approved)
      select ${'teamId'}, ${'mode'}, (${'sentAt'}::timestamptz at time zone 'UTC')::date, ${'country'}, ${'prefix'},
          "isFirst"::integer, (outcome = 'CONFIRMED')::integer
        from stored
      on conflict (team_id, mode, country, day, prefix) do update set
        starts = d.starts + excluded.starts, approved = d.approved + excluded.approved
  )
  select facts.*, coalesce((select outcome from stored),
      (select outcome from message_feedback where team_id = ${'teamId'} and message_id = ${'messageId'}), ${'outcome'}) as outcome
    from facts`;

/** Stores and counts the outcome of a message's code, unless the message is too old or a verification's. */
export async function storeFeedback(
  pool: Pool,
  feedback: OfPrefix & {
    messageId: string;
    outcome: Outcome;
    sentAt: Date;
    /** For how many days after the message its outcome counts. */
    days: number;
  },
): Promise<Facts> {
  return (await STORE.run(pool, feedback)).rows[0]!;
}

// SQL of tries at passwords. Time is the database's, so that all processes agree.
import { sql } from 'kysely';
import type { Database } from '../services.ts';

/** `freeTries` cost no wait; each later one doubles it from a second to `longestWaitSeconds`; it is forgotten after `forgetHours`. */
type Rule = { freeTries: number; longestWaitSeconds: number; forgetHours: number };

/**
 * Counts a try in a lane and gives 0, or gives the seconds to wait where it is too early for one, which is not counted. A try
 * counts before the password is looked at, so that many at once are no more tries than one after the other. A try that waited for the
 * row of another may have begun before it, so the clock is asked and not the statement's beginning. Each one also clears a few forgotten
 * lanes away. The disk is not waited for, which messages wait for: a crash may forget the tries of its last second.
 */
export async function countTry(
  db: Database,
  lane: Buffer,
  { freeTries, longestWaitSeconds, forgetHours }: Rule,
): Promise<number> {
  const forgotten = sql`now() - ${forgetHours} * interval '1 hour'`;
  const tries = sql`case when login_tries.tried_at < ${forgotten} then 1 else login_tries.tries + 1 end`;
  // 2^30 seconds are a lifetime; without a bound the power would overflow before the wait is capped.
  const waitSeconds = sql`least(power(2, least(${tries} - ${freeTries}, 30)), ${longestWaitSeconds}) * (${tries} >= ${freeTries})::int`;
  const { rows } = await sql`
    with gone as (
      delete from login_tries where lane in (
        select lane from login_tries where tried_at < ${forgotten} and lane <> ${lane}
        limit 10 for update skip locked
      )
    )
    insert into login_tries (lane, tries, tried_at, waits_until)
    select ${lane}::bytea, 1, now(), now() from set_config('synchronous_commit', 'off', true)
    on conflict (lane) do update
      set tries = ${tries}, tried_at = now(), waits_until = now() + ${waitSeconds} * interval '1 second'
      where login_tries.waits_until <= clock_timestamp()
    returning tries`.execute(db);
  return rows.length > 0 ? 0 : secondsLeft(db, lane);
}

async function secondsLeft(db: Database, lane: Buffer): Promise<number> {
  const row = await db
    .selectFrom('login_tries')
    .select(sql<number>`greatest(1, ceil(extract(epoch from waits_until - now())))::int`.as('seconds'))
    .where('lane', '=', lane)
    .executeTakeFirst();
  return row?.seconds ?? 1;
}

export async function deleteTries(db: Database, lane: Buffer): Promise<void> {
  await db.deleteFrom('login_tries').where('lane', '=', lane).execute();
}

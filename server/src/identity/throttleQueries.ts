// SQL of attempts at passwords and codes, and of mails that are asked for. Time is the database's, so that
// all processes agree.
import { sql } from 'kysely';
import type { Database } from '../services.ts';

/**
 * The attempt after `freeAttempts` waits for `firstWaitSeconds`, and each later one twice as long, up to
 * `longestWaitSeconds`; after `forgetHours` without one they count from the beginning.
 */
export type Rule = {
  freeAttempts: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  forgetHours: number;
};

/** No rule forgets later. */
const KEEP_HOURS = 24;

/**
 * Counts an attempt of a throttle key and returns 0, or the seconds to wait where it is too early for one,
 * which is not counted. An attempt counts before the password is checked, so that many at once are no more
 * attempts than one after the other. One that waited for the row of another may have begun before it, so the
 * clock is asked and not the statement's beginning. Each also deletes a few old rows. The commit does not
 * wait for the disk, which messages wait for: a crash may lose the attempts of its last second.
 */
export async function addAttempt(
  db: Database,
  throttleKey: Buffer,
  { freeAttempts, firstWaitSeconds, longestWaitSeconds, forgetHours }: Rule,
): Promise<number> {
  const old = sql`now() - ${KEEP_HOURS} * interval '1 hour'`;
  const forgotten = sql`now() - ${forgetHours} * interval '1 hour'`;
  const attempts = sql`case when login_attempts.attempted_at <= ${forgotten} then 1 else login_attempts.attempts + 1 end`;
  // 2^30 seconds are a lifetime; without a bound the power would overflow before the wait is capped.
  const waitSeconds = sql`least(${firstWaitSeconds} * power(2, least(${attempts} - ${freeAttempts}, 30)), ${longestWaitSeconds}) * (${attempts} >= ${freeAttempts})::int`;
  const { rows } = await sql`
    with gone as (
      delete from login_attempts where throttle_key in (
        select throttle_key from login_attempts where attempted_at < ${old} and throttle_key <> ${throttleKey}
        limit 10 for update skip locked
      )
    )
    insert into login_attempts (throttle_key, attempts, attempted_at, waits_until)
    select ${throttleKey}::bytea, 1, now(), now() from set_config('synchronous_commit', 'off', true)
    on conflict (throttle_key) do update
      set attempts = ${attempts}, attempted_at = now(), waits_until = now() + ${waitSeconds} * interval '1 second'
      where login_attempts.waits_until <= clock_timestamp()
    returning attempts`.execute(db);
  return rows.length > 0 ? 0 : secondsLeft(db, throttleKey);
}

async function secondsLeft(db: Database, throttleKey: Buffer): Promise<number> {
  const row = await db
    .selectFrom('login_attempts')
    .select(sql<number>`greatest(1, ceil(extract(epoch from waits_until - now())))::int`.as('seconds'))
    .where('throttle_key', '=', throttleKey)
    .executeTakeFirst();
  return row?.seconds ?? 1;
}

/** Resets the attempts of a throttle key: the last one was the right password or code. */
export async function resetAttempts(db: Database, { id }: { id: Buffer }): Promise<void> {
  await db.deleteFrom('login_attempts').where('throttle_key', '=', id).execute();
}

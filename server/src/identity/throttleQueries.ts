// SQL that counts attempts at passwords and codes, and requests for mails. All times are the database's, so
// all processes agree.
import { sql } from 'kysely';
import type { Database } from '../services.ts';

/**
 * The attempt after `freeAttempts` waits for `firstWaitSeconds`, and each later one twice as long, up to
 * `longestWaitSeconds`. After `forgetHours` without an attempt the count starts again.
 */
export type Rule = {
  freeAttempts: number;
  firstWaitSeconds: number;
  longestWaitSeconds: number;
  forgetHours: number;
};

/** No rule has a longer `forgetHours`. */
const KEEP_HOURS = 24;

/**
 * Counts an attempt of a throttle key and returns 0. If the attempt is too early, does not count it and
 * returns the seconds to wait. Attempts count before the password is checked, so concurrent ones have no
 * advantage. An attempt may wait for the row of another one, so it compares with `clock_timestamp()`. Each
 * attempt also deletes a few old rows. The commit does not wait for the disk, which messages need: a crash
 * may lose the attempts of the last second.
 */
export async function addAttempt(
  db: Database,
  throttleKey: Buffer,
  { freeAttempts, firstWaitSeconds, longestWaitSeconds, forgetHours }: Rule,
): Promise<number> {
  const old = sql`now() - ${KEEP_HOURS} * interval '1 hour'`;
  const forgotten = sql`now() - ${forgetHours} * interval '1 hour'`;
  const attempts = sql`case when login_attempts.attempted_at <= ${forgotten} then 1 else login_attempts.attempts + 1 end`;
  // 2^30 seconds are 34 years. Without this bound the power would overflow before the wait is capped.
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

/** Resets the attempts of a throttle key after a correct password or code. */
export async function resetAttempts(db: Database, { id }: { id: Buffer }): Promise<void> {
  await db.deleteFrom('login_attempts').where('throttle_key', '=', id).execute();
}

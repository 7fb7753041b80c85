// Monthly partitions of messages: created months ahead, found by their ranges rather than names, dropped
// when old.
import type pg from 'pg';
import { isLocked, retryLocked } from '../locks.ts';

/**
 * A partition of messages: those whose ids were made from `starts` on and before `ends`. Usually a month in
 * UTC.
 */
export type Month = { name: string; starts: Date; ends: Date };

/** This month and four more. If upkeep fails, that is noticed while almost three months are left. */
const MONTHS = 5;
const LEAST_AHEAD_MS = 89 * 86_400_000;
const PATIENCE = { attempts: 5, pauseMs: 500 };

/** All existing months in order, from the catalogue. */
export async function selectMonths(db: pg.Pool | pg.ClientBase): Promise<Month[]> {
  const { rows } = await (db as pg.Pool).query<Month>(
    'select name, starts, ends from message_partitions() order by starts',
  );
  return rows;
}

/**
 * Creates missing months from the month of `first` on. It blocks no reader or writer of messages, nor a dump.
 * @throws an error for which `isLocked` is true, if something else changes the table for seconds
 */
export async function ensureMonths(pool: pg.Pool, first = new Date(), months = MONTHS): Promise<void> {
  await retryLocked(
    () =>
      pool.query(`select ensure_message_partitions(($1::timestamptz at time zone 'UTC')::date, $2)`, [
        first,
        months,
      ]),
    PATIENCE,
  );
}

/**
 * Drops a month and returns the number of its messages. Returns null if it cannot get its lock within half a
 * second, for example during a dump: retry later. Statements queue behind it during that wait.
 */
export async function dropMonth(pool: pg.Pool, name: string): Promise<number | null> {
  try {
    const { rows } = await pool.query<{ count: bigint }>('select drop_message_partition($1) as count', [
      name,
    ]);
    return Number(rows[0]!.count);
  } catch (error) {
    if (isLocked(error)) return null;
    throw error;
  }
}

/** The first instant from `from` on without a month. `months` are in order. */
export function lastsUntil(months: readonly Month[], from: Date): Date {
  let until = from;
  for (const { starts, ends } of months) if (starts <= until && until < ends) until = ends;
  return until;
}

/** The number of seconds from now on for which messages have a month. */
export async function monthsAhead(pool: pg.Pool, now = new Date()): Promise<number> {
  return (lastsUntil(await selectMonths(pool), now).getTime() - now.getTime()) / 1_000;
}

/** Whether months without a gap reach three months ahead, with a sentence for operators. */
export async function checkMonths(pool: pg.Pool, now = new Date()): Promise<{ ok: boolean; says: string }> {
  const until = lastsUntil(await selectMonths(pool), now);
  const at = until.toISOString().slice(0, 16).replace('T', ' ');
  if (until.getTime() - now.getTime() >= LEAST_AHEAD_MS)
    return { ok: true, says: `without a gap until ${at} UTC` };
  return {
    ok: false,
    says: `messages from ${at} UTC on have no partition and will be refused: a process with the role jobs makes it, and the log of its housekeeping says why it could not`,
  };
}

/**
 * The first day of the first month and the number of months up to the last, as `ensure_message_partitions`
 * takes them.
 */
export async function spanOfMonths(db: pg.ClientBase): Promise<{ first: string; count: number }> {
  const months = await selectMonths(db);
  const first = months[0]?.starts ?? new Date();
  const ends = months.at(-1)?.ends ?? first;
  const numberOf = (at: Date) => at.getUTCFullYear() * 12 + at.getUTCMonth();
  // A month that ends with an instant does not include it.
  const count = months.length === 0 ? 0 : numberOf(new Date(ends.getTime() - 1)) - numberOf(first) + 1;
  return { first: `${first.toISOString().slice(0, 7)}-01`, count };
}

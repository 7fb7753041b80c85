// Monthly partitions of messages: created months ahead, found by their ranges rather than names, dropped
// when old.
import type pg from 'pg';
import { isLocked, retryLocked } from '../locks.ts';

/**
 * A partition of messages: of those whose ids were made from `starts` on and before `ends`. Mostly a month
 * of UTC.
 */
export type Month = { name: string; starts: Date; ends: Date };

/** This month and four more: upkeep that fails is noticed a month before fewer than three are left. */
const MONTHS = 5;
const LEAST_AHEAD_MS = 89 * 86_400_000;
const PATIENCE = { attempts: 5, pauseMs: 500 };

/** All months there are, in order, as the catalogue has them. */
export async function selectMonths(db: pg.Pool | pg.ClientBase): Promise<Month[]> {
  const { rows } = await (db as pg.Pool).query<Month>(
    'select name, starts, ends from message_partitions() order by starts',
  );
  return rows;
}

/**
 * Makes what is missing of the months from that of `first` on, and leaves alone what there is. Nobody waits
 * for it: it needs no lock that readers or writers of messages hold, a dump included.
 * @throws an error that `isLocked` knows if something else changes the table for seconds
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
 * Drops a month; returns how many messages it had, or null if others read or write messages all the time, as
 * a dump does: try it again later. Until it has its lock, for half a second at most, whoever comes after it
 * waits.
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

/** The first instant from `from` on that no month has; `months` are in order. */
export function lastsUntil(months: readonly Month[], from: Date): Date {
  let until = from;
  for (const { starts, ends } of months) if (starts <= until && until < ends) until = ends;
  return until;
}

/** For how many seconds from now on each message has a month to go to. */
export async function monthsAhead(pool: pg.Pool, now = new Date()): Promise<number> {
  return (lastsUntil(await selectMonths(pool), now).getTime() - now.getTime()) / 1_000;
}

/** Until when months follow one another without a gap, and whether that is three months off. */
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
 * The first day of the first month and how many months there are from it to the last: what
 * `ensure_message_partitions` takes.
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

// SQL of what API keys with a daily cap have spent.
import type { ClientBase, Pool } from 'pg';
import { listsOf } from '../db/columns.ts';
import { prepared, unprepared } from '../db/sql.ts';

/** A day of the keys of a family: those that rotations have made of one key. */
export type KeyDay = { family: string; day: string };
export type KeyDayRow = KeyDay & { spentMicros: bigint };

// In the order of the primary key. The update on conflict changes nothing: it locks the row that is there.
const LOCK_KEY_DAYS = prepared<KeyDayRow>('lock-key-days')`
  insert into key_days as d (family, day, team_id, spent_micros)
    select family, day, team_id, 0
    from unnest(${'family'}::uuid[], ${'day'}::date[], ${'teamId'}::uuid[]) as key (family, day, team_id)
    order by family, day
    on conflict (family, day) do update set spent_micros = d.spent_micros
    returning family, day, spent_micros as "spentMicros"`;

/** Locks the rows of these days, making them if they are new; the days come sorted. */
export async function lockKeyDayRows(
  client: ClientBase,
  days: readonly (KeyDay & { teamId: string })[],
): Promise<KeyDayRow[]> {
  const { rows } = await LOCK_KEY_DAYS.run(client, listsOf(days, 'family', 'day', 'teamId'));
  return rows;
}

// By the primary key; locks nothing.
const READ_KEY_DAYS = prepared<KeyDayRow>('read-key-days')`
  select d.family, d.day, d.spent_micros as "spentMicros"
    from unnest(${'family'}::uuid[], ${'day'}::date[]) as key (family, day)
    join key_days d on d.family = key.family and d.day = key.day`;

/** The rows of these days. A day without a charge has none. */
export async function readKeyDayRows(
  client: ClientBase | Pool,
  days: readonly KeyDay[],
): Promise<KeyDayRow[]> {
  const { rows } = await READ_KEY_DAYS.run(client, listsOf(days, 'family', 'day'));
  return rows;
}

// By the primary key.
const UPDATE_KEY_DAYS = prepared('update-key-days')`
  update key_days d set spent_micros = key.spent_micros
    from unnest(${'family'}::uuid[], ${'day'}::date[], ${'spentMicros'}::bigint[]) as key (family, day, spent_micros)
    where d.family = key.family and d.day = key.day`;

/** Stores what was spent on days that the caller has locked. */
export async function updateKeyDays(client: ClientBase, rows: readonly KeyDayRow[]): Promise<void> {
  await UPDATE_KEY_DAYS.run(client, listsOf(rows, 'family', 'day', 'spentMicros'));
}

// By the index on day. After a week a day has ended in every time zone.
const PURGE_KEY_DAYS = unprepared('purge-key-days')`
  delete from key_days where ctid = any(array(select ctid from key_days
    where day < (now() at time zone 'UTC')::date - 7 order by day limit ${'limit'}::integer))`;

/** Removes up to `limit` days that ended more than a week ago; returns their number. */
export async function deleteKeyDays(pool: Pool, limit: number): Promise<number> {
  const { rowCount } = await PURGE_KEY_DAYS.run(pool, { limit });
  return rowCount ?? 0;
}

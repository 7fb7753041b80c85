// All SQL of price lists: a region has one after the other, each whole.
import { type Insertable, sql } from 'kysely';
import { columnsOf } from '../db/columns.ts';
import type { Prices } from '../db/types.ts';
import type { Database } from '../services.ts';

/** The list of a region that counts at an instant, or now: the one that began last. */
export function pricesAt(db: Database, regionId: string, at: Date | null = null) {
  return db
    .selectFrom('prices')
    .select(['dial_prefix', 'name', 'price_micros', 'valid_from'])
    .where('region_id', '=', regionId)
    .where('valid_from', '=', (eb) =>
      eb
        .selectFrom('prices')
        .select((inner) => inner.fn.max('valid_from').as('valid_from'))
        .where('region_id', '=', regionId)
        .where('valid_from', '<=', at ?? sql<Date>`now()`),
    )
    .orderBy('dial_prefix')
    .execute();
}

/** The lists of a region that do not count yet, the next first, with how many rows each has. */
export function selectUpcoming(db: Database, regionId: string) {
  return db
    .selectFrom('prices')
    .select(['valid_from', (eb) => eb.fn.countAll<bigint>().as('rows')])
    .where('region_id', '=', regionId)
    .where('valid_from', '>', sql<Date>`now()`)
    .groupBy('valid_from')
    .orderBy('valid_from')
    .execute();
}

/** The currency of a region; with `lock` only this transaction can change its lists until it ends. */
export function selectRegion(db: Database, regionId: string, { lock }: { lock: boolean }) {
  return db
    .selectFrom('regions')
    .select(['id', 'currency'])
    .where('id', '=', regionId)
    .$if(lock, (query) => query.forUpdate())
    .executeTakeFirstOrThrow();
}

/**
 * When a list begins to count that is to count from an instant, or now: so much later that every process
 * knows of it by then.
 */
export async function selectStart(
  db: Database,
  asked: Date | null,
  noticeMs: number,
): Promise<{ validFrom: Date; isPast: boolean }> {
  const { rows } = await sql<{ validFrom: Date; isPast: boolean }>`
    select date_trunc('milliseconds', greatest(${asked}::timestamptz, now() + ${noticeMs} * interval '1 millisecond')) as "validFrom",
      coalesce(${asked}::timestamptz < now(), false) as "isPast"`.execute(db);
  return rows[0]!;
}

/** Stores a list, in place of one that was to count from the same instant. */
export async function replaceList(
  db: Database,
  regionId: string,
  validFrom: Date,
  rows: readonly Omit<Insertable<Prices>, 'region_id' | 'valid_from'>[],
): Promise<void> {
  await deleteList(db, regionId, validFrom);
  const [prefixes, names, prices] = columnsOf(rows, 'dial_prefix', 'name', 'price_micros');
  await sql`insert into prices (region_id, valid_from, dial_prefix, name, price_micros)
    select ${regionId}, ${validFrom}::timestamptz, row.*
    from unnest(${prefixes}::text[], ${names}::text[], ${prices}::bigint[]) as row`.execute(db);
}

/** Deletes a list; false if there is none. */
async function deleteList(db: Database, regionId: string, validFrom: Date): Promise<boolean> {
  const { numAffectedRows = 0n } =
    await sql`delete from prices where region_id = ${regionId} and valid_from = ${validFrom}`.execute(db);
  return numAffectedRows > 0n;
}

/** Deletes a list that begins no sooner than in `noticeMs`; false if there is none. */
export async function deleteUpcoming(
  db: Database,
  regionId: string,
  validFrom: Date,
  noticeMs: number,
): Promise<boolean> {
  const { isPast } = await selectStart(db, new Date(validFrom.getTime() - noticeMs), 0);
  return !isPast && deleteList(db, regionId, validFrom);
}

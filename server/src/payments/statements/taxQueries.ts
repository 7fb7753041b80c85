// SQL of tax rates. Each rate of a region is valid from an instant until the next one.
import { sql } from 'kysely';
import type { Database } from '../../services.ts';

/** The rate of a region that is valid at `at`, or now if that is earlier or `at` is null. */
export async function readTax(
  db: Database,
  regionId: string,
  at: Date | null = null,
): Promise<{ basisPoints: number; included: boolean }> {
  return db
    .selectFrom('tax_rates')
    .select(['basis_points as basisPoints', 'included'])
    .where('region_id', '=', regionId)
    .where('valid_from', '<=', sql<Date>`least(now(), ${at}::timestamptz)`)
    .orderBy('valid_from', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
}

/** All rates of a region, the newest first. */
export function selectRates(db: Database, regionId: string) {
  return db
    .selectFrom('tax_rates')
    .select(['valid_from', 'basis_points', 'included', 'set_by'])
    .select(sql<boolean>`valid_from > now()`.as('upcoming'))
    .where('region_id', '=', regionId)
    .orderBy('valid_from', 'desc')
    .execute();
}

/** Locks the rates of a region until the transaction ends. */
export async function lockRegion(db: Database, regionId: string): Promise<void> {
  await db.selectFrom('regions').select('id').where('id', '=', regionId).forUpdate().execute();
}

/**
 * Stores a rate that is valid from an instant, or from now (null). Returns the instant, or undefined if it
 * has passed.
 */
export async function insertRate(
  db: Database,
  {
    region,
    validFrom,
    basisPoints,
    included,
    setBy,
  }: { region: string; validFrom: Date | null; basisPoints: number; included: boolean; setBy: string },
): Promise<Date | undefined> {
  const { rows } = await sql<{ valid_from: Date }>`
    insert into tax_rates (region_id, valid_from, basis_points, included, set_by)
    select ${region}, coalesce(${validFrom}::timestamptz, date_trunc('milliseconds', now())), ${basisPoints}, ${included}, ${setBy}
    where coalesce(${validFrom}::timestamptz >= now(), true)
    on conflict (region_id, valid_from) do update
      set basis_points = excluded.basis_points, included = excluded.included, set_by = excluded.set_by
    returning valid_from`.execute(db);
  return rows[0]?.valid_from;
}

/** Deletes a rate that is not valid yet; false if there is none. */
export async function deleteUpcomingRate(db: Database, regionId: string, validFrom: Date): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('tax_rates')
    .where('region_id', '=', regionId)
    .where('valid_from', '=', validFrom)
    .where('valid_from', '>', sql<Date>`now()`)
    .executeTakeFirstOrThrow();
  return numDeletedRows > 0n;
}

// The region of a team, which decides its prices and in which country national numbers are read.
import type { Kysely } from 'kysely';
import type { DB } from './types.ts';

/** The region of a team, with its currency. */
export function selectRegionOfTeam(db: Kysely<DB>, teamId: string) {
  return db
    .selectFrom('teams as t')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .select(['r.id', 'r.currency'])
    .where('t.id', '=', teamId)
    .executeTakeFirstOrThrow();
}

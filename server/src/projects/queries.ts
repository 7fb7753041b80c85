// All SQL of projects and their keys.
import type { Mode } from '@godwit/contract/statuses';
import { type Insertable, sql } from 'kysely';
import type { ApiKeys, Projects } from '../db/types.ts';
import type { Database } from '../services.ts';

export function selectProjects(db: Database, teamId: string) {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'timezone'])
    .where('team_id', '=', teamId)
    .orderBy('created_at')
    .orderBy('id')
    .execute();
}

export function selectProject(db: Database, teamId: string, projectId: string) {
  return db
    .selectFrom('projects')
    .selectAll()
    .where('team_id', '=', teamId)
    .where('id', '=', projectId)
    .executeTakeFirst();
}

/** Lets one transaction at a time make a project of this name; the one that was made within the last `seconds`, if any. */
export async function lockTwin(
  db: Database,
  { teamId, name, seconds }: { teamId: string; name: string; seconds: number },
): Promise<{ id: string; name: string; timezone: string } | undefined> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`project ${teamId} ${name}`}, 0))`.execute(db);
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'timezone'])
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .where('created_at', '>', sql<Date>`clock_timestamp() - ${seconds} * interval '1 second'`)
    .executeTakeFirst();
}

/** Adds a project in its region's time zone; gives that zone. */
export async function insertProject(
  db: Database,
  { regionId, ...project }: Omit<Insertable<Projects>, 'timezone'> & { regionId: string },
): Promise<{ timezone: string }> {
  return db
    .insertInto('projects')
    .values((eb) => ({
      ...project,
      timezone: eb.selectFrom('regions').select('timezone').where('id', '=', regionId),
    }))
    .returning('timezone')
    .executeTakeFirstOrThrow();
}

export async function insertKeys(db: Database, keys: Insertable<ApiKeys>[]): Promise<void> {
  await db.insertInto('api_keys').values(keys).execute();
}

export function selectKeys(
  db: Database,
  teamId: string,
  projectId: string,
): Promise<{ mode: Mode; sealed: Buffer }[]> {
  return db
    .selectFrom('api_keys')
    .select(['mode', 'sealed'])
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .execute();
}

/** What a project has spent on the day that it is in its time zone, in micro-units. */
export async function selectSpentToday(
  db: Database,
  { team_id, id, timezone }: { team_id: string; id: string; timezone: string },
): Promise<bigint> {
  const row = await db
    .selectFrom('project_days')
    .select('spent_micros')
    .where('team_id', '=', team_id)
    .where('project_id', '=', id)
    .where('day', '=', sql<string>`(now() at time zone ${timezone})::date`)
    .executeTakeFirst();
  return row?.spent_micros ?? 0n;
}

/** Whose a key is, by its look-up value. */
export async function selectKeyOwner(
  db: Database,
  lookup: Buffer,
): Promise<{ teamId: string; projectId: string; mode: Mode } | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['team_id as teamId', 'project_id as projectId', 'mode'])
    .where('lookup', '=', lookup)
    .executeTakeFirst();
}

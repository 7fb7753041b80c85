// SQL of named API keys.
import type { Mode } from '@godwit/contract/messages/statuses';
import { type Insertable, sql } from 'kysely';
import type { Pool } from 'pg';
import { columnsOf } from '../db/columns.ts';
import { prepared } from '../db/sql.ts';
import type { NamedKeys } from '../db/types.ts';
import type { Database } from '../services.ts';
import type { KeyOwner } from './queries.ts';

/** The restrictions of a named key. `family`: the keys that share its rate and its cap. */
export type NamedKeyRow = {
  id: string;
  family: string;
  scopes: string[];
  networks: string[];
  perSecond: number | null;
  dailyMicros: bigint | null;
  apiVersion: string;
};

/**
 * A key as a call finds it; the fields of a named key are null for the live and the test key of a project.
 */
type FoundKey = KeyOwner & { [Field in keyof NamedKeyRow]: NamedKeyRow[Field] | null };

// By the unique indexes on lookup. The database's clock decides whether a key has expired, in every process.
const SELECT_KEY = prepared<FoundKey>('select-key')`
  select team_id as "teamId", project_id as "projectId", mode, null::uuid as id, null::uuid as family, null::text[] as scopes,
      null::text[] as networks, null::integer as "perSecond", null::bigint as "dailyMicros",
      null::date as "apiVersion"
    from api_keys where lookup = any(${'lookups'}::bytea[])
  union all
  select team_id, project_id, mode, id, family, scopes, networks, per_second, daily_micros, api_version
    from named_keys where lookup = any(${'namedLookups'}::bytea[])
      and revoked_at is null and (expires_at is null or expires_at > now())
      and exists (select from teams t where t.id = team_id and t.closed_at is null)`;

/**
 * The key with one of these look-up values. Undefined if there is none, or if it is revoked or has expired.
 */
export async function selectKey(
  pool: Pool,
  lookups: readonly Buffer[],
  namedLookups: readonly Buffer[],
): Promise<{ owner: KeyOwner; named: NamedKeyRow | null } | undefined> {
  const { rows } = await SELECT_KEY.run(pool, { lookups, namedLookups });
  const [row] = rows;
  if (!row) return undefined;
  const { teamId, projectId, mode, ...named } = row;
  return { owner: { teamId, projectId, mode }, named: named.id === null ? null : (named as NamedKeyRow) };
}

/** The project that owns the keys, and the day it is there. */
export type KeyPlace = { teamId: string; projectId: string; day: string };

const HAS_ENDED = sql<boolean>`(k.revoked_at is not null or coalesce(k.expires_at <= now(), false))`;

function ofProject(db: Database, { teamId, projectId }: Omit<KeyPlace, 'day'>) {
  return db
    .selectFrom('named_keys as k')
    .where('k.team_id', '=', teamId)
    .where('k.project_id', '=', projectId)
    .where('k.revoked_at', 'is', null);
}

/** The keys of a project that are not revoked, each with its creator, newest first. */
export function selectNamedKeys(db: Database, place: KeyPlace, keyId?: string) {
  return ofProject(db, place)
    .leftJoin('users as u', 'u.id', 'k.created_by')
    .leftJoin('key_days as d', (join) => join.onRef('d.family', '=', 'k.family').on('d.day', '=', place.day))
    .select(['k.id', 'k.family', 'k.name', 'k.mode', 'k.ending', 'k.scopes', 'k.networks'])
    .select(['k.per_second', 'k.daily_micros', 'k.api_version'])
    .select(['k.created_by', 'k.created_at', 'k.expires_at'])
    .select('d.spent_micros')
    .select(['k.last_used_at', 'k.rotated_at', HAS_ENDED.as('has_ended')])
    .select(sql<string | null>`nullif(concat_ws(' ', u.first_name, u.last_name), '')`.as('creator'))
    .$if(keyId !== undefined, (query) => query.where('k.id', '=', keyId as string))
    .orderBy('k.created_at', 'desc')
    .orderBy('k.id', 'desc')
    .execute();
}

/** The number of keys of a project that work. */
export async function countNamedKeys(db: Database, place: KeyPlace): Promise<number> {
  const { n } = await ofProject(db, place)
    .select(sql<number>`count(*)::integer`.as('n'))
    .where(sql<boolean>`not ${HAS_ENDED}`)
    .executeTakeFirstOrThrow();
  return n;
}

export async function insertNamedKey(db: Database, key: Insertable<NamedKeys>): Promise<void> {
  await db.insertInto('named_keys').values(key).execute();
}

/** Deletes the keys of a project that ended first, so that at most `kept` of those that have ended remain. */
export async function deleteEndedKeys(db: Database, { projectId }: KeyPlace, kept: number): Promise<void> {
  await sql`delete from named_keys where id = any(array(
    select k.id from named_keys k where k.project_id = ${projectId} and ${HAS_ENDED}
    order by coalesce(k.revoked_at, k.expires_at) desc, k.id offset ${kept}))`.execute(db);
}

/**
 * Gives the name of a key to its successor. The key then works for `hours` more, or less if it ends before.
 * False if it was revoked or rotated before.
 */
export async function endAfterRotation(db: Database, keyId: string, hours: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('named_keys')
    .set({
      rotated_at: sql`now()`,
      expires_at: sql`least(expires_at, now() + make_interval(hours => ${hours}))`,
    })
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .where('rotated_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Revokes a key; returns its name and mode unless it was revoked before. */
export function markRevoked(
  db: Database,
  { teamId, projectId }: KeyPlace,
  keyId: string,
): Promise<{ name: string; mode: Mode } | undefined> {
  return db
    .updateTable('named_keys')
    .set({ revoked_at: sql`now()` })
    .where('team_id', '=', teamId)
    .where('project_id', '=', projectId)
    .where('id', '=', keyId)
    .where('revoked_at', 'is', null)
    .returning(['name', 'mode'])
    .executeTakeFirst();
}

// By the primary key, in its order. The clock of the database counts, because those of the processes may
// differ.
const NOTE_USES = prepared('note-key-uses')`
  with used as materialized (
    select k.id, now() - make_interval(secs => u.age_ms / 1000.0) as at
    from unnest(${'ids'}::uuid[], ${'ages'}::integer[]) as u (id, age_ms) join named_keys k on k.id = u.id
    order by k.id for no key update of k
  )
  update named_keys k set last_used_at = greatest(k.last_used_at, used.at) from used where k.id = used.id`;

/** Notes when keys were last used; `ageMs` is how long ago. */
export async function noteUses(pool: Pool, uses: readonly { id: string; ageMs: number }[]): Promise<void> {
  const [ids, ages] = columnsOf(uses, 'id', 'ageMs');
  await NOTE_USES.run(pool, { ids, ages });
}

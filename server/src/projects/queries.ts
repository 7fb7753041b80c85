// All SQL of projects and their keys.

import { randomInt } from 'node:crypto';
import type { ContentClass } from '@godwit/contract/contentClass';
import type { Mode } from '@godwit/contract/messages/statuses';
import type { Lack } from '@godwit/contract/owners';
import type { RegistrationState, RegistrationTurn } from '@godwit/contract/senders';
import { type Insertable, type NotNull, sql, type Updateable } from 'kysely';
import { selectClass } from '../db/contentClass.ts';
import { LACKS_NOW, STATE_NOW, TURN_NOW } from '../db/registrations.ts';
import type { ApiKeys, Projects } from '../db/types.ts';
import type { Database } from '../services.ts';

/** The projects of a member's team, each with the member's role. */
export function selectProjects(db: Database, member: { teamId: string; userId: string }) {
  return projectsOf(db, member)
    .select(['p.id', 'p.name', 'p.timezone', 'p.archived_at', 'm.role'])
    .orderBy('p.created_at')
    .orderBy('p.id')
    .$narrowType<{ role: NotNull }>()
    .execute();
}

/** A project of a member's team with the member's role in it. */
export function selectProjectOf(db: Database, member: { teamId: string; userId: string }, projectId: string) {
  return projectsOf(db, member)
    .selectAll('p')
    .select('m.role')
    .where('p.id', '=', projectId)
    .$narrowType<{ role: NotNull }>()
    .executeTakeFirst();
}

function projectsOf(db: Database, { teamId, userId }: { teamId: string; userId: string }) {
  return db
    .selectFrom('projects as p')
    .innerJoin('project_members as m', (join) =>
      join.onRef('m.team_id', '=', 'p.team_id').onRef('m.project_id', '=', 'p.id'),
    )
    .where('p.team_id', '=', teamId)
    .where('m.user_id', '=', userId);
}

export function selectProject(db: Database, teamId: string, projectId: string) {
  return project(db, teamId, projectId).executeTakeFirst();
}

/** Locks a project. Changes depend on its current settings, so one transaction at a time makes them. */
export function lockProject(db: Database, teamId: string, projectId: string) {
  return project(db, teamId, projectId).forUpdate().executeTakeFirstOrThrow();
}

function project(db: Database, teamId: string, projectId: string) {
  return db.selectFrom('projects').selectAll().where('team_id', '=', teamId).where('id', '=', projectId);
}

/** The project with this name that was created within the last `seconds`, if any. */
export async function selectDuplicate(
  db: Database,
  { teamId, name, seconds }: { teamId: string; name: string; seconds: number },
): Promise<{ id: string; name: string; timezone: string } | undefined> {
  return db
    .selectFrom('projects')
    .select(['id', 'name', 'timezone'])
    .where('team_id', '=', teamId)
    .where('name', '=', name)
    .where('created_at', '>', sql<Date>`clock_timestamp() - ${seconds} * interval '1 second'`)
    .executeTakeFirst();
}

/** Adds a project in its region's time zone. Undefined if its team has a project with that name. */
export async function insertProject(
  db: Database,
  { regionId, ...project }: Omit<Insertable<Projects>, 'timezone'> & { regionId: string },
): Promise<{ timezone: string } | undefined> {
  return db
    .insertInto('projects')
    .values((eb) => ({
      ...project,
      timezone: eb.selectFrom('regions').select('timezone').where('id', '=', regionId),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .returning('timezone')
    .executeTakeFirst();
}

// No country has the code 999 (ITU-T E.164 Annex to OB 1114), so no message to such a number could be sent.
const TEST_PREFIX = '+999';
const TEST_DIGITS = 8;

/**
 * Gives a project a two-way number for TEST. The number is random, so it reveals nothing about other
 * projects. Returns false if another project has it.
 */
export async function insertTestNumber(db: Database, teamId: string, projectId: string): Promise<boolean> {
  const drawn = String(randomInt(10 ** TEST_DIGITS)).padStart(TEST_DIGITS, '0');
  const { numInsertedOrUpdatedRows = 0n } = await db
    .insertInto('two_way_numbers')
    .values({ number: TEST_PREFIX + drawn, team_id: teamId, project_id: projectId, mode: 'TEST' })
    .onConflict((conflict) => conflict.column('number').doNothing())
    .executeTakeFirst();
  return numInsertedOrUpdatedRows > 0n;
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

/** The amount that a project spent on one of its days, in micro-units. */
export async function selectSpent(
  db: Database,
  { team_id, id, day }: { team_id: string; id: string; day: string },
): Promise<bigint> {
  const row = await db
    .selectFrom('project_days')
    .select('spent_micros')
    .where('team_id', '=', team_id)
    .where('project_id', '=', id)
    .where('day', '=', day)
    .executeTakeFirst();
  return row?.spent_micros ?? 0n;
}

/** The project and mode of an API key. */
export type KeyOwner = { teamId: string; projectId: string; mode: Mode };

/** The owner of the key with one of these look-up values (`keyLookup`). Undefined if there is none. */
export function selectKeyOwner(db: Database, lookups: readonly Buffer[]): Promise<KeyOwner | undefined> {
  return db
    .selectFrom('api_keys')
    .select(['team_id as teamId', 'project_id as projectId', 'mode'])
    .where('lookup', 'in', lookups)
    .executeTakeFirst();
}

/** Replaces the key that a project has for a mode. Of two concurrent keys the later one stays. */
export async function storeKey(db: Database, key: Insertable<ApiKeys>): Promise<void> {
  const { lookup, sealed } = key;
  await db
    .insertInto('api_keys')
    .values(key)
    .onConflict((conflict) =>
      conflict.columns(['project_id', 'mode']).doUpdateSet({ lookup, sealed, created_at: sql`now()` }),
    )
    .execute();
}

/** Fails with a unique violation if another project of the team has the name. */
export function updateProject(
  db: Database,
  { team_id, id }: { team_id: string; id: string },
  change: Updateable<Projects>,
) {
  return db
    .updateTable('projects')
    .set(change)
    .where('team_id', '=', team_id)
    .where('id', '=', id)
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** A project's name and currency, and the e-mails of its owners and admins. */
export async function selectManaged(db: Database, teamId: string, projectId: string) {
  const project = await db
    .selectFrom('projects as p')
    .innerJoin('teams as t', 't.id', 'p.team_id')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .select(['p.name', 'r.currency'])
    .where('p.team_id', '=', teamId)
    .where('p.id', '=', projectId)
    .executeTakeFirstOrThrow();
  const managers = await db
    .selectFrom('project_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['u.email', 'u.language'])
    .where('m.team_id', '=', teamId)
    .where('m.project_id', '=', projectId)
    .where('m.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('u.email')
    .execute();
  return { ...project, managers };
}

/** A project's approved sender ids and its two-way numbers for LIVE, the oldest first. */
export function selectSenders(db: Database, teamId: string, projectId: string) {
  return db
    .selectFrom('sender_ids as s')
    .leftJoin('entities as e', (join) =>
      join.onRef('e.team_id', '=', 's.team_id').onRef('e.id', '=', 's.entity_id'),
    )
    .select(['s.sender', selectClass('s').as('contentClass'), 's.created_at', 's.substitute', 's.aliases'])
    .select('e.legal_name as owner')
    .where('s.team_id', '=', teamId)
    .where('s.project_id', '=', projectId)
    .unionAll(
      db
        .selectFrom('two_way_numbers')
        .select([
          'number as sender',
          sql<ContentClass>`'TRANSACTIONAL'::content_class`.as('contentClass'),
          'assigned_at as created_at',
          sql<string | null>`null`.as('substitute'),
          sql<string[]>`'{}'::text[]`.as('aliases'),
          sql<string | null>`null`.as('owner'),
        ])
        .where('team_id', '=', teamId)
        .where('project_id', '=', projectId)
        .where('mode', '=', 'LIVE'),
    )
    .orderBy('created_at')
    .orderBy('sender')
    .execute();
}

/** Stores the sender that goes instead of a name; null for none. */
export async function updateSubstitute(
  db: Database,
  chosen: { teamId: string; projectId: string; sender: string; substitute: string | null },
): Promise<void> {
  await db
    .updateTable('sender_ids')
    .set({ substitute: chosen.substitute })
    .where('team_id', '=', chosen.teamId)
    .where('project_id', '=', chosen.projectId)
    .where('sender', '=', chosen.sender)
    .execute();
}

/** Stores the other names of a sender id that texts may have; false if the project has no such sender id. */
export async function updateAliases(
  db: Database,
  given: { teamId: string; projectId: string; sender: string; aliases: string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sender_ids')
    .set({ aliases: given.aliases })
    .where('team_id', '=', given.teamId)
    .where('project_id', '=', given.projectId)
    .where('sender', '=', given.sender)
    .executeTakeFirstOrThrow();
  return numUpdatedRows > 0n;
}

/** The state of a sender id in the register of a country. */
export type RegistrationRow = {
  id: string;
  sender_key: string;
  country: string;
  network: string;
  state: RegistrationState;
  turn: RegistrationTurn | null;
  lacks: Lack | null;
  expires_at: Date | null;
  refusal: string | null;
  telcos: string[] | null;
};

/** The registrations of a project's sender ids with countries. */
export function selectRegistrations(
  db: Database,
  teamId: string,
  projectId: string,
): Promise<RegistrationRow[]> {
  return db
    .selectFrom('sender_registrations as r')
    .select(['r.id', 'r.sender_key', 'r.country', 'r.network', 'r.expires_at', 'r.refusal', 'r.telcos'])
    .select([sql.raw(String(STATE_NOW)).as('state'), sql.raw(String(TURN_NOW)).as('turn')])
    .select(sql.raw(String(LACKS_NOW)).as('lacks'))
    .$castTo<RegistrationRow>()
    .where('r.team_id', '=', teamId)
    .where('r.project_id', '=', projectId)
    .execute();
}

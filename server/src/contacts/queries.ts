// SQL of contacts and groups: changing them one by one and by the many.
import type { GroupFields } from '@godwit/contract/contacts';
import { type RawBuilder, sql } from 'kysely';
import type { Database } from '../services.ts';

/** The fields of a contact that a person types; `number` is E.164. */
export type ContactDetails = { number: string; firstName: string; lastName: string };

/**
 * Locks the team's contacts and groups, so one transaction at a time changes them. Fails with 55P03 after
 * `patienceMs`.
 */
export async function lockContacts(db: Database, teamId: string, patienceMs: number): Promise<void> {
  await sql`select set_config('lock_timeout', ${`${patienceMs}ms`}, true)`.execute(db);
  await sql`insert into contact_totals (team_id) values (${teamId})
    on conflict (team_id) do update set team_id = excluded.team_id`.execute(db);
}

/** The contact with a number. */
export function selectByNumber(db: Database, teamId: string, number: string) {
  return db
    .selectFrom('contacts')
    .select('id')
    .where('team_id', '=', teamId)
    .where('number', '=', number)
    .executeTakeFirst();
}

/** How many rows a query has. */
export async function countRows(db: Database, query: RawBuilder<unknown>): Promise<number> {
  const { rows } = await sql<{ n: number }>`select count(*)::integer as n from (${query}) as counted`.execute(
    db,
  );
  return rows[0]!.n;
}

export async function insertContact(
  db: Database,
  teamId: string,
  id: string,
  { number, firstName, lastName }: ContactDetails,
): Promise<void> {
  await sql`with added as (
      insert into contacts (team_id, id, number, first_name, last_name)
      values (${teamId}, ${id}, ${number}, ${firstName}, ${lastName})
    )
    update contact_totals set contacts = contacts + 1 where team_id = ${teamId}`.execute(db);
}

export async function updateContactRow(
  db: Database,
  teamId: string,
  id: string,
  { number, firstName, lastName }: ContactDetails,
): Promise<void> {
  await db
    .updateTable('contacts')
    .set({ number, first_name: firstName, last_name: lastName })
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .execute();
}

/** Makes a contact a member of these groups and of no other. */
export async function setGroups(
  db: Database,
  teamId: string,
  contactId: string,
  groupIds: readonly string[],
): Promise<void> {
  await sql`with removed as (
      delete from contact_group_members
      where team_id = ${teamId} and contact_id = ${contactId} and group_id <> all(${groupIds}::uuid[])
      returning group_id
    ), added as (
      insert into contact_group_members (team_id, group_id, contact_id)
      select ${teamId}, unnest(${groupIds}::uuid[]), ${contactId}
      on conflict do nothing returning group_id
    )
    update contact_groups g set contacts = contacts + changed.by
    from (select group_id, -1 as by from removed union all select group_id, 1 from added) as changed
    where g.team_id = ${teamId} and g.id = changed.group_id`.execute(db);
}

// Each chosen row has its own team. With the team as a parameter, the planner would assume a single row for a
// team that is newer than the statistics. It would then read all rows of the team for each chosen one.

/**
 * Deletes contacts and their memberships. `chosen` is a query for their team and id. Returns how many were
 * deleted.
 */
export async function deleteContactRows(
  db: Database,
  teamId: string,
  chosen: RawBuilder<unknown>,
): Promise<number> {
  // The planner expects an array to have ten elements. So it looks each one up by its key, however many rows
  // it expects of a group.
  const listed = sql`select ${teamId}::uuid as team_id, unnest(array(select id from (${chosen}) as chosen)) as id`;
  const { rows } = await sql<{ n: number }>`with doomed as materialized (${listed}), removed as (
      delete from contact_group_members m using doomed
      where m.team_id = doomed.team_id and m.contact_id = doomed.id returning m.group_id
    ), sizes as (
      update contact_groups g set contacts = contacts - less.n
      from (select group_id, count(*)::integer as n from removed group by group_id) as less
      where g.team_id = ${teamId} and g.id = less.group_id
    ), deleted as (
      delete from contacts c using doomed where c.team_id = doomed.team_id and c.id = doomed.id returning 1
    ), counted as (select count(*)::integer as n from deleted)
    update contact_totals set contacts = contacts - counted.n from counted
    where team_id = ${teamId} returning counted.n`.execute(db);
  return rows[0]!.n;
}

/**
 * Whether a contact is in `most` groups already and not in this one. `chosen` is a query for the team and id
 * of the contacts.
 */
export async function isAnyFull(
  db: Database,
  { teamId, groupId, most }: { teamId: string; groupId: string; most: number },
  chosen: RawBuilder<unknown>,
): Promise<boolean> {
  const { rows } = await sql<{ full: boolean }>`with chosen as materialized (${chosen})
    select exists (
      select from chosen where (
        select count(*) from contact_group_members m where m.team_id = chosen.team_id and m.contact_id = chosen.id
      ) >= ${most} and (
        select true from contact_group_members m
        where m.team_id = ${teamId} and m.group_id = ${groupId} and m.contact_id = chosen.id
      ) is null
    ) as full`.execute(db);
  return rows[0]!.full;
}

/**
 * Adds contacts to a group, or removes them. `chosen` is a query for their team and id. Returns how many
 * memberships changed.
 */
export async function changeMembers(
  db: Database,
  { teamId, groupId, action }: { teamId: string; groupId: string; action: 'add' | 'remove' },
  chosen: RawBuilder<unknown>,
): Promise<number> {
  const changed =
    action === 'add'
      ? sql`changed as (
          insert into contact_group_members (team_id, group_id, contact_id)
          select team_id, ${groupId}, id from (${chosen}) as chosen order by id
          on conflict do nothing returning 1 as by
        )`
      : sql`chosen as materialized (
          select team_id, ${groupId}::uuid as group_id, id from (${chosen}) as chosen
        ), changed as (
          delete from contact_group_members m using chosen
          where m.team_id = chosen.team_id and m.group_id = chosen.group_id and m.contact_id = chosen.id returning -1 as by
        )`;
  const { rows } = await sql<{ n: number }>`with ${changed}, counted as (
      select count(*)::integer as n, coalesce(sum(by), 0)::integer as by from changed
    )
    update contact_groups set contacts = contacts + counted.by from counted
    where team_id = ${teamId} and id = ${groupId} returning counted.n`.execute(db);
  return rows[0]!.n;
}

/** A team's groups, newest first. */
export function selectGroups(db: Database, teamId: string) {
  return groups(db, teamId).orderBy('created_at', 'desc').orderBy('id', 'desc').execute();
}

export function selectGroup(db: Database, teamId: string, id: string) {
  return groups(db, teamId).where('id', '=', id).executeTakeFirst();
}

/** The group with this name. Upper and lower case are the same. */
export function selectGroupByName(db: Database, teamId: string, name: string) {
  return groups(db, teamId).where(sql`lower(name)`, '=', sql`lower(${name})`).executeTakeFirst();
}

const GROUP = ['id', 'name', 'created_at', 'contacts'] as const;

function groups(db: Database, teamId: string) {
  return db.selectFrom('contact_groups').select(GROUP).where('team_id', '=', teamId);
}

/** How many of these ids are groups of the team. */
export function countGroupIds(db: Database, teamId: string, ids: readonly string[]): Promise<number> {
  return countRows(
    db,
    sql`select from contact_groups where team_id = ${teamId} and id = any(${ids}::uuid[])`,
  );
}

export function countGroups(db: Database, teamId: string): Promise<number> {
  return countRows(db, sql`select from contact_groups where team_id = ${teamId}`);
}

/**
 * Adds a group and returns it. Undefined if another group has the name, by the unique index
 * contact_groups_name.
 */
export function insertGroup(db: Database, teamId: string, id: string, fields: GroupFields) {
  return db
    .insertInto('contact_groups')
    .values({ team_id: teamId, id, ...fields })
    .onConflict((conflict) => conflict.doNothing())
    .returning(GROUP)
    .executeTakeFirst();
}

export function updateGroup(db: Database, teamId: string, id: string, fields: GroupFields) {
  return db
    .updateTable('contact_groups')
    .set(fields)
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .returning(GROUP)
    .executeTakeFirstOrThrow();
}

/** Deletes a group. Its members stay contacts. Returns false if there was no such group. */
export async function deleteGroupRow(db: Database, teamId: string, id: string): Promise<boolean> {
  await db
    .deleteFrom('contact_group_members')
    .where('team_id', '=', teamId)
    .where('group_id', '=', id)
    .execute();
  const { numDeletedRows } = await db
    .deleteFrom('contact_groups')
    .where('team_id', '=', teamId)
    .where('id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

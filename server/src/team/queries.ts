// SQL of a team's people and their invitations. All times are the database's.
import type { Language } from '@godwit/contract/languages';
import type { Role } from '@godwit/contract/roles';
import { type Insertable, type Selectable, sql } from 'kysely';
import type { Invitations } from '../db/types.ts';
import type { Database } from '../services.ts';

/** A membership by its key. */
export type MemberKey = { teamId: string; userId: string };

const byRole = sql`array_position(array['OWNER', 'ADMIN', 'SENDER', 'VIEWER']::member_role[], m.role)`;

/** The people of a team, or one of them: owners first, then by role and name. */
export function selectMembers(db: Database, teamId: string, userId?: string) {
  return db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select(['m.user_id', 'm.role', 'm.created_at', 'u.first_name', 'u.last_name', 'u.email'])
    .where('m.team_id', '=', teamId)
    .$if(userId !== undefined, (query) => query.where('m.user_id', '=', userId as string))
    .orderBy(byRole)
    .orderBy('u.first_name')
    .orderBy('u.last_name')
    .orderBy('u.id')
    .execute();
}

/** The language of a mail to an address: that of its account, or else the inviter's. */
export async function selectMailLanguage(
  db: Database,
  { email, inviterId }: { email: string; inviterId: string },
): Promise<Language> {
  const { language } = await db
    .selectFrom('users')
    .select('language')
    .where((eb) => eb.or([eb('email', '=', email), eb('id', '=', inviterId)]))
    .orderBy((eb) => eb('email', '=', email), 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  return language;
}

/** The roles of a team's people in single projects, which override their role in the team. */
export function selectProjectRoles(db: Database, teamId: string) {
  return db
    .selectFrom('project_roles')
    .select(['user_id', 'project_id', 'role'])
    .where('team_id', '=', teamId)
    .orderBy('project_id')
    .execute();
}

/** Locks a team, so one transaction at a time changes its members. Two could remove its last two owners. */
export async function lockTeam(db: Database, teamId: string): Promise<void> {
  await db.selectFrom('teams').select('id').where('id', '=', teamId).forUpdate().execute();
}

/** Locks a team, and returns its name and the name in its approved identity. */
export function lockName(
  db: Database,
  teamId: string,
): Promise<{ name: string; verified_name: string | null }> {
  return db
    .selectFrom('teams')
    .select(['name', 'verified_name'])
    .where('id', '=', teamId)
    .forUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateName(db: Database, teamId: string, name: string): Promise<void> {
  await db.updateTable('teams').set({ name }).where('id', '=', teamId).execute();
}

/** Counts memberships by team, person or role. */
export async function countMembers(
  db: Database,
  of: { team_id?: string; user_id?: string; role?: Role },
): Promise<number> {
  const { count } = await db
    .selectFrom('team_members')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where((eb) => eb.and(of))
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds a person to a team. Returns false if they are a member already. */
export async function addMember(
  db: Database,
  { teamId, userId, role }: MemberKey & { role: Role },
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('team_members')
    .values({ team_id: teamId, user_id: userId, role })
    .onConflict((conflict) => conflict.columns(['team_id', 'user_id']).doNothing())
    .executeTakeFirstOrThrow();
  await db
    .deleteFrom('former_members')
    .where((eb) => eb.and({ team_id: teamId, user_id: userId }))
    .execute();
  return numInsertedOrUpdatedRows === 1n;
}

export async function updateRole(
  db: Database,
  { teamId, userId, role }: MemberKey & { role: Role },
): Promise<void> {
  await db
    .updateTable('team_members')
    .set({ role })
    .where('team_id', '=', teamId)
    .where('user_id', '=', userId)
    .execute();
}

/** Removes a person from a team, with their roles in its projects. */
export async function deleteMember(db: Database, { teamId, userId }: MemberKey): Promise<void> {
  const place = { team_id: teamId, user_id: userId };
  await db
    .deleteFrom('team_members')
    .where((eb) => eb.and(place))
    .execute();
  await db
    .insertInto('former_members')
    .values(place)
    .onConflict((conflict) => conflict.doNothing())
    .execute();
}

/** Whether a person left a team or was removed, and has not been added again. */
export async function wasMember(db: Database, { teamId, userId }: MemberKey): Promise<boolean> {
  const place = { team_id: teamId, user_id: userId };
  const found = await db
    .selectFrom('former_members')
    .select('user_id')
    .where((eb) => eb.and(place))
    .executeTakeFirst();
  return found !== undefined;
}

/** Deletes all roles that a person has in single projects. */
export async function deleteProjectRoles(db: Database, { teamId, userId }: MemberKey): Promise<void> {
  await db.deleteFrom('project_roles').where('team_id', '=', teamId).where('user_id', '=', userId).execute();
}

/** Sets a person's role in one project. Null deletes it, and their role in the team applies. */
export async function putProjectRole(
  db: Database,
  { teamId, userId, projectId, role }: MemberKey & { projectId: string; role: Role | null },
): Promise<void> {
  const place = { team_id: teamId, project_id: projectId, user_id: userId };
  if (role === null) {
    await db
      .deleteFrom('project_roles')
      .where('team_id', '=', teamId)
      .where('project_id', '=', projectId)
      .where('user_id', '=', userId)
      .execute();
    return;
  }
  await db
    .insertInto('project_roles')
    .values({ ...place, role })
    .onConflict((conflict) => conflict.columns(['team_id', 'project_id', 'user_id']).doUpdateSet({ role }))
    .execute();
}

/** Whether the person with this e-mail (lower case) is in the team, in any role. */
export async function isInTeam(db: Database, teamId: string, email: string): Promise<boolean> {
  const row = await db
    .selectFrom('team_members as m')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .select('u.id')
    .where('m.team_id', '=', teamId)
    .where('u.email', '=', email)
    .executeTakeFirst();
  return row !== undefined;
}

/** Locks an address, so one transaction at a time invites it. */
export async function lockAddress(db: Database, email: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`invite ${email}`}, 0))`.execute(db);
}

/** How many invitations all teams sent to an address in the last hour. */
export async function countRecentInvitations(db: Database, email: string): Promise<number> {
  const { count } = await db
    .selectFrom('invitations')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('email', '=', email)
    .where('created_at', '>', sql<Date>`now() - interval '1 hour'`)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Adds an invitation, and replaces an open one to the same address. Only the newest link works. */
export async function insertInvitation(
  db: Database,
  { days, ...invitation }: Omit<Insertable<Invitations>, 'expires_at'> & { days: number },
): Promise<Selectable<Invitations>> {
  await revoke(db, invitation.team_id).where('email', '=', invitation.email).execute();
  return db
    .insertInto('invitations')
    .values({ ...invitation, expires_at: sql`now() + ${days} * interval '1 day'` })
    .returningAll()
    .executeTakeFirstOrThrow();
}

/** Revokes an open invitation. Returns false if the team has none with this id. */
export async function revokeInvitation(db: Database, teamId: string, id: string): Promise<boolean> {
  const { numUpdatedRows } = await revoke(db, teamId).where('id', '=', id).executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Revokes the open invitations to these roles that a person sent for a team. */
export async function revokeSentBy(
  db: Database,
  { teamId, userId }: MemberKey,
  roles: readonly Role[],
): Promise<void> {
  if (roles.length === 0) return;
  await revoke(db, teamId).where('invited_by', '=', userId).where('role', 'in', roles).execute();
}

function revoke(db: Database, teamId: string) {
  return db
    .updateTable('invitations')
    .set({ revoked_at: sql`now()` })
    .where('team_id', '=', teamId)
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null);
}

/** A team's open invitations, including expired ones, the newest first. */
export function selectInvitations(db: Database, teamId: string) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .select(['i.id', 'i.email', 'i.role', 'i.created_at', 'i.expires_at', 'u.email as invited_by'])
    .select(sql<boolean>`i.expires_at <= now()`.as('expired'))
    .where('i.team_id', '=', teamId)
    .where('i.accepted_at', 'is', null)
    .where('i.revoked_at', 'is', null)
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id')
    .execute();
}

/**
 * The invitation of a link. Undefined if it is unknown, revoked or expired. `accepted`: someone has accepted
 * it.
 */
export function selectInvitation(db: Database, tokenHash: Buffer) {
  return db
    .selectFrom('invitations as i')
    .innerJoin('teams as t', 't.id', 'i.team_id')
    .innerJoin('users as u', 'u.id', 'i.invited_by')
    .leftJoin('users as invited', 'invited.email', 'i.email')
    .select(['i.team_id', 'i.email', 'i.role', 't.name as team_name', 'u.email as invited_by'])
    .select(sql<boolean>`i.accepted_at is not null`.as('accepted'))
    .select(sql<boolean>`invited.id is not null`.as('has_account'))
    .where('i.token_hash', '=', tokenHash)
    .where('i.revoked_at', 'is', null)
    .where((eb) => eb.or([eb('i.accepted_at', 'is not', null), eb('i.expires_at', '>', sql<Date>`now()`)]))
    .executeTakeFirst();
}

/**
 * Uses up the link of an invitation for the person it was sent to. Returns its team and role; undefined if
 * the link is expired, revoked, used or another person's.
 */
export function useInvitation(
  db: Database,
  tokenHash: Buffer,
  userId: string,
): Promise<{ teamId: string; role: Role } | undefined> {
  return db
    .updateTable('invitations')
    .set({ accepted_at: sql`now()` })
    .where('token_hash', '=', tokenHash)
    .where('email', '=', (eb) => eb.selectFrom('users').select('users.email').where('users.id', '=', userId))
    .where('accepted_at', 'is', null)
    .where('revoked_at', 'is', null)
    .where('expires_at', '>', sql<Date>`now()`)
    .returning(['team_id as teamId', 'role'])
    .executeTakeFirst();
}

/** The first team of the person with this e-mail (lower case). Undefined if there is none. */
export function findTeamByEmail(db: Database, email: string) {
  return teams(db)
    .innerJoin('team_members as m', 'm.team_id', 't.id')
    .innerJoin('users as u', 'u.id', 'm.user_id')
    .where('u.email', '=', email)
    .orderBy('m.created_at')
    .orderBy('m.team_id')
    .executeTakeFirst();
}

/** A team by its id. Undefined if there is none. */
export function findTeam(db: Database, id: string) {
  return teams(db).where('t.id', '=', id).executeTakeFirst();
}

/** Teams with their region and currency. */
function teams(db: Database) {
  return db
    .selectFrom('teams as t')
    .innerJoin('regions as r', 'r.id', 't.region_id')
    .select(['t.id', 't.name', 'r.id as regionId', 'r.currency']);
}

/** A team's owners and admins, with their e-mail addresses. */
export function selectAdmins(
  db: Database,
  teamId: string,
): Promise<{ userId: string; role: Role; email: string; language: Language }[]> {
  return db
    .selectFrom('team_members')
    .innerJoin('users', 'users.id', 'team_members.user_id')
    .select(['users.id as userId', 'team_members.role', 'users.email', 'users.language'])
    .where('team_members.team_id', '=', teamId)
    .where('team_members.role', 'in', ['OWNER', 'ADMIN'])
    .orderBy('team_members.created_at')
    .execute();
}

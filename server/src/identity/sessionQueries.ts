// SQL of sessions, of customers and of staff. Time is the database's.
import type { RegionCode } from '@godwit/contract/accounts';
import type { SignInStep, StaffRole } from '@godwit/contract/staff';
import { type Insertable, sql } from 'kysely';
import type { Sessions } from '../db/types.ts';
import type { Database } from '../services.ts';

/** Whose a session or a second factor is, by the column that says so. */
export type Owner = { user_id: string } | { staff_id: string };

const HOUR_SECONDS = 3_600;

/**
 * How long sessions live: `idle` without use, `whole` however busy, and `unfinished` while a step of signing in is missing, which for staff
 * may be a new password and setting up an app.
 */
export const LIFETIME_SECONDS = {
  user: { idle: 12 * HOUR_SECONDS, whole: 14 * 24 * HOUR_SECONDS, unfinished: 300 },
  staff: { idle: HOUR_SECONDS / 2, whole: 12 * HOUR_SECONDS, unfinished: 600 },
};
export type Kind = keyof typeof LIFETIME_SECONDS;

/** Whether a session `s` is one of this kind and alive. */
function alive(kind: Kind) {
  const { idle, whole, unfinished } = LIFETIME_SECONDS[kind];
  return sql<boolean>`${sql.ref(`s.${kind}_id`)} is not null
    and s.last_seen_at > now() - ${idle} * interval '1 second'
    and s.created_at > now() - case when s.complete then ${whole}::int else ${unfinished}::int end * interval '1 second'`;
}

const isToTouch = sql<boolean>`s.last_seen_at < now() - interval '1 minute'`;

/** Adds a session, and clears away its owner's dead ones. */
export async function insertSession(
  db: Database,
  owner: Owner,
  session: Omit<Insertable<Sessions>, 'user_id' | 'staff_id'>,
): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where((eb) => eb.and(owner))
    .where(sql<boolean>`not (${alive('user_id' in owner ? 'user' : 'staff')})`)
    .execute();
  await db
    .insertInto('sessions')
    .values({ ...owner, ...session })
    .execute();
}

/** Makes a session that lacked a code complete, under another id; false where it is gone, or complete already. */
export async function updateComplete(db: Database, idHash: Buffer, newIdHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ id_hash: newIdHash, complete: true, created_at: sql`now()`, last_seen_at: sql`now()` })
    .where('id_hash', '=', idHash)
    .where('complete', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes a session; false where there is none. */
export async function deleteSession(db: Database, idHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', idHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/** A user in one team; `verifiedAt` is when the team's identity was verified. */
export type Member = {
  userId: string;
  teamId: string;
  regionId: RegionCode;
  role: 'OWNER' | 'ADMIN' | 'SENDER' | 'VIEWER';
  verifiedAt: Date | null;
};

/** A live session with its user's membership of one team, or of the first team where `teamId` is null. */
export async function selectMember(db: Database, idHash: Buffer, teamId: string | null) {
  const row = await db
    .selectFrom('sessions as s')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('team_members as m')
          .innerJoin('teams as t', 't.id', 'm.team_id')
          .whereRef('m.user_id', '=', 's.user_id')
          .$if(teamId !== null, (query) => query.where('m.team_id', '=', teamId as string))
          .orderBy('m.created_at')
          .orderBy('m.team_id')
          .limit(1)
          .select(['m.user_id', 'm.team_id', 'm.role', 't.region_id', 't.verified_at'])
          .as('team'),
      (join) => join.onTrue(),
    )
    .select(['team.user_id', 'team_id', 'role', 'region_id', 'verified_at', isToTouch.as('touch')])
    .where('s.id_hash', '=', idHash)
    .where('s.complete', '=', true)
    .where(alive('user'))
    .executeTakeFirst();
  return row ? { member: asMember(row), touch: row.touch } : null;
}

/** The places, from 1, of those of these sessions that are alive and whose user is in the team at the same place. */
export async function selectMembers(
  db: Database,
  idHashes: readonly Buffer[],
  teamIds: readonly string[],
): Promise<number[]> {
  const { rows } = await sql<{ place: number }>`select place::integer as place
    from unnest(${idHashes}::bytea[], ${teamIds}::uuid[]) with ordinality as asked (id_hash, team_id, place)
    where (
      select true from sessions s join team_members m on m.user_id = s.user_id and m.team_id = asked.team_id
      where s.id_hash = asked.id_hash and s.complete and ${alive('user')}
    )`.execute(db);
  return rows.map(({ place }) => place);
}

function asMember(row: {
  user_id: string | null;
  team_id: string | null;
  role: Member['role'] | null;
  region_id: string | null;
  verified_at: Date | null;
}): Member | null {
  const { user_id: userId, team_id: teamId, role, region_id: regionId, verified_at: verifiedAt } = row;
  if (userId === null || teamId === null || role === null) return null;
  return { userId, teamId, role, regionId: regionId as RegionCode, verifiedAt };
}

/** The user of a live session that lacks a code. */
export function selectUnfinished(db: Database, idHash: Buffer) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email'])
    .where('s.id_hash', '=', idHash)
    .where('s.complete', '=', false)
    .where(alive('user'))
    .executeTakeFirst();
}

const nextStep = sql<SignInStep>`case
  when s.complete then 'NONE'
  when m.password_until is not null then 'CHANGE_PASSWORD'
  when exists (select from second_factors f where f.staff_id = m.id and f.confirmed_at is not null) then 'CODE'
  else 'ENROL' end`;

/** Whose a live session of staff is, and what it lacks. */
export type StaffFound = { id: string; email: string; role: StaffRole; next: SignInStep; touch: boolean };

export function selectStaff(db: Database, idHash: Buffer): Promise<StaffFound | undefined> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('staff as m', 'm.id', 's.staff_id')
    .select(['m.id', 'm.email', 'm.role', nextStep.as('next'), isToTouch.as('touch')])
    .where('s.id_hash', '=', idHash)
    .where('m.removed_at', 'is', null)
    .where(alive('staff'))
    .executeTakeFirst();
}

export async function touch(db: Database, idHash: Buffer): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id_hash', '=', idHash).execute();
}

/** Where a user is signed in, the last used session first. */
export function selectSessions(db: Database, userId: string) {
  return db
    .selectFrom('sessions as s')
    .select(['id', 'id_hash', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('complete', '=', true)
    .where(alive('user'))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes an owner's sessions, all but the one to keep where there is one. */
export async function deleteSessions(
  db: Database,
  owner: Owner,
  { keep }: { keep: Buffer | null },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.and(owner))
    .$if(keep !== null, (query) => query.where('id_hash', '!=', keep as Buffer))
    .execute();
}

/** Deletes one session of a user, by the id that people see; false where they have none of it. */
export async function deleteUserSession(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

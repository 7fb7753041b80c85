// SQL of sessions, for customers and staff. All times are the database's.
import type { RegionCode } from '@godwit/contract/accounts/accounts';
import type { SignInStep } from '@godwit/contract/staff/accounts';
import type { StaffRole } from '@godwit/contract/staff/roles';
import { type Insertable, sql } from 'kysely';
import type { Sessions } from '../db/types.ts';
import type { Database } from '../services.ts';
import { type Kind, LIFETIME_SECONDS } from './sessionLifetime.ts';
import { hashToken } from './tokens.ts';

/** The owner of a session or a second factor, by its column. */
export type Owner = { user_id: string } | { staff_id: string };

/** Whether session `s` is of this kind and has not expired. */
function isValid(kind: Kind) {
  const { idle, whole, unfinished } = LIFETIME_SECONDS[kind];
  return sql<boolean>`${sql.ref(`s.${kind}_id`)} is not null
    and s.last_seen_at > now() - ${idle} * interval '1 second'
    and s.created_at > now() - case when s.complete then ${whole}::int else ${unfinished}::int end * interval '1 second'`;
}

const isToTouch = sql<boolean>`s.last_seen_at < now() - interval '1 minute'`;

/** Adds a session, and deletes expired ones of its owner. */
export async function insertSession(
  db: Database,
  owner: Owner,
  session: Omit<Insertable<Sessions>, 'user_id' | 'staff_id'>,
): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where((eb) => eb.and(owner))
    .where(sql<boolean>`not (${isValid('user_id' in owner ? 'user' : 'staff')})`)
    .execute();
  await db
    .insertInto('sessions')
    .values({ ...owner, ...session })
    .execute();
}

/**
 * Completes a session that lacked a code, under a new id. Returns false if it is gone or complete already.
 */
export async function updateComplete(db: Database, sessionId: string, newId: string): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('sessions')
    .set({ id_hash: hashToken(newId), complete: true, created_at: sql`now()`, last_seen_at: sql`now()` })
    .where('id_hash', '=', hashToken(sessionId))
    .where('complete', '=', false)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Deletes a session. Returns false if there is none. */
export async function endSession(db: Database, sessionId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('id_hash', '=', hashToken(sessionId))
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

/**
 * A user in one team. `verifiedAt` is when the team's identity was verified. `onlyTeamId` is set if the
 * session gives access to that team only.
 */
export type Member = {
  userId: string;
  teamId: string;
  regionId: RegionCode;
  role: 'OWNER' | 'ADMIN' | 'SENDER' | 'VIEWER';
  verifiedAt: Date | null;
  onlyTeamId?: string | null;
};

/**
 * Whether the team `m.team_id` requires single sign-on and session `s` was not begun with it. Owners may also
 * use a password.
 */
const lacksSignOn = sql<boolean>`m.role <> 'OWNER' and s.sign_on_team_id is distinct from m.team_id and exists (
  select from team_sign_on o where o.team_id = m.team_id and o.required)`;

/**
 * Whether session `s` gives access to the team `m.team_id`. A session that was begun at a team's provider
 * gives access to that team only: its owners control the provider and could sign in as anyone.
 */
const opens = sql<boolean>`(s.sign_on_team_id is null or s.sign_on_team_id = m.team_id)`;

/**
 * The user of a valid session in one team, or in their first team if `teamId` is null. Returns null if the
 * session is not valid. `member` is null if the user is not in that team, or in none. `touch`: the time of
 * last use should be updated. `lacksSignOn`: the team requires single sign-on.
 */
export async function findMember(
  db: Database,
  sessionId: string,
  teamId: string | null,
): Promise<{ userId: string; member: Member | null; touch: boolean; lacksSignOn: boolean } | null> {
  const row = await db
    .selectFrom('sessions as s')
    .leftJoinLateral(
      (eb) =>
        eb
          .selectFrom('team_members as m')
          .innerJoin('teams as t', 't.id', 'm.team_id')
          .whereRef('m.user_id', '=', 's.user_id')
          .where(opens)
          .$if(teamId !== null, (query) => query.where('m.team_id', '=', teamId as string))
          .orderBy('m.created_at')
          .orderBy('m.team_id')
          .limit(1)
          .select(['m.user_id as userId', 'm.team_id as teamId', 'm.role', 't.region_id as regionId'])
          .select(['t.verified_at as verifiedAt', lacksSignOn.as('lacksSignOn')])
          .as('team'),
      (join) => join.onTrue(),
    )
    .select(['userId', 'teamId', 'role', 'regionId', 'verifiedAt', 'lacksSignOn', isToTouch.as('touch')])
    .select(['s.user_id as sessionUserId', 's.sign_on_team_id as onlyTeamId'])
    .where('s.id_hash', '=', hashToken(sessionId))
    .where('s.complete', '=', true)
    .where(isValid('user'))
    .executeTakeFirst();
  if (!row) return null;
  const { touch, lacksSignOn: lacks, sessionUserId, ...found } = row;
  const member = found.userId === null ? null : (found as Member);
  return { userId: sessionUserId!, member, touch, lacksSignOn: lacks === true };
}

/** For each of these, whether its session is valid and its user is in the team. */
export async function areMembers(
  db: Database,
  asked: readonly { sessionId: string; teamId: string }[],
): Promise<boolean[]> {
  const idHashes = asked.map(({ sessionId }) => hashToken(sessionId));
  const teamIds = asked.map(({ teamId }) => teamId);
  const { rows } = await sql<{ found: boolean }>`select (
      select true from sessions s join team_members m on m.user_id = s.user_id and m.team_id = asked.team_id
      where s.id_hash = asked.id_hash and s.complete and ${isValid('user')} and ${opens} and not (${lacksSignOn})
    ) is not null as found
    from unnest(${idHashes}::bytea[], ${teamIds}::uuid[]) with ordinality as asked (id_hash, team_id, place)
    order by place`.execute(db);
  return rows.map(({ found }) => found);
}

/** Whether a person is in another team than this one. */
export async function isInOthers(db: Database, userId: string, teamId: string): Promise<boolean> {
  const { rows } = await sql<{ found: boolean }>`select exists (
    select from team_members where user_id = ${userId} and team_id <> ${teamId}) as found`.execute(db);
  return rows[0]!.found;
}

/** The user of a valid session that lacks a code. */
export function findUnfinished(db: Database, sessionId: string) {
  return db
    .selectFrom('sessions as s')
    .innerJoin('users as u', 'u.id', 's.user_id')
    .select(['u.id', 'u.email'])
    .where('s.id_hash', '=', hashToken(sessionId))
    .where('s.complete', '=', false)
    .where(isValid('user'))
    .executeTakeFirst();
}

const nextStep = sql<SignInStep>`case
  when s.complete then 'NONE'
  when m.password_until is not null then 'CHANGE_PASSWORD'
  when exists (select from second_factors f where f.staff_id = m.id and f.confirmed_at is not null) then 'CODE'
  else 'ENROL' end`;

/** The member of staff of a valid session, and the sign-in step that it lacks. */
export type StaffFound = { id: string; email: string; role: StaffRole; next: SignInStep; touch: boolean };

export function selectStaff(db: Database, sessionId: string): Promise<StaffFound | undefined> {
  return db
    .selectFrom('sessions as s')
    .innerJoin('staff as m', 'm.id', 's.staff_id')
    .select(['m.id', 'm.email', 'm.role', nextStep.as('next'), isToTouch.as('touch')])
    .where('s.id_hash', '=', hashToken(sessionId))
    .where('m.removed_at', 'is', null)
    .where(isValid('staff'))
    .executeTakeFirst();
}

/** Stores that a session is in use now. */
export async function touchSession(db: Database, sessionId: string): Promise<void> {
  const idHash = hashToken(sessionId);
  await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id_hash', '=', idHash).execute();
}

/** The sessions of a user, the most recently used first. */
export function selectSessions(db: Database, userId: string) {
  return db
    .selectFrom('sessions as s')
    .select(['id', 'id_hash', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where('complete', '=', true)
    .where(isValid('user'))
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Ends an owner's sessions from their next request on, except the one to keep, if given. */
export async function endSessions(
  db: Database,
  owner: Owner,
  { keep }: { keep: string | null },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where((eb) => eb.and(owner))
    .$if(keep !== null, (query) => query.where('id_hash', '!=', hashToken(keep as string)))
    .execute();
}

/** Deletes one session of a user by its public id. Returns false if the user has no such session. */
export async function endUserSession(db: Database, userId: string, id: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

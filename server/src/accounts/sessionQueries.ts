// SQL of sessions. Time is the database's.
import type { RegionCode } from '@godwit/contract/accounts';
import { type Insertable, sql } from 'kysely';
import type { Sessions } from '../db/types.ts';
import type { Database } from '../services.ts';

/** A session lives no longer than this, however busy. */
export const SESSION_DAYS = 14;
const alive = sql<boolean>`last_seen_at > now() - interval '12 hours'
  and s.created_at > now() - ${SESSION_DAYS} * interval '1 day'`;

/** A user in one team; `verifiedAt` is when the team's identity was verified. */
export type Member = {
  userId: string;
  teamId: string;
  regionId: RegionCode;
  role: 'OWNER' | 'ADMIN' | 'SENDER' | 'VIEWER';
  verifiedAt: Date | null;
};

/** Adds a session, and clears away the user's dead ones. */
export async function insertSession(db: Database, session: Insertable<Sessions>): Promise<void> {
  await db
    .deleteFrom('sessions as s')
    .where('user_id', '=', session.user_id)
    .where(sql<boolean>`not (${alive})`)
    .execute();
  await db.insertInto('sessions').values(session).execute();
}

export async function deleteSession(db: Database, idHash: Buffer): Promise<void> {
  await db.deleteFrom('sessions').where('id_hash', '=', idHash).execute();
}

/** A live session with its user's membership of one team, or of the first team where `teamId` is null. */
export async function selectSession(db: Database, idHash: Buffer, teamId: string | null) {
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
          .select(['m.team_id', 'm.role', 't.region_id', 't.verified_at'])
          .as('team'),
      (join) => join.onTrue(),
    )
    .select(['s.user_id', 'team_id', 'role', 'region_id', 'verified_at'])
    .select(sql<boolean>`s.last_seen_at < now() - interval '1 minute'`.as('touch'))
    .where('s.id_hash', '=', idHash)
    .where(alive)
    .executeTakeFirst();
  return row ? { member: asMember(row), touch: row.touch } : null;
}

function asMember(row: {
  user_id: string;
  team_id: string | null;
  role: Member['role'] | null;
  region_id: string | null;
  verified_at: Date | null;
}): Member | null {
  const { user_id: userId, team_id: teamId, role, region_id: regionId, verified_at: verifiedAt } = row;
  if (teamId === null || role === null) return null;
  return { userId, teamId, role, regionId: regionId as RegionCode, verifiedAt };
}

export async function touch(db: Database, idHash: Buffer): Promise<void> {
  await db.updateTable('sessions').set({ last_seen_at: sql`now()` }).where('id_hash', '=', idHash).execute();
}

/** A user's live sessions, the last used first. */
export function selectSessions(db: Database, userId: string) {
  return db
    .selectFrom('sessions as s')
    .select(['id', 'id_hash', 'ip', 'user_agent', 'created_at', 'last_seen_at'])
    .where('user_id', '=', userId)
    .where(alive)
    .orderBy('last_seen_at', 'desc')
    .orderBy('id')
    .execute();
}

/** Deletes a user's sessions, all but the one to keep where there is one. */
export async function deleteSessions(
  db: Database,
  userId: string,
  { keep }: { keep: Buffer | null },
): Promise<void> {
  await db
    .deleteFrom('sessions')
    .where('user_id', '=', userId)
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

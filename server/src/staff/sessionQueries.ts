// SQL of staff sessions. Time is the database's.
import type { SignInStep, StaffRole } from '@godwit/contract/staff';
import { type Insertable, sql } from 'kysely';
import type { StaffSessions } from '../db/types.ts';
import type { Database } from '../services.ts';

/** A session lives no longer than this, however busy. */
export const STAFF_SESSION_HOURS = 12;

/** Half an hour idle; a sign-in that is not complete has ten minutes in all. */
const alive = sql<boolean>`s.removed_at is null
  and e.last_seen_at > now() - interval '30 minutes'
  and e.created_at > now() - case when e.complete then ${STAFF_SESSION_HOURS} * interval '1 hour' else interval '10 minutes' end`;

const nextStep = sql<SignInStep>`case
  when e.complete then 'NONE'
  when s.password_until is not null then 'CHANGE_PASSWORD'
  when s.totp_sealed is null then 'ENROL'
  else 'CODE' end`;

/** Whose a live session is, what it lacks, and whether it is time to note that it is in use. */
export type FoundSession = { id: string; email: string; role: StaffRole; next: SignInStep; touch: boolean };

export function selectStaffSession(db: Database, idHash: Buffer): Promise<FoundSession | undefined> {
  return db
    .selectFrom('staff_sessions as e')
    .innerJoin('staff as s', 's.id', 'e.staff_id')
    .select(['s.id', 's.email', 's.role', nextStep.as('next')])
    .select(sql<boolean>`e.last_seen_at < now() - interval '1 minute'`.as('touch'))
    .where('e.id_hash', '=', idHash)
    .where(alive)
    .executeTakeFirst();
}

/** Adds a session and clears away the member's old ones. */
export async function insertStaffSession(db: Database, session: Insertable<StaffSessions>): Promise<void> {
  await db
    .deleteFrom('staff_sessions')
    .where('staff_id', '=', session.staff_id)
    .where('created_at', '<', sql<Date>`now() - ${STAFF_SESSION_HOURS} * interval '1 hour'`)
    .execute();
  await db.insertInto('staff_sessions').values(session).execute();
}

/** Deletes a session; whose it was. */
export function deleteStaffSession(
  db: Database,
  idHash: Buffer,
): Promise<{ id: string; email: string; complete: boolean } | undefined> {
  return db
    .deleteFrom('staff_sessions as e')
    .using('staff as s')
    .whereRef('s.id', '=', 'e.staff_id')
    .where('e.id_hash', '=', idHash)
    .returning(['s.id', 's.email', 'e.complete'])
    .executeTakeFirst();
}

export async function touchStaffSession(db: Database, idHash: Buffer): Promise<void> {
  await db
    .updateTable('staff_sessions')
    .set({ last_seen_at: sql`now()` })
    .where('id_hash', '=', idHash)
    .execute();
}

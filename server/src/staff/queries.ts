// SQL of staff accounts. Time is the database's.
import type { StaffRole } from '@godwit/contract/staff/roles';
import { sql } from 'kysely';
import type { Database } from '../services.ts';

/** How long a one-time password is valid. */
export const ONE_TIME_HOURS = 72;

const present = sql<boolean>`s.removed_at is null`;

/** The credentials of a member. `password_dead`: the password was a one-time password and has expired. */
export function selectStaffCredentials(db: Database, email: string) {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.email', 's.password_hash'])
    .select(sql<boolean>`coalesce(s.password_until < now(), false)`.as('password_dead'))
    .where('s.email', '=', email)
    .where(present)
    .executeTakeFirst();
}

/** Locks the row of the member with this email until the transaction ends; undefined if there is none. */
export function lockStaffByEmail(
  db: Database,
  email: string,
): Promise<{ id: string; email: string } | undefined> {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.email'])
    .where('s.email', '=', email)
    .where(present)
    .forUpdate()
    .executeTakeFirst();
}

/**
 * Locks a member's row until the transaction ends; undefined if the password changed after it was checked.
 */
export function lockStaff(
  db: Database,
  { id, password_hash }: { id: string; password_hash: string },
): Promise<{ id: string } | undefined> {
  return db
    .selectFrom('staff as s')
    .select('s.id')
    .where('s.id', '=', id)
    .where('s.password_hash', '=', password_hash)
    .where(present)
    .forUpdate()
    .executeTakeFirst();
}

/** Adds a member with a one-time password, or sets one for an existing member. */
export function upsertStaff(
  db: Database,
  {
    id,
    email,
    role,
    passwordHash,
  }: { id: string; email: string; role: StaffRole | null; passwordHash: string },
): Promise<{ id: string; role: StaffRole }> {
  const password_until = sql<Date>`now() + ${ONE_TIME_HOURS} * interval '1 hour'`;
  const fresh = { password_hash: passwordHash, password_until };
  return db
    .insertInto('staff')
    .values({ id, email, role: role ?? 'ADMIN', ...fresh })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ ...fresh, removed_at: null, ...(role && { role }) }),
    )
    .returning(['id', 'role'])
    .executeTakeFirstOrThrow();
}

/** Removes a member; their id, or undefined if there is none. */
export function updateRemoved(db: Database, email: string): Promise<{ id: string } | undefined> {
  return db
    .updateTable('staff as s')
    .set({ removed_at: sql`now()` })
    .where('s.email', '=', email)
    .where(present)
    .returning('s.id')
    .executeTakeFirst();
}

/** Replaces a one-time password by the person's own; false if it has expired or was replaced. */
export async function updateOwnPassword(
  db: Database,
  staffId: string,
  passwordHash: string,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff as s')
    .set({ password_hash: passwordHash, password_until: null })
    .where('s.id', '=', staffId)
    .where('s.password_until', '>', sql<Date>`now()`)
    .where(present)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

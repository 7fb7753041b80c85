// SQL of staff accounts and their second factors. Time is the database's.
import type { StaffRole } from '@godwit/contract/staff';
import { sql } from 'kysely';
import type { Database } from '../services.ts';

/** A one-time password is good for so long. */
export const ONE_TIME_HOURS = 72;

const present = sql<boolean>`s.removed_at is null`;

/** What a password is checked against; `password_dead`: it was a one-time one, and is too old. */
export function selectStaffCredentials(db: Database, email: string) {
  return db
    .selectFrom('staff as s')
    .select(['s.id', 's.email', 's.password_hash'])
    .select(sql<boolean>`coalesce(s.password_until < now(), false)`.as('password_dead'))
    .where('s.email', '=', email)
    .where(present)
    .executeTakeFirst();
}

/** Holds a member's row until the transaction ends; undefined where the password is no longer the one checked. */
export function holdStaff(
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

/** Adds a member with a one-time password, or starts one who is there anew: no second factor, no recovery codes, no session. */
export async function upsertStaff(
  db: Database,
  {
    id,
    email,
    role,
    passwordHash,
  }: { id: string; email: string; role: StaffRole | null; passwordHash: string },
): Promise<{ id: string; role: StaffRole }> {
  const password_until = sql<Date>`now() + ${ONE_TIME_HOURS} * interval '1 hour'`;
  const fresh = {
    password_hash: passwordHash,
    password_until,
    totp_sealed: null,
    totp_pending: null,
    totp_step: null,
  };
  const member = await db
    .insertInto('staff')
    .values({ id, email, role: role ?? 'ADMIN', ...fresh })
    .onConflict((conflict) =>
      conflict.column('email').doUpdateSet({ ...fresh, removed_at: null, ...(role && { role }) }),
    )
    .returning(['id', 'role'])
    .executeTakeFirstOrThrow();
  await deleteFactors(db, member.id);
  return member;
}

/** Removes a member; their id, or undefined where there is none. */
export async function updateRemoved(db: Database, email: string): Promise<string | undefined> {
  const removed = await db
    .updateTable('staff as s')
    .set({ removed_at: sql`now()` })
    .where('s.email', '=', email)
    .where(present)
    .returning('s.id')
    .executeTakeFirst();
  if (removed) await deleteFactors(db, removed.id);
  return removed?.id;
}

async function deleteFactors(db: Database, staffId: string): Promise<void> {
  await db.deleteFrom('staff_recovery_codes').where('staff_id', '=', staffId).execute();
  await db.deleteFrom('staff_sessions').where('staff_id', '=', staffId).execute();
}

/** Sets the person's own password in place of a one-time one; false where that is dead or was replaced meanwhile. */
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

export function selectFactor(db: Database, staffId: string) {
  return db
    .selectFrom('staff as s')
    .select(['s.totp_sealed', 's.totp_pending', 's.totp_step', 's.password_hash'])
    .where('s.id', '=', staffId)
    .executeTakeFirstOrThrow();
}

/** Keeps a secret until a code confirms it; nothing where a second factor is there already. */
export async function updatePendingSecret(db: Database, staffId: string, sealed: Buffer): Promise<void> {
  await db
    .updateTable('staff as s')
    .set({ totp_pending: sealed })
    .where('s.id', '=', staffId)
    .where('s.totp_sealed', 'is', null)
    .execute();
}

/** Makes the pending secret the second factor, its first step used; false where it is no longer the one that was confirmed. */
export async function confirmSecret(
  db: Database,
  staffId: string,
  { pending, step, codeHashes }: { pending: Buffer; step: number; codeHashes: Buffer[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff as s')
    .set({ totp_sealed: pending, totp_pending: null, totp_step: BigInt(step) })
    .where('s.id', '=', staffId)
    .where('s.totp_sealed', 'is', null)
    .where('s.totp_pending', '=', pending)
    .executeTakeFirstOrThrow();
  if (numUpdatedRows === 0n) return false;
  await db
    .insertInto('staff_recovery_codes')
    .values(codeHashes.map((code_hash) => ({ code_hash, staff_id: staffId })))
    .execute();
  return true;
}

/** Uses a time step up; false where its code or a later one has been taken. */
export async function takeStep(db: Database, staffId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('staff as s')
    .set({ totp_step: BigInt(step) })
    .where('s.id', '=', staffId)
    .where((eb) => eb.or([eb('s.totp_step', 'is', null), eb('s.totp_step', '<', BigInt(step))]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses a recovery code up; false where it is none, or no longer. */
export async function takeRecoveryCode(db: Database, staffId: string, codeHash: Buffer): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('staff_recovery_codes')
    .where('staff_id', '=', staffId)
    .where('code_hash', '=', codeHash)
    .executeTakeFirstOrThrow();
  return numDeletedRows === 1n;
}

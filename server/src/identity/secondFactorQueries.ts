// SQL of second factors and recovery codes, for customers and staff. All times are the database's.
import { sql } from 'kysely';
import type { Database } from '../services.ts';
import type { Owner } from './sessions.ts';

/** The second factor of an owner, whether it is on or only begun. */
export function selectFactor(db: Database, owner: Owner) {
  return db
    .selectFrom('second_factors')
    .select(['sealed', 'used_step', 'confirmed_at'])
    .where((eb) => eb.and(owner))
    .executeTakeFirst();
}

/** Begins a second factor and replaces one that was only begun. Returns false if one is on. */
export async function upsertFactor(db: Database, owner: Owner, sealed: Buffer): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values({ ...owner, sealed })
    .onConflict((conflict) =>
      conflict
        .column('user_id' in owner ? 'user_id' : 'staff_id')
        .doUpdateSet({ sealed, created_at: sql`now()` })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/**
 * Turns on the second factor that was begun with this secret. Returns false if it is on already, or if
 * another was begun in the meantime.
 */
export async function updateConfirmed(
  db: Database,
  owner: Owner,
  { sealed, step }: { sealed: Buffer; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()`, used_step: BigInt(step) })
    .where((eb) => eb.and(owner))
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses up the codes of a time step and of earlier ones. Returns false if one was used in the meantime. */
export async function useStep(db: Database, owner: Owner, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ used_step: BigInt(step) })
    .where((eb) => eb.and(owner))
    .where((eb) => eb.or([eb('used_step', 'is', null), eb('used_step', '<', BigInt(step))]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses up a recovery code. Returns false if the owner has no unused code with this hash. */
export async function useRecoveryCode(db: Database, owner: Owner, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where((eb) => eb.and(owner))
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Replaces all recovery codes of an owner. */
export async function replaceRecoveryCodes(
  db: Database,
  owner: Owner,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where((eb) => eb.and(owner))
    .execute();
  await db
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ ...owner, code_hash })))
    .execute();
}

/** How many recovery codes are left. */
export async function countRecoveryCodes(db: Database, owner: Owner): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where((eb) => eb.and(owner))
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Turns an owner's second factor off: deletes it and the recovery codes. */
export async function removeFactor(db: Database, owner: Owner): Promise<void> {
  await db
    .deleteFrom('recovery_codes')
    .where((eb) => eb.and(owner))
    .execute();
  await db
    .deleteFrom('second_factors')
    .where((eb) => eb.and(owner))
    .execute();
}

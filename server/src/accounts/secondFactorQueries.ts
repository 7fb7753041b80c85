// SQL of second factors and recovery codes. Time is the database's.
import { type Insertable, sql } from 'kysely';
import type { SecondFactors } from '../db/types.ts';
import type { Database } from '../services.ts';

/** The second factor of a user, begun or on. */
export function selectFactor(db: Database, userId: string) {
  return db
    .selectFrom('second_factors')
    .select(['sealed', 'used_step', 'confirmed_at'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
}

/** Begins a second factor, in place of one that was begun; false where one is on. */
export async function beginFactor(
  db: Database,
  factor: Pick<Insertable<SecondFactors>, 'user_id' | 'sealed'>,
): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('second_factors')
    .values(factor)
    .onConflict((conflict) =>
      conflict
        .column('user_id')
        .doUpdateSet({ sealed: factor.sealed, created_at: sql`now()` })
        .where('second_factors.confirmed_at', 'is', null),
    )
    .executeTakeFirstOrThrow();
  return numInsertedOrUpdatedRows === 1n;
}

/** Turns on a second factor that was begun with this secret; false where it is on, or another was begun meanwhile. */
export async function confirmFactor(
  db: Database,
  { userId, sealed, step }: { userId: string; sealed: Buffer; step: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ confirmed_at: sql`now()`, used_step: BigInt(step) })
    .where('user_id', '=', userId)
    .where('sealed', '=', sealed)
    .where('confirmed_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses up the codes of a time step and of all before; false where one of them was used meanwhile. */
export async function useStep(db: Database, userId: string, step: number): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('second_factors')
    .set({ used_step: BigInt(step) })
    .where('user_id', '=', userId)
    .where((eb) => eb.or([eb('used_step', 'is', null), eb('used_step', '<', BigInt(step))]))
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Uses a recovery code up; false where the user has none of this hash, or no longer. */
export async function useRecoveryCode(db: Database, userId: string, codeHash: Buffer): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('recovery_codes')
    .set({ used_at: sql`now()` })
    .where('user_id', '=', userId)
    .where('code_hash', '=', codeHash)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return numUpdatedRows === 1n;
}

/** Puts recovery codes in the place of all that a user has. */
export async function replaceRecoveryCodes(
  db: Database,
  userId: string,
  codeHashes: readonly Buffer[],
): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db
    .insertInto('recovery_codes')
    .values(codeHashes.map((code_hash) => ({ user_id: userId, code_hash })))
    .execute();
}

export async function countRecoveryCodes(db: Database, userId: string): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_codes')
    .select((eb) => eb.fn.countAll<bigint>().as('count'))
    .where('user_id', '=', userId)
    .where('used_at', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Forgets a user's second factor and recovery codes. */
export async function deleteFactor(db: Database, userId: string): Promise<void> {
  await db.deleteFrom('recovery_codes').where('user_id', '=', userId).execute();
  await db.deleteFrom('second_factors').where('user_id', '=', userId).execute();
}

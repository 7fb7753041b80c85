// SQL of who a person is at a provider of single sign-on.
import type { Database } from '../services.ts';
import type { Owner } from './sessionQueries.ts';

/** A person's id at a provider, as the client of ours there knows it. */
type Link = { issuer: string; client_id: string; subject: string };

/**
 * Notes who a person is at a provider; null where that is another person, or this one is another one there. A
 * slash at its end is no other issuer.
 */
export async function linkSubject(db: Database, given: Link, owner: Owner): Promise<'new' | 'known' | null> {
  const link = { ...given, issuer: given.issuer.replace(/\/+$/, '') };
  const { numInsertedOrUpdatedRows } = await db
    .insertInto('sign_on_subjects')
    .values({ ...link, ...owner })
    .onConflict((conflict) => conflict.doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows === 1n) return 'new';
  const found = await db
    .selectFrom('sign_on_subjects')
    .select('subject')
    .where((eb) => eb.and({ ...link, ...owner }))
    .executeTakeFirst();
  return found ? 'known' : null;
}

// SQL that links people to their ids at providers of single sign-on.
import type { Database } from '../services.ts';
import type { Owner } from './sessionQueries.ts';

/** A person's id at a provider, as given to our client. */
type Link = { issuer: string; client_id: string; subject: string };

/**
 * Links a person to an id at a provider. Returns null if the id belongs to another person, or the person has
 * another id there. A trailing slash does not make another issuer.
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

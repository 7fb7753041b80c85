// Taking back that contacts or a group were deleted: what was deleted is kept for a minute, so that it counts at once and can come back.
import { MAX_GROUPS } from '@godwit/contract/contacts';
import { isId } from '../ids.ts';
import { type Refusal, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { withLock } from './lock.ts';
import { countGroups, selectGroupByName } from './queries.ts';
import { countDeleted, deleteOldDeletions, restoreDeletion, selectDeletion } from './undoQueries.ts';

/** What is put back without waiting for a place among the large changes of all teams. */
const MOST_AT_ONCE = 1_000;

/**
 * Puts back what was deleted, and returns how many contacts or groups that is: fewer where a number is there again. Refusals: notFound after a
 * minute, or where it is back already; conflict, where the team has a group of this name or as many as it can have; unavailable.
 */
export async function undoDeletion(
  services: Services,
  teamId: string,
  id: string,
): Promise<number | Refusal> {
  if (!isId(id)) return TOO_LATE;
  const isLarge = (await countDeleted(services.kysely, { teamId, id })) > MOST_AT_ONCE;
  return withLock(services, { teamId, isLarge }, async (trx) => {
    const deletion = await selectDeletion(trx, { teamId, id });
    if (!deletion) return TOO_LATE;
    if (deletion.groupName !== null) {
      if (await selectGroupByName(trx, teamId, deletion.groupName)) return TAKEN;
      if ((await countGroups(trx, teamId)) >= MAX_GROUPS) return TOO_MANY;
    }
    return restoreDeletion(trx, { teamId, id });
  });
}

/** Forgets the deletions of all teams that can no longer be taken back. */
export function forgetDeletions({ kysely }: Pick<Services, 'kysely'>): Promise<void> {
  return deleteOldDeletions(kysely);
}

const TOO_LATE = refuse('notFound', {
  description: 'This can no longer be undone: it was deleted more than a minute ago.',
});
const TAKEN = refuse('conflict', {
  description: 'A group of this name has been made meanwhile. Rename it first.',
});
const TOO_MANY = refuse('conflict', {
  description: `A team has at most ${MAX_GROUPS.toLocaleString('en-US')} groups, and others have been made meanwhile.`,
});

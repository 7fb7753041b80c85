// Deletes contacts or changes their groups in bulk: a list, or all that match.
import { type ContactsFilter, type Deleted, MAX_CONTACT_GROUPS } from '@godwit/contract/contacts';
import type { RawBuilder } from 'kysely';
import { newId } from '../ids.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { type Asker, filterOf } from './filter.ts';
import { idsListed, idsMatching } from './listQueries.ts';
import { withLock } from './lock.ts';
import { changeMembers, countRows, deleteContactRows, isAnyFull, selectGroup } from './queries.ts';
import { deleteOldDeletions, keepContacts } from './undo/queries.ts';

/** A list of ids, or what to narrow all of them to. */
export type Chosen = readonly string[] | { all: ContactsFilter };

/** Longer lists take a while. */
const SHORT = 100;

const isLarge = (chosen: Chosen) => 'all' in chosen || chosen.length > SHORT;

/**
 * Deletes contacts and returns how many, and the id that puts them back for a minute if they are few
 * enough. Refusals: notFound, if any of the list is not the team's; unavailable.
 */
export function deleteContacts(services: Services, asker: Asker, chosen: Chosen): Promise<Deleted | Refusal> {
  const { teamId } = asker;
  return withLock(services, { teamId, isLarge: isLarge(chosen) }, async (trx) => {
    const ids = await idsOf(trx, asker, chosen);
    if (isRefusal(ids)) return ids;
    const deletion = { teamId, id: newId() };
    await deleteOldDeletions(trx, teamId);
    const isKept = await keepContacts(trx, deletion, ids);
    return { deleted: await deleteContactRows(trx, teamId, ids), undo: isKept ? deletion.id : null };
  });
}

/**
 * Puts contacts into a group or takes them out of it; returns how many were not in it, or were. Refusals:
 * notFound, for the group or any contact of the list; conflict, if one of them is in as many groups as it
 * may; unavailable.
 */
export function groupContacts(
  services: Services,
  asker: Asker,
  { chosen, groupId, action }: { chosen: Chosen; groupId: string; action: 'add' | 'remove' },
): Promise<number | Refusal> {
  const { teamId } = asker;
  return withLock(services, { teamId, isLarge: isLarge(chosen) }, async (trx) => {
    if (!(await selectGroup(trx, teamId, groupId))) return refuse('notFound');
    const ids = await idsOf(trx, asker, chosen);
    if (isRefusal(ids)) return ids;
    const limit = { teamId, groupId, most: MAX_CONTACT_GROUPS };
    if (action === 'add' && (await isAnyFull(trx, limit, ids))) return refuse('conflict', TOO_MANY_GROUPS);
    return changeMembers(trx, { teamId, groupId, action }, ids);
  });
}

const TOO_MANY_GROUPS = {
  description: `A contact is in at most ${MAX_CONTACT_GROUPS} groups, and one of these is in as many.`,
};

/** A query of the ids of the chosen contacts. */
async function idsOf(trx: Database, asker: Asker, chosen: Chosen): Promise<RawBuilder<unknown> | Refusal> {
  const { teamId } = asker;
  if ('all' in chosen) {
    const filter = await filterOf(trx, asker, chosen.all);
    return isRefusal(filter) ? filter : idsMatching(filter);
  }
  const ids = [...new Set(chosen)];
  const listed = idsListed(teamId, ids);
  return (await countRows(trx, listed)) === ids.length ? listed : refuse('notFound');
}

// Deleting contacts and putting them into groups by the many: those of a list, or all that match.
import { type ContactsFilter, MAX_CONTACT_GROUPS } from '@godwit/contract/contacts';
import type { RawBuilder } from 'kysely';
import type { Member } from '../identity/sessions.ts';
import { isId } from '../ids.ts';
import { isRefusal, type Refusal, refuse } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { filterOf } from './filter.ts';
import { idsListed, idsMatching } from './listQueries.ts';
import { withLock, withLongLock } from './lock.ts';
import {
  addToGroup,
  countChosen,
  deleteContactRows,
  isAnyFull,
  removeFromGroup,
  selectGroup,
} from './queries.ts';

type Asker = Pick<Member, 'teamId' | 'regionId'>;

/** A list of ids, or what to narrow all of them to. */
export type Chosen = readonly string[] | { all: ContactsFilter };

/** Longer lists take a while. */
const SHORT = 100;

const lockFor = (chosen: Chosen) => ('all' in chosen || chosen.length > SHORT ? withLongLock : withLock);

/** Deletes contacts and gives how many. Refusals: notFound, where any of the list is not the team's; unavailable. */
export function deleteContacts(
  services: Pick<Services, 'kysely' | 'pools'>,
  asker: Asker,
  chosen: Chosen,
): Promise<number | Refusal> {
  const { teamId } = asker;
  return lockFor(chosen)(services, teamId, async (trx) => {
    const ids = await idsOf(trx, asker, chosen);
    return isRefusal(ids) ? ids : deleteContactRows(trx, teamId, ids);
  });
}

/**
 * Puts contacts into a group or takes them out of it; gives how many were not in it, or were. Refusals: notFound, for the group
 * or any contact of the list; conflict, where one of them is in as many groups as it may; unavailable.
 */
export function groupContacts(
  services: Pick<Services, 'kysely' | 'pools'>,
  asker: Asker,
  { chosen, groupId, action }: { chosen: Chosen; groupId: string; action: 'add' | 'remove' },
): Promise<number | Refusal> {
  const { teamId } = asker;
  return lockFor(chosen)(services, teamId, async (trx) => {
    if (!isId(groupId) || !(await selectGroup(trx, teamId, groupId))) return refuse('notFound');
    const ids = await idsOf(trx, asker, chosen);
    if (isRefusal(ids)) return ids;
    const limit = { teamId, groupId, most: MAX_CONTACT_GROUPS };
    if (action === 'add' && (await isAnyFull(trx, limit, ids))) return tooManyGroups();
    const change = action === 'add' ? addToGroup : removeFromGroup;
    return change(trx, teamId, groupId, ids);
  });
}

function tooManyGroups(): Refusal {
  const description = `A contact is in at most ${MAX_CONTACT_GROUPS} groups, and one of these is in as many.`;
  return refuse('conflict', { description });
}

/** A query of the ids of the chosen contacts. */
async function idsOf(trx: Database, asker: Asker, chosen: Chosen): Promise<RawBuilder<unknown> | Refusal> {
  const { teamId } = asker;
  if ('all' in chosen) {
    const filter = await filterOf({ kysely: trx }, asker, chosen.all);
    return isRefusal(filter) ? filter : idsMatching(filter);
  }
  const ids = [...new Set(chosen)];
  if (!ids.every(isId)) return refuse('notFound');
  const listed = idsListed(teamId, ids);
  return (await countChosen(trx, listed)) === ids.length ? listed : refuse('notFound');
}

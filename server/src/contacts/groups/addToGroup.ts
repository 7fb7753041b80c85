// Adds a phone number to a group when its owner sends the group's keyword.
import { MAX_CONTACT_GROUPS } from '@godwit/contract/contacts';
import { newId } from '../../ids.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { idsListed } from '../listQueries.ts';
import { withLock } from '../lock.ts';
import { changeMembers, insertContact, isAnyFull, selectByNumber, selectGroup } from '../queries.ts';

/**
 * Puts the contact with this number (E.164) into a group; a number that is no contact becomes one without
 * a name. Refusals: notFound, if the group is gone; conflict, if the contact is in as many groups as it
 * may; unavailable, tooManyRequests.
 */
export function addToGroup(
  services: Services,
  { teamId, number, groupId }: { teamId: string; number: string; groupId: string },
): Promise<number | Refusal> {
  return withLock(services, { teamId }, async (trx) => {
    if (!(await selectGroup(trx, teamId, groupId))) return refuse('notFound');
    const known = await selectByNumber(trx, teamId, number);
    const id = known?.id ?? newId();
    if (!known) await insertContact(trx, teamId, id, { number, firstName: '', lastName: '' });
    const chosen = idsListed(teamId, [id]);
    if (await isAnyFull(trx, { teamId, groupId, most: MAX_CONTACT_GROUPS }, chosen))
      return refuse('conflict');
    return changeMembers(trx, { teamId, groupId, action: 'add' }, chosen);
  });
}

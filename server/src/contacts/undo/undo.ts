// Undoes the deletion of contacts, a group or an opt-out. A deletion takes effect at once and can be undone
// for a minute.
import { MAX_GROUPS } from '@godwit/contract/contacts';
import { UNDO_TOO_LATE } from '@godwit/contract/sentences/contacts';
import { type Loop, startLoop } from '../../jobs/loop.ts';
import { type Refusal, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { withLock } from '../lock.ts';
import { countGroups, selectGroupByName } from '../queries.ts';
import { countDeleted, deleteOldest, restoreDeletion, restoreOptOut, selectDeletion } from './queries.ts';

/** Undo of up to this many contacts does not queue behind the large changes of all teams. */
const MOST_AT_ONCE = 1_000;

/**
 * Puts back what was deleted, and returns how many contacts or groups that is: fewer if a number is there
 * again. Refusals: notFound after a minute, or if it is back already; conflict, if the team has a group of
 * this name or as many as it can have; unavailable.
 */
export async function undoDeletion(
  services: Services,
  teamId: string,
  id: string,
): Promise<number | Refusal> {
  const optOuts = await restoreOptOut(services.kysely, { teamId, id });
  if (optOuts !== null) return optOuts;
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

const FORGET_EVERY_MS = 60_000;
/** Each may be some megabytes. */
const FORGOTTEN_AT_ONCE = 100;

/**
 * Forgets the deletions of all teams that can no longer be taken back: now, every minute, and a few at a
 * time.
 */
export function startForgetting(
  { kysely, log }: Pick<Services, 'kysely' | 'log'>,
  { everyMs = FORGET_EVERY_MS, atOnce = FORGOTTEN_AT_ONCE } = {},
): Loop {
  return startLoop({
    name: 'forgetting deletions',
    log,
    everyMs,
    round: async () => ((await deleteOldest(kysely, atOnce)) < atOnce ? everyMs : 0),
  });
}

const TOO_LATE = refuse('notFound', {
  description: UNDO_TOO_LATE,
});
const TAKEN = refuse('conflict', {
  description: 'A group with this name has been created since. Rename it first.',
});
const TOO_MANY = refuse('conflict', {
  description: `A team has at most ${MAX_GROUPS.toLocaleString('en-US')} groups, and others have been created since.`,
});

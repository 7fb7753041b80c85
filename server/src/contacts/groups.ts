// A team's groups: listing, making, renaming and deleting them.
import { type Deleted, type Group, MAX_GROUPS } from '@godwit/contract/contacts';
import { isId, newId } from '../ids.ts';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { Database, Services } from '../services.ts';
import { withLock } from './lock.ts';
import {
  countGroups,
  deleteGroupRow,
  insertGroup,
  selectGroup,
  selectGroupByName,
  selectGroups,
  updateGroupName,
} from './queries.ts';
import { deleteOldDeletions, keepGroup } from './undoQueries.ts';

const TAKEN = refuseField('conflict', 'name', 'A group has this name already: choose another name.');
const TOO_MANY = refuseField(
  'conflict',
  'name',
  `A team has at most ${MAX_GROUPS.toLocaleString('en-US')} groups: delete one first.`,
);

/** A team's groups with their sizes, newest first. */
export async function listGroups({ kysely }: Services, teamId: string): Promise<Group[]> {
  return (await selectGroups(kysely, teamId)).map(toGroup);
}

/** Makes a group. Refusals: conflict, where the name is taken or there are as many as a team can have; unavailable. */
export function createGroup(services: Services, teamId: string, name: string): Promise<Group | Refusal> {
  return withLock(services, { teamId }, async (trx) => {
    if (await selectGroupByName(trx, teamId, name)) return TAKEN;
    if ((await countGroups(trx, teamId)) >= MAX_GROUPS) return TOO_MANY;
    const id = newId();
    await insertGroup(trx, teamId, id, name);
    return find(trx, teamId, id);
  });
}

/** Renames a group. Refusals: notFound; conflict, where another group has the name; unavailable. */
export async function renameGroup(
  services: Services,
  teamId: string,
  id: string,
  name: string,
): Promise<Group | Refusal> {
  if (!isId(id)) return refuse('notFound');
  return withLock(services, { teamId }, async (trx) => {
    if (!(await selectGroup(trx, teamId, id))) return refuse('notFound');
    const holder = await selectGroupByName(trx, teamId, name);
    if (holder && holder.id !== id) return TAKEN;
    await updateGroupName(trx, teamId, id, name);
    return find(trx, teamId, id);
  });
}

/**
 * Deletes a group; its members stay contacts. Returns how many groups that were: one, and the id that puts it back for a minute where it has
 * not too many members. Refusals: notFound, unavailable.
 */
export async function deleteGroup(
  services: Services,
  teamId: string,
  id: string,
): Promise<Deleted | Refusal> {
  if (!isId(id)) return refuse('notFound');
  return withLock(services, { teamId, isLarge: true }, async (trx) => {
    if (!(await selectGroup(trx, teamId, id))) return refuse('notFound');
    const deletion = { teamId, id: newId() };
    await deleteOldDeletions(trx, teamId);
    const isKept = await keepGroup(trx, deletion, id);
    await deleteGroupRow(trx, teamId, id);
    return { deleted: 1, undo: isKept ? deletion.id : null };
  });
}

/** A group of the team; undefined where it has none of this id. */
export async function findGroup({ kysely }: Services, teamId: string, id: string) {
  return isId(id) ? selectGroup(kysely, teamId, id) : undefined;
}

async function find(db: Database, teamId: string, id: string): Promise<Group | Refusal> {
  const group = await selectGroup(db, teamId, id);
  return group ? toGroup(group) : refuse('notFound');
}

function toGroup(group: NonNullable<Awaited<ReturnType<typeof selectGroup>>>): Group {
  return { ...group, created_at: group.created_at.toISOString() };
}

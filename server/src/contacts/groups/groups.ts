// Lists, creates, changes and deletes a team's groups.
import { type ContactGroup, type Deleted, type GroupFields, MAX_GROUPS } from '@godwit/contract/contacts';
import { GROUP_NAME_TAKEN } from '@godwit/contract/sentences/contacts';
import { newId } from '../../ids.ts';
import { type Refusal, refuse, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { withLock } from '../lock.ts';
import {
  countGroups,
  deleteGroupRow,
  insertGroup,
  selectGroup,
  selectGroupByName,
  selectGroups,
  updateGroup,
} from '../queries.ts';
import { deleteOldDeletions, keepGroup } from '../undo/queries.ts';

const TAKEN = refuseField('conflict', 'name', GROUP_NAME_TAKEN);
const TOO_MANY = refuseField(
  'conflict',
  'name',
  `A team has at most ${MAX_GROUPS.toLocaleString('en-US')} groups: delete one first.`,
);

/** A team's groups with their sizes, newest first. */
export async function listGroups({ kysely }: Services, teamId: string): Promise<ContactGroup[]> {
  return (await selectGroups(kysely, teamId)).map(toGroup);
}

/**
 * Makes a group. Refusals: conflict, if the name is taken or there are as many as a team can have;
 * unavailable.
 */
export function createGroup(
  services: Services,
  teamId: string,
  fields: GroupFields,
): Promise<ContactGroup | Refusal> {
  return withLock(services, { teamId }, async (trx) => {
    const isFull = (await countGroups(trx, teamId)) >= MAX_GROUPS;
    if (isFull) return (await selectGroupByName(trx, teamId, fields.name)) ? TAKEN : TOO_MANY;
    const group = await insertGroup(trx, teamId, newId(), fields);
    return group ? toGroup(group) : TAKEN;
  });
}

/** Changes a group. Refusals: notFound; conflict, if another group has the name; unavailable. */
export async function changeGroup(
  services: Services,
  teamId: string,
  id: string,
  fields: GroupFields,
): Promise<ContactGroup | Refusal> {
  return withLock(services, { teamId }, async (trx) => {
    if (!(await selectGroup(trx, teamId, id))) return refuse('notFound');
    const holder = await selectGroupByName(trx, teamId, fields.name);
    if (holder && holder.id !== id) return TAKEN;
    return toGroup(await updateGroup(trx, teamId, id, fields));
  });
}

/**
 * Deletes a group; its members stay contacts. Returns how many groups that were: one, and the id that puts
 * it back for a minute if it has not too many members. Refusals: notFound, unavailable.
 */
export async function deleteGroup(
  services: Services,
  teamId: string,
  id: string,
): Promise<Deleted | Refusal> {
  return withLock(services, { teamId, isLarge: true }, async (trx) => {
    if (!(await selectGroup(trx, teamId, id))) return refuse('notFound');
    const deletion = { teamId, id: newId() };
    await deleteOldDeletions(trx, teamId);
    const isKept = await keepGroup(trx, deletion, id);
    await deleteGroupRow(trx, teamId, id);
    return { deleted: 1, undo: isKept ? deletion.id : null };
  });
}

/** A group of the team; undefined if it has none of this id. */
export async function findGroup({ kysely }: Services, teamId: string, id: string) {
  return selectGroup(kysely, teamId, id);
}

function toGroup(group: NonNullable<Awaited<ReturnType<typeof selectGroup>>>): ContactGroup {
  return { ...group, created_at: group.created_at.toISOString() };
}

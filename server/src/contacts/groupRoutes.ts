// Calls about groups, under /v1/web.
import { id } from '@godwit/contract/common';
import { deletedAnswer, groupAnswer, groupRequest, groupsAnswer } from '@godwit/contract/contacts';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { requireRole } from '../identity/roles.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createGroup, deleteGroup, listGroups, renameGroup } from './groups.ts';

const params = z.object({ id });

/** Listing, making, renaming and deleting groups. */
export function groupRoutes(signedIn: App, services: Services): void {
  signedIn.get('/groups', { schema: { response: { 200: groupsAnswer } } }, async ({ member }) => {
    requireRole(member, 'read');
    return listGroups(services, member.teamId);
  });

  signedIn.post(
    '/groups',
    { schema: { body: groupRequest, response: { 200: groupAnswer } } },
    async ({ member, body }) => {
      requireRole(member, 'contacts');
      return orThrow(await createGroup(services, member.teamId, body.name));
    },
  );

  signedIn.put(
    '/groups/:id',
    { schema: { params, body: groupRequest, response: { 200: groupAnswer } } },
    async ({ member, params: { id }, body }) => {
      requireRole(member, 'contacts');
      return orThrow(await renameGroup(services, member.teamId, id, body.name));
    },
  );

  signedIn.delete(
    '/groups/:id',
    { schema: { params, response: { 200: deletedAnswer } } },
    async ({ member, params: { id } }) => {
      requireRole(member, 'contacts');
      return { deleted: orThrow(await deleteGroup(services, member.teamId, id)) };
    },
  );
}

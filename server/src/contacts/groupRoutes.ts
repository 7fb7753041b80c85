// Calls about groups, under /v1/web.
import { id } from '@godwit/contract/common';
import { deletedAnswer, groupAnswer, groupRequest, groupsAnswer } from '@godwit/contract/contacts';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { createGroup, deleteGroup, listGroups, renameGroup } from './groups.ts';

const params = z.object({ id });

/** Listing, making, renaming and deleting groups. */
export function groupRoutes(signedIn: App, services: Services): void {
  const config = { action: 'contacts' } as const;
  const response = { 200: groupAnswer };

  signedIn.get(
    '/groups',
    { config: { action: 'read' }, schema: { response: { 200: groupsAnswer } } },
    async ({ member }) => listGroups(services, member.teamId),
  );

  signedIn.post('/groups', { config, schema: { body: groupRequest, response } }, async ({ member, body }) =>
    orThrow(await createGroup(services, member.teamId, body.name)),
  );

  signedIn.put(
    '/groups/:id',
    { config, schema: { params, body: groupRequest, response } },
    async ({ member, params: { id }, body }) =>
      orThrow(await renameGroup(services, member.teamId, id, body.name)),
  );

  signedIn.delete(
    '/groups/:id',
    { config, schema: { params, response: { 200: deletedAnswer } } },
    async ({ member, params: { id } }) => orThrow(await deleteGroup(services, member.teamId, id)),
  );
}

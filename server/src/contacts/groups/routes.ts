// Calls about groups, under /v1/web.
import { groupCalls } from '@godwit/contract/contacts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { changeGroup, createGroup, deleteGroup, listGroups } from './groups.ts';

/** Listing, making, changing and deleting groups. */
export function groupRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, groupCalls);

  on('GET /groups', async ({ member }) => listGroups(services, member.teamId));

  on('POST /groups', async ({ member, body }) => orThrow(await createGroup(services, member.teamId, body)));

  on('PUT /groups/:id', async ({ member, params: { id }, body }) =>
    orThrow(await changeGroup(services, member.teamId, id, body)),
  );

  on('DELETE /groups/:id', async ({ member, params: { id } }) =>
    orThrow(await deleteGroup(services, member.teamId, id)),
  );
}

// Calls about saved filters of the log, under /v1/web/projects.
import { savedFilterCalls } from '@godwit/contract/messages/savedFilters';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Member } from '../../identity/sessions.ts';
import { requireProject } from '../../projects/find.ts';
import type { Services } from '../../services.ts';
import { type FilterOwner, selectFilters, upsertFilters } from './savedFilterQueries.ts';

/** Lists and replaces the filters that a member has saved: everybody who reads the log has their own. */
export function savedFilterRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, savedFilterCalls);
  const { pool } = services;
  async function ownerOf(member: Member, projectId: string): Promise<FilterOwner> {
    const project = await requireProject(services, member, projectId, 'read');
    return { teamId: member.teamId, userId: member.userId, projectId: project.id };
  }

  on('GET /projects/:id/log_filters', async ({ member, params }) => ({
    filters: await selectFilters(pool, await ownerOf(member, params.id)),
  }));

  on('PUT /projects/:id/log_filters', async ({ member, params, body: { filters } }) => {
    await upsertFilters(pool, await ownerOf(member, params.id), filters);
    return { filters };
  });
}

// Calls about the drop-in APIs of a project, under /v1/web/projects.
import { type DropInKind, dropInCalls } from '@godwit/contract/dropIns';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { changeDropIn, listDropIns } from './dropIns.ts';

/** Shows the drop-in APIs of a project, and enables and disables them. */
export function dropInRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, dropInCalls);

  on('GET /projects/:id/drop_ins', async ({ member, params }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    return listDropIns(services, project.id);
  });

  on('PUT /projects/:id/drop_ins/:kind', async ({ member, params, body }) => {
    const project = await requireProject(services, member, params.id, 'projects');
    const change = { kind: params.kind as DropInKind, enabled: body.enabled };
    return orThrow(await changeDropIn(services, { teamId: project.team_id, projectId: project.id }, change));
  });
}

// Calls about a project's templates, under /v1/web/projects.

import { templateCalls } from '@godwit/contract/messages/templates';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { changeTemplate, createTemplate, deleteTemplate, listTemplates } from './templates.ts';

/** Listing, for all who see the project; making, changing and deleting, for those who may send in it. */
export function templateRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, templateCalls);
  const scopeOf = async (member: Member, projectId: string, action: 'read' | 'send') => {
    const project = await requireProject(services, member, projectId, action);
    return { teamId: member.teamId, projectId: project.id };
  };

  on('GET /projects/:id/templates', async ({ member, params }) =>
    listTemplates(services, await scopeOf(member, params.id, 'read')),
  );

  on('POST /projects/:id/templates', async ({ member, params, body }) =>
    orThrow(await createTemplate(services, await scopeOf(member, params.id, 'send'), body)),
  );

  on('PUT /projects/:id/templates/:template_id', async ({ member, params, body }) => {
    const scope = await scopeOf(member, params.id, 'send');
    return orThrow(await changeTemplate(services, scope, params.template_id, body));
  });

  on('DELETE /projects/:id/templates/:template_id', async ({ member, params }) => {
    const scope = await scopeOf(member, params.id, 'send');
    return orThrow(await deleteTemplate(services, scope, params.template_id));
  });
}

// Calls about a project's templates, under /v1/web/projects.
import { empty, id } from '@godwit/contract/common';
import { templateAnswer, templateRequest, templatesAnswer } from '@godwit/contract/templates';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import type { Member } from '../identity/sessions.ts';
import { requireProject } from '../projects/find.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { changeTemplate, createTemplate, deleteTemplate, listTemplates } from './templates.ts';

const ofProject = z.object({ id });
const ofTemplate = z.object({ id, template_id: id });
const path = '/projects/:id/templates';

/** Listing, for all who see the project; making, changing and deleting, for those who may send in it. */
export function templateRoutes(signedIn: App, services: Services): void {
  const scopeOf = async (member: Member, projectId: string, action: 'read' | 'send') => {
    const project = await requireProject(services, member, projectId, action);
    return { teamId: member.teamId, projectId: project.id };
  };

  signedIn.get(
    path,
    { schema: { params: ofProject, response: { 200: templatesAnswer } } },
    async ({ member, params }) => listTemplates(services, await scopeOf(member, params.id, 'read')),
  );

  signedIn.post(
    path,
    { schema: { params: ofProject, body: templateRequest, response: { 200: templateAnswer } } },
    async ({ member, params, body }) =>
      orThrow(await createTemplate(services, await scopeOf(member, params.id, 'send'), body)),
  );

  signedIn.put(
    `${path}/:template_id`,
    { schema: { params: ofTemplate, body: templateRequest, response: { 200: templateAnswer } } },
    async ({ member, params, body }) => {
      const scope = await scopeOf(member, params.id, 'send');
      return orThrow(await changeTemplate(services, scope, params.template_id, body));
    },
  );

  signedIn.delete(
    `${path}/:template_id`,
    { schema: { params: ofTemplate, response: { 200: empty } } },
    async ({ member, params }) => {
      const scope = await scopeOf(member, params.id, 'send');
      return orThrow(await deleteTemplate(services, scope, params.template_id));
    },
  );
}

// Templates for the access table.
import { newId } from '../src/ids.ts';
import { orThrow } from '../src/refusal.ts';
import { createTemplate, listTemplates } from '../src/templates/templates.ts';
import type { AccessTeam, RouteRequest } from './accessWorld.ts';
import type { TestApp } from './app.ts';

/** Adds a template to a team's project; returns the id. */
async function addTemplate(t: TestApp, { teamId, projectId }: AccessTeam): Promise<string> {
  const form = { name: `Offer ${newId()}`, content: `Canary of ${teamId}` };
  return orThrow(await createTemplate(t.services, { teamId, projectId }, form)).id;
}

/** A template of a team's project. Adds one only if there is none, because a project has at most 100. */
async function oneTemplate(t: TestApp, team: AccessTeam): Promise<string> {
  const { teamId, projectId } = team;
  const [first] = await listTemplates(t.services, { teamId, projectId });
  return first?.id ?? addTemplate(t, team);
}

export const TEMPLATE_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'POST /v1/templates': () => ({ json: { name: `Offer ${newId()}`, content: 'Hi {first_name}' } }),
  'GET /v1/templates/:id': async (team, t) => ({ params: { id: await oneTemplate(t, team) } }),
  'PATCH /v1/templates/:id': async (team, t) => ({
    params: { id: await oneTemplate(t, team) },
    json: { content: 'Hello' },
  }),
  'DELETE /v1/templates/:id': async (team, t) => ({ params: { id: await addTemplate(t, team) } }),
  'GET /v1/web/projects/:id/templates': async (team, t) => {
    await oneTemplate(t, team);
    return { params: { id: team.projectId } };
  },
  'POST /v1/web/projects/:id/templates': ({ projectId }) => ({
    params: { id: projectId },
    form: { name: `Offer ${newId()}`, content: 'Hi {first_name}' },
  }),
  'PUT /v1/web/projects/:id/templates/:template_id': async (team, t) => ({
    params: { id: team.projectId, template_id: await oneTemplate(t, team) },
    form: { name: `Offer ${newId()}`, content: 'Hi {first_name}' },
  }),
  'DELETE /v1/web/projects/:id/templates/:template_id': async (team, t) => ({
    params: { id: team.projectId, template_id: await addTemplate(t, team) },
  }),
};

// Calls about projects, under /v1/web.
import { id } from '@godwit/contract/common';
import {
  createProjectRequest,
  projectAnswer,
  projectSummary,
  projectsAnswer,
} from '@godwit/contract/projects';
import { may } from '@godwit/contract/roles';
import type { Mode } from '@godwit/contract/statuses';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { fromMicros } from '../money.ts';
import { orThrow } from '../refusal.ts';
import { listSenders } from '../senders/list.ts';
import type { Services } from '../services.ts';
import { createProject } from './create.ts';
import { requireProject } from './find.ts';
import { openKey } from './keys.ts';
import { selectKeys, selectProjects, selectSpentToday } from './queries.ts';

/** Listing, making and looking at the team's projects. */
export function projectRoutes(signedIn: App, services: Services): void {
  const { kysely, secrets } = services;

  signedIn.get('/projects', { schema: { response: { 200: projectsAnswer } } }, async ({ member }) => {
    const projects = await selectProjects(kysely, member.teamId);
    return projects.map((project) => ({ ...project, role: member.role }));
  });

  signedIn.post(
    '/projects',
    { schema: { body: createProjectRequest, response: { 200: projectSummary } } },
    async ({ member, body }) => orThrow(await createProject(services, member, body.name)),
  );

  signedIn.get(
    '/projects/:id',
    { schema: { params: z.object({ id }), response: { 200: projectAnswer } } },
    async ({ member, params }) => {
      const project = await requireProject(services, member, params.id, 'read');
      const [keys, senders, spentToday] = await Promise.all([
        selectKeys(kysely, member.teamId, project.id),
        listSenders(services, member.teamId, project.id),
        selectSpentToday(kysely, project),
      ]);
      // Who may make and revoke keys sees them; for all others they are empty.
      const keyOf = (mode: Mode) =>
        may(member.role, 'projects') ? openKey(secrets, keys.find((key) => key.mode === mode)!.sealed) : '';
      const limit = project.daily_limit_micros === null ? null : fromMicros(project.daily_limit_micros);
      return {
        id: project.id,
        name: project.name,
        role: member.role,
        timezone: project.timezone,
        api_key_live: keyOf('LIVE'),
        api_key_test: keyOf('TEST'),
        senders,
        blocked_codes: project.blocked_codes,
        daily_limit: limit,
        daily_limt: limit,
        daily_warn_pct: project.daily_warn_fraction,
        spent_today: fromMicros(spentToday),
      };
    },
  );
}

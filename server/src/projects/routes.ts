// Calls about projects, under /v1/web: the list, one project and its settings.
import { codeCalls } from '@godwit/contract/codes';
import { projectCalls } from '@godwit/contract/projects';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { orThrow, type Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import {
  archiveProject,
  blockCodes,
  changeProject,
  guardCodes,
  holdInQuietHours,
  limitProject,
} from './change.ts';
import { createProject } from './create.ts';
import { type OwnProject, requireProject } from './find.ts';
import { nameOtherwise } from './otherNames.ts';
import { selectProjects } from './queries.ts';
import { replaceKey } from './replaceKey.ts';
import { toProject, toSummary } from './serialize.ts';
import { chooseSubstitute } from './substitutes.ts';

/** List, create and read the team's projects. */
export function projectRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, projectCalls);
  on('GET /projects', async ({ member }) => {
    const projects = await selectProjects(services.kysely, member);
    return projects.map(toSummary);
  });

  on('POST /projects', async ({ member, body }) => orThrow(await createProject(services, member, body.name)));

  on('GET /projects/:id', async ({ member, params }) =>
    toProject(services, await requireProject(services, member, params.id, 'read')),
  );
}

/** Change a project's settings. */
export function projectSettingsRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, projectCalls);
  const answer = async (outcome: OwnProject | Refusal) => toProject(services, orThrow(outcome));

  on('PUT /projects/:id', async ({ member, params, body }) =>
    answer(await changeProject(services, member, params.id, body)),
  );

  on('POST /projects/:id/update_keys', async ({ member, params, body: { mode } }) => {
    const key = await replaceKey(services, member, params.id, mode);
    return mode === 'LIVE' ? { api_key_live: key } : { api_key_test: key };
  });

  on('POST /projects/:id/daily_limit', async ({ member, params, body }) =>
    answer(await limitProject(services, member, params.id, body)),
  );

  on('POST /projects/:id/blocked_codes', async ({ member, params, body }) =>
    answer(await blockCodes(services, member, params.id, body)),
  );

  serve(signedIn, codeCalls)('POST /projects/:id/code_guard', async ({ member, params, body, ip }) =>
    answer(await guardCodes(services, member, params.id, { ...body, ip })),
  );

  on('POST /projects/:id/quiet_hours', async ({ member, params, body }) =>
    answer(await holdInQuietHours(services, member, params.id, body)),
  );

  on('POST /projects/:id/substitutes', async ({ member, params, body }) =>
    answer(await chooseSubstitute(services, member, params.id, body)),
  );

  on('POST /projects/:id/sender_aliases', async ({ member, params, body }) =>
    answer(await nameOtherwise(services, member, params.id, body)),
  );

  on('POST /projects/:id/archive', async ({ member, params }) =>
    answer(await archiveProject(services, member, params.id, true)),
  );

  on('POST /projects/:id/unarchive', async ({ member, params }) =>
    answer(await archiveProject(services, member, params.id, false)),
  );
}

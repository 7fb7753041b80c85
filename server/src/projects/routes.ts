// Calls about projects, under /v1/web: the list, one project and its settings.
import { id } from '@godwit/contract/common';
import {
  blockedCodesRequest,
  createProjectRequest,
  dailyLimitRequest,
  projectAnswer,
  projectSummary,
  projectsAnswer,
  updateKeysAnswer,
  updateKeysRequest,
  updateProjectRequest,
} from '@godwit/contract/projects';
import { quietHoursRequest } from '@godwit/contract/quietHours';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow, type Refusal } from '../refusal.ts';
import type { Services } from '../services.ts';
import { archiveProject, blockCodes, changeProject, holdInQuietHours, limitProject } from './change.ts';
import { createProject } from './create.ts';
import { type OwnProject, requireProject } from './find.ts';
import { selectProjects } from './queries.ts';
import { replaceKey } from './replaceKey.ts';
import { toProject, toSummary } from './serialize.ts';

const params = z.object({ id });

/** Listing, making and looking at the team's projects. */
export function projectRoutes(signedIn: App, services: Services): void {
  signedIn.get('/projects', { schema: { response: { 200: projectsAnswer } } }, async ({ member }) => {
    const projects = await selectProjects(services.kysely, member);
    return projects.map(toSummary);
  });

  signedIn.post(
    '/projects',
    { schema: { body: createProjectRequest, response: { 200: projectSummary } } },
    async ({ member, body }) => orThrow(await createProject(services, member, body.name)),
  );

  signedIn.get(
    '/projects/:id',
    { schema: { params, response: { 200: projectAnswer } } },
    async ({ member, params }) =>
      toProject(services, await requireProject(services, member, params.id, 'read')),
  );
}

/** Changing a project's settings. */
export function projectSettingsRoutes(signedIn: App, services: Services): void {
  const answer = async (outcome: OwnProject | Refusal) => toProject(services, orThrow(outcome));
  const response = { 200: projectAnswer };

  signedIn.put(
    '/projects/:id',
    { schema: { params, body: updateProjectRequest, response } },
    async ({ member, params, body }) => answer(await changeProject(services, member, params.id, body)),
  );

  signedIn.post(
    '/projects/:id/update_keys',
    { schema: { params, body: updateKeysRequest, response: { 200: updateKeysAnswer } } },
    async ({ member, params, body: { mode } }) => {
      const key = await replaceKey(services, member, params.id, mode);
      return mode === 'LIVE' ? { api_key_live: key } : { api_key_test: key };
    },
  );

  signedIn.post(
    '/projects/:id/daily_limit',
    { schema: { params, body: dailyLimitRequest, response } },
    async ({ member, params, body }) => answer(await limitProject(services, member, params.id, body)),
  );

  signedIn.post(
    '/projects/:id/blocked_codes',
    { schema: { params, body: blockedCodesRequest, response } },
    async ({ member, params, body }) => answer(await blockCodes(services, member, params.id, body)),
  );

  signedIn.post(
    '/projects/:id/quiet_hours',
    { schema: { params, body: quietHoursRequest, response } },
    async ({ member, params, body }) => answer(await holdInQuietHours(services, member, params.id, body)),
  );

  for (const [path, archived] of [
    ['archive', true],
    ['unarchive', false],
  ] as const) {
    signedIn.post(`/projects/:id/${path}`, { schema: { params, response } }, async ({ member, params }) =>
      answer(await archiveProject(services, member, params.id, archived)),
    );
  }
}

// Teams and people, under /v1/staff.
import { id } from '@godwit/contract/common';
import { reasonRequest } from '@godwit/contract/staff';
import { searchQuery, staffTeam, staffTeamPage, staffUser, staffUserPage } from '@godwit/contract/staffTeams';
import { z } from 'zod';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { findTeams, pauseTeam, resumeTeam, teamCase, withdrawVerification } from './teams.ts';
import { endSessionsOf, findUsers, userCase } from './users.ts';

const byId = z.object({ id });

/** Finding teams, looking at one, pausing and resuming it. */
export function teamRoutes(signedIn: App, services: Services): void {
  const answersTeam = { params: byId, response: { 200: staffTeam } };

  signedIn.get(
    '/teams',
    {
      config: { staffAction: 'read' },
      schema: { querystring: searchQuery, response: { 200: staffTeamPage } },
    },
    async ({ query }) => findTeams(services, query),
  );

  signedIn.get(
    '/teams/:id',
    { config: { staffAction: 'read' }, schema: answersTeam },
    async ({ staff, params }) => orThrow(await teamCase(services, staff, params.id)),
  );

  for (const [path, staffAction, act] of [
    ['/teams/:id/pause', 'pause', pauseTeam],
    ['/teams/:id/resume', 'pause', resumeTeam],
    ['/teams/:id/withdraw_verification', 'identity', withdrawVerification],
  ] as const) {
    signedIn.post(
      path,
      { config: { staffAction }, schema: { ...answersTeam, body: reasonRequest } },
      async ({ staff, params, body }) => orThrow(await act(services, staff, { ...params, ...body })),
    );
  }
}

/** Finding people, looking at one, ending their sessions. */
export function userRoutes(signedIn: App, services: Services): void {
  const answersUser = { params: byId, response: { 200: staffUser } };

  signedIn.get(
    '/users',
    {
      config: { staffAction: 'read' },
      schema: { querystring: searchQuery, response: { 200: staffUserPage } },
    },
    async ({ query }) => findUsers(services, query),
  );

  signedIn.get('/users/:id', { config: { staffAction: 'read' }, schema: answersUser }, async ({ params }) =>
    orThrow(await userCase(services, params.id)),
  );

  for (const [path, params] of [
    ['/users/:id/sessions', byId],
    ['/users/:id/sessions/:session', byId.extend({ session: id })],
  ] as const) {
    signedIn.delete(
      path,
      { config: { staffAction: 'sessions' }, schema: { ...answersUser, params } },
      async ({ staff, params }) => orThrow(await endSessionsOf(services, staff, params)),
    );
  }
}

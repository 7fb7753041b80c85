// Teams and people, under /v1/staff.

import { staffTeamCalls } from '@godwit/contract/staff/teams';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { readTeamDays } from '../../stats/teamDays.ts';
import { findTeams, pauseTeam, resumeTeam, teamCase, withdrawVerification } from './teams.ts';
import { endSessionsOf, findUsers, userCase } from './users.ts';

/** Lists, shows, pauses and resumes teams. */
export function teamRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffTeamCalls);

  on('GET /teams', async ({ query }) => findTeams(services, query));

  on('GET /teams/:id', async ({ staff, params }) => orThrow(await teamCase(services, staff, params.id)));

  on('GET /teams/:id/days', async ({ params }) => readTeamDays(services.pool, params.id));

  on('POST /teams/:id/pause', async ({ staff, params, body }) =>
    orThrow(await pauseTeam(services, staff, { ...params, ...body })),
  );

  on('POST /teams/:id/resume', async ({ staff, params, body }) =>
    orThrow(await resumeTeam(services, staff, { ...params, ...body })),
  );

  on('POST /teams/:id/withdraw_verification', async ({ staff, params, body }) =>
    orThrow(await withdrawVerification(services, staff, { ...params, ...body })),
  );
}

/** Lists and shows people, and ends their sessions. */
export function userRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, staffTeamCalls);

  on('GET /users', async ({ query }) => findUsers(services, query));

  on('GET /users/:id', async ({ params }) => orThrow(await userCase(services, params.id)));

  on('DELETE /users/:id/sessions', async ({ staff, params }) =>
    orThrow(await endSessionsOf(services, staff, params)),
  );

  on('DELETE /users/:id/sessions/:session', async ({ staff, params }) =>
    orThrow(await endSessionsOf(services, staff, params)),
  );
}

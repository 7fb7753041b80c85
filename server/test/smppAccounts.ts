// SMPP accounts for the access table.
import { type AccessTeam, addSmppAccount, type RouteRequest } from './accessWorld.ts';
import type { TestApp } from './app.ts';

export const SMPP_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'GET /v1/web/projects/:id/smpp_accounts': async (team, t) => {
    await addSmppAccount(t, team);
    return { params: { id: team.projectId } };
  },
  'POST /v1/web/projects/:id/smpp_accounts': ({ projectId }) => ({
    params: { id: projectId },
    form: { mode: 'LIVE', name: 'Bank' },
  }),
  'DELETE /v1/web/projects/:id/smpp_accounts/:system_id': async (team, t) => ({
    params: { id: team.projectId, system_id: await addSmppAccount(t, team) },
  }),
};

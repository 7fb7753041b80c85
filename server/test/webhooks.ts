// Webhook endpoints, and an event for them, for the access table.
import type { AccessTeam, RouteRequest } from './accessWorld.ts';
import type { TestApp } from './app.ts';

const form = { url: 'https://example.com/events' };

/** The mode of a team's endpoint: LIVE if the team is verified. */
const modeOf = ({ isVerified }: AccessTeam) => (isVerified ? 'LIVE' : 'TEST');

/** The endpoint of a team. */
async function ofEndpoint(team: AccessTeam, t: TestApp) {
  const { projectId, authorization } = team;
  const mode = modeOf(team);
  const known = await t.services.pool.query<{ id: string }>(
    'select id from webhook_endpoints where project_id = $1 and mode = $2 limit 1',
    [projectId, mode],
  );
  if (known.rows[0]) return { params: { id: known.rows[0].id } };
  const headers = { authorization: authorization[mode] };
  const created = await t.app.inject({
    method: 'POST',
    url: '/v1/webhook_endpoints',
    headers,
    payload: form,
  });
  return { params: { id: (created.json() as { id: string }).id } };
}

/** An event of a team that has an endpoint. */
async function ofEvent(team: AccessTeam, t: TestApp) {
  await ofEndpoint(team, t);
  const { rows } = await t.services.pool.query<{ id: string }>(
    `insert into events (team_id, project_id, mode, position, type, subject_id, happened_at)
      select team_id, project_id, mode, 1000000, 'message.sent', gen_random_uuid(), now() from webhook_endpoints
      where project_id = $1 and mode = $2 limit 1
      on conflict (team_id, project_id, mode, position) do update set happened_at = now() returning id`,
    [team.projectId, modeOf(team)],
  );
  return { params: { id: rows[0]!.id } };
}

const inConsole = (team: AccessTeam) => ({ params: { id: team.projectId }, query: { mode: modeOf(team) } });
async function oneInConsole(team: AccessTeam, t: TestApp) {
  const { params, query } = inConsole(team);
  return { params: { ...params, endpoint_id: (await ofEndpoint(team, t)).params.id }, query };
}

/** The console's rows of the access table. */
export const WEBHOOK_ROWS = `GET    /v1/web/projects/:id/webhook_endpoints 4001 4001 200 200 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/webhook_endpoints 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
PUT    /v1/web/projects/:id/webhook_endpoints/:endpoint_id 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
DELETE /v1/web/projects/:id/webhook_endpoints/:endpoint_id 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/webhook_endpoints/:endpoint_id/rotate 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
POST   /v1/web/projects/:id/webhook_endpoints/:endpoint_id/test 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005
GET    /v1/web/projects/:id/webhook_endpoints/:endpoint_id/deliveries 4001 4001 200 200 200 1001 1001 4001 4001 4001 4001
POST   /v1/web/projects/:id/webhook_endpoints/:endpoint_id/deliveries/:event_id/resend 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005`;

export const WEBHOOK_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'POST /v1/webhook_endpoints': () => ({ form }),
  'GET /v1/webhook_endpoints/:id': ofEndpoint,
  'PATCH /v1/webhook_endpoints/:id': async (team, t) => ({
    ...(await ofEndpoint(team, t)),
    form: { url: 'https://example.com/others' },
  }),
  'DELETE /v1/webhook_endpoints/:id': ofEndpoint,
  'POST /v1/events/:id/resend': ofEvent,
  'GET /v1/web/projects/:id/webhook_endpoints': inConsole,
  'POST /v1/web/projects/:id/webhook_endpoints': (team) => ({
    ...inConsole(team),
    json: form,
  }),
  'PUT /v1/web/projects/:id/webhook_endpoints/:endpoint_id': async (team, t) => ({
    ...(await oneInConsole(team, t)),
    json: { url: 'https://example.com/others' },
  }),
  'DELETE /v1/web/projects/:id/webhook_endpoints/:endpoint_id': oneInConsole,
  'POST /v1/web/projects/:id/webhook_endpoints/:endpoint_id/rotate': oneInConsole,
  'POST /v1/web/projects/:id/webhook_endpoints/:endpoint_id/test': oneInConsole,
  'GET /v1/web/projects/:id/webhook_endpoints/:endpoint_id/deliveries': oneInConsole,
  'POST /v1/web/projects/:id/webhook_endpoints/:endpoint_id/deliveries/:event_id/resend': async (team, t) => {
    const { params, query } = await oneInConsole(team, t);
    return { params: { ...params, event_id: (await ofEvent(team, t)).params.id }, query };
  },
};

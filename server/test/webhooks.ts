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
};

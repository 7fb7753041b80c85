// Requests for sender ids for the access table.
import { senderIdRequest } from '@godwit/contract/senders';
import { orThrow } from '../src/refusal.ts';
import { requestSender } from '../src/senders/request.ts';
import type { AccessTeam, RouteRequest } from './accessWorld.ts';
import type { TestApp } from './app.ts';

/** Rows of the access table. */
export const SENDER_ROWS = `\
GET    /v1/web/projects/:id/sender_id_requests 4001 4001 200   200    200        1001     1001     4001 4001 4001    4001
GET    /v1/web/projects/:id/sender_id_checks   4001 4001 200   1012   200        1001     1001     4001 4001 4001    4001
POST   /v1/web/projects/:id/sender_id_requests 4001 4001 200   1012   200        1001     1001     1005 1005 1005    1005
POST   /v1/web/projects/:id/sender_id_requests/:request_id/withdraw 4001 4001 200 1012 200 1001 1001 1005 1005 1005 1005`;

/** A sender id that a team may request. */
const form = {
  sender_id: 'Nimal Foods',
  is_promotional: true,
  description: 'Offers',
  legal_name: 'Nimal Foods Ltd',
};

export const SENDER_REQUESTS: Record<
  string,
  (team: AccessTeam, t: TestApp) => RouteRequest | Promise<RouteRequest>
> = {
  'GET /v1/web/projects/:id/sender_id_requests': ({ projectId }) => ({ params: { id: projectId } }),
  'GET /v1/web/projects/:id/sender_id_checks': ({ projectId }) => ({
    params: { id: projectId },
    query: { sender_id: form.sender_id },
  }),
  'POST /v1/web/projects/:id/sender_id_requests': async ({ projectId }, t) => {
    await t.services.pool.query('delete from sender_id_requests');
    return { params: { id: projectId }, form };
  },
  'POST /v1/web/projects/:id/sender_id_requests/:request_id/withdraw': async (team, t) => {
    await t.services.pool.query('delete from sender_id_requests');
    const { teamId, userId, projectId } = team;
    const asked = { teamId, userId, projectId, form: senderIdRequest.parse(form) };
    const { id } = orThrow(await requestSender(t.services, asked));
    return { params: { id: projectId, request_id: id } };
  },
};

// Calls about webhook endpoints and their events: of the public API under /v1, and of the console under
// /v1/web.
import { givenId } from '@godwit/contract/common';
import type { Mode } from '@godwit/contract/messages/statuses';
import {
  changeEndpointRequest,
  createEndpointRequest,
  listEndpointsAnswer,
  newWebhookEndpoint,
  resentEvent,
  webhookEndpoint,
} from '@godwit/contract/publicApi/webhooks';
import { type Endpoint, webhookCalls } from '@godwit/contract/webhookEndpoints';
import { z } from 'zod';
import { openPoster } from '../../callbacks/delivery/post.ts';
import type { Signals } from '../../db/signals.ts';
import { createLimiter } from '../../http/rateLimit.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import type { Member } from '../../identity/sessions.ts';
import { requireProject } from '../../projects/find.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { POSITIONED_TOPIC } from '../position.ts';
import type { Stream } from '../queries.ts';
import {
  changeEndpoint,
  createEndpoint,
  readEndpoint,
  removeEndpoint,
  resendEvent,
  rotateEndpointSecret,
  toEndpoint,
} from './endpoints.ts';
import { readDeliveries, testEndpoint } from './log.ts';
import { type EndpointRow, selectEndpoints } from './queries.ts';

const ONE_ENDPOINT = { params: z.object({ id: givenId }), response: { 200: webhookEndpoint } };

/** Adds `/webhook_endpoints`, and the call that sends an event to them again. */
export function webhookRoutes(api: App, services: Services, signals: Pick<Signals, 'send'>): void {
  const { pool } = services;

  api.get('/webhook_endpoints', { schema: { response: { 200: listEndpointsAnswer } } }, async ({ key }) => ({
    results: (await selectEndpoints(pool, key)).map(toEndpoint),
  }));

  api.post(
    '/webhook_endpoints',
    { schema: { body: createEndpointRequest, response: { 201: newWebhookEndpoint } } },
    async ({ key: { teamId, projectId, mode }, body }, reply) =>
      reply.code(201).send(orThrow(await createEndpoint(services, { teamId, projectId, mode }, body))),
  );

  api.get('/webhook_endpoints/:id', { schema: ONE_ENDPOINT }, async ({ key, params }) =>
    toEndpoint(orThrow(await readEndpoint(pool, key, params.id))),
  );

  api.patch(
    '/webhook_endpoints/:id',
    { schema: { ...ONE_ENDPOINT, body: changeEndpointRequest } },
    async ({ key, params, body }) => orThrow(await changeEndpoint(services, key, params.id, body)),
  );

  api.delete('/webhook_endpoints/:id', { schema: ONE_ENDPOINT }, async ({ key, params }) =>
    orThrow(await removeEndpoint(pool, key, params.id)),
  );

  api.post(
    '/events/:id/resend',
    { schema: { params: ONE_ENDPOINT.params, response: { 200: resentEvent } } },
    async ({ key: { teamId, projectId, mode }, params }) => {
      const resent = orThrow(await resendEvent(pool, { teamId, projectId, mode }, params.id));
      signals.send(POSITIONED_TOPIC);
      return resent;
    },
  );
}

/** Test calls of one project. Each may occupy a connection for seconds. */
const TESTS = { count: 10, seconds: 60 };
const AT = '/projects/:id/webhook_endpoints';
const ONE = `${AT}/:endpoint_id` as const;

/** All members see the endpoints of a project; owners and admins change them. */
export function webhookWebRoutes(signedIn: App, services: Services, signals: Pick<Signals, 'send'>): void {
  const on = serve(signedIn, webhookCalls);
  const { pool, settings } = services;
  type Asked = { member: Member; params: { id: string }; query: { mode: Mode } };
  const streamOf = async ({ member, params, query }: Asked, action: 'read' | 'projects'): Promise<Stream> => {
    const project = await requireProject(services, member, params.id, action);
    return { teamId: project.team_id, projectId: project.id, mode: query.mode };
  };
  /** Reads it again, because the answer of a change lacks the end of the previous secret. */
  const shown = async (stream: Stream, id: string) => toShown(orThrow(await readEndpoint(pool, stream, id)));

  on(`GET ${AT}`, async (request) =>
    (await selectEndpoints(pool, await streamOf(request, 'read'))).map(toShown),
  );

  on(`POST ${AT}`, async (request) => {
    const stream = await streamOf(request, 'projects');
    const { secret, id } = orThrow(await createEndpoint(services, stream, request.body));
    return { ...(await shown(stream, id)), secret };
  });

  on(`PUT ${ONE}`, async (request) => {
    const stream = await streamOf(request, 'projects');
    const { id } = orThrow(await changeEndpoint(services, stream, request.params.endpoint_id, request.body));
    return shown(stream, id);
  });

  on(`DELETE ${ONE}`, async (request) => {
    orThrow(await removeEndpoint(pool, await streamOf(request, 'projects'), request.params.endpoint_id));
    return {};
  });

  on(`POST ${ONE}/rotate`, async (request) => {
    const stream = await streamOf(request, 'projects');
    const { row, secret } = orThrow(await rotateEndpointSecret(services, stream, request.params.endpoint_id));
    return { ...toShown(row), secret };
  });

  const limit = createLimiter('webhook-tests', TESTS);
  const poster = openPoster({ allowPrivate: settings.callbacksAllowPrivate });
  signedIn.addHook('onClose', () => poster.close());
  on(`POST ${ONE}/test`, async (request, reply) => {
    const stream = await streamOf(request, 'projects');
    limit(stream.projectId, reply);
    return orThrow(await testEndpoint(services, poster, stream, request.params.endpoint_id));
  });

  on(`GET ${ONE}/deliveries`, async (request) => {
    const { endpoint_id: id } = request.params;
    return orThrow(await readDeliveries(pool, await streamOf(request, 'read'), id, request.query.failed));
  });

  on(`POST ${ONE}/deliveries/:event_id/resend`, async (request) => {
    const stream = await streamOf(request, 'projects');
    const { endpoint_id: id, event_id } = request.params;
    orThrow(await readEndpoint(pool, stream, id));
    orThrow(await resendEvent(pool, stream, event_id, id));
    signals.send(POSITIONED_TOPIC);
    return {};
  });
}

const toShown = (row: EndpointRow): Endpoint => ({
  ...toEndpoint(row),
  previous_secret_until: row.previousUntil?.toISOString() ?? null,
});

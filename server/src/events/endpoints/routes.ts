// The public API's calls about webhook endpoints and their events, under /v1.
import { givenId } from '@godwit/contract/common';
import {
  changeEndpointRequest,
  createEndpointRequest,
  listEndpointsAnswer,
  newWebhookEndpoint,
  resentEvent,
  webhookEndpoint,
} from '@godwit/contract/publicApi/webhooks';
import { z } from 'zod';
import type { Signals } from '../../db/signals.ts';
import type { App } from '../../http/types.ts';
import { orThrow } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { POSITIONED_TOPIC } from '../position.ts';
import {
  changeEndpoint,
  createEndpoint,
  readEndpoint,
  removeEndpoint,
  resendEvent,
  toEndpoint,
} from './endpoints.ts';
import { selectEndpoints } from './queries.ts';

const ONE = { params: z.object({ id: givenId }), response: { 200: webhookEndpoint } };

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

  api.get('/webhook_endpoints/:id', { schema: ONE }, async ({ key, params }) =>
    toEndpoint(orThrow(await readEndpoint(pool, key, params.id))),
  );

  api.patch(
    '/webhook_endpoints/:id',
    { schema: { ...ONE, body: changeEndpointRequest } },
    async ({ key, params, body }) => orThrow(await changeEndpoint(services, key, params.id, body)),
  );

  api.delete('/webhook_endpoints/:id', { schema: ONE }, async ({ key, params }) =>
    orThrow(await removeEndpoint(pool, key, params.id)),
  );

  api.post(
    '/events/:id/resend',
    { schema: { params: ONE.params, response: { 200: resentEvent } } },
    async ({ key: { teamId, projectId, mode }, params }) => {
      const resent = orThrow(await resendEvent(pool, { teamId, projectId, mode }, params.id));
      signals.send(POSITIONED_TOPIC);
      return resent;
    },
  );
}

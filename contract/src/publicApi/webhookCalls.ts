// The calls of the public API about webhook endpoints.
import { z } from 'zod';
import { id } from '../common.ts';
import { EVENT_ID } from '../sentences/events.ts';
import * as api from '../sentences/webhooks.ts';
import { errors, type PublicCall, WITH_BODY } from './call.ts';
import { ENDPOINT_EXAMPLE, EVENT_EXAMPLE } from './examples.ts';
import {
  changeEndpointRequest,
  createEndpointRequest,
  listEndpointsAnswer,
  newWebhookEndpoint,
  resentEvent,
  webhookEndpoint,
} from './webhooks.ts';

const ONE = z.object({ id: id.describe(api.ENDPOINT_ID) });
const OF_ONE = ['notFound', 'keyMismatch'] as const;
const THE_ENDPOINT = {
  status: 200,
  description: 'The webhook endpoint.',
  schema: webhookEndpoint,
  example: ENDPOINT_EXAMPLE,
} as const;
const { url, types } = ENDPOINT_EXAMPLE;

export const WEBHOOK_CALLS: readonly PublicCall[] = [
  {
    ...{ id: 'listWebhookEndpoints', tag: 'Events', method: 'GET', path: '/v1/webhook_endpoints' },
    scope: 'webhooks',
    summary: 'List webhook endpoints',
    description: api.LIST_ENDPOINTS_CALL,
    answer: {
      status: 200,
      description: 'The webhook endpoints.',
      schema: listEndpointsAnswer,
      example: { results: [ENDPOINT_EXAMPLE] },
    },
    errors: errors(),
  },
  {
    ...{ id: 'createWebhookEndpoint', tag: 'Events', method: 'POST', path: '/v1/webhook_endpoints' },
    scope: 'webhooks',
    summary: 'Create a webhook endpoint',
    description: api.CREATE_ENDPOINT_CALL,
    body: { schema: createEndpointRequest, example: { url, types }, forms: false },
    answer: {
      status: 201,
      description: 'The webhook endpoint, with its secret.',
      schema: newWebhookEndpoint,
      example: {
        ...{ ...ENDPOINT_EXAMPLE, last_answer: null, last_called_at: null },
        secret: 'whsec_8PXGUbmNVYxW6mCD7VLJ1b3GcZkXnCiyE1hNqxnuoWg=',
      },
    },
    errors: errors(...WITH_BODY, 'conflict'),
  },
  {
    ...{ id: 'getWebhookEndpoint', tag: 'Events', method: 'GET', path: '/v1/webhook_endpoints/{id}' },
    scope: 'webhooks',
    summary: 'Get a webhook endpoint',
    description: api.SHOW_ENDPOINT_CALL,
    params: ONE,
    answer: THE_ENDPOINT,
    errors: errors(...OF_ONE),
  },
  {
    ...{ id: 'changeWebhookEndpoint', tag: 'Events', method: 'PATCH', path: '/v1/webhook_endpoints/{id}' },
    scope: 'webhooks',
    summary: 'Change a webhook endpoint',
    description: api.CHANGE_ENDPOINT_CALL,
    params: ONE,
    body: { schema: changeEndpointRequest, example: { enabled: true }, forms: false },
    answer: THE_ENDPOINT,
    errors: errors(...WITH_BODY, ...OF_ONE),
  },
  {
    ...{ id: 'deleteWebhookEndpoint', tag: 'Events', method: 'DELETE', path: '/v1/webhook_endpoints/{id}' },
    scope: 'webhooks',
    summary: 'Delete a webhook endpoint',
    description: api.DELETE_ENDPOINT_CALL,
    params: ONE,
    answer: { ...THE_ENDPOINT, description: 'The webhook endpoint that was deleted.' },
    errors: errors(...WITH_BODY, ...OF_ONE),
  },
  {
    ...{ id: 'resendEvent', tag: 'Events', method: 'POST', path: '/v1/events/{id}/resend' },
    scope: 'webhooks',
    summary: 'Send an event again',
    description: api.RESEND_EVENT_CALL,
    params: z.object({ id: id.describe(EVENT_ID) }),
    answer: {
      status: 200,
      description: 'The event, and the endpoints that are called.',
      schema: resentEvent,
      example: { id: EVENT_EXAMPLE.id, endpoints: [ENDPOINT_EXAMPLE.id] },
    },
    errors: errors(...WITH_BODY, 'notFound', 'conflict'),
  },
];

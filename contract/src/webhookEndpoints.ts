// Webhook endpoints in the console: the calls of the public API for members, and the log of an endpoint.
import { z } from 'zod';
import { callbackTest } from './callbackLog.ts';
import type { Calls } from './calls/call.ts';
import { empty, flag, instant, mode } from './common.ts';
import { EVENT_TYPES } from './publicApi/events.ts';
import { changeEndpointRequest, createEndpointRequest, webhookEndpoint } from './publicApi/webhooks.ts';

/** The number of calls that the log of an endpoint shows. */
export const SHOWN_DELIVERIES = 50;

/** An endpoint. Calls are also signed with the previous secret until `previous_secret_until`. */
const endpoint = webhookEndpoint.extend({ previous_secret_until: instant.nullable() });
export type Endpoint = z.infer<typeof endpoint>;

/** An endpoint with its new secret, which no other answer has. */
const endpointWithSecret = endpoint.extend({ secret: z.string() });
export type EndpointWithSecret = z.infer<typeof endpointWithSecret>;

const ofMode = z.object({ mode });

/**
 * A call with its last attempt. `number` is that of the person whom the event is about; null if it was
 * deleted. `attempts` counts from the last time that the event was sent again. `next_at`: when the call is
 * made again; null if it has ended.
 */
const delivery = z.object({
  event_id: z.string(),
  type: z.enum(EVENT_TYPES),
  happened_at: instant,
  number: z.string().nullable(),
  attempts: z.int(),
  answer: z.int().nullable(),
  error: z.string().nullable(),
  called_at: instant,
  accepted: z.boolean(),
  next_at: instant.nullable(),
});
export type Delivery = z.infer<typeof delivery>;

/**
 * The mode in the query selects the endpoint's project and mode, as a key does. `deliveries`: the newest,
 * only those that the endpoint did not accept if `failed` is set. `test` calls the endpoint once with an
 * invented event, at most 10 times a minute for a project. `resend` calls this endpoint only.
 */
export const webhookCalls = {
  'GET /projects/:id/webhook_endpoints': { query: ofMode, answer: z.array(endpoint) },
  'POST /projects/:id/webhook_endpoints': {
    query: ofMode,
    body: createEndpointRequest,
    answer: endpointWithSecret,
  },
  'PUT /projects/:id/webhook_endpoints/:endpoint_id': {
    query: ofMode,
    body: changeEndpointRequest,
    answer: endpoint,
  },
  'DELETE /projects/:id/webhook_endpoints/:endpoint_id': { query: ofMode, answer: empty },
  'POST /projects/:id/webhook_endpoints/:endpoint_id/rotate': { query: ofMode, answer: endpointWithSecret },
  'POST /projects/:id/webhook_endpoints/:endpoint_id/test': { query: ofMode, answer: callbackTest },
  'GET /projects/:id/webhook_endpoints/:endpoint_id/deliveries': {
    query: ofMode.extend({ failed: flag }),
    answer: z.array(delivery),
  },
  'POST /projects/:id/webhook_endpoints/:endpoint_id/deliveries/:event_id/resend': {
    query: ofMode,
    answer: empty,
  },
} satisfies Calls;

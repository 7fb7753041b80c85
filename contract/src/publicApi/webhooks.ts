// Webhook endpoints in the public API, and events that are sent to them again.
import { z } from 'zod';
import { instant, mode } from '../common.ts';
import { EVENT_ID } from '../sentences/events.ts';
import * as api from '../sentences/webhooks.ts';
import { EVENT_TYPES } from './events.ts';

/** The maximum number of endpoints of a project in a mode. */
export const MOST_ENDPOINTS = 10;

export const DISABLED_REASONS = ['REQUESTED', 'GONE', 'FAILING'] as const;
export type DisabledReason = (typeof DISABLED_REASONS)[number];

const URL_REQUIRED = 'Give the URL in `url`: http or https, at most 2,000 characters';
const TYPES_INVALID = `types must be a list of types of events: ${EVENT_TYPES.join(', ')}`;
const ENABLED_INVALID = 'enabled must be true or false';

const url = z.string({ error: URL_REQUIRED }).trim().min(1, URL_REQUIRED).max(2_000, URL_REQUIRED);
const types = z
  .array(z.enum(EVENT_TYPES, { error: TYPES_INVALID }), { error: TYPES_INVALID })
  .transform((given) => EVENT_TYPES.filter((type) => given.includes(type)));

/** POST /v1/webhook_endpoints. */
export const createEndpointRequest = z.object({
  url: url.describe(api.ENDPOINT_URL),
  types: types.default([]).describe(api.ENDPOINT_TYPES),
});

/** PATCH /v1/webhook_endpoints/{id}. */
export const changeEndpointRequest = z.object({
  url: url.optional().describe(api.ENDPOINT_URL),
  types: types.optional().describe(api.ENDPOINT_TYPES),
  enabled: z.boolean({ error: ENABLED_INVALID }).optional().describe(api.ENDPOINT_ENABLED),
});

/** An endpoint, without its secret. */
export const webhookEndpoint = z.object({
  id: z.string().describe(api.ENDPOINT_ID),
  project_id: z.string().describe(api.ENDPOINT_PROJECT),
  mode: mode.describe(api.ENDPOINT_MODE),
  url: z.string().describe(api.ENDPOINT_URL),
  types: z.array(z.enum(EVENT_TYPES)).describe(api.ENDPOINT_TYPES),
  enabled: z.boolean().describe(api.ENDPOINT_ENABLED),
  disabled_reason: z.enum(DISABLED_REASONS).nullable().describe(api.ENDPOINT_REASON),
  failing_since: instant.nullable().describe(api.ENDPOINT_FAILING),
  last_answer: z.number().int().nullable().describe(api.ENDPOINT_ANSWER),
  last_error: z.string().nullable().describe(api.ENDPOINT_ERROR),
  last_called_at: instant.nullable().describe(api.ENDPOINT_CALLED),
  created_at: instant.describe(api.ENDPOINT_CREATED),
});
export type WebhookEndpoint = z.infer<typeof webhookEndpoint>;

/** A new endpoint with its secret. */
export const newWebhookEndpoint = webhookEndpoint.extend({
  secret: z.string().describe(api.ENDPOINT_SECRET),
});
export type NewWebhookEndpoint = z.infer<typeof newWebhookEndpoint>;

/** POST /v1/events/{id}/resend: the event, and the ids of the endpoints that are called with it. */
export const resentEvent = z.object({
  id: z.string().describe(EVENT_ID),
  endpoints: z.array(z.string()).describe(api.RESENT_ENDPOINTS),
});
export type ResentEvent = z.infer<typeof resentEvent>;

export const listEndpointsAnswer = z.object({
  results: z.array(webhookEndpoint).describe(api.ENDPOINT_LIST),
});

// Descriptions of webhook endpoints in the reference of the public API.
export const LIST_ENDPOINTS_CALL =
  'Lists the webhook endpoints of the project in the mode of the key, oldest first.';
export const CREATE_ENDPOINT_CALL =
  'Creates a webhook endpoint: a URL that is called with each event of the project in the mode of the key. A project has at most 10 in each mode. Only this answer contains the secret that signs the calls.';
export const SHOW_ENDPOINT_CALL = 'Returns a webhook endpoint with its state and its last answer.';
export const CHANGE_ENDPOINT_CALL =
  'Changes the fields that you give. `enabled: true` enables a disabled endpoint: it is called with the events that happen from then on.';
export const DELETE_ENDPOINT_CALL = 'Deletes a webhook endpoint. Its waiting calls are dropped.';
export const ENDPOINT_ID = 'The id of the endpoint.';
export const ENDPOINT_URL = 'The URL that is called: http or https, on the public internet.';
export const ENDPOINT_TYPES =
  'The types of events that the endpoint is called with. An empty list means all types.';
export const ENDPOINT_ENABLED =
  'Whether the endpoint is called. Events that happen while it is disabled are not delivered later.';
export const ENDPOINT_PROJECT = 'The project whose events the endpoint is called with.';
export const ENDPOINT_MODE = 'TEST or LIVE. An endpoint is called with the events of one mode.';
export const ENDPOINT_REASON =
  'Why the endpoint is disabled. REQUESTED: an API call disabled it. GONE: it answered 410. FAILING: every call failed for 5 days. Null while it is enabled.';
export const ENDPOINT_FAILING =
  'The time of the first failed call since the last one that was accepted; null if no call has failed since.';
export const ENDPOINT_ANSWER =
  'The HTTP status of the last answer; null if there was none. It may be up to 10 seconds old.';
export const ENDPOINT_ERROR = 'Why the last call got no answer; null if it got one.';
export const ENDPOINT_CALLED =
  'When the endpoint was last called; null if it never was. It may be up to 10 seconds old.';
export const ENDPOINT_CREATED = 'When the endpoint was created.';
export const ENDPOINT_SECRET =
  'The secret that signs the calls, in the format of Standard Webhooks. Store it now: it is not shown again.';
export const ENDPOINT_LIST = 'The endpoints, oldest first.';
export const RESEND_EVENT_CALL =
  'Sends this event again to the enabled webhook endpoints that take it, including those that were created or enabled after it happened. The id of the event and its `webhook-id` stay the same. A project may send 60 events a minute again in each mode.';
export const RESENT_ENDPOINTS = 'The ids of the webhook endpoints that are called with it.';

// Descriptions of events in the reference of the public API.
export const LIST_EVENTS_CALL =
  'Lists the events of the project in the mode of the key, oldest first. Pass `next` as `after` in your next call to continue without missing an event, even after a restart. Events are recorded from the first call on and kept for 7 days. After 7 days without a call, recording stops until the next one.';
export const EVENTS_LIMIT = 'The maximum number of events to return: 1 to 100, by default 25.';
export const EVENTS_AFTER =
  'The id of an event. The answer begins with the next one. By default it begins with the oldest event that is kept.';
export const EVENTS_WAIT =
  'How many seconds to wait if there is no event yet: 0 to 25. The default is 0, which answers at once.';
export const EVENTS_RESULTS = 'The events, oldest first.';
export const EVENTS_NEXT =
  'Pass it as `after` in the next call. Null if there is no event yet and you passed no `after`.';
export const EVENT_ID =
  'The id of the event. It is the same in every list and at every attempt to call a webhook endpoint.';
export const EVENT_TYPE =
  'The kind of event. Those of opt-outs are for every project of the team, in the mode of the opt-out.';
export const EVENT_PROJECT = 'The project that the event belongs to.';
export const EVENT_MODE = 'TEST or LIVE. A key reads only the events of its mode.';
export const EVENT_CREATED_AT = 'When the event happened.';
export const EVENT_DATA =
  'The message as in its callback, without `sequence`, the verification, or the opt-out that was made or removed. Null if it has been deleted since.';
export const EVENT_VERIFICATION_STATUS = 'The status that the verification reached with this event.';

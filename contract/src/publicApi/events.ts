// Events in the public API.
import { z } from 'zod';
import { id, instant, mode } from '../common.ts';
import { wholeNumber } from '../paging.ts';
import * as api from '../sentences/events.ts';
import { LIMIT, strictQuery } from './cursors.ts';
import { incomingCallbackPayload, statusCallbackPayload } from './log.ts';
import { optOutData } from './optOuts.ts';
import { VERIFICATION_STATES, verification } from './verify.ts';

/** The types of events. An expired verification has none: nothing happens at that moment. */
export const EVENT_TYPES = [
  'message.sent',
  'message.delivered',
  'message.failed',
  'message.incoming',
  'verification.started',
  'verification.approved',
  'verification.failed',
  'verification.cancelled',
  'optout.created',
  'optout.deleted',
] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** The maximum number of seconds that a call waits for an event. */
const MOST_WAIT_S = 25;

const WAIT = `wait_s must be a whole number from 0 to ${MOST_WAIT_S}`;

/** GET /v1/events. */
export const listEventsQuery = strictQuery({
  limit: wholeNumber(1, 100, LIMIT).default(25).describe(api.EVENTS_LIMIT),
  after: id.optional().describe(api.EVENTS_AFTER),
  wait_s: wholeNumber(0, MOST_WAIT_S, WAIT).default(0).describe(api.EVENTS_WAIT),
});

/** A message as its callback tells it, without the number of the callback. */
export const messageData = statusCallbackPayload.omit({ sequence: true });
export const incomingData = incomingCallbackPayload.omit({ sequence: true });
/** A verification as it was at an event. */
export const verificationData = verification
  .pick({ id: true, mode: true, to: true, from: true, created_at: true, expires_at: true, message_id: true })
  .extend({ status: z.enum(VERIFICATION_STATES).describe(api.EVENT_VERIFICATION_STATUS) });

/** An event. `data` is the message, the verification or the opt-out that it is about. */
export const event = z.object({
  id: z.string().describe(api.EVENT_ID),
  type: z.enum(EVENT_TYPES).describe(api.EVENT_TYPE),
  project_id: z.string().describe(api.EVENT_PROJECT),
  mode: mode.describe(api.EVENT_MODE),
  created_at: instant.describe(api.EVENT_CREATED_AT),
  data: z
    .union([messageData, incomingData, verificationData, optOutData])
    .nullable()
    .describe(api.EVENT_DATA),
});
export type Event = z.infer<typeof event>;

export const listEventsAnswer = z.object({
  results: z.array(event).describe(api.EVENTS_RESULTS),
  next: z.string().nullable().describe(api.EVENTS_NEXT),
});
export type EventList = z.infer<typeof listEventsAnswer>;

// Server-sent events of GET /v1/web/events, which update an open page.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { givenId, id, mode, money } from './common.ts';
import { PUBLIC_STATUSES } from './messages/statuses.ts';

/**
 * GET /v1/web/events: the project and the mode of the page. Without them the stream has events of the team
 * only.
 */
const liveQuery = z
  .object({ project_id: givenId.optional(), mode: mode.optional() })
  .refine(({ project_id, mode }) => (project_id === undefined) === (mode === undefined), {
    error: 'Give project_id and mode together, or neither',
  });

/**
 * The data of each event, by name. `ready`: the stream is open; earlier events may have been missed.
 * `message`: a message is new or has a new status. `refresh`: the same for many messages at once. `balance`:
 * the balance of the team, as in GET /teams. `campaign`: it is new or has changed, so fetch it again.
 * `decision`: staff decided about the team, its verification or a sender id.
 */
export const liveEvents = {
  ready: z.object({}),
  message: z.object({ id, status: z.enum(PUBLIC_STATUSES) }),
  refresh: z.object({}),
  campaign: z.object({ id }),
  balance: z.object({ balance: money, display_balance: z.string() }),
  decision: z.object({}),
};
export type LiveEvents = { [Name in keyof typeof liveEvents]: z.infer<(typeof liveEvents)[Name]> };

export const liveCalls = {
  'GET /events': { query: liveQuery },
} satisfies Calls;

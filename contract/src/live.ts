// The events that the server sends to an open page: server-sent events of GET /v1/web/events.

import { z } from 'zod';
import type { Calls } from './calls/call.ts';
import { givenId, id, mode, money } from './common.ts';
import { PUBLIC_STATUSES } from './messages/statuses.ts';

/**
 * GET /v1/web/events: the project and the mode that the page shows; a page that shows none gets events of the
 * team only.
 */
const liveQuery = z
  .object({ project_id: givenId.optional(), mode: mode.optional() })
  .refine(({ project_id, mode }) => (project_id === undefined) === (mode === undefined), {
    error: 'Give project_id and mode together, or neither',
  });

/**
 * Data of each event by its name. `ready`: the stream is open, anything may have happened before. `message`:
 * one is new or has another status. `refresh`: many are or have. `balance`: the team's balance now, as in GET
 * /teams. `campaign`: this one is new or has moved on; ask for it again. `decision`: staff decided about the
 * team, its verification or a sender id.
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

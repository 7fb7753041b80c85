// What the server tells an open page by itself: server-sent events of GET /v1/web/events.
import { z } from 'zod';
import { id, mode, money } from './common.ts';
import { PUBLIC_STATUSES } from './statuses.ts';

/** GET /v1/web/events: the project and the mode that the page shows. */
export const liveQuery = z.object({ project_id: id, mode });

/**
 * Data of each event by its name. `ready`: the stream is open, anything may have happened before. `message`: one is new or has
 * another status. `refresh`: many are or have. `balance`: the team's balance now, as GET /teams tells it. `campaign`: this one is
 * new or has moved on; ask for it again.
 */
export const liveEvents = {
  ready: z.object({}),
  message: z.object({ id, status: z.enum(PUBLIC_STATUSES) }),
  refresh: z.object({}),
  campaign: z.object({ id }),
  balance: z.object({ balance: money, display_balance: z.string() }),
};
export type LiveEvents = { [Name in keyof typeof liveEvents]: z.infer<(typeof liveEvents)[Name]> };

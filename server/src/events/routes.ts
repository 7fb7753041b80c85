// The public API's call about events, under /v1.
import { listEventsAnswer, listEventsQuery } from '@godwit/contract/publicApi/events';
import type { Signals } from '../db/signals.ts';
import { openSlots } from '../http/exports.ts';
import type { App } from '../http/types.ts';
import { orThrow } from '../refusal.ts';
import type { Services } from '../services.ts';
import { listEvents } from './list.ts';

/** How many calls wait for events at once in each process: of a project and mode, and of a team. */
const MOST_WAITING = { stream: 5, team: 10 };
const tooMany = (most: number, of: string) =>
  `${most} calls with keys of this ${of} already wait for events, so this call was refused. End one of them, or call without wait_s.`;

/** Adds `/events`. When the application closes, waiting calls are answered at once. */
export function eventRoutes(api: App, { pool }: Services, signals: Pick<Signals, 'on'>): void {
  const ofTeam = openSlots(MOST_WAITING.team, tooMany(MOST_WAITING.team, 'team'));
  const ofStream = openSlots(MOST_WAITING.stream, tooMany(MOST_WAITING.stream, 'project'));
  const closing = new AbortController();
  api.addHook('preClose', async () => closing.abort());

  api.get(
    '/events',
    { schema: { querystring: listEventsQuery, response: { 200: listEventsAnswer } }, exposeHeadRoute: false },
    async ({ key: { teamId, projectId, mode }, query: { limit, after, wait_s } }, reply) => {
      const ended =
        wait_s > 0 ? [ofTeam(teamId, reply.raw), ofStream(`${projectId} ${mode}`, reply.raw)] : [];
      const over = AbortSignal.any([closing.signal, ...ended]);
      const asked = { limit, after, waitMs: wait_s * 1_000 };
      return orThrow(await listEvents({ pool, signals }, { teamId, projectId, mode }, asked, over));
    },
  );
}

// The stream of events that an open page of the console listens to.
import { liveCalls } from '@godwit/contract/live';
import { asNoTeam } from '../db/commit/perTeam.ts';
import type { Signals } from '../db/signals.ts';
import { serve } from '../http/serve.ts';
import type { App } from '../http/types.ts';
import { sessionIdOf } from '../identity/cookies.ts';
import { areMembers } from '../identity/sessions.ts';
import { displayMoney, fromMicros } from '../money.ts';
import { requireProject } from '../projects/find.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { allowTogether } from './allowed.ts';
import { type LiveStream, openStream } from './stream.ts';

// More tabs than a person looks at.
const MOST = {
  session: { streams: 10, full: 'Too many pages of this session are open: close some.' },
  user: { streams: 20, full: 'You have too many pages open: close some.' },
  team: { streams: 40, full: 'Your team has too many pages open: close some.' },
};
// For as long a session that has ended may still be sent something.
const ALLOWED_FOR_MS = 1_000;

/** GET /events. Streams end with their session and when the server stops. */
export function liveRoutes(
  signedIn: App,
  services: Services,
  { signals, balanceOf }: { signals: Pick<Signals, 'on'>; balanceOf: (teamId: string) => Promise<bigint> },
): void {
  const on = serve(signedIn, liveCalls);
  const { settings, kysely } = services;
  const open = new Map<LiveStream, Record<keyof typeof MOST, string>>();
  const readers = allowTogether((asked) => asNoTeam(() => areMembers(kysely, asked)), {
    forMs: ALLOWED_FOR_MS,
  });
  signedIn.addHook('preClose', async () => {
    for (const stream of open.keys()) stream.end();
  });

  on('GET /events', { exposeHeadRoute: false }, async (request, reply) => {
    const { member, query } = request;
    const { teamId, userId } = member;
    const { project_id: asked, mode } = query;
    const project =
      asked && mode ? { id: (await requireProject(services, member, asked, 'read')).id, mode } : null;
    const sessionId = sessionIdOf(request, settings)!;
    const owners = { session: sessionId, user: userId, team: teamId };
    for (const of of Object.keys(MOST) as (keyof typeof MOST)[]) {
      const count = open
        .values()
        .filter((other) => other[of] === owners[of])
        .toArray().length;
      if (count < MOST[of].streams) continue;
      const description = MOST[of].full;
      throw new RefusalError(refuse('tooManyRequests', { description, retryAfterSeconds: 60 }));
    }
    const reader = readers.enter({ sessionId, teamId });
    const stream = openStream(
      { teamId, project },
      {
        signals,
        isAllowed: reader.isAllowed,
        balance: async () => {
          const micros = await balanceOf(teamId);
          return { balance: fromMicros(micros), display_balance: displayMoney(micros) };
        },
        onError: (err) => request.log.warn({ err }, 'a stream of events ended'),
      },
    );
    open.set(stream, owners);
    stream.readable.once('close', () => {
      open.delete(stream);
      reader.leave();
    });
    // The client may have disconnected in the meantime.
    reply.raw.once('close', () => stream.readable.destroy());
    if (reply.raw.destroyed) stream.readable.destroy();
    // A proxy that buffered it would send it to the page too late.
    reply.header('x-accel-buffering', 'no');
    return reply.type('text/event-stream; charset=utf-8').send(stream.readable);
  });
}

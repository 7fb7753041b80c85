// The stream of events that an open page of the console listens to.
import { liveQuery } from '@godwit/contract/live';
import type { Signals } from '../db/signals.ts';
import type { App } from '../http/types.ts';
import { sessionIdOf } from '../identity/cookies.ts';
import { findMember } from '../identity/sessions.ts';
import { displayMoney, fromMicros } from '../money.ts';
import { requireProject } from '../projects/find.ts';
import { RefusalError, refuse } from '../refusal.ts';
import type { Services } from '../services.ts';
import { type LiveStream, openStream } from './stream.ts';

// More tabs than a person looks at.
const MAX_STREAMS = 10;
// For as long a session that has ended may still hear of something.
const ALLOWED_FOR_MS = 1_000;

/** GET /events. Streams end with their session and when the server stops. */
export function liveRoutes(
  signedIn: App,
  services: Services,
  { signals, balanceOf }: { signals: Pick<Signals, 'on'>; balanceOf: (teamId: string) => Promise<bigint> },
): void {
  const { settings, kysely } = services;
  const open = new Map<string, Set<LiveStream>>();
  signedIn.addHook('preClose', async () => {
    for (const streams of open.values()) for (const stream of streams) stream.end();
  });

  signedIn.get(
    '/events',
    { schema: { querystring: liveQuery }, exposeHeadRoute: false },
    async (request, reply) => {
      const { member, query } = request;
      const { teamId } = member;
      const { project_id: asked, mode } = query;
      const project =
        asked && mode ? { id: (await requireProject(services, member, asked, 'read')).id, mode } : null;
      const sessionId = sessionIdOf(request, settings)!;
      const streams = open.get(sessionId) ?? new Set();
      if (streams.size >= MAX_STREAMS) {
        const description = 'Too many pages of this session are open: close some.';
        throw new RefusalError(refuse('tooManyRequests', { description, retryAfterSeconds: 60 }));
      }
      const stream = openStream(
        { teamId, project },
        {
          signals,
          isAllowed: rememberFor(ALLOWED_FOR_MS, async () => {
            return (await findMember(kysely, sessionId, teamId))?.member != null;
          }),
          balance: async () => {
            const micros = await balanceOf(teamId);
            return { balance: fromMicros(micros), display_balance: displayMoney(micros) };
          },
          onError: (err) => request.log.warn({ err }, 'a stream of events ended'),
        },
      );
      open.set(sessionId, streams.add(stream));
      stream.readable.once('close', () => {
        streams.delete(stream);
        if (streams.size === 0) open.delete(sessionId);
      });
      // The client may have gone meanwhile.
      reply.raw.once('close', () => stream.readable.destroy());
      if (reply.raw.destroyed) stream.readable.destroy();
      // A proxy that kept it back until much has come would tell the page too late.
      reply.header('x-accel-buffering', 'no');
      return reply.type('text/event-stream; charset=utf-8').send(stream.readable);
    },
  );
}

/** Asks `look` at most every `ms`, and gives what it said last in between. */
function rememberFor(ms: number, look: () => Promise<boolean>): () => Promise<boolean> {
  let said: Promise<boolean> | undefined;
  let saidAtMs = 0;
  return () => {
    if (!said || performance.now() - saidAtMs >= ms) {
      said = look();
      saidAtMs = performance.now();
    }
    return said;
  };
}

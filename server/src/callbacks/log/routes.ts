// The console's calls about the callback log of a project, under /v1/web.
import { callbackLogCalls } from '@godwit/contract/callbackLog';
import type { FastifyRequest } from 'fastify';
import { createLimiter } from '../../http/rateLimit.ts';
import { serve } from '../../http/serve.ts';
import type { App } from '../../http/types.ts';
import { requireProject } from '../../projects/find.ts';
import { orThrow, RefusalError, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { openPoster } from '../delivery/post.ts';
import { checkCallbackUrl } from '../delivery/url.ts';
import { readAttemptsLog } from './log.ts';
import { beginReplay, readReplays } from './replay.ts';
import { callToTest } from './testCall.ts';

/** Test calls of one project. Each may occupy a connection for seconds. */
const TESTS = { count: 10, seconds: 60 };

/** Searches the log, replays a span of it, and makes a test call to a URL. */
export function callbackLogRoutes(signedIn: App, services: Services): void {
  const on = serve(signedIn, callbackLogCalls);
  const { pool, settings } = services;

  on('GET /projects/:id/callback_attempts', async ({ member, params, query }) => {
    const { team_id: teamId, id: projectId } = await requireProject(services, member, params.id, 'read');
    return readAttemptsLog(pool, { teamId, projectId, regionId: member.regionId }, query);
  });

  on('GET /projects/:id/callback_replays', async ({ member, params, query }) => {
    const { team_id: teamId, id: projectId } = await requireProject(services, member, params.id, 'read');
    return readReplays(pool, { teamId, projectId, mode: query.mode });
  });

  on('POST /projects/:id/callback_replays', async (request) => {
    const { member, params, body } = request;
    const { team_id: teamId, id: projectId } = await requireProject(services, member, params.id, 'projects');
    const span = {
      from: new Date(body.from),
      before: new Date(body.to),
      failedOnly: body.outcome === 'FAILED',
    };
    return orThrow(await beginReplay(pool, { teamId, projectId, mode: body.mode }, span, keyOf(request)));
  });

  const limit = createLimiter('callback-tests', TESTS);
  const poster = openPoster({ allowPrivate: settings.callbacksAllowPrivate });
  signedIn.addHook('onClose', () => poster.close());
  on('POST /projects/:id/callback_tests', async ({ member, params, body }, reply) => {
    const { team_id: teamId, id: projectId } = await requireProject(services, member, params.id, 'projects');
    const url = orThrow(checkCallbackUrl(body.url, 'url', settings));
    limit(projectId, reply);
    return callToTest(services, poster, { teamId, projectId }, url as string);
  });
}

function keyOf({ headers }: FastifyRequest): string | null {
  const key = headers['idempotency-key'];
  if (key === undefined) return null;
  if (typeof key === 'string' && key.length >= 1 && key.length <= 255) return key;
  throw new RefusalError(
    refuse('invalidArgument', { description: 'Idempotency-Key must be 1 to 255 characters.' }),
  );
}

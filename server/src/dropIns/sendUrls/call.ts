// Takes the calls of send URLs. The token in the address is the only credential, so a URL sends only as its
// owner has written down: from its sender, and to its numbers unless it has none.
import { createHash } from 'node:crypto';
import { id } from '@godwit/contract/common';
import type { FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { noStore } from '../../http/input.ts';
import { createLimiter } from '../../http/rateLimit.ts';
import type { App } from '../../http/types.ts';
import { countConnections } from '../../identity/guards.ts';
import { TOKEN } from '../../identity/tokens.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { acceptAll } from '../../messages/accept/acceptAll.ts';
import type { Submission } from '../../messages/accept/draft.ts';
import { refuseAtOnce } from '../../messages/publicRoutes.ts';
import { refuseInTheClear } from '../../projects/apiKeys.ts';
import { RefusalError, refuse, refuseField } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { refuseUnintended } from '../unintended.ts';
import { fieldAt, fillIn } from './fill.ts';
import { tokenLookups } from './manage.ts';
import { type CalledUrl, claimCall, findSendUrl, idsOfCall } from './queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The send URL of a call. */
    sendUrl: CalledUrl;
  }
}

/** Calls with the same content within this time are one. */
const REPEATED_SECONDS = 30;
const answer = z.object({ ids: z.array(id) });

/** Adds `GET` and `POST /:token`. */
export function callRoutes(urls: App, services: Services, accept: Accept): void {
  // Not the connections of sending: anybody can call with a token that does not exist.
  const { pool, secrets, settings } = services;
  const limit = createLimiter('url', settings.limitApi);
  urls.decorateRequest('sendUrl');
  urls.addHook('onRequest', noStore);
  urls.addHook('onRequest', async (request, reply) => {
    refuseInTheClear(request, settings);
    const { token = '' } = request.params as { token?: string };
    const found = TOKEN.test(token) ? await findSendUrl(pool, tokenLookups(secrets, token)) : undefined;
    if (!found) throw new RefusalError(refuse('notFound'));
    const refusal = refuseUnintended(request);
    if (refusal) throw new RefusalError(refusal);
    limit(found.id, reply);
    request.sendUrl = found;
  });
  countConnections(urls, ({ sendUrl }) => sendUrl.teamId);

  async function send({ sendUrl, query, body }: FastifyRequest) {
    const call = { ...(query as object), ...(body as object) };
    const submissions = submissionsOf(sendUrl, call);
    const digest = createHash('sha256').update(JSON.stringify(call)).digest();
    const same = { urlId: sendUrl.id, digest };
    const claim = (client: PoolClient, ids: readonly string[]) =>
      claimCall(client, { ...same, ids, seconds: REPEATED_SECONDS });
    const ids = await acceptAll(accept, submissions, claim);
    return { ids: ids ?? (await idsOfCall(pool, same)) };
  }

  const options = { schema: { response: { 200: answer } } };
  urls.get('/:token', options, send);
  urls.post('/:token', options, send);
}

/** The messages of a call, one for each number. */
function submissionsOf(url: CalledUrl, call: object): Submission[] {
  const { projectId, mode, sender, recipients, recipientField, body: template } = url;
  const named = recipientField === null ? undefined : fieldAt(call, recipientField);
  if (recipientField !== null && !named)
    throw new RefusalError(
      refuseField('invalidArgument', recipientField, `The field ${recipientField} must name the number.`),
    );
  const body = fillIn(template, call);
  return (named ? [named] : recipients).map((to) => {
    const refusal = refuseAtOnce({ projectId, mode }, { to, from: sender, body });
    if (refusal) throw new RefusalError(refusal);
    return { projectId, mode, platform: 'API', to, from: sender, body };
  });
}

// Takes the calls of send URLs. The token, in the address or in the Authorization header, is the only
// credential of unsigned calls, so a URL sends only as its owner has written down: from its sender, and to
// its numbers unless it has none.
import { id } from '@godwit/contract/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import { answerError } from '../../http/errors.ts';
import { noStore } from '../../http/input.ts';
import { createLimiter } from '../../http/rateLimit.ts';
import type { App } from '../../http/types.ts';
import { countConnections } from '../../identity/guards.ts';
import { TOKEN } from '../../identity/tokens.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { acceptAll } from '../../messages/accept/acceptAll.ts';
import type { Submission } from '../../messages/accept/draft.ts';
import { hideText } from '../../messages/accept/hiddenText.ts';
import { refuseAtOnce } from '../../messages/publicRoutes.ts';
import { basicCredentials, refuseInTheClear } from '../../projects/apiKeys.ts';
import { orThrow, RefusalError, refuse } from '../../refusal.ts';
import type { Services } from '../../services.ts';
import { refuseUnintended } from '../unintended.ts';
import type { Format, Reading } from './formats/format.ts';
import { FORMATS } from './formats/formats.ts';
import { signatureKeys, tokenLookups } from './manage.ts';
import { type CalledUrl, claimCall, countCall, findSendUrl, idsOfCall } from './queries.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The send URL of a call. Null until it is found. */
    sendUrl: CalledUrl | null;
  }
}

/** A notification of about 1,500 alerts. */
const BODY_LIMIT_BYTES = 1_048_576;
const MINUTE_SECONDS = 60;
const BEARER = /^Bearer ([\w-]{1,100})$/i;
const NO_TOKEN = refuse('invalidCredentials', {
  description:
    'Give the last part of a send URL as Bearer token, or as the password of HTTP Basic; or call the whole URL.',
});

/** Adds `GET` and `POST /:token`, and `POST` without a token in the address. */
export function callRoutes(urls: App, services: Services, accept: Accept): void {
  // Not the connections of sending: anybody can call with a token that does not exist.
  const { pool, secrets, settings } = services;
  const limit = createLimiter('url', () => settings.limitApi);
  urls.decorateRequest('sendUrl', null);
  urls.setErrorHandler((error, request, reply) =>
    (formatOf(request)?.answerError ?? answerError)(error, request, reply),
  );
  urls.addHook('onRequest', noStore);
  urls.addHook('onRequest', async (request, reply) => {
    refuseInTheClear(request, settings);
    const token = tokenOf(request, reply);
    const found = TOKEN.test(token) ? await findSendUrl(pool, tokenLookups(secrets, token)) : undefined;
    if (!found) throw new RefusalError(refuse('notFound'));
    request.sendUrl = found;
    const refusal = refuseUnintended(request);
    if (refusal) throw new RefusalError(refusal);
    limit(found.id, reply);
  });
  countConnections(urls, ({ sendUrl }) => sendUrl!.teamId);

  async function send(request: FastifyRequest) {
    const url = request.sendUrl!;
    const format = FORMATS[url.format];
    const reading = readCall(request, url, format);
    const digest = secrets.hmac('send url call', reading.same);
    const same = { urlId: url.id, digest };
    if (url.waitSeconds > 0) {
      const before = await idsOfCall(pool, { ...same, seconds: reading.seconds });
      if (before.length > 0) return format.answer(before);
      throw new RefusalError(refuseRate(url, url.waitSeconds));
    }
    async function claim(client: PoolClient, ids: readonly string[]): Promise<boolean> {
      if (!(await claimCall(client, { ...same, ids, seconds: reading.seconds }))) return false;
      if (!(await countCall(client, url.id))) throw new RefusalError(refuseRate(url, MINUTE_SECONDS));
      return true;
    }
    const ids = await acceptAll(accept, url.teamId, submissionsOf(secrets, url, reading), claim);
    // The other call may have become too old since.
    const seconds = reading.seconds + MINUTE_SECONDS;
    return format.answer(ids ?? (await idsOfCall(pool, { ...same, seconds })));
  }

  function readCall({ headers, query, body, bodyText }: FastifyRequest, url: CalledUrl, format: Format) {
    const call = { headers, query: query as object, body: body as object, text: bodyText };
    const refusal = format.verify(call, signatureKeys(secrets, url.id), url);
    if (refusal) throw new RefusalError(refusal);
    return orThrow(format.read(call, url));
  }

  const schema = { response: { 200: z.looseObject({ ids: z.array(id).optional() }) } };
  const options = {
    schema,
    bodyLimit: BODY_LIMIT_BYTES,
    config: { checksItems: true, keepsText: true },
  } as const;
  urls.get('/:token', { schema }, send);
  urls.post('/:token', options, send);
  urls.post('', options, send);
}

const formatOf = ({ sendUrl }: FastifyRequest): Format | null => sendUrl && FORMATS[sendUrl.format];

/** Refuses a call above the rate of its URL. */
const refuseRate = ({ perMinute }: CalledUrl, retryAfterSeconds: number) =>
  refuse('tooManyRequests', {
    description: `This call is above the rate of its send URL, ${perMinute} calls a minute, so nothing was sent or charged. Repeat the call after the time in Retry-After, or create a URL with a higher rate.`,
    retryAfterSeconds,
  });

/** The token of a call. Refuses (4003) a call without one. */
function tokenOf({ params, headers }: FastifyRequest, reply: FastifyReply): string {
  const { token } = params as { token?: string };
  if (token !== undefined) return token;
  const given = BEARER.exec(headers.authorization ?? '')?.[1] ?? basicCredentials(headers.authorization).key;
  if (TOKEN.test(given)) return given;
  reply.header('www-authenticate', 'Bearer realm="Godwit"');
  throw new RefusalError(NO_TOKEN);
}

/** The messages of a call, one for each number. */
function submissionsOf(
  secrets: Services['secrets'],
  url: CalledUrl,
  { to, text, shown = text }: Reading,
): Submission[] {
  const { projectId, mode, sender, recipients } = url;
  const content = { body: shown, hidden: shown === text ? undefined : hideText(secrets, text) };
  return (to === null ? recipients : [to]).map((number) => {
    const refusal = refuseAtOnce({ projectId, mode }, { to: number, from: sender, body: shown });
    if (refusal) throw new RefusalError(refusal);
    return { projectId, mode, platform: 'API', to: number, from: sender, ...content };
  });
}

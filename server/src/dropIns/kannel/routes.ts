// The API of Kannel's smsbox. Its programs compare answers as a whole, so the texts are smsbox's own.
import { ERRORS } from '@godwit/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal, toErrorAnswer } from '../../http/errors.ts';
import { noStore } from '../../http/input.ts';
import type { App } from '../../http/types.ts';
import { countConnections } from '../../identity/guards.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { acceptAll } from '../../messages/accept/acceptAll.ts';
import type { Submission } from '../../messages/accept/draft.ts';
import { refuseAtOnce, submissionOf } from '../../messages/publicRoutes.ts';
import { basicCredentials, type CheckKey } from '../../projects/apiKeys.ts';
import { refuseRate } from '../../projects/keyLimits.ts';
import { orThrow, RefusalError, refuse } from '../../refusal.ts';
import type { IsEnabled } from '../dropIns.ts';
import { refuseUnintended } from '../unintended.ts';
import { type Fields, fieldsOfHeaders, fieldsOfQuery } from './fields.ts';
import { type Posted, readSendsms, type Sendsms } from './read.ts';

export type DropInParts = { accept: Accept; checkKey: CheckKey; isEnabled: IsEnabled };

declare module 'fastify' {
  interface FastifyRequest {
    /** The fields of a call to sendsms. */
    sendsms: Fields;
  }
}

const SENDSMS = '/cgi-bin/sendsms';
const ACCEPTED = '0: Accepted for delivery';
const HELD = '3: Queued for later delivery';
const TEMPORARY = 'Temporal failure, try again later.';
const UNAUTHORIZED = 'Authorization failed for sendsms';
const OFF = refuse('notAllowed', {
  description:
    'This project does not accept the Kannel API, so nothing was sent. An owner or admin enables it in Settings, Drop-in APIs.',
});
const CONTENT_TYPES = ['text/plain', 'application/octet-stream'];

/** Adds sendsms: as GET with a query, and as POST of a text with X-Kannel headers. */
export function kannelRoutes(kannel: App, parts: DropInParts): void {
  kannel.removeAllContentTypeParsers();
  kannel.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  kannel.decorateRequest('key');
  kannel.decorateRequest('sendsms');
  kannel.setErrorHandler(answerAsSmsbox);
  kannel.addHook('onRequest', noStore);
  kannel.addHook('onRequest', async (request, reply) => identify(parts, request, reply));
  countConnections(kannel, ({ key }) => key.teamId);
  const options = { config: { checksItems: true } } as const;

  kannel.get(SENDSMS, options, async (request, reply) => {
    await answer(parts, request, reply, readSendsms(request.sendsms, null, new Date()));
    return reply;
  });

  kannel.post(SENDSMS, options, async (request, reply) => {
    const [type = '', ...parameters] = (request.headers['content-type'] ?? '').toLowerCase().split(/; */);
    const charset = parameters.find((one) => one.startsWith('charset='))?.slice('charset='.length);
    const text = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
    const posted: Posted = { text, charset, isBinary: type === CONTENT_TYPES[1] };
    const asked = CONTENT_TYPES.includes(type)
      ? readSendsms(request.sendsms, posted, new Date())
      : 'Invalid content-type';
    await answer(parts, request, reply, asked);
    return reply;
  });
}

/** Finds the key of a call. The user name is the project's id, and the password one of its keys. */
async function identify({ checkKey, isEnabled }: DropInParts, request: FastifyRequest, reply: FastifyReply) {
  const { method, headers, raw } = request;
  const fields = method === 'POST' ? fieldsOfHeaders(headers) : fieldsOfQuery(raw.url ?? '');
  // The query holds the key, so nothing after this sees it.
  request.query = {};
  request.sendsms = fields;
  const text = (name: string, other: string) => (fields(name) ?? fields(other))?.toString();
  const [projectId, key] = [text('username', 'user'), text('password', 'pass')];
  const credentials =
    projectId === undefined && key === undefined
      ? basicCredentials(headers.authorization)
      : { projectId: projectId ?? '', key: key ?? '' };
  request.key = await checkKey(request, reply, { scope: 'messages:send', credentials });
  if (!(await isEnabled(request.key.projectId, 'KANNEL'))) throw new RefusalError(OFF);
  const refusal = refuseUnintended(request);
  if (refusal) throw new RefusalError(refusal);
}

/** Accepts the messages of a call and answers it. Of several recipients all are accepted, or none. */
async function answer(
  { accept }: DropInParts,
  request: FastifyRequest,
  reply: FastifyReply,
  asked: Sendsms | string,
): Promise<void> {
  if (typeof asked === 'string') return send(reply, 400, asked);
  const { key } = request;
  const submissions = asked.recipients.map((to) => submissionFor(key, asked, to));
  const [first] = submissions;
  if (submissions.length === 1) {
    const { message } = orThrow(await accept(first!));
    return send(reply, 202, message.heldSince === null ? ACCEPTED : HELD);
  }
  const rate = key.limits?.rate;
  if (rate && !rate.spend(submissions.length - 1)) throw new RefusalError(refuseRate(rate));
  await acceptAll(accept, key.teamId, submissions);
  send(reply, 202, ACCEPTED);
}

function submissionFor(key: FastifyRequest['key'], asked: Sendsms, to: string): Submission {
  const { from, text: body, sendAt, dlrUrl, account, validitySeconds } = asked;
  const refusal = refuseAtOnce(key, { to, from, body });
  if (refusal) throw new RefusalError(refusal);
  const content = {
    ...{ to, from, body, send_at: sendAt ?? null, status_callback: dlrUrl },
    ...{ client_reference: account, validity_s: validitySeconds },
  };
  const submission = submissionOf({ ...key, platform: 'API' }, content, undefined);
  return { ...submission, callbackFormat: asked.formatFor(to) };
}

/** smsbox answers in HTML without a charset. Its texts hold nothing of the call. */
function send(reply: FastifyReply, status: number, text: string): void {
  reply.code(status).header('content-type', 'text/html').send(text);
}

/** Maps refusals to smsbox's answers. Our own texts repeat parts of the call, so they are no HTML. */
function answerAsSmsbox(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  const { refused, retryAfterSeconds } = refusal;
  reply.removeHeader('www-authenticate').header('x-request-id', request.id);
  if (refused === 'unexpected') request.log.error({ err: error }, 'Unexpected error');
  if (retryAfterSeconds !== undefined) reply.header('retry-after', String(retryAfterSeconds));
  const { status } = ERRORS[refused];
  if (refused === 'invalidCredentials') send(reply, 403, UNAUTHORIZED);
  else if (status === 429 || status >= 500) send(reply, status === 500 ? 500 : 503, TEMPORARY);
  else {
    const { code, description } = toErrorAnswer(refusal);
    reply
      .code(status === 403 ? 403 : 400)
      .type('text/plain; charset=utf-8')
      .send(`${code}: ${description}`);
  }
  return reply;
}

// The part of Twilio's API that sends, reads and cancels messages. Twilio's own clients call it unmodified.
import type { FastifyRequest } from 'fastify';
import { noStore } from '../../http/input.ts';
import type { App } from '../../http/types.ts';
import { countConnections } from '../../identity/guards.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { findMessage } from '../../messages/log/log.ts';
import { readIdempotency, refuseAtOnce } from '../../messages/publicRoutes.ts';
import { cancelMessage } from '../../messages/state/cancel.ts';
import { orThrow, RefusalError, refuse, refuseField } from '../../refusal.ts';
import { type Services, servicesFor } from '../../services.ts';
import { answerAsTwilio } from './errors.ts';
import { type Checks, identify } from './identify.ts';
import { listMessages } from './list.ts';
import { toResource, VERSION } from './resource.ts';
import { readMessage } from './send.ts';
import { idOf } from './sids.ts';
import { verifyRoutes } from './verify.ts';

type Parts = Checks & { accept: Accept };
type Query = Record<string, string | undefined>;

const MESSAGES = `/${VERSION}/Accounts/:account/Messages`;

/** Adds the routes of messages and verifications, below `/twilio`. */
export function twilioRoutes(twilio: App, services: Services, parts: Parts): void {
  const urgent = servicesFor(services, 'urgent').pool;
  twilio.decorateRequest('key');
  twilio.setErrorHandler(answerAsTwilio);
  twilio.addHook('onRequest', noStore);
  twilio.addHook('onRequest', async (request, reply) => identify(parts, request, reply));
  countConnections(twilio, ({ key }) => key.teamId);
  verifyRoutes(twilio, services, parts.accept);

  const idAsked = ({ params }: FastifyRequest): string => {
    const { sid } = params as { sid: string };
    const id = idOf('SM', sid.replace(/\.json$/, ''));
    if (!id) throw new RefusalError(refuse('notFound'));
    return id;
  };

  twilio.post(`${MESSAGES}.json`, async (request, reply) => {
    const { key, body } = request;
    const submission = orThrow(await readMessage(services, key, body as Query));
    const refusal = refuseAtOnce(key, { to: submission.to, from: submission.from, body: submission.body });
    if (refusal) throw new RefusalError(refusal);
    const idempotency = readIdempotency(request, body as object);
    const outcome = await parts.accept({ ...submission, idempotency });
    return reply.code(201).send(toResource(orThrow(outcome).message));
  });

  twilio.get(`${MESSAGES}.json`, async ({ key, query, params }) => {
    const { messages, size, next } = await listMessages(services, key, query as Query);
    const path = `${MESSAGES.replace(':account', (params as { account: string }).account)}.json`;
    const page = (token?: string) => {
      const { PageToken: _, ...rest } = query as Record<string, string>;
      return `${path}?${new URLSearchParams({ ...rest, PageSize: String(size), ...(token && { PageToken: token }) })}`;
    };
    return {
      ...{ messages, uri: page((query as Query).PageToken), first_page_uri: page() },
      ...{ next_page_uri: next && page(next), previous_page_uri: null, page: 0, page_size: size },
    };
  });

  twilio.get(`${MESSAGES}/:sid`, async (request) => {
    const { teamId, projectId, mode } = request.key;
    const message = await findMessage(services.pool, { teamId, projectId, mode, id: idAsked(request) });
    if (!message) throw new RefusalError(refuse('notFound'));
    return toResource(message);
  });

  twilio.post(`${MESSAGES}/:sid`, async (request) => {
    const { teamId, projectId, mode } = request.key;
    if ((request.body as Query).Status !== 'canceled')
      throw new RefusalError(
        refuseField(
          'invalidArgument',
          'Status',
          "Only Status 'canceled' can be set: it cancels the message.",
        ),
      );
    const wanted = { teamId, projectId, id: idAsked(request) };
    const check = (message: { mode: string }) => (message.mode === mode ? null : refuse('notFound'));
    return toResource(orThrow(await cancelMessage(urgent, wanted, check)));
  });
}

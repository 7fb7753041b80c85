// The part of Twilio's API that sends, reads and cancels messages. Twilio's own clients call it unmodified.
import { OUTCOMES } from '@godwit/contract/publicApi/verify';
import type { FastifyRequest } from 'fastify';
import { archiveOf } from '../../archives/read.ts';
import { noStore } from '../../http/input.ts';
import type { App } from '../../http/types.ts';
import { countConnections } from '../../identity/guards.ts';
import type { Accept } from '../../messages/accept/accept.ts';
import { findKept } from '../../messages/log/log.ts';
import { readIdempotency, refuseAtOnce } from '../../messages/publicRoutes.ts';
import { cancelMessage } from '../../messages/state/cancel.ts';
import { orThrow, RefusalError, refuse, refuseField } from '../../refusal.ts';
import { type Services, servicesFor } from '../../services.ts';
import { giveFeedback } from '../../verify/feedback.ts';
import { answerAsTwilio } from './errors.ts';
import { type Checks, identify } from './identify.ts';
import { listMessages } from './list.ts';
import { rfc2822, toResource, uriOf, VERSION } from './resource.ts';
import { readMessage } from './send.ts';
import { idOf, sidOf } from './sids.ts';
import { verifyRoutes } from './verify.ts';

type Parts = Checks & { accept: Accept };
type Query = Record<string, string | undefined>;

const MESSAGES = `/${VERSION}/Accounts/:account/Messages`;

const NO_PART = refuse('notFound', {
  description:
    "This call of Twilio's API is not part of Godwit, so nothing was sent or charged. 'Switch from Twilio' in Godwit's documentation lists the calls that are.",
});

/** Adds the routes of messages and verifications, below `/twilio`. All other calls there are not found. */
export async function twilioRoutes(twilio: App, services: Services, parts: Parts): Promise<void> {
  twilio.setErrorHandler(answerAsTwilio(services.settings));
  twilio.addHook('onRequest', noStore);
  twilio.setNotFoundHandler(() => {
    throw new RefusalError(NO_PART);
  });
  // In a part of their own, so that calls that do not exist need no key.
  await twilio.register(async (calls: App) => callRoutes(calls, services, parts));
}

function callRoutes(twilio: App, services: Services, parts: Parts): void {
  const urgent = servicesFor(services, 'urgent').pool;
  twilio.decorateRequest('key');
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
    const from = { pool: services.pool, archive: archiveOf(services.settings) };
    const message = await findKept(from, { teamId, projectId, mode, id: idAsked(request) });
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

  feedbackRoute(twilio, services, idAsked);
}

/** Adds the outcome of a code that the customer made. */
function feedbackRoute(twilio: App, { pool }: Services, idAsked: (request: FastifyRequest) => string): void {
  twilio.post(`${MESSAGES}/:sid/Feedback.json`, async (request, reply) => {
    const { Outcome = 'confirmed' } = request.body as Query;
    const outcome = OUTCOMES.find((one) => one.toLowerCase() === Outcome);
    if (!outcome)
      throw new RefusalError(
        refuseField('invalidArgument', 'Outcome', "Outcome must be 'confirmed' or 'unconfirmed'."),
      );
    const id = idAsked(request);
    const counted = orThrow(await giveFeedback(pool, request.key, id, outcome));
    const now = rfc2822(new Date());
    return reply.code(201).send({
      ...{ account_sid: sidOf('AC', request.key.projectId), message_sid: sidOf('SM', id) },
      ...{ outcome: counted.toLowerCase(), date_created: now, date_updated: now },
      uri: uriOf({ projectId: request.key.projectId, id }).replace('.json', '/Feedback.json'),
    });
  });
}

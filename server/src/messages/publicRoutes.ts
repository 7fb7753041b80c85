// The public API's calls about messages, under /v1.
import { hash } from 'node:crypto';
import { errorAnswer, id } from '@godwit/contract/common';
import { smsObject } from '@godwit/contract/messages/messages';
import { errorExample } from '@godwit/contract/publicApi/examples';
import {
  isFromCursor,
  publicListAnswer,
  publicListQuery,
  unknownInList,
} from '@godwit/contract/publicApi/log';
import { dryRunAnswer, type SendRequest, sendRequest } from '@godwit/contract/publicApi/send';
import { TEST_RETRY_AFTER_SECONDS, testErrorOf } from '@godwit/contract/publicApi/testNumbers';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { archiveOf } from '../archives/read.ts';
import { rowsOf } from '../http/paging.ts';
import type { App } from '../http/types.ts';
import { findProject } from '../projects/find.ts';
import { isRefusal, orThrow, type Refusal, RefusalError, refuse } from '../refusal.ts';
import { type Services, servicesFor } from '../services.ts';
import type { Accept } from './accept/accept.ts';
import type { Submission } from './accept/draft.ts';
import { customerKey } from './accept/idempotencyKeys.ts';
import type { Message } from './accept/queries.ts';
import { readFromCursor } from './log/cursor.ts';
import { findKept, readLog, refuseMissing } from './log/log.ts';
import { readReferenced } from './log/referenced.ts';
import { toDryRun, toPublicRow, toSmsObject } from './log/serialize.ts';
import { refuseMisplaced } from './misplaced.ts';
import { cancelMessage } from './state/cancel.ts';

/** Sends, cancels and reads messages. Sending and cancelling never wait for requests that read. */
export function publicMessageRoutes(api: App, services: Services, accept: Accept): void {
  const { pool } = services;
  const urgent = servicesFor(services, 'urgent').pool;
  const archive = archiveOf(services.settings);

  async function find({ teamId, projectId, mode }: FastifyRequest['key'], id: string) {
    const message = await findKept({ pool, archive }, { teamId, projectId, id });
    if (!message) throw new RefusalError(refuse('notFound'));
    if (message.mode !== mode) throw new RefusalError(refuse('keyMismatch'));
    return message;
  }

  api.post(
    '/messages',
    {
      preValidation: refuseMisplaced({ isBatch: false }),
      schema: { body: sendRequest, response: { 200: dryRunAnswer, 201: smsObject } },
    },
    async (request, reply) => {
      const { key, body } = request;
      const refusal = refuseAtOnce(key, body);
      if (refusal) throw new RefusalError(refusal);
      const submission = submissionOf({ ...key, platform: 'API' }, body, readIdempotency(request, body));
      if (body.dry_run) return reply.code(200).send(toDryRun(orThrow(await accept.dryRun(submission))));
      const { message, replayed } = orThrow(await accept(submission));
      if (replayed) reply.header('idempotent-replayed', 'true');
      return reply.code(201).send(toSmsObject(message));
    },
  );

  api.get(
    '/messages/:id',
    { schema: { params: z.object({ id }), response: { 200: smsObject, 400: errorAnswer } } },
    async ({ key, params }) => toSmsObject(await find(key, params.id)),
  );

  api.post(
    '/messages/:id/cancel',
    { schema: { params: z.object({ id }), response: { 200: smsObject } } },
    async ({ key, params }) => {
      const wanted = { teamId: key.teamId, projectId: key.projectId, id: params.id };
      const check = ({ mode }: Message) => (mode === key.mode ? null : refuse('keyMismatch'));
      const outcome = await cancelMessage(urgent, wanted, check);
      if (isRefusal(outcome) && outcome.refused === 'notFound')
        throw new RefusalError(await refuseMissing({ pool, archive }, { ...wanted, mode: key.mode }));
      return toSmsObject(orThrow(outcome));
    },
  );

  listRoute(api, services);
}

function listRoute(api: App, services: Services): void {
  const { people } = services.reads;
  const archive = archiveOf(services.settings);
  api.get(
    '/messages',
    {
      preValidation(request, _reply, done) {
        const description = unknownInList(Object(request.query));
        done(description === null ? undefined : new RefusalError(refuse('invalidArgument', { description })));
      },
      schema: { querystring: publicListQuery, response: { 200: publicListAnswer } },
    },
    async ({ key, query }) => {
      // The schema requires the order, page_num and page_size of a page.
      const { page_num = 1, page_size = 25, limit = 25, client_reference: reference } = query;
      const project = await findProject(services, key.teamId, key.projectId);
      const { from, to, sort_order = 'DESC' } = query;
      if (isFromCursor(query)) {
        const walk = { ...query, sort_order, limit };
        const { rows, next } = orThrow(
          await people((from) => readFromCursor({ ...from, archive }, project, key.mode, walk)),
        );
        return { results: rows.map(toPublicRow), next };
      }
      const asked = { from, to, sort_order };
      const rows = { ...rowsOf({ page_num: page_num - 1, page_size }), toRow: toPublicRow };
      const page =
        reference === undefined
          ? await people((at) => readLog({ ...at, archive }, project, key.mode, asked, rows))
          : await people((at) =>
              readReferenced({ ...at, archive }, project, key.mode, { ...asked, reference }, rows),
            );
      const { total, total_pages, results } = orThrow(page);
      return { total_results: total, total_pages, page_num, page_size, results };
    },
  );
}

/**
 * Refuses a body whose project or mode differs from that of the key. In TEST, also returns the error that
 * some numbers stand for.
 */
export function refuseAtOnce(
  key: Pick<FastifyRequest['key'], 'projectId' | 'mode'>,
  { project_id, mode, to }: SendRequest,
): Refusal | null {
  if (project_id && project_id !== key.projectId) return refuse('notFound');
  if (mode && mode !== key.mode) return refuse('keyMismatch');
  const error = key.mode === 'TEST' ? testErrorOf(to) : null;
  if (!error) return null;
  const { description, fields } = errorExample(error);
  const hasToWait = error === 'tooManyRequests' || error === 'unavailable';
  return refuse(error, {
    description,
    ...(fields && { fields }),
    ...(hasToWait && { retryAfterSeconds: TEST_RETRY_AFTER_SECONDS }),
  });
}

/** The submission of one message to a project and mode. */
export function submissionOf(
  { projectId, mode, platform, cap }: Pick<Submission, 'projectId' | 'mode' | 'platform' | 'cap'>,
  body: Pick<SendRequest, 'to' | 'from' | 'body' | 'send_at'> & Partial<SendRequest>,
  idempotency: Submission['idempotency'],
): Submission {
  return {
    projectId,
    mode,
    platform,
    to: body.to,
    from: body.from,
    body: body.body,
    sendAt: body.send_at,
    statusCallback: body.status_callback,
    maxPrice: body.max_price,
    clientReference: body.client_reference,
    validityMs: body.validity_s ? body.validity_s * 1_000 : undefined,
    lane: body.lane,
    cap,
    idempotency,
  };
}

/** The name of the Idempotency-Key header's key and a hash of the body; undefined without the header. */
export function readIdempotency({ headers }: FastifyRequest, body: object): Submission['idempotency'] {
  const key = headers['idempotency-key'];
  if (key === undefined) return undefined;
  if (typeof key !== 'string' || key.length < 1 || key.length > 255) {
    throw new RefusalError(
      refuse('invalidArgument', { description: 'Idempotency-Key must be 1 to 255 characters.' }),
    );
  }
  return { key: customerKey(key), bodyHash: hash('sha256', JSON.stringify(body), 'buffer') };
}

// The public API's call for many messages at once: each goes through accept by itself, and they share its commits.
import {
  batchAnswer,
  batchRequest,
  MAX_BATCH_BYTES,
  type SmsObject,
  sendRequest,
} from '@godwit/contract/messages';
import type { FastifyRequest } from 'fastify';
import { toErrorAnswer } from '../http/errors.ts';
import type { App } from '../http/types.ts';
import { isRefusal, type Refusal, refuse, unavailableBy } from '../refusal.ts';
import type { Accept } from './accept.ts';
import { toSmsObject } from './present.ts';
import { readIdempotency, refuseDisagreement, submissionOf } from './publicRoutes.ts';

/**
 * POST /v1/messages/batch. With an Idempotency-Key each message has that key and its place for a key of its own, so that a repeated
 * batch answers with the messages of the first.
 */
export function batchRoutes(api: App, accept: Accept): void {
  async function acceptOne(
    key: FastifyRequest['key'],
    asked: unknown,
    idempotency: ReturnType<typeof readIdempotency>,
  ): Promise<SmsObject | Refusal> {
    const { data: body, error } = sendRequest.safeParse(asked);
    if (error) return refuseShape(error.issues);
    const refusal = refuseDisagreement(key, body);
    if (refusal) return refusal;
    const accepted = await accept(submissionOf(key, body, idempotency)).catch((error: unknown) => {
      // Its neighbours may be stored by then, and need their ids.
      const unavailable = unavailableBy(error);
      if (!unavailable) throw error;
      return unavailable;
    });
    return isRefusal(accepted) ? accepted : toSmsObject(accepted.message);
  }

  api.post(
    '/messages/batch',
    { bodyLimit: MAX_BATCH_BYTES, schema: { body: batchRequest, response: { 200: batchAnswer } } },
    async (request) => {
      const { key, body } = request;
      const results = await Promise.all(
        body.messages.map((asked, place) => {
          const own = readIdempotency(request, { asked });
          return acceptOne(key, asked, own && { ...own, key: `${own.key} ${place}` });
        }),
      );
      return { results: results.map((one) => (isRefusal(one) ? toErrorAnswer(one) : one)) };
    },
  );
}

function refuseShape(issues: readonly { path: PropertyKey[]; message: string }[]): Refusal {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) if (path.length > 0) fields[path.join('.')] ??= message;
  return refuse('invalidArgument', { description: issues[0]!.message, fields });
}

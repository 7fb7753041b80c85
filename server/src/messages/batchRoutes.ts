// The public API's call for many messages at once. Each is accepted individually, but they share commits.
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { SmsObject } from '@godwit/contract/messages/messages';
import {
  batchAnswer,
  batchRequest,
  type DryRunAnswer,
  MAX_BATCH_BYTES,
  sendRequest,
} from '@godwit/contract/publicApi/send';
import type { FastifyRequest } from 'fastify';
import { isDamaged } from '../db/pages.ts';
import { toErrorAnswer } from '../http/errors.ts';
import { refuseBroken } from '../http/input.ts';
import type { App } from '../http/types.ts';
import { openFairScheduler } from '../jobs/fairScheduler.ts';
import { refuseRate } from '../projects/keyLimits.ts';
import { isRefusal, type Refusal, RefusalError, refuse, unavailableBy } from '../refusal.ts';
import type { Accept } from './accept/accept.ts';
import type { Submission } from './accept/draft.ts';
import { toDryRun, toSmsObject } from './log/serialize.ts';
import { refuseMisplaced, unusedInMessage } from './misplaced.ts';
import { readIdempotency, refuseAtOnce, submissionOf } from './publicRoutes.ts';

/** The result of one message of a batch. */
type Result = SmsObject | DryRunAnswer | Refusal;

/** Messages that are prepared before other requests run: a few milliseconds of work. */
const SLICE = 50;
const FAIR = {
  atOnce: 1,
  waitMs: 10_000,
  busy: 'Too many messages are being taken in. Send these again.',
};

/**
 * POST /v1/messages/batch. With an Idempotency-Key, the key of each message is that key and the message's
 * position, so a repeated batch returns the messages of the first one.
 */
export function batchRoutes(api: App, accept: Accept): void {
  const runFairly = openFairScheduler(FAIR);

  async function send(submission: Submission): Promise<Result> {
    const accepted = await accept(submission);
    return isRefusal(accepted) ? accepted : toSmsObject(accepted.message);
  }

  async function dryRun(submission: Submission): Promise<Result> {
    const checked = await accept.dryRun(submission);
    return isRefusal(checked) ? checked : toDryRun(checked);
  }

  async function acceptOne(
    key: FastifyRequest['key'],
    asked: unknown,
    idempotency: ReturnType<typeof readIdempotency>,
  ): Promise<Result> {
    const broken = refuseBroken(asked);
    if (broken) return broken;
    const { data: body, error } = sendRequest.safeParse(asked);
    if (error) return refuseShape(error.issues);
    const refusal = unusedInMessage(asked) ?? refuseAtOnce(key, body);
    if (refusal) return refusal;
    const submission = submissionOf({ ...key, platform: 'API' }, body, idempotency);
    const result = body.dry_run ? dryRun(submission) : send(submission);
    return result.catch((error: unknown) => {
      // Other messages of the batch may be stored already, and the answer must contain their ids.
      const unavailable = unavailableBy(error);
      if (!unavailable) throw error;
      if (isDamaged(error)) api.log.error({ err: error }, 'A message of a batch was not accepted');
      return unavailable;
    });
  }

  api.post(
    '/messages/batch',
    {
      bodyLimit: MAX_BATCH_BYTES,
      config: { checksItems: true },
      preValidation: refuseMisplaced({ isBatch: true }),
      schema: { body: batchRequest, response: { 200: batchAnswer } },
    },
    async (request) => {
      const { key, body } = request;
      const rate = key.limits?.rate;
      if (rate && !rate.spend(body.messages.length - 1)) throw new RefusalError(refuseRate(rate));
      const begin = (asked: unknown, place: number) => {
        const own = readIdempotency(request, { asked });
        return acceptOne(key, asked, own && { ...own, key: `${own.key} ${place}` });
      };
      const results: Promise<Result[]>[] = [];
      for (let from = 0; from < body.messages.length; from += SLICE) {
        const slice = body.messages.slice(from, from + SLICE);
        const begun = await runFairly(key.teamId, async () => {
          const outcomes = Promise.all(slice.map((asked, i) => begin(asked, from + i)));
          // It is awaited after the last slice. A rejection before that must not end the process.
          outcomes.catch(() => {});
          await nextTurn();
          // In an array, so that the scheduler does not wait for the promise.
          return [outcomes] as const;
        });
        results.push(isRefusal(begun) ? Promise.resolve(slice.map(() => begun)) : begun[0]);
      }
      const flat = (await Promise.all(results)).flat();
      return { results: flat.map((one) => (isRefusal(one) ? toErrorAnswer(one) : one)) };
    },
  );
}

function refuseShape(issues: readonly { path: PropertyKey[]; message: string }[]): Refusal {
  const fields: Record<string, string> = {};
  for (const { path, message } of issues) if (path.length > 0) fields[path.join('.')] ??= message;
  return refuse('invalidArgument', { description: issues[0]!.message, fields });
}

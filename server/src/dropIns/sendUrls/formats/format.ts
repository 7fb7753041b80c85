// The shape of all formats of send URLs. A format reads, checks and answers the calls of one program.
import { timingSafeEqual } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { ErrorName } from '@godwit/contract/errors';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { asRefusal, toErrorAnswer } from '../../../http/errors.ts';
import { type Refusal, RefusalError, refuse } from '../../../refusal.ts';
import type { CalledUrl } from '../queries.ts';

/** A call: what it carries, and the text of its body, which signatures cover. */
export type Call = { headers: IncomingHttpHeaders; query: object; body: object; text: string };

/**
 * A call that was understood. Calls of a URL with the same `same` within `seconds` count as one. `to` is null
 * if the numbers of the URL get the text. `shown`: the text for everybody but the phone, if it has a secret.
 */
export type Reading = { same: string; seconds: number; to: string | null; text: string; shown?: string };

export type Format = {
  /** The secret to enter at the program that calls, made of the URL's key; null if it cannot sign. */
  secretOf(key: Buffer): string | null;
  /** Refuses (4003) a call whose signature is wrong, too old, or missing though the URL needs one. */
  verify(call: Call, keys: readonly Buffer[], url: CalledUrl): Refusal | null;
  /** Reads a call. Refusals: invalidArgument, for a call of another form. */
  read(call: Call, url: CalledUrl): Reading | Refusal;
  /** The answer to a call whose messages are accepted. */
  answer(ids: string[]): { ids?: string[] };
  answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply;
};

/** How far the time of a signature may be from ours, before and after. */
const SIGNED_SECONDS = 300;
const SECONDS = /^\d{1,12}$/;

/** The refusal of a call whose signature does not hold. */
export const UNSIGNED = refuse('invalidCredentials', {
  description:
    'The signature is missing, wrong, or more than 5 minutes away from our time, so nothing was sent. Compare the secret and the clock.',
});

/** Whether a time in seconds, as a header has it, is recent enough for a signature. */
export const isRecent = (seconds: string): boolean =>
  SECONDS.test(seconds) && Math.abs(Date.now() / 1_000 - Number(seconds)) <= SIGNED_SECONDS;

/** Whether two values are the same, in a time that does not depend on where they differ. */
export const isSame = (given: Buffer, right: Buffer): boolean =>
  given.length === right.length && timingSafeEqual(given, right);

/** A header that is given once; empty without it. */
export const headerOf = (headers: IncomingHttpHeaders, name: string): string => {
  const value = headers[name];
  return typeof value === 'string' ? value : '';
};

const RETRY_AFTER_SECONDS = 60;

/** The error, or 1014 (503) in its place if it passes. Programs repeat a call after few other answers. */
export function toUnavailable(error: unknown, passing: readonly ErrorName[]): unknown {
  const refusal = asRefusal(error);
  if (!passing.includes(refusal.refused)) return error;
  const { description } = toErrorAnswer(refusal);
  const { retryAfterSeconds = RETRY_AFTER_SECONDS } = refusal;
  return new RefusalError(refuse('unavailable', { description, retryAfterSeconds }));
}

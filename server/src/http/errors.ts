// Turns every error into an answer: `{code, description, fields?}` and a status of the catalogue.
import { randomUUID } from 'node:crypto';
import type { Socket } from 'node:net';
import type { ErrorAnswer } from '@godwit/contract/common';
import { ERRORS } from '@godwit/contract/errors';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod';
import { type Refusal, RefusalError, refuse, unavailableBy } from '../refusal.ts';

/** Answers any error of a request. Unexpected errors are logged, and the client sees only the request id. */
export function answerError(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = asRefusal(error);
  const { status, text } = ERRORS[refusal.refused];
  const answer = toErrorAnswer(refusal);
  if (refusal.refused === 'unexpected') {
    request.log.error({ err: error }, 'Unexpected error');
    answer.description = `${text} Request id: ${request.id}`;
  }
  if (unavailableBy(error)) request.log.warn({ err: error }, 'The database cannot be worked with');
  if (error instanceof RefusalError && error.cause)
    request.log.warn({ err: error.cause }, 'Refused for what is behind it');
  // Framework errors come here before any hook has run.
  reply.header('x-request-id', request.id);
  if (refusal.retryAfterSeconds !== undefined) reply.header('retry-after', String(refusal.retryAfterSeconds));
  return reply.code(status).type('application/json; charset=utf-8').send(answer);
}

/** A refusal as the client receives it. */
export function toErrorAnswer({ refused, description, fields }: Refusal): ErrorAnswer {
  const { code, text } = ERRORS[refused];
  return { code, description: description ?? text, ...(fields && { fields }) };
}

/** Bytes that aren't HTTP never become a request, so they are answered on the bare connection. */
export function answerBrokenRequest(error: Error & { code?: string }, socket: Socket): void {
  if (error.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy();
    return;
  }
  const status = {
    HPE_HEADER_OVERFLOW: '431 Request Header Fields Too Large',
    ERR_HTTP_REQUEST_TIMEOUT: '408 Request Timeout',
  };
  const { code } = ERRORS.invalidArgument;
  const body = JSON.stringify({
    code,
    description: 'The request is not valid HTTP, is too slow, or its headers are too long.',
  });
  socket.end(
    [
      `HTTP/1.1 ${status[error.code as keyof typeof status] ?? '400 Bad Request'}`,
      `x-request-id: ${randomUUID()}`,
      'content-type: application/json; charset=utf-8',
      `content-length: ${Buffer.byteLength(body)}`,
      'connection: close',
      '',
      body,
    ].join('\r\n'),
  );
}

/** Describes an error in the catalogue's words; `unexpected` for anything else. */
export function asRefusal(error: unknown): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  if (hasZodFastifySchemaValidationErrors(error)) return asInvalid(error);
  return unavailableBy(error) ?? asFrameworkRefusal(error as FastifyError);
}

/** Describes a schema refusal. A path that cannot be an id is a missing resource. */
function asInvalid(error: Pick<FastifyError, 'validationContext' | 'validation'>): Refusal {
  if (error.validationContext === 'params') return refuse('notFound');
  const fields: Record<string, string> = {};
  for (const { instancePath, message = '' } of error.validation ?? []) {
    const name = instancePath.slice(1).replaceAll('/', '.');
    if (name !== '') fields[name] ??= message;
  }
  const description = error.validation?.[0]?.message ?? ERRORS.invalidArgument.text;
  return refuse(
    'invalidArgument',
    Object.keys(fields).length > 0 ? { description, fields } : { description },
  );
}

function asFrameworkRefusal({ statusCode = 500, code }: FastifyError): Refusal {
  if (statusCode === 413) return refuse('tooLarge');
  if (statusCode === 415) return refuse('unsupportedType');
  // 414: a path parameter longer than any id.
  if (statusCode === 404 || statusCode === 414) return refuse('notFound');
  if (code === 'FST_ERR_BAD_URL') {
    return refuse('invalidArgument', {
      description: 'The address is not valid: check its percent-encoding.',
    });
  }
  if (statusCode >= 400 && statusCode < 500) {
    return refuse('invalidArgument', {
      description: 'The body cannot be read: check its syntax and its length.',
    });
  }
  return refuse('unexpected');
}

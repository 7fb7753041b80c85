// The HTTP application without its routes: limits, schemas and errors.
import { randomUUID } from 'node:crypto';
import Fastify, { type FastifyBaseLogger } from 'fastify';
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import type { Services } from '../services.ts';
import { answerBrokenRequest, answerError } from './errors.ts';
import { BODY_LIMIT_BYTES } from './input.ts';
import { RequestLog } from './requestLog.ts';
import type { App } from './types.ts';

/** Creates the HTTP application, with an id for each request and errors as every call answers them. */
export function createApp({ log, settings }: Pick<Services, 'log' | 'settings'>): App {
  const app = Fastify({
    loggerInstance: log as FastifyBaseLogger,
    logController: new RequestLog(),
    bodyLimit: BODY_LIMIT_BYTES,
    trustProxy: [...settings.trustedProxies],
    // Long enough for 10 MiB from a phone at 700 kbit/s.
    requestTimeout: 120_000,
    // During a stop, earlier requests are still answered, in the service's own format.
    return503OnClosing: false,
    genReqId: () => randomUUID(),
    frameworkErrors: answerError,
    clientErrorHandler: answerBrokenRequest,
  }).withTypeProvider<ZodTypeProvider>();
  app.setValidatorCompiler(validatorCompiler);
  app.setSerializerCompiler(serializerCompiler);
  app.setErrorHandler(answerError);
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    done();
  });
  return app;
}

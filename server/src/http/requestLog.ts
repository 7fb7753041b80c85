// The log line of a request.
import { type FastifyReply, type FastifyRequest, LogController } from 'fastify';

/** One line per request, when it is answered: at `info` what was refused, at `debug` all else. */
export class RequestLog extends LogController {
  override incomingRequest(): void {}

  /** Names the route, not the address: its query may hold a token. */
  override requestCompleted(
    error: Error | null | undefined,
    request: FastifyRequest,
    reply: FastifyReply,
  ): void {
    const level = error || reply.statusCode >= 400 ? 'info' : 'debug';
    const path = request.routeOptions.url ?? '(no route)';
    const facts = {
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ...(error && { err: error }),
    };
    request.log[level](facts, `${request.method} ${path}`);
  }
}

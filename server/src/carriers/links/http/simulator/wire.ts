// Requests and answers of a simulated HTTP carrier, as they are on the socket.
import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Received } from './readRequest.ts';
import type { Reply } from './samples.ts';

const MAX_BODY_BYTES = 262_144;
const RETRY_AFTER_S = 1;

/** Reads a request whole; null if its body is too large. */
export async function receive(request: IncomingMessage): Promise<Received | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > MAX_BODY_BYTES) return null;
    chunks.push(chunk);
  }
  const url = new URL(request.url!, 'http://carrier');
  return {
    method: request.method!,
    path: decodeURIComponent(url.pathname),
    query: url.searchParams,
    headers: request.headers,
    body: Buffer.concat(chunks).toString('utf8'),
  };
}

/** Answers. A 429 asks for a second's pause. */
export function respond(response: ServerResponse, { status, body }: Reply): void {
  response.writeHead(status, {
    'content-type': typeof body === 'string' ? 'text/plain' : 'application/json',
    ...(status === 429 && { 'retry-after': String(RETRY_AFTER_S) }),
  });
  response.end(textOf(body));
}

/** Announces a whole answer, and ends the connection in its middle. */
export function respondHalf(response: ServerResponse, { status, body }: Reply): void {
  const bytes = Buffer.from(textOf(body));
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
  response.write(bytes.subarray(0, bytes.length >> 1), () => response.socket?.destroySoon());
}

/** Resets the connection instead of an answer. */
export const reset = (response: ServerResponse): void => void response.socket?.resetAndDestroy();

const textOf = (body: unknown): string => (typeof body === 'string' ? body : JSON.stringify(body));

// One request to a carrier and its answer: bounded in time and bytes, and exact about whether the request was
// written.
import { Agent } from 'undici';
import type { HttpRequest } from './template.ts';

/** `notWritten`: no byte left. `noAnswer`: the carrier may have the request. */
export type Exchanged =
  | { kind: 'answered'; status: number; headers: Readonly<Record<string, string>>; body: string }
  | { kind: 'notWritten'; why: string }
  | { kind: 'noAnswer'; why: string };

export type Exchange = {
  /** Resolves once the outcome is known, at most `answerMs` after the call. */
  outcome: Promise<Exchanged>;
  /** Resolves when the connection is free again. */
  ended: Promise<void>;
};

export type Exchanger = {
  /** Sends a request. `onLate` reports an answer that comes after the outcome `noAnswer`. */
  send(request: HttpRequest, onLate?: (answer: Exchanged) => void): Exchange;
  /** Cuts all connections. */
  close(): Promise<void>;
};

type Options = {
  /** How many connections there may be to one host. */
  connections: number;
  answerMs: number;
};

const CONNECT_MS = 5_000;
/** Answers are read for this long, since a late one settles a doubt. */
const LATE_MS = 60_000;
const MAX_BODY_BYTES = 262_144;
const MAX_HEADER_BYTES = 16_384;
/** Limits interim answers (RFC 9110 §15.2), whose number nothing else bounds. */
const MAX_INTERIM_ANSWERS = 16;

/** Opens the connections to a carrier. They are kept alive, follow no redirect and repeat no request. */
export function openExchanger({ connections, answerMs }: Options): Exchanger {
  const agent = new Agent({
    connect: { timeout: CONNECT_MS },
    connections,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: LATE_MS,
    bodyTimeout: LATE_MS,
  });
  return {
    send: (request, onLate = () => {}) => exchange(agent, request, answerMs, onLate),
    close: () => agent.destroy(),
  };
}

type Controller = { abort(reason: Error): void };

function exchange(
  agent: Agent,
  { method, url, headers, body }: HttpRequest,
  answerMs: number,
  onLate: (answer: Exchanged) => void,
): Exchange {
  const outcome = Promise.withResolvers<Exchanged>();
  const ended = Promise.withResolvers<void>();
  let controller: Controller | null = null;
  let [isOver, interim, size, status] = [false, 0, 0, 0];
  let answerHeaders: Record<string, string> = {};
  const chunks: Buffer[] = [];

  const late = setTimeout(() => controller?.abort(new Error('no answer')), LATE_MS);
  const timer = setTimeout(() => {
    isOver = true;
    // Nothing is written for a request that has not begun: see onRequestStart.
    outcome.resolve(
      controller
        ? { kind: 'noAnswer', why: `no answer within ${answerMs / 1000} s` }
        : { kind: 'notWritten', why: `no connection within ${answerMs / 1000} s` },
    );
  }, answerMs);

  function end(result: Exchanged) {
    clearTimeout(timer);
    clearTimeout(late);
    if (isOver && result.kind === 'answered') onLate(result);
    outcome.resolve(result);
    ended.resolve();
  }

  agent.dispatch(
    { origin: url.origin, path: url.pathname + url.search, method, headers, body, idempotent: false },
    {
      onRequestStart(started: Controller) {
        // Right before the first byte. An abort here means that no byte is written.
        if (isOver) return started.abort(new Error('given up'));
        controller = started;
      },
      onResponseStart(started: Controller, statusCode: number, received: Record<string, unknown>) {
        if (statusCode < 200) {
          if (++interim > MAX_INTERIM_ANSWERS) started.abort(new Error('endless interim answers'));
          return;
        }
        status = statusCode;
        answerHeaders = Object.fromEntries(
          Object.entries(received).map(([name, value]) => [name, String(value)]),
        );
      },
      onResponseData(started: Controller, chunk: Buffer) {
        size += chunk.length;
        if (size > MAX_BODY_BYTES) started.abort(new Error(`an answer of more than ${MAX_BODY_BYTES} bytes`));
        else chunks.push(chunk);
      },
      onResponseEnd() {
        end({
          kind: 'answered',
          status,
          headers: answerHeaders,
          body: Buffer.concat(chunks).toString('utf8'),
        });
      },
      onResponseError(_started: unknown, error: Error & { code?: unknown }) {
        const why = typeof error.code === 'string' ? `${error.message} (${error.code})` : error.message;
        end(controller ? { kind: 'noAnswer', why } : { kind: 'notWritten', why });
      },
    } as Parameters<Agent['dispatch']>[1],
  );
  return { outcome: outcome.promise, ended: ended.promise };
}

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
  /** Cuts the request off. */
  cut(): void;
};

type Events = {
  /** Checked right before the first byte: if false, nothing is written. */
  mayWrite?(): boolean;
  /** Reports an answer that comes after the outcome `noAnswer`. */
  onLate?(answer: Exchanged): void;
};

export type Exchanger = {
  send(request: HttpRequest, events?: Events): Exchange;
  /** Cuts all connections. */
  close(): Promise<void>;
};

type Options = {
  /** How many connections there may be to one host. */
  connections: number;
  answerMs: number;
};

const CONNECT_MS = 5_000;
const KEEP_ALIVE_MS = 4_000;
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
    // A carrier that asks for longer keep-alive would hold connections above a smaller share.
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    headersTimeout: LATE_MS,
    bodyTimeout: LATE_MS,
  });
  return {
    send: (request, events = {}) => exchange(agent, request, answerMs, events),
    close: () => agent.destroy(),
  };
}

type Controller = { abort(reason: Error): void };

function exchange(
  agent: Agent,
  { method, url, headers, body }: HttpRequest,
  answerMs: number,
  { mayWrite = () => true, onLate = () => {} }: Events,
): Exchange {
  const outcome = Promise.withResolvers<Exchanged>();
  const ended = Promise.withResolvers<void>();
  let controller: Controller | null = null;
  let isOver = false;

  const late = setTimeout(() => controller?.abort(new Error('no answer')), LATE_MS);
  const timer = setTimeout(() => {
    isOver = true;
    const within = `within ${answerMs / 1000} s`;
    // Nothing is written for a request that has not begun: see `onStart`.
    outcome.resolve(
      controller
        ? { kind: 'noAnswer', why: `no answer ${within}` }
        : { kind: 'notWritten', why: `no connection ${within}` },
    );
  }, answerMs);

  function end(result: Exchanged) {
    clearTimeout(timer);
    clearTimeout(late);
    if (isOver && result.kind === 'answered') onLate(result);
    outcome.resolve(result);
    ended.resolve();
  }

  const reading = readAnswer({
    // Right before the first byte. An abort here means that no byte is written.
    onStart(started) {
      if (isOver || !mayWrite()) started.abort(new Error('given up'));
      else controller = started;
    },
    onAnswer: end,
    onError: (why) => end({ kind: controller ? 'noAnswer' : 'notWritten', why }),
  });
  agent.dispatch(
    { origin: url.origin, path: url.pathname + url.search, method, headers, body, idempotent: false },
    reading,
  );
  return {
    outcome: outcome.promise,
    ended: ended.promise,
    cut() {
      isOver = true;
      controller?.abort(new Error('cut off'));
    },
  };
}

type Reading = {
  onStart(controller: Controller): void;
  onAnswer(answer: Exchanged): void;
  onError(why: string): void;
};

/** Reads one answer whole, within its limits, as undici dispatches it. */
function readAnswer({ onStart, onAnswer, onError }: Reading): Parameters<Agent['dispatch']>[1] {
  let [interim, size, status] = [0, 0, 0];
  let headers: Record<string, string> = {};
  const chunks: Buffer[] = [];
  return {
    onRequestStart: onStart,
    onResponseStart(controller, statusCode, received) {
      if (statusCode < 200) {
        if (++interim > MAX_INTERIM_ANSWERS) controller.abort(new Error('endless interim answers'));
        return;
      }
      status = statusCode;
      headers = Object.fromEntries(Object.entries(received).map(([name, value]) => [name, String(value)]));
    },
    onResponseData(controller, chunk) {
      size += chunk.length;
      if (size > MAX_BODY_BYTES)
        controller.abort(new Error(`an answer of more than ${MAX_BODY_BYTES} bytes`));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      onAnswer({ kind: 'answered', status, headers, body: Buffer.concat(chunks).toString('utf8') });
    },
    onResponseError(_controller, error: Error & { code?: unknown }) {
      onError(typeof error.code === 'string' ? `${error.message} (${error.code})` : error.message);
    },
  };
}

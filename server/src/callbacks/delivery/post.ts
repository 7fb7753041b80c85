// Makes one call to a customer's URL: on the public internet only, without redirects, and bounded in time,
// bytes and sockets.
import { Agent } from 'undici';
import { guardedConnector, type Resolve } from '../../outgoing/connect.ts';
import { codedError } from '../../outgoing/names.ts';
import { CALL_HEADERS } from '../../outgoing/ownCalls.ts';

/** The result of a call: the status of the answer, or in words why there was none. */
export type Posted = { answer: number; error: null; content?: Content } | { answer: null; error: string };

/** The content of an answer. `text` is null if it is longer than 64 KiB. */
export type Content = { type: string; text: string | null };

/** A call to make. A GET has no body. `isRead`: the content of the answer is wanted too. */
export type Request = {
  method: 'GET' | 'POST';
  url: string;
  headers: Record<string, string>;
  body?: string;
  isRead?: boolean;
};

export type Poster = {
  /** Makes a call. Rejects only if `close` broke it off. */
  call(request: Request): Promise<Posted>;
  /** Breaks off all calls in flight. */
  close(): Promise<void>;
};

export type PosterOptions = {
  /** Also allows this machine and private networks. */
  allowPrivate: boolean;
  connectMs?: number;
  totalMs?: number;
  /** Resolves host names. By default it queries the system's name servers; tests pass their own. */
  resolve?: Resolve;
};

/** Maximum number of connections to one host. */
const SOCKETS_PER_HOST = 10;
const CONNECT_MS = 5_000;
const TOTAL_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;
const MAX_HEADER_BYTES = 16_384;
/** Limits interim answers (RFC 9110 §15.2), whose number nothing else bounds. */
const MAX_INTERIM_ANSWERS = 16;

/** Opens a poster of calls with its own connections. */
export function openPoster({
  allowPrivate,
  connectMs = CONNECT_MS,
  totalMs = TOTAL_MS,
  resolve,
}: PosterOptions): Poster {
  const agent = new Agent({
    connect: guardedConnector({ allowPrivate, connectMs, ...(resolve && { resolve }) }),
    connections: SOCKETS_PER_HOST,
    pipelining: 1,
    allowH2: false,
    maxHeaderSize: MAX_HEADER_BYTES,
    headersTimeout: totalMs,
    bodyTimeout: totalMs,
  });

  return {
    async call({ method, url, headers, body, isRead }) {
      const endless = new AbortController();
      const signal = AbortSignal.any([AbortSignal.timeout(totalMs), endless.signal]);
      let interim = 0;
      const onInfo = () => {
        if (++interim > MAX_INTERIM_ANSWERS) endless.abort(codedError('ENDLESS_ANSWER'));
      };
      try {
        const { origin, pathname, search } = new URL(url);
        const path = pathname + search;
        const answer = await agent.request({
          ...{ origin, path, method, signal, onInfo },
          headers: { ...headers, ...CALL_HEADERS },
          ...(body !== undefined && { body }),
        });
        if (isRead) {
          const type = String(answer.headers['content-type'] ?? '');
          return {
            answer: answer.statusCode,
            error: null,
            content: { type, text: await textOf(answer.body) },
          };
        }
        // The status is the answer. The body is read only so the connection can be reused.
        await answer.body.dump({ limit: MAX_ANSWER_BYTES, signal }).catch(() => {});
        return { answer: answer.statusCode, error: null };
      } catch (error) {
        // Broken off by `close`, so there is no result.
        if (agent.destroyed) throw error;
        return { answer: null, error: wordsFor(error as Error & { code?: unknown }, { connectMs, totalMs }) };
      }
    },
    close: () => agent.destroy(),
  };
}

/** The text of an answer; null if it is too long. */
async function textOf(body: AsyncIterable<Buffer>): Promise<string | null> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    // Leaving the loop closes the connection.
    if (size > MAX_ANSWER_BYTES) return null;
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

type Times = { connectMs: number; totalMs: number };

/** Why there was no answer, in words for the owner of the receiver. */
function wordsFor({ name, code }: Error & { code?: unknown }, { connectMs, totalMs }: Times): string {
  // A timeout signal throws an error whose code is a number.
  const problem = typeof code === 'string' ? code : name;
  switch (problem) {
    case 'FORBIDDEN_ADDRESS':
      return 'The URL does not lead to the public internet.';
    case 'ENDLESS_ANSWER':
      return `More than ${MAX_INTERIM_ANSWERS} interim answers (1xx) came, and no answer.`;
    case 'ERR_INVALID_URL':
      return 'The URL is not one that can be called.';
    case 'ENOTFOUND':
      return 'The host name was not found.';
    case 'EAI_AGAIN':
      return 'No name server answered for the host name.';
    case 'ECONNREFUSED':
      return 'The connection was refused.';
    case 'UND_ERR_CONNECT_TIMEOUT':
    case 'ETIMEDOUT':
      return `No connection within ${connectMs / 1000} s.`;
    case 'TimeoutError':
    case 'UND_ERR_HEADERS_TIMEOUT':
    case 'UND_ERR_ABORTED':
      return `No answer within ${totalMs / 1000} s.`;
    default:
      return /CERT|TLS|SSL|ALTNAME|SIGNATURE/.test(problem)
        ? `The certificate is not accepted (${problem}).`
        : `The connection broke (${problem}).`;
  }
}

// Makes one call: its tries, the pauses between them, and its response.
import { AnswerError, ApiError, ConnectionError, GodwitError, withCall } from './errors.ts';
import { VERSION } from './types.ts';

/** An AbortSignal, if the reader's project has a type for it. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : never;

/** The time limits of a call. */
export type Patience = {
  /** For one try, in ms; default: 30 000. */
  timeoutMs?: number;
  /** For all tries and the pauses between them, in ms; default: 60 000. */
  totalTimeoutMs?: number;
  /** How often a failed call is retried; default: 4, 0 for never. */
  maxRetries?: number;
};

export type CallOptions = Patience & {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: Signal;
};

export type SendOptions = CallOptions & {
  /**
   * 1 to 255 characters that identify the message, such as `order-1042-shipped`. For 24 hours the service
   * accepts one message with it. Default: a new key for each call.
   */
  idempotencyKey?: string;
};

export type ClientOptions = Patience & {
  /** The address of the service, such as `https://sms.example.com`; `/v1` is appended to its path. */
  baseUrl: string;
  projectId: string;
  /** The project's test key or its live key. */
  apiKey: string;
};

export type Call<Answer> = {
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  /** Whether to repeat the call although it succeeded. */
  isUnfinished?: (answer: Answer) => boolean;
  /** Whether to repeat it only if the service refused it: without an answer, it may have taken effect. */
  once?: boolean;
};

const TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 60_000;
const MAX_RETRIES = 4;
/** The first pause; each is twice the previous one, up to the longest. */
const PAUSE_MS = 500;
const LONGEST_PAUSE_MS = 8_000;

export class Transport {
  readonly #base: string;
  readonly #authorization: string;
  readonly #patience: Required<Patience>;

  constructor({ baseUrl, projectId, apiKey, ...patience }: ClientOptions) {
    this.#base = baseOf(baseUrl);
    for (const [name, value] of Object.entries({ projectId, apiKey }))
      if (typeof value !== 'string' || value.trim() === '') throw new TypeError(`${name} is missing`);
    this.#authorization = `Basic ${Buffer.from(`${projectId.trim()}:${apiKey.trim()}`).toString('base64')}`;
    this.#patience = patienceOf(patience, {
      timeoutMs: TIMEOUT_MS,
      totalTimeoutMs: TOTAL_TIMEOUT_MS,
      maxRetries: MAX_RETRIES,
    });
  }

  /**
   * Makes a call; returns its response and the number of tries. Rejects with a GodwitError, or with the
   * reason of `signal`.
   */
  async request<Answer>(
    call: Call<Answer>,
    options: CallOptions,
  ): Promise<{ answer: Answer; tries: number }> {
    const { timeoutMs, totalTimeoutMs, maxRetries } = patienceOf(options, this.#patience);
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const endsAtMs = performance.now() + totalTimeoutMs;
    for (let tries = 1; ; tries++) {
      const leftMs = endsAtMs - performance.now();
      const outcome = await this.#try(call, body, Math.min(timeoutMs, leftMs), options.signal);
      const failed = outcome instanceof GodwitError;
      const mayRepeat = !call.once || outcome instanceof ApiError;
      const wantsMore = failed ? outcome.isTemporary && mayRepeat : call.isUnfinished?.(outcome);
      const pauseMs = pauseAfter(tries, failed ? outcome.retryAfterSeconds : null);
      if (!wantsMore || tries > maxRetries || performance.now() + pauseMs >= endsAtMs) {
        if (!failed) return { answer: outcome, tries };
        throw withCall(outcome, { tries, idempotencyKey: call.idempotencyKey ?? null });
      }
      await sleep(pauseMs, options.signal);
    }
  }

  async #try<Answer>(
    call: Call<Answer>,
    body: string | null,
    timeoutMs: number,
    signal?: Signal,
  ): Promise<Answer | GodwitError> {
    signal?.throwIfAborted();
    const timeout = AbortSignal.timeout(Math.max(1, Math.ceil(timeoutMs)));
    const url = `${this.#base}${call.path}`;
    try {
      const response = await fetch(url, {
        method: call.method,
        redirect: 'manual',
        signal: signal ? AbortSignal.any([signal, timeout]) : timeout,
        headers: {
          authorization: this.#authorization,
          accept: 'application/json',
          'user-agent': `godwit-typescript/${VERSION} node/${process.versions.node}`,
          ...(body !== null && { 'content-type': 'application/json' }),
          ...(call.idempotencyKey !== undefined && { 'idempotency-key': call.idempotencyKey }),
        },
        ...(body !== null && { body }),
      });
      return read(url, response, await response.text());
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      const why = timeout.aborted ? `within ${Math.ceil(timeoutMs)} ms` : `(${reasonOf(error)})`;
      return new ConnectionError(`No answer from ${url} ${why}`, timeout.aborted, error);
    }
  }
}

/** Reads a response: returns its object, or the error to throw. */
function read<Answer>(url: string, { status, ok, headers }: Response, text: string): Answer | GodwitError {
  const retryAfterSeconds = secondsUntil(headers.get('retry-after'));
  const json = parse(text);
  if (ok && json) return json as Answer;
  const { code, description, fields } = (json ?? {}) as Record<string, unknown>;
  if (!ok && typeof code === 'number' && typeof description === 'string') {
    const requestId = headers.get('x-request-id');
    return new ApiError({ status, code, description, fields: fields as never, requestId, retryAfterSeconds });
  }
  const location = status >= 300 && status < 400 ? ` and points to ${headers.get('location')}` : '';
  return new AnswerError(
    `${url} is not a Godwit service (${status}${location}): check baseUrl, and proxies in between`,
    status,
    retryAfterSeconds,
  );
}

function parse(text: string): object | null {
  try {
    const json: unknown = JSON.parse(text);
    return typeof json === 'object' && !Array.isArray(json) ? json : null;
  } catch {
    return null;
  }
}

/** Reads a Retry-After, a number of seconds or a date, as seconds from now; null if there is none. */
function secondsUntil(retryAfter: string | null): number | null {
  if (!retryAfter) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** At least the service's Retry-After. Partly random, so that many clients do not retry at once. */
function pauseAfter(tries: number, retryAfterSeconds: number | null): number {
  const own = Math.min(LONGEST_PAUSE_MS, PAUSE_MS * 2 ** (tries - 1)) * (0.5 + Math.random() / 2);
  return retryAfterSeconds === null ? own : retryAfterSeconds * 1000 + Math.random() * PAUSE_MS;
}

function sleep(ms: number, signal?: Signal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = (): void => {
      clearTimeout(timer);
      reject(signal!.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, ms);
    signal?.addEventListener('abort', stop, { once: true });
  });
}

/** Returns the base of all calls. The given address may end with `/v1` or a slash. */
function baseOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an address such as https://sms.example.com');
  if (url.search || url.hash || url.username || url.password)
    throw new TypeError('baseUrl must be an address without ?, # and credentials');
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/v1$/, '')}/v1`;
}

function patienceOf(own: Patience, otherwise: Required<Patience>): Required<Patience> {
  const patience = {
    timeoutMs: own.timeoutMs ?? otherwise.timeoutMs,
    totalTimeoutMs: own.totalTimeoutMs ?? otherwise.totalTimeoutMs,
    maxRetries: own.maxRetries ?? otherwise.maxRetries,
  };
  for (const [name, value] of Object.entries(patience))
    if (!Number.isFinite(value) || value < 0 || (name !== 'maxRetries' && value === 0))
      throw new TypeError(`${name} must be a number of 0 or more, and a time more than 0`);
  return patience;
}

function reasonOf(error: unknown): string {
  const { cause, message } = error as Error;
  const inner = cause as { code?: string; message?: string } | undefined;
  return inner?.code ?? inner?.message ?? message;
}

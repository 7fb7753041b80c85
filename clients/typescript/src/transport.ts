// One call of the service: its tries, the pauses between them, and what its answers mean.
import { AnswerError, ApiError, ConnectionError, GodwitError, withCall } from './errors.ts';
import { VERSION } from './types.ts';

/** An AbortSignal, where the types of the reader's project know one. */
type Signal = typeof globalThis extends { AbortSignal: { prototype: infer T } } ? T : never;

/** How long a call may take. */
export type Patience = {
  /** For one try; 30 000 unless told. */
  timeoutMs?: number;
  /** For all tries and the pauses between them; 60 000 unless told. */
  totalTimeoutMs?: number;
  /** How often a call is tried again after the first time; 4 unless told, 0 for never. */
  maxRetries?: number;
};

export type CallOptions = Patience & {
  /** Ends the call, which then rejects with the signal's reason. */
  signal?: Signal;
};

export type SendOptions = CallOptions & {
  /**
   * 1 to 255 characters that name what is sent, such as `order-1042-shipped`: for 24 hours the service sends nothing else, and nothing twice,
   * under it. Each call has a fresh one unless told.
   */
  idempotencyKey?: string;
};

export type ClientOptions = Patience & {
  /** Where the service is, such as `https://sms.example.com`; of an address with a path, `/v1` is added to the path. */
  baseUrl: string;
  projectId: string;
  /** The project's test key or its live key. */
  apiKey: string;
};

export type Call<Answer> = {
  method: 'GET' | 'POST';
  path: string;
  body?: unknown;
  idempotencyKey?: string;
  /** Whether an answer is to be asked for once more, although it is no error. */
  isUnfinished?: (answer: Answer) => boolean;
};

const TIMEOUT_MS = 30_000;
const TOTAL_TIMEOUT_MS = 60_000;
const MAX_RETRIES = 4;
/** The first pause; each is twice the one before, up to the longest. */
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

  /** The answer to a call; `tries` says how often it was asked for. Rejects with a GodwitError, or with the reason of `signal`. */
  async ask<Answer>(call: Call<Answer>, options: CallOptions): Promise<{ answer: Answer; tries: number }> {
    const { timeoutMs, totalTimeoutMs, maxRetries } = patienceOf(options, this.#patience);
    const body = call.body === undefined ? null : JSON.stringify(call.body);
    const endsAtMs = performance.now() + totalTimeoutMs;
    for (let tries = 1; ; tries++) {
      const leftMs = endsAtMs - performance.now();
      const outcome = await this.#try(call, body, Math.min(timeoutMs, leftMs), options.signal);
      const failed = outcome instanceof GodwitError;
      const wantsMore = failed ? outcome.isTemporary : call.isUnfinished?.(outcome);
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

/** What an answer says: the object asked for, or why there is none. */
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
    `${url} does not answer as Godwit does (${status}${location}): check baseUrl, and what is between`,
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

/** A Retry-After as seconds from now: it is a number of them or a date. */
function secondsUntil(retryAfter: string | null): number | null {
  if (!retryAfter) return null;
  if (/^\d{1,9}$/.test(retryAfter)) return Number(retryAfter);
  const at = Date.parse(retryAfter);
  return Number.isNaN(at) ? null : Math.max(0, Math.ceil((at - Date.now()) / 1000));
}

/** At least what the service asks for; with a share of chance, so that many clients do not come back at once. */
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

/** The address that calls begin with. A `/v1` or a slash at the end of what was given may be there or not. */
function baseOf(baseUrl: string): string {
  const url = URL.canParse(baseUrl) ? new URL(baseUrl) : null;
  if (!url || !/^https?:$/.test(url.protocol))
    throw new TypeError('baseUrl must be an address such as https://sms.example.com');
  if (url.search || url.hash || url.username || url.password)
    throw new TypeError('baseUrl must be only an address: without ?, # and credentials');
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

// The errors of a call: a refusal by the service, no response, or a response that is not the service's.

/** Details of a failed call, whatever the reason. */
type Failed = { tries?: number; idempotencyKey?: string | null; cause?: unknown };

/** The base class of every failed call. */
export class GodwitError extends Error {
  override name = 'GodwitError';
  /** How often the call was tried. */
  tries = 1;
  /**
   * The Idempotency-Key of every try of `send` and `batch`. If it is unknown whether messages were accepted,
   * repeat the call with this key within 24 hours: nothing is sent twice.
   */
  idempotencyKey: string | null = null;

  /** Whether the same call may succeed shortly. */
  get isTemporary(): boolean {
    return false;
  }

  /** Seconds to wait before a retry, if the response has them; else null. */
  get retryAfterSeconds(): number | null {
    return null;
  }
}

/** Thrown if the service refused the call. */
export class ApiError extends GodwitError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The error code, one of `ErrorCode`. */
  readonly code: number;
  readonly description: string;
  /** The error of each invalid field. */
  readonly fields: Readonly<Record<string, string>>;
  /** Identifies this call in the service's log. */
  readonly requestId: string | null;
  readonly #retryAfterSeconds: number | null;

  constructor(answer: {
    status: number;
    code: number;
    description: string;
    fields?: Record<string, string> | undefined;
    requestId: string | null;
    retryAfterSeconds: number | null;
  }) {
    super(`${answer.description} (${answer.code})`);
    this.status = answer.status;
    this.code = answer.code;
    this.description = answer.description;
    this.fields = answer.fields ?? {};
    this.requestId = answer.requestId;
    this.#retryAfterSeconds = answer.retryAfterSeconds;
  }

  override get isTemporary(): boolean {
    return isTemporaryStatus(this.status) || isTemporaryCode(this.code);
  }

  override get retryAfterSeconds(): number | null {
    return this.#retryAfterSeconds;
  }
}

/** Thrown if there was no response: the service was not reachable, the connection broke, or it timed out. */
export class ConnectionError extends GodwitError {
  override name = 'ConnectionError';
  readonly timedOut: boolean;

  constructor(message: string, timedOut: boolean, cause: unknown) {
    super(message, { cause });
    this.timedOut = timedOut;
  }

  override get isTemporary(): boolean {
    return true;
  }
}

/** Thrown if the response is not from the service: a proxy's error page, a redirect or a wrong `baseUrl`. */
export class AnswerError extends GodwitError {
  override name = 'AnswerError';
  /** The HTTP status. */
  readonly status: number;
  readonly #retryAfterSeconds: number | null;

  constructor(message: string, status: number, retryAfterSeconds: number | null) {
    super(message);
    this.status = status;
    this.#retryAfterSeconds = retryAfterSeconds;
  }

  override get isTemporary(): boolean {
    return isTemporaryStatus(this.status);
  }

  override get retryAfterSeconds(): number | null {
    return this.#retryAfterSeconds;
  }
}

const REQUEST_IN_PROGRESS = 1008;
const TEMPORARY_CODES: readonly number[] = [1006, REQUEST_IN_PROGRESS, 1014];

function isTemporaryStatus(status: number): boolean {
  return status === 429 || (status >= 502 && status <= 504);
}

/** Whether a call, or a message of a batch, that was refused with this code may succeed shortly. */
export function isTemporaryCode(code: number): boolean {
  return TEMPORARY_CODES.includes(code);
}

/** Adds the details of a call to its error. */
export function withCall<E extends GodwitError>(error: E, { tries, idempotencyKey }: Failed): E {
  error.tries = tries ?? 1;
  error.idempotencyKey = idempotencyKey ?? null;
  return error;
}

// What a call can fail with: an error the service answered, no answer, or an answer that is not the service's.

/** What is known of a call that failed, whatever the reason. */
type Failed = { tries?: number; idempotencyKey?: string | null; cause?: unknown };

/** Any failed call. */
export class GodwitError extends Error {
  override name = 'GodwitError';
  /** How often the call was tried. */
  tries = 1;
  /**
   * The Idempotency-Key that every try of `send` and `batch` had. Where it is not known whether messages were accepted, the same call with
   * this key within 24 hours finds out without sending any twice.
   */
  idempotencyKey: string | null = null;

  /** Whether the same call may succeed shortly. */
  get isTemporary(): boolean {
    return false;
  }

  /** After how many seconds to try again, where the answer says so. */
  get retryAfterSeconds(): number | null {
    return null;
  }
}

/** The service refused the call and says why. */
export class ApiError extends GodwitError {
  override name = 'ApiError';
  /** The HTTP status. */
  readonly status: number;
  /** The code of the catalogue, one of `ErrorCode`. */
  readonly code: number;
  readonly description: string;
  /** What is wrong with each field at fault. */
  readonly fields: Readonly<Record<string, string>>;
  /** Names this call in the service's log. */
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

/** No answer came: the service could not be reached, the connection broke, or it took too long. */
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

/** Something answered, but not as the service does: a proxy's error page, a redirect, a wrong `baseUrl`. */
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

/** Whether a call, or a message of a batch, that was refused with this code may be taken shortly. */
export function isTemporaryCode(code: number): boolean {
  return TEMPORARY_CODES.includes(code);
}

/** Adds to an error what is known of its call. */
export function withCall<E extends GodwitError>(error: E, { tries, idempotencyKey }: Failed): E {
  error.tries = tries ?? 1;
  error.idempotencyKey = idempotencyKey ?? null;
  return error;
}

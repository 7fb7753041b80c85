// A failed call as a value, and how it is put into words.
import { type ErrorAnswer, errorAnswer } from '@godwit/contract/common';
import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { OFFLINE, SOMETHING_WENT_WRONG } from '@godwit/contract/sentences/general';
import { translate, translateError, translateField, tryAgainIn } from '../text/translate.ts';

/** The error of a failed call. `status` 0 and `code` 0 mean that no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  /** As the server has it, in English; wordsFor gives it in the language that is shown. */
  readonly description: string;
  /** Sentences by field name, where single fields are at fault, in the language that is shown. */
  readonly fields: Record<string, string>;
  /** Id of the request in the server's logs, for asking about it. */
  readonly requestId: string | null;
  /** The Retry-After of the response, or null. */
  readonly retryAfterSeconds: number | null;
  /** The whole answer, for calls that say more than an error has. */
  readonly body: unknown;

  constructor(
    status: number,
    answer: ErrorAnswer,
    requestId: string | null,
    retryAfterSeconds: number | null = null,
    body: unknown = null,
  ) {
    super(answer.description);
    this.name = 'ApiError';
    this.status = status;
    this.code = answer.code;
    this.description = answer.description;
    const fields = Object.entries(answer.fields ?? {});
    this.fields = Object.fromEntries(fields.map(([name, words]) => [name, translateField(words)]));
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

/** No answer came at all: without a connection, which the browser knows, or for another reason. */
export const noAnswer = (): ApiError =>
  new ApiError(
    0,
    { code: 0, description: navigator.onLine === false ? OFFLINE : SOMETHING_WENT_WRONG },
    null,
  );

/**
 * No answer came, or the server stumbled: what was asked for is as good as before, and may be tried again.
 */
export const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/**
 * An answer that was not a success, read into an ApiError; whatever is not in the catalogue's form is code
 * 1000.
 */
export async function errorFrom(response: Response): Promise<ApiError> {
  const body: unknown = await response.json().catch(() => null);
  const parsed = errorAnswer.safeParse(body);
  const answer = parsed.success
    ? parsed.data
    : { code: ERROR_CODES.unexpected, description: SOMETHING_WENT_WRONG };
  const retryAfter = response.headers.get('retry-after') ?? '';
  const seconds = /^\d+$/.test(retryAfter) ? Number(retryAfter) : null;
  return new ApiError(response.status, answer, response.headers.get('x-request-id'), seconds, body);
}

/** Whether a call was refused with this error of the catalogue. */
export const isError = (error: unknown, name: keyof typeof ERROR_CODES): boolean =>
  error instanceof ApiError && error.code === ERROR_CODES[name];

/** A conflict: the page shows stale data, or the change was already made. */
export const isConflict = (error: unknown): error is ApiError => isError(error, 'conflict');

const LONGEST_IN_SECONDS = 90;

function againIn(seconds: number): string {
  return seconds > LONGEST_IN_SECONDS
    ? tryAgainIn(Math.ceil(seconds / 60), 'minute')
    : tryAgainIn(Math.max(1, seconds), 'second');
}

/**
 * Returns the words for a call that the server refused for now (1006, 1014): its first sentence, then how
 * long to wait. Null for every other failure.
 */
export function waitWords(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (!isError(error, 'tooManyRequests') && !isError(error, 'unavailable')) return null;
  if (error.retryAfterSeconds === null) return translateError(error.code, error.description);
  const [what = ''] = error.description.split('. ');
  return `${translateError(error.code, `${what.replace(/\.$/, '')}.`)} ${againIn(error.retryAfterSeconds)}`;
}

/** The server's message for a failed call, or a general one if the server has none for users. */
export function wordsFor(error: unknown): string {
  if (!(error instanceof ApiError)) return translate(SOMETHING_WENT_WRONG);
  if (isError(error, 'unexpected') || isError(error, 'csrf')) return translate(SOMETHING_WENT_WRONG);
  return waitWords(error) ?? translateError(error.code, error.description);
}

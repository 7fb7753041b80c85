// The error of a failed call, and its text.
import { type ErrorAnswer, errorAnswer } from '@godwit/contract/common';
import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { OFFLINE, SOMETHING_WENT_WRONG } from '@godwit/contract/sentences/general';
import { translate, translateError, translateField, tryAgainIn } from '../text/translate.ts';

/** The error of a failed call. Status 0 and code 0 mean that no response arrived. */
export class ApiError extends Error {
  readonly status: number;
  readonly code: number;
  /** The server's description, in English. errorMessage translates it. */
  readonly description: string;
  /** The problem of each invalid field, translated. */
  readonly fields: Record<string, string>;
  /** The id of the request in the server's logs, for support. */
  readonly requestId: string | null;
  /** The Retry-After of the response, or null. */
  readonly retryAfterSeconds: number | null;
  /** The whole answer, for calls that return data with an error. */
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
    this.fields = Object.fromEntries(fields.map(([name, problem]) => [name, translateField(problem)]));
    this.requestId = requestId;
    this.retryAfterSeconds = retryAfterSeconds;
    this.body = body;
  }
}

/** The error of a call that got no answer, because the browser is offline or for another reason. */
export const noAnswer = (): ApiError =>
  new ApiError(
    0,
    { code: 0, description: navigator.onLine === false ? OFFLINE : SOMETHING_WENT_WRONG },
    null,
  );

/** Whether the call got no answer or the server failed, so that the person can try again. */
export const isLost = (error: unknown): error is ApiError =>
  error instanceof ApiError && (error.status === 0 || error.status >= 500);

/** Converts a response into an ApiError, with code 1000 if it has no valid error. */
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

/** Whether the call conflicts: the page shows stale data, or the change was already made. */
export const isConflict = (error: unknown): error is ApiError => isError(error, 'conflict');

const LONGEST_IN_SECONDS = 90;

function retryText(seconds: number): string {
  return seconds > LONGEST_IN_SECONDS
    ? tryAgainIn(Math.ceil(seconds / 60), 'minute')
    : tryAgainIn(Math.max(1, seconds), 'second');
}

/**
 * Returns the text for a call that the server refused temporarily (1006, 1014): the first sentence of its
 * description and the time to wait. Returns null for other errors.
 */
export function retryAfterText(error: unknown): string | null {
  if (!(error instanceof ApiError)) return null;
  if (!isError(error, 'tooManyRequests') && !isError(error, 'unavailable')) return null;
  if (error.retryAfterSeconds === null) return translateError(error.code, error.description);
  const [firstSentence = ''] = error.description.split('. ');
  return `${translateError(error.code, `${firstSentence.replace(/\.$/, '')}.`)} ${retryText(error.retryAfterSeconds)}`;
}

/**
 * Returns the text for a failed call: the server's description, or a general one if the server's is not for
 * users.
 */
export function errorMessage(error: unknown): string {
  if (!(error instanceof ApiError)) return translate(SOMETHING_WENT_WRONG);
  if (isError(error, 'unexpected') || isError(error, 'csrf')) return translate(SOMETHING_WENT_WRONG);
  return retryAfterText(error) ?? translateError(error.code, error.description);
}

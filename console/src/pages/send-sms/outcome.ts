// The outcome of sending a message to one recipient: whether to offer a retry, and whether it keeps the
// idempotency key.
import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { ApiError, errorMessage, isError } from '../../api/errors.ts';
import type { Translate } from '../../text/useText.ts';

/**
 * The outcome for a recipient. A recipient without an outcome is Pending. A failure is `final` if a retry
 * cannot succeed. It is `isUnsent` if no request created a message, including those without a response.
 */
export type Outcome =
  | { sent: true; id: string; isLater: boolean }
  | { sent: false; reason: string; final: boolean; isUnsent: boolean };

// Errors about the message itself, besides numbers (2000s) and senders, countries and texts (3000s).
const MESSAGE_ERRORS = (['invalidArgument', 'keyMismatch', 'invalidDate'] as const).map(
  (name): number => ERROR_CODES[name],
);

/** Returns the outcome of a failed call. */
export function failureOf(error: unknown, t: Translate): Outcome {
  const code = error instanceof ApiError ? error.code : 0;
  const failed = (reason: string, final = false, isUnsent = false): Outcome => ({
    sent: false,
    reason,
    final,
    isUnsent,
  });
  if (code === 0) return failed(t('send.noAnswer'));
  if (isInProgress(error)) return failed(t('send.stillTaken'));
  // A retry with the same text would be rejected again. Another text has another key.
  if (isError(error, 'idempotencyReused')) return failed(t('send.keyReused'), true);
  // The server rejects this before it looks up the key, so an earlier request may have created a message.
  if (isError(error, 'notAllowed')) return failed(errorMessage(error), true);
  const isMessageError = MESSAGE_ERRORS.includes(code) || (code >= 2000 && code < 4000);
  return failed(errorMessage(error), isMessageError, isMessageError);
}

/** Whether another request with the same key is still in progress. */
export const isInProgress = (error: unknown): boolean => isError(error, 'idempotencyInProgress');

/** The outcome without a retry, because the server has deleted the key while the dialog was open. */
export const outdatedOutcome = (t: Translate): Outcome => ({
  sent: false,
  reason: t('send.outdatedOne'),
  final: true,
  isUnsent: false,
});

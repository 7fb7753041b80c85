// What became of a message to one recipient, as far as a call tells, and so what may be done about it and
// with its key.
import { ERROR_CODES } from '@godwit/contract/errorCodes';
import { ApiError, errorMessage, isError } from '../../api/errors.ts';
import type { Translate } from '../../text/useText.ts';

/**
 * What became of a recipient's message; none yet is Pending. A failure is `final` where sending it again
 * cannot help, and `isKnown` where there is no message for certain: an earlier call that got no answer made
 * none either.
 */
export type Outcome =
  | { sent: true; id: string; isLater: boolean }
  | { sent: false; reason: string; final: boolean; isKnown: boolean };

// Refused for what the message is: these, numbers (2000s), and senders, countries and texts (3000s).
const OF_MESSAGE = (['invalidArgument', 'keyMismatch', 'invalidDate'] as const).map(
  (name): number => ERROR_CODES[name],
);

/** What a failed call means for its message. */
export function failureOf(error: unknown, t: Translate): Outcome {
  const code = error instanceof ApiError ? error.code : 0;
  const failed = (reason: string, final = false, isKnown = false): Outcome => ({
    sent: false,
    reason,
    final,
    isKnown,
  });
  if (code === 0) return failed(t('send.noAnswer'));
  if (isInProgress(error)) return failed(t('send.stillTaken'));
  // The same words would be refused again, and others have another key.
  if (isError(error, 'idempotencyReused')) return failed(t('send.keyReused'), true);
  // Refused before its key was looked up.
  if (isError(error, 'notAllowed')) return failed(errorMessage(error), true);
  const isOfMessage = OF_MESSAGE.includes(code) || (code >= 2000 && code < 4000);
  return failed(errorMessage(error), isOfMessage, isOfMessage);
}

/** Another call with the same key has not been answered yet. */
export const isInProgress = (error: unknown): boolean => isError(error, 'idempotencyInProgress');

/** Not sent again: the server has forgotten its key while the dialog was open. */
export const outdatedOne = (t: Translate): Outcome => ({
  sent: false,
  reason: t('send.outdatedOne'),
  final: true,
  isKnown: false,
});

// Bounds the attempts of a message that carriers answer with codes of their own, such as 0x45B. Such a code
// may mean a fault that passes or a wrong number, and only the carrier knows. The message is tried a few
// times, ever later, and then fails with the code.
import type { SendOutcome } from '../link.ts';
import type { LockedAttempts } from './partQueries.ts';

/** This many answers with such a code end a message. */
export const MOST_OWN_CODES = 6;
/** Each wait is this many times as long as the one before: 5 s, 20 s, 80 s, 5 min and 21 min. */
const SLOWER = 4;

/**
 * The outcome of an attempt that ended with a code of the carrier: a later retry, or a rejection if the
 * message has had too many such codes or would expire before the next attempt. `queued` is its row before
 * this attempt.
 */
export function boundOwnCodes(
  { parts, taken, carrierError, ...retry }: Extract<SendOutcome, { kind: 'retry' }>,
  queued: Pick<LockedAttempts, 'ownCodes' | 'leftMs'>,
): SendOutcome {
  const afterMs = retry.afterMs * SLOWER ** queued.ownCodes;
  const isLast = queued.ownCodes + 1 >= MOST_OWN_CODES || afterMs >= queued.leftMs;
  return isLast
    ? { kind: 'rejected', carrierError: carrierError!, parts, taken }
    : { ...retry, afterMs, carrierError, parts, taken };
}

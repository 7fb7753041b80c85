// Why messages fail, and which failures are refunded.
import * as sending from '../sentences/sending.ts';
import { type MessageState, statesBefore } from './statuses.ts';

/** A failure: the states it can follow, whether the cost is refunded, and its sentence for people. */
type Failure = {
  readonly from: readonly MessageState[];
  readonly refunded: boolean;
  readonly description: string;
};

// No carrier has been asked. Throttled messages return to queued, so whatever happens to a waiting message
// can happen there.
const WAITING = ['accepted', 'queued'] as const;

/**
 * Every failure code. The cost is refunded unless a carrier accepted the message, or a part of it, and could
 * not deliver it.
 */
export const FAILURES = {
  CANCELLED: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_CANCELLED,
  },
  EXPIRED: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_EXPIRED,
  },
  BLOCKED: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_BLOCKED,
  },
  OPTED_OUT: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_OPTED_OUT,
  },
  UNVERIFIED: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_UNVERIFIED,
  },
  SENDER: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_SENDER,
  },
  ARCHIVED: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_ARCHIVED,
  },
  // A late response may find the message queued again.
  REJECTED: {
    from: ['queued', 'submitting', 'in_doubt'],
    refunded: true,
    description: sending.FAILED_REJECTED,
  },
  // Possible before sent if a carrier accepted some parts of a long message and the others can no longer
  // follow.
  UNDELIVERED: {
    from: ['queued', 'submitting', 'in_doubt', 'sent'],
    refunded: false,
    description: sending.FAILED_UNDELIVERED,
  },
  NO_RECEIPT: {
    from: ['sent'],
    refunded: false,
    description: sending.FAILED_NO_RECEIPT,
  },
  UNKNOWN: {
    from: ['in_doubt'],
    refunded: true,
    description: sending.FAILED_UNKNOWN,
  },
} as const satisfies Record<string, Failure>;
export type FailureCode = keyof typeof FAILURES;
export const FAILURE_CODES = Object.keys(FAILURES) as [FailureCode, ...FailureCode[]];
/** The failures with a refund. */
export const REFUNDED_FAILURES = FAILURE_CODES.filter((code) => FAILURES[code].refunded);

/** Whether a message in this state may fail with this code. */
export function canFail(from: MessageState, code: FailureCode): boolean {
  const states: readonly MessageState[] = FAILURES[code].from;
  return states.includes(from);
}

/** Whether a message may move from one state to another in one step; to failed, with any code. */
export function canTransition(from: MessageState, to: MessageState): boolean {
  if (to !== 'failed') return statesBefore(to).includes(from);
  return FAILURE_CODES.some((code) => canFail(from, code));
}

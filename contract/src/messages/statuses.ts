// A message's life: the states it passes, how it may move between them, why it fails, and the public words
// for it.
import * as sending from '../sentences/sending.ts';

/** Teams and projects run in one of two modes: TEST touches no carrier and no money. */
export const MODES = ['TEST', 'LIVE'] as const;
export type Mode = (typeof MODES)[number];

export const DIRECTIONS = ['OUTGOING', 'INCOMING'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How a message came in: MESSAGING is the public API and Send SMS. */
export const API_TYPES = ['MESSAGING', 'CAMPAIGN'] as const;
/**
 * The source of a message: the public API or SMPP, the console by hand, a campaign, or the answer to a
 * keyword. CARRIER is for messages that came from a phone.
 */
export const PLATFORMS = ['API', 'WEB', 'CAMPAIGN', 'CARRIER', 'KEYWORD', 'SMPP'] as const;
export type Platform = (typeof PLATFORMS)[number];
export type ApiType = (typeof API_TYPES)[number];

/** The statuses of a message that customers see. */
export const PUBLIC_STATUSES = ['ACCEPTED', 'SENT', 'DELIVERED', 'FAILED'] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

/** The statuses that a message's URL is called with, in the order in which a message comes to them. */
export const CALLBACK_STATUSES = ['SENT', 'DELIVERED', 'FAILED'] as const satisfies readonly PublicStatus[];
export type CallbackStatus = (typeof CALLBACK_STATUSES)[number];

/**
 * The statuses that screens and reports show. A cancelled message did not fail; the public API follows the
 * specification and has FAILED for it.
 */
export const SHOWN_STATUSES = [...PUBLIC_STATUSES, 'CANCELLED'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

/**
 * Internal states in the order of a message's life. in_doubt: bytes left, then link or process died before
 * the answer.
 */
export const MESSAGE_STATES = [
  'accepted',
  'queued',
  'submitting',
  'in_doubt',
  'sent',
  'delivered',
  'failed',
] as const;
export type MessageState = (typeof MESSAGE_STATES)[number];

/**
 * Why a message failed: the states it can fail from, whether its cost goes back, and the reason in words for
 * people.
 */
type Failure = {
  readonly from: readonly MessageState[];
  readonly refunded: boolean;
  readonly description: string;
};

// Before a carrier is asked. Throttled messages wait in queued, so what can happen to a waiting message can
// happen there.
const WAITING = ['accepted', 'queued'] as const;

/**
 * Every failure code. A cost goes back unless a carrier took the message, or a part of it, and then could not
 * deliver it.
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
  ARCHIVED: {
    from: WAITING,
    refunded: true,
    description: sending.FAILED_ARCHIVED,
  },
  // A late answer may find a message that is queued once more.
  REJECTED: {
    from: ['queued', 'submitting', 'in_doubt'],
    refunded: true,
    description: sending.FAILED_REJECTED,
  },
  // Before sent where a carrier took some part of a long message and the rest can no longer follow.
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
/** The failures whose cost goes back. */
export const REFUNDED_FAILURES = FAILURE_CODES.filter((code) => FAILURES[code].refunded);

// accepted reaches submitting in one step when a message is picked and claimed by the same commit, the usual
// case. Two moves go back to queued: from submitting while nothing has been written (throttled, queue full,
// link lost before writing), and from in_doubt when a late answer puts the message off, or when 60 s brought
// neither answer nor receipt and the sender is transactional. All others go forward. A late answer may also
// find a message that is queued once more: it is sent then.
const NEXT_STATES: Record<MessageState, readonly MessageState[]> = {
  accepted: ['queued', 'submitting'],
  queued: ['submitting', 'sent'],
  submitting: ['sent', 'queued', 'in_doubt'],
  in_doubt: ['sent', 'delivered', 'queued'],
  sent: ['delivered'],
  delivered: [],
  failed: [],
};

/** Whether a message may fail with this code while it is in this state. */
export function canFail(from: MessageState, code: FailureCode): boolean {
  const states: readonly MessageState[] = FAILURES[code].from;
  return states.includes(from);
}

/**
 * Whether a message may move from one state to another in one step; to failed, whether any code allows it.
 */
export function canTransition(from: MessageState, to: MessageState): boolean {
  if (to !== 'failed') return NEXT_STATES[from].includes(to);
  return FAILURE_CODES.some((code) => canFail(from, code));
}

/** The states from which a message may move to `to`: the guard of every update that moves messages. */
export function statesBefore(to: Exclude<MessageState, 'failed'>): MessageState[] {
  return MESSAGE_STATES.filter((from) => NEXT_STATES[from].includes(to));
}

/** The status that customers see for an internal state: ACCEPTED until a carrier has taken every part. */
export function publicStatus(state: MessageState): PublicStatus {
  switch (state) {
    case 'sent':
      return 'SENT';
    case 'delivered':
      return 'DELIVERED';
    case 'failed':
      return 'FAILED';
    default:
      return 'ACCEPTED';
  }
}

/** The status that screens and reports show. */
export function shownStatusOf(state: MessageState, failure: string | null): ShownStatus {
  return failure === 'CANCELLED' ? failure : publicStatus(state);
}

/** The meaning of a carrier's code for a REJECTED or UNDELIVERED message: the cause, then the remedy. */
export const CARRIER_REASONS = {
  NO_SUCH_NUMBER: sending.CARRIER_NO_SUCH_NUMBER,
  NUMBER_REFUSED: sending.CARRIER_NUMBER_REFUSED,
  NOT_A_MOBILE: sending.CARRIER_NOT_A_MOBILE,
  UNREACHABLE: sending.CARRIER_UNREACHABLE,
  PHONE_FULL: sending.CARRIER_PHONE_FULL,
  BARRED: sending.CARRIER_BARRED,
  NETWORK_FAULT: sending.CARRIER_NETWORK_FAULT,
  SENDER_REFUSED: sending.CARRIER_SENDER_REFUSED,
  TEXT_REFUSED: sending.CARRIER_TEXT_REFUSED,
  REFUSED: sending.CARRIER_REFUSED,
} as const;
export type CarrierReason = keyof typeof CARRIER_REASONS;
export const CARRIER_REASON_CODES = Object.keys(CARRIER_REASONS) as [CarrierReason, ...CarrierReason[]];

/** The word on screen for a status; anything unheard of shows as Failed, as the specification has it. */
export function statusLabel(status: string): string {
  if (status === 'DELIVERED') return 'Delivered';
  if (status === 'ACCEPTED') return 'Queued';
  if (status === 'CANCELLED') return 'Cancelled';
  return status === 'SENT' ? 'Sent' : 'Failed';
}

// A message's life: the states it passes, how it may move between them, why it fails, and the public words for it.

/** Teams and projects run in one of two modes: TEST touches no carrier and no money. */
export const MODES = ['TEST', 'LIVE'] as const;
export type Mode = (typeof MODES)[number];

export const DIRECTIONS = ['OUTGOING', 'INCOMING'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How a message came in: MESSAGING is the public API and Send SMS. */
export const API_TYPES = ['MESSAGING', 'CAMPAIGN'] as const;
/**
 * Where a message was handed in: over the public API or SMPP, by hand in the console, by a campaign, as the answer to a keyword; CARRIER for what came
 * in from a phone.
 */
export const PLATFORMS = ['API', 'WEB', 'CAMPAIGN', 'CARRIER', 'KEYWORD', 'SMPP'] as const;
export type Platform = (typeof PLATFORMS)[number];
export type ApiType = (typeof API_TYPES)[number];

/** What customers see of a message's state. */
export const PUBLIC_STATUSES = ['ACCEPTED', 'SENT', 'DELIVERED', 'FAILED'] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

/** Internal states in the order of a message's life. in_doubt: bytes left, then link or process died before the answer. */
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

/** Why a message failed: the states it can fail from, whether its cost goes back, and the reason in words for people. */
type Failure = {
  readonly from: readonly MessageState[];
  readonly refunded: boolean;
  readonly description: string;
};

// Before a carrier is asked. Throttled messages wait in queued, so what can happen to a waiting message can happen there.
const WAITING = ['accepted', 'queued'] as const;

/** Every failure code. A cost goes back unless a carrier took the message, or a part of it, and then could not deliver it. */
export const FAILURES = {
  CANCELLED: {
    from: WAITING,
    refunded: true,
    description: 'The message was cancelled before it was sent.',
  },
  EXPIRED: {
    from: WAITING,
    refunded: true,
    description: 'The message could not be sent within the time it was valid for.',
  },
  BLOCKED: {
    from: WAITING,
    refunded: true,
    description: 'The project blocked this country in Geo Permissions before the message was sent.',
  },
  OPTED_OUT: {
    from: WAITING,
    refunded: true,
    description: 'The recipient opted out before the message was sent.',
  },
  UNVERIFIED: {
    from: WAITING,
    refunded: true,
    description: 'The account was not verified when the message was to be sent.',
  },
  ARCHIVED: {
    from: WAITING,
    refunded: true,
    description: 'The project was archived when the message was to be sent.',
  },
  // A late answer may find a message that is queued once more.
  REJECTED: {
    from: ['queued', 'submitting', 'in_doubt'],
    refunded: true,
    description: 'The carrier refused the message.',
  },
  // Before sent where a carrier took some part of a long message and the rest can no longer follow.
  UNDELIVERED: {
    from: ['queued', 'submitting', 'in_doubt', 'sent'],
    refunded: false,
    description: 'The carrier took the message but could not deliver it.',
  },
  NO_RECEIPT: {
    from: ['sent'],
    refunded: false,
    description: 'The carrier took the message but did not say within 72 hours whether it arrived.',
  },
  UNKNOWN: {
    from: ['in_doubt'],
    refunded: true,
    description:
      'No answer came from the carrier while the message was being sent, so it is not known whether it arrived.',
  },
} as const satisfies Record<string, Failure>;
export type FailureCode = keyof typeof FAILURES;
export const FAILURE_CODES = Object.keys(FAILURES) as [FailureCode, ...FailureCode[]];
/** The failures whose cost goes back. */
export const REFUNDED_FAILURES = FAILURE_CODES.filter((code) => FAILURES[code].refunded);

// accepted reaches submitting in one step when a message is picked and claimed by the same commit, the usual case.
// Two moves go back to queued: from submitting while nothing has been written (throttled, queue full, link lost before
// writing), and from in_doubt when a late answer puts the message off, or when 60 s brought neither answer nor receipt and the
// sender is transactional. All others go forward. A late answer may also find a message that is queued once more: it is sent then.
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

/** Whether a message may move from one state to another in one step; to failed, whether any code allows it. */
export function canTransition(from: MessageState, to: MessageState): boolean {
  if (to !== 'failed') return NEXT_STATES[from].includes(to);
  return FAILURE_CODES.some((code) => canFail(from, code));
}

/** The states from which a message may move to `to`: the guard of every update that moves messages. */
export function statesBefore(to: Exclude<MessageState, 'failed'>): MessageState[] {
  return MESSAGE_STATES.filter((from) => NEXT_STATES[from].includes(to));
}

/** Whether a message in this state stays in it for good. */
export function isFinal(state: MessageState): boolean {
  return state === 'delivered' || state === 'failed';
}

/** What customers see of an internal state: ACCEPTED until a carrier has taken every part. */
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

/** Why a message failed, in plain words, with the carrier's own code where it gave one; null where it has not failed. */
export function publicFailure({
  failure,
  carrierError,
}: {
  failure: string | null;
  carrierError: string | null;
}) {
  if (!failure) return null;
  const { description } = FAILURES[failure as FailureCode];
  return {
    code: failure,
    description: carrierError ? `${description} Carrier code: ${carrierError}.` : description,
  };
}

/** The word on screen for a public status; anything unheard of shows as Failed, as the specification has it. */
export function statusLabel(status: string): string {
  if (status === 'DELIVERED') return 'Delivered';
  if (status === 'ACCEPTED') return 'Queued';
  return status === 'SENT' ? 'Sent' : 'Failed';
}

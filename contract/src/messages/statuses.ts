// The states of a message, the transitions between them, the failures, and the statuses that customers see.
import * as sending from '../sentences/sending.ts';

/** TEST sends nothing to a carrier and charges nothing. */
export const MODES = ['TEST', 'LIVE'] as const;
export type Mode = (typeof MODES)[number];

export const DIRECTIONS = ['OUTGOING', 'INCOMING'] as const;
export type Direction = (typeof DIRECTIONS)[number];

/** How a message was created. MESSAGING: all but campaigns. */
export const API_TYPES = ['MESSAGING', 'CAMPAIGN'] as const;
/**
 * The source of a message. API: the public API. WEB: the console. CAMPAIGN: a campaign. CARRIER: an incoming
 * message. KEYWORD: the reply to a keyword. SMPP: an SMPP bind.
 */
export const PLATFORMS = ['API', 'WEB', 'CAMPAIGN', 'CARRIER', 'KEYWORD', 'SMPP'] as const;
export type Platform = (typeof PLATFORMS)[number];
export type ApiType = (typeof API_TYPES)[number];

/** The statuses in the public API. */
export const PUBLIC_STATUSES = ['ACCEPTED', 'SENT', 'DELIVERED', 'FAILED'] as const;
export type PublicStatus = (typeof PUBLIC_STATUSES)[number];

/** The statuses that are posted to the URL of a message, in order. */
export const CALLBACK_STATUSES = ['SENT', 'DELIVERED', 'FAILED'] as const satisfies readonly PublicStatus[];
export type CallbackStatus = (typeof CALLBACK_STATUSES)[number];

/**
 * The statuses in the console and in reports. The specification of the public API has FAILED for a cancelled
 * message.
 */
export const SHOWN_STATUSES = [...PUBLIC_STATUSES, 'CANCELLED'] as const;
export type ShownStatus = (typeof SHOWN_STATUSES)[number];

type StatusWords = {
  /** The English label. */
  label: string;
  /** The kind of status. The console chooses colour and icon by it. */
  outcome: 'waiting' | 'underway' | 'good' | 'bad' | 'none';
  /** The meaning in the reference of the API, after the status and a colon. */
  meaning: string;
};

/** The words of each status. */
export const STATUSES: Record<ShownStatus, StatusWords> = {
  ACCEPTED: { label: 'Queued', outcome: 'waiting', meaning: 'waits to be sent' },
  SENT: { label: 'Sent', outcome: 'underway', meaning: 'a carrier has taken it' },
  DELIVERED: {
    label: 'Delivered',
    outcome: 'good',
    meaning: 'the handset has it; an incoming message has reached the project',
  },
  FAILED: { label: 'Failed', outcome: 'bad', meaning: 'see `failure`' },
  CANCELLED: { label: 'Cancelled', outcome: 'none', meaning: 'it was cancelled before a carrier had it' },
};

/**
 * Internal states in order. in_doubt: the message was written, but the link or the process ended before the
 * response.
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

// accepted moves to submitting directly if one commit picks and claims the message, the usual case. Two
// transitions go back to queued: from submitting if nothing was written (throttled, queue full, link lost
// before writing), and from in_doubt if a late response postpones the message, or if 60 s brought neither
// response nor receipt and the sender is transactional. All others go forward. A late response may also find
// the message queued again, which then becomes sent.
const NEXT_STATES: Record<MessageState, readonly MessageState[]> = {
  accepted: ['queued', 'submitting'],
  queued: ['submitting', 'sent'],
  submitting: ['sent', 'queued', 'in_doubt'],
  in_doubt: ['sent', 'delivered', 'queued'],
  sent: ['delivered'],
  delivered: [],
  failed: [],
};

/** Returns the states from which a message may move to `to`. Every update of states is guarded by them. */
export function statesBefore(to: Exclude<MessageState, 'failed'>): MessageState[] {
  return MESSAGE_STATES.filter((from) => NEXT_STATES[from].includes(to));
}

/** Returns the public status of a state: ACCEPTED until a carrier has accepted every part. */
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

/** Returns the status in the console and in reports. */
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

/** Returns a status as people see it: FAILED for an unknown one, as in the specification. */
export function knownStatus(status: string): ShownStatus {
  return SHOWN_STATUSES.find((known) => known === status) ?? 'FAILED';
}

/** Returns the English label of a status. */
export function statusLabel(status: string): string {
  return STATUSES[knownStatus(status)].label;
}

// What a refusal is as a command_status: the one table, which docs/smpp.md repeats.
import type { ErrorName } from '@godwit/contract/errors';
import type { FailureCode, MessageState } from '@godwit/contract/statuses';
import type { ReceiptState } from '@godwit/smpp/receipt';
import { commandStatus } from '@godwit/smpp/status';
import { type Refusal, unavailableBy } from '../refusal.ts';

/** Ours, from the range that SMPP 3.4 §5.1.3 leaves to vendors: 0x400 and the last two digits of the catalogue's code, or what is free. */
const OWN_STATUS = {
  countryBlocked: 0x401,
  senderCapability: 0x402,
  optedOut: 0x403,
  insufficientBalance: 0x405,
  verificationNeeded: 0x406,
  dailyLimit: 0x407,
  sendingPaused: 0x408,
  conflict: 0x409,
} as const satisfies Partial<Record<ErrorName, number>>;

const BY_ERROR: Partial<Record<ErrorName, number>> = {
  ...OWN_STATUS,
  invalidNumber: commandStatus.ESME_RINVDSTADR,
  invalidNumberFormat: commandStatus.ESME_RINVDSTADR,
  numberLacksCountryCode: commandStatus.ESME_RINVDSTADR,
  invalidSender: commandStatus.ESME_RINVSRCADR,
  bodyTooLong: commandStatus.ESME_RINVMSGLEN,
  invalidDate: commandStatus.ESME_RINVSCHED,
  idempotencyReused: commandStatus.ESME_RINVOPTPARAMVAL,
  idempotencyInProgress: commandStatus.ESME_RX_T_APPN,
  unavailable: commandStatus.ESME_RX_T_APPN,
  tooManyRequests: commandStatus.ESME_RTHROTTLED,
  notFound: commandStatus.ESME_RINVMSGID,
  unexpected: commandStatus.ESME_RSYSERR,
};

/** The status that a submit refused so is answered with. */
export function statusOfRefusal({ refused, fields }: Refusal): number {
  if (refused === 'invalidArgument' && fields?.body !== undefined) return commandStatus.ESME_RINVMSGLEN;
  if (refused === 'invalidArgument' && fields?.send_at !== undefined) return commandStatus.ESME_RINVSCHED;
  return BY_ERROR[refused] ?? commandStatus.ESME_RSUBMITFAIL;
}

/** The status for an error: to be tried again where the database is away, else a system error. */
export function statusOfError(error: unknown): number {
  const refusal = unavailableBy(error);
  return refusal ? statusOfRefusal(refusal) : commandStatus.ESME_RSYSERR;
}

type End = { state: ReceiptState; error: string };

/** What a receipt says of a message that failed so; the three digits are its `err:`. */
const BY_FAILURE: Record<FailureCode, End> = {
  CANCELLED: { state: 'DELETED', error: '001' },
  EXPIRED: { state: 'EXPIRED', error: '002' },
  BLOCKED: { state: 'REJECTED', error: '003' },
  OPTED_OUT: { state: 'REJECTED', error: '004' },
  UNVERIFIED: { state: 'REJECTED', error: '005' },
  ARCHIVED: { state: 'REJECTED', error: '006' },
  REJECTED: { state: 'REJECTED', error: '007' },
  UNDELIVERED: { state: 'UNDELIVERABLE', error: '008' },
  NO_RECEIPT: { state: 'UNKNOWN', error: '009' },
  UNKNOWN: { state: 'UNKNOWN', error: '010' },
};

/** How a message ended, by its failure or DELIVERED, as a receipt says it. */
export function endOf(outcome: string): End {
  return outcome === 'DELIVERED' ? { state: 'DELIVERED', error: '000' } : BY_FAILURE[outcome as FailureCode];
}

/** The state of a message that a query_sm is answered with. */
export function queriedState({ state, failure }: { state: MessageState; failure: string | null }): End {
  if (state === 'delivered') return endOf('DELIVERED');
  if (state === 'failed') return endOf(failure!);
  return { state: state === 'sent' ? 'ENROUTE' : 'ACCEPTED', error: '000' };
}

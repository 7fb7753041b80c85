// Maps refusals to SMPP command_status values. This is the only table; docs/smpp.md repeats it.
import type { ErrorName } from '@godwit/contract/errors';
import type { FailureCode } from '@godwit/contract/messages/failures';
import type { MessageState } from '@godwit/contract/messages/statuses';
import type { ReceiptState } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import { isDamaged } from '../../db/pages.ts';
import { type Refusal, unavailableBy } from '../../refusal.ts';

/**
 * Vendor-specific statuses (SMPP 3.4 §5.1.3): 0x400 plus the last two digits of the catalogue's code, or a
 * free value.
 */
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

/** Octets missing in GSM 03.38: most likely Latin-1 labelled as data_coding 0. */
export const NOT_GSM = 0x40a;

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

/** The status for a submit with this refusal. */
export function statusOfRefusal({ refused, fields }: Refusal): number {
  if (refused === 'invalidArgument' && fields?.body !== undefined) return commandStatus.ESME_RINVMSGLEN;
  if (refused === 'invalidArgument' && fields?.tlvs !== undefined) return commandStatus.ESME_ROPTPARNOTALLWD;
  if (refused === 'invalidArgument' && fields?.send_at !== undefined) return commandStatus.ESME_RINVSCHED;
  return BY_ERROR[refused] ?? commandStatus.ESME_RSUBMITFAIL;
}

/** The status for an error: retry if the database is away; for damaged data and all else a system error. */
export function statusOfError(error: unknown): number {
  const refusal = isDamaged(error) ? null : unavailableBy(error);
  return refusal ? statusOfRefusal(refusal) : commandStatus.ESME_RSYSERR;
}

type End = { state: ReceiptState; error: string };

/** Final state and `err:` digits of a receipt, per failure. */
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
  SENDER: { state: 'REJECTED', error: '011' },
};

/** The final state of a message for a receipt, from its failure or DELIVERED. */
export function endOf(outcome: string): End {
  return outcome === 'DELIVERED' ? { state: 'DELIVERED', error: '000' } : BY_FAILURE[outcome as FailureCode];
}

/** The message state for a query_sm. */
export function queriedState({ state, failure }: { state: MessageState; failure: string | null }): End {
  if (state === 'delivered') return endOf('DELIVERED');
  if (state === 'failed') return endOf(failure!);
  return { state: state === 'sent' ? 'ENROUTE' : 'ACCEPTED', error: '000' };
}

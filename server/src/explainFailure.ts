// Explains to customers why a message failed: the service's own code, and a sentence in place of the
// carrier's.
import { FAILURES, type FailureCode } from '@godwit/contract/messages/failures';
import { CARRIER_REASONS, type CarrierReason } from '@godwit/contract/messages/statuses';
import { type StatusMeaning, statusMeaning } from '@godwit/smpp/codec/status';

/** Meanings of submit responses. Those left out concern the link, not the message. */
const BY_STATUS: Partial<Record<StatusMeaning, CarrierReason>> = {
  RECIPIENT: 'NUMBER_REFUSED',
  SENDER: 'SENDER_REFUSED',
  TEXT: 'TEXT_REFUSED',
  REFUSED: 'REFUSED',
};

/** Message states of receipts without an error code (SMPP 3.4 §5.2.28). */
const BY_STATE = new Map<string, CarrierReason>([
  ['EXPIRED', 'UNREACHABLE'],
  ['REJECTED', 'REFUSED'],
]);

/** Error codes of receipts. Most carriers pass on the network's own (3GPP TS 29.002 §17.6.6). */
const BY_NETWORK_ERROR: Partial<Record<number, CarrierReason>> = {
  1: 'NO_SUCH_NUMBER',
  5: 'NO_SUCH_NUMBER',
  6: 'UNREACHABLE',
  9: 'BARRED',
  11: 'NOT_A_MOBILE',
  12: 'NOT_A_MOBILE',
  13: 'BARRED',
  21: 'NOT_A_MOBILE',
  27: 'UNREACHABLE',
  31: 'PHONE_FULL',
  32: 'PHONE_FULL',
  34: 'NETWORK_FAULT',
};

/**
 * Why a message failed, in words for customers; null if it has not failed. Only staff see the carrier's own
 * code, in the trace.
 * @param failed `carrierError` is the name of a command_status, the error code of a receipt, or the state of
 * a receipt without one
 */
export function failureOf({
  failure,
  carrierError,
}: {
  failure: string | null;
  carrierError: string | null;
}) {
  if (!failure) return null;
  const reason = carrierError ? carrierReason(carrierError) : null;
  const description = reason ? CARRIER_REASONS[reason] : FAILURES[failure as FailureCode].description;
  return { code: failure, reason, description };
}

/**
 * The errors of receipts that have one of these reasons, without leading zeros. Responses to a submit have
 * other reasons.
 */
export const receiptErrorsOf = (isMeant: (reason: CarrierReason) => boolean): string[] =>
  [...Object.entries(BY_NETWORK_ERROR), ...BY_STATE].flatMap(([error, reason]) =>
    reason && isMeant(reason) ? [error] : [],
  );

function carrierReason(error: string): CarrierReason | null {
  if (/^(?:ESME_|0x)/.test(error)) return BY_STATUS[statusMeaning(error)] ?? null;
  const found = /^\d+$/.test(error) ? BY_NETWORK_ERROR[Number(error)] : BY_STATE.get(error);
  return found ?? null;
}

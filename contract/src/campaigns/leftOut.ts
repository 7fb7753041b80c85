// Whom a campaign leaves out when it is sent again. Without sentences, so the form stays small.
import type { FailureReason, SkipReason } from './rules.ts';

/** Why a recipient whom a campaign did not reach is left out when it is sent again. */
export type LeftOut =
  /** Their number cannot receive an SMS. */
  | 'unreachable'
  /** The message may have arrived. */
  | 'uncertain';

const LEFT_OUT: Partial<Record<SkipReason | FailureReason, LeftOut>> = {
  invalid: 'unreachable',
  landline: 'unreachable',
  NO_SUCH_NUMBER: 'unreachable',
  NOT_A_MOBILE: 'unreachable',
  NO_RECEIPT: 'uncertain',
  UNKNOWN: 'uncertain',
};

/**
 * Why a campaign that is sent again leaves out the recipients with this reason; null if it sends to them.
 * `toLandlines`: whether it also goes to numbers that are certainly not mobile.
 */
export function leftOutOf(reason: SkipReason | FailureReason, toLandlines: boolean): LeftOut | null {
  return reason === 'landline' && toLandlines ? null : (LEFT_OUT[reason] ?? null);
}

// Rules of campaigns that screens need without the schemas of the calls.
import { FAILURE_CODES, FAILURES, type FailureCode } from '../messages/failures.ts';
import { CARRIER_REASON_CODES, CARRIER_REASONS, type CarrierReason } from '../messages/statuses.ts';
import * as sending from '../sentences/sending.ts';

/** Why a recipient gets no message, with a sentence for people. */
export const SKIP_REASONS = {
  opted_out: sending.SKIPPED_OPTED_OUT,
  blocked: sending.SKIPPED_BLOCKED,
  invalid: sending.SKIPPED_INVALID,
  landline: sending.SKIPPED_LANDLINE,
  unsupported: sending.SKIPPED_UNSUPPORTED,
  unregistered: sending.SKIPPED_UNREGISTERED,
  no_consent: sending.SKIPPED_NO_CONSENT,
  no_brand: sending.SKIPPED_NO_BRAND,
  too_long: sending.SKIPPED_TOO_LONG,
  empty: sending.SKIPPED_EMPTY,
  no_route: sending.SKIPPED_NO_ROUTE,
  balance: sending.SKIPPED_BALANCE,
  daily_limit: sending.SKIPPED_DAILY_LIMIT,
  unverified: sending.SKIPPED_UNVERIFIED,
  paused: sending.SKIPPED_PAUSED,
  sender: sending.SKIPPED_SENDER,
  archived: sending.SKIPPED_ARCHIVED,
  expired: sending.SKIPPED_EXPIRED,
  cancelled: sending.SKIPPED_CANCELLED,
  error: sending.SKIPPED_ERROR,
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

/** Why a message failed: the reason of the carrier if it is known, otherwise the failure. */
export type FailureReason = CarrierReason | FailureCode;
export const FAILURE_REASONS = [...CARRIER_REASON_CODES, ...FAILURE_CODES] as const;

/** The sentence of a failure's reason. */
export const failureSentence = (reason: FailureReason): string =>
  reason in CARRIER_REASONS
    ? CARRIER_REASONS[reason as CarrierReason]
    : FAILURES[reason as FailureCode].description;

/** The number of steps of a campaign's curve of deliveries. */
export const CURVE_POINTS = 60;

/** A campaign caused a reply or an opt-out of a recipient within this time after their message was sent. */
export const CAUSED_WITHIN_DAYS = 7;

/**
 * The version of the sentence with which a person attests that a campaign is not advertising, or may be sent
 * as it is. Change it whenever the meaning of the sentence changes in any language.
 */
export const ADVERTISING_WORDING = '2026-11-28';

// Rules of campaigns that screens need without the schemas of the calls.
import * as sending from '../sentences/sending.ts';

/** The longest name of a campaign, in UTF-16 units. */
export const MAX_CAMPAIGN_NAME = 100;

/** Why a recipient gets no message, with a sentence for people. */
export const SKIP_REASONS = {
  opted_out: sending.SKIPPED_OPTED_OUT,
  blocked: sending.SKIPPED_BLOCKED,
  invalid: sending.SKIPPED_INVALID,
  landline: sending.SKIPPED_LANDLINE,
  unsupported: sending.SKIPPED_UNSUPPORTED,
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

// Rules of campaigns that screens need beside the calls, without the schemas of the calls.
import {
  SKIPPED_ARCHIVED,
  SKIPPED_BALANCE,
  SKIPPED_BLOCKED,
  SKIPPED_CANCELLED,
  SKIPPED_DAILY_LIMIT,
  SKIPPED_EMPTY,
  SKIPPED_ERROR,
  SKIPPED_EXPIRED,
  SKIPPED_INVALID,
  SKIPPED_LANDLINE,
  SKIPPED_NO_ROUTE,
  SKIPPED_OPTED_OUT,
  SKIPPED_PAUSED,
  SKIPPED_SENDER,
  SKIPPED_TOO_LONG,
  SKIPPED_UNSUPPORTED,
  SKIPPED_UNVERIFIED,
} from '../sentences/sending.ts';

/** The longest name. */
export const MAX_CAMPAIGN_NAME = 100;

/** Why a recipient got no message, with words for people. */
export const SKIP_REASONS = {
  opted_out: SKIPPED_OPTED_OUT,
  blocked: SKIPPED_BLOCKED,
  invalid: SKIPPED_INVALID,
  landline: SKIPPED_LANDLINE,
  unsupported: SKIPPED_UNSUPPORTED,
  too_long: SKIPPED_TOO_LONG,
  empty: SKIPPED_EMPTY,
  no_route: SKIPPED_NO_ROUTE,
  balance: SKIPPED_BALANCE,
  daily_limit: SKIPPED_DAILY_LIMIT,
  unverified: SKIPPED_UNVERIFIED,
  paused: SKIPPED_PAUSED,
  sender: SKIPPED_SENDER,
  archived: SKIPPED_ARCHIVED,
  expired: SKIPPED_EXPIRED,
  cancelled: SKIPPED_CANCELLED,
  error: SKIPPED_ERROR,
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

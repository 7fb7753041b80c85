// What screens know of campaigns beside their calls, without the schemas of those.

/** The longest name. */
export const MAX_CAMPAIGN_NAME = 100;

/** Why a recipient got no message, with words for people. */
export const SKIP_REASONS = {
  opted_out: 'Opted out',
  blocked: 'Country blocked in Geo Permissions',
  invalid: 'Not a valid number',
  unsupported: 'Carriers of the country take no alphanumeric sender',
  too_long: 'Too long with the recipient’s own words',
  empty: 'Empty with the recipient’s own words',
  no_route: 'No carrier link for the number',
  balance: 'Not enough balance',
  daily_limit: 'Daily limit reached',
  unverified: 'Account not verified when it was sent',
  paused: 'Sending was paused by our staff',
  sender: 'Sender ID no longer approved when it was sent',
  archived: 'Project archived when it was sent',
  expired: 'Could not be sent within 24 hours of its time',
  cancelled: 'Campaign cancelled',
  error: 'Could not be sent because of an error on our side',
} as const;

export type SkipReason = keyof typeof SKIP_REASONS;

// How long a session lives.

const HOUR_SECONDS = 3_600;

/**
 * `idle` without use, `whole` however busy, and `unfinished` while a step of signing in is missing, which for
 * staff may be a new password and setting up an app.
 */
export const LIFETIME_SECONDS = {
  user: { idle: 12 * HOUR_SECONDS, whole: 14 * 24 * HOUR_SECONDS, unfinished: 300 },
  staff: { idle: HOUR_SECONDS / 2, whole: 12 * HOUR_SECONDS, unfinished: 600 },
};
export type Kind = keyof typeof LIFETIME_SECONDS;

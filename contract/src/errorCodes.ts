// The public code of every error, by name. It has its own file, so a page can compare codes without loading
// all texts.
export const ERROR_CODES = {
  unexpected: 1000,
  notFound: 1001,
  invalidArgument: 1002,
  keyMismatch: 1004,
  csrf: 1005,
  tooManyRequests: 1006,
  invalidDate: 1007,
  idempotencyInProgress: 1008,
  idempotencyReused: 1009,
  tooLarge: 1010,
  unsupportedType: 1011,
  notAllowed: 1012,
  conflict: 1013,
  unavailable: 1014,
  keyNotAllowed: 1015,
  invalidNumber: 2000,
  invalidNumberFormat: 2001,
  numberLacksCountryCode: 2002,
  invalidSender: 3000,
  countryBlocked: 3001,
  senderCapability: 3002,
  optedOut: 3003,
  bodyTooLong: 3004,
  emailTaken: 4000,
  notSignedIn: 4001,
  invalidCredentials: 4003,
  emailNotVerified: 4004,
  insufficientBalance: 4005,
  verificationNeeded: 4006,
  dailyLimit: 4007,
  sendingPaused: 4008,
  keyCap: 4009,
  priceAboveMax: 4010,
  verificationEnded: 5000,
  verificationSends: 5001,
  verificationChecks: 5002,
  verificationBlocked: 5003,
  verificationChannel: 5004,
} as const;

/**
 * The codes for a wrong email or password. The specification also has 4002; this server always returns 4003.
 */
export const WRONG_LOGIN_CODES: readonly number[] = [4002, ERROR_CODES.invalidCredentials];

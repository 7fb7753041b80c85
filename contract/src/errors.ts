// The error catalogue: every error that a call can answer.
import { ERROR_CODES } from './errorCodes.ts';
import { EMAIL_TAKEN } from './sentences/access.ts';
import { TOO_MANY_REQUESTS } from './sentences/general.ts';

type CatalogueEntry = { readonly status: number; readonly code: number; readonly text: string };

/**
 * Every error by name: HTTP status, public code, and the text if a call has no more specific one. Codes
 * 1000–1004, 1007, 2000–2002, 3000, 3002, 3004, 4000 and 4003–4005 come from the specification. The others
 * are ours.
 */
export const ERRORS = {
  unexpected: {
    status: 500,
    code: ERROR_CODES.unexpected,
    text: 'Unexpected error while processing the request.',
  },
  notFound: { status: 404, code: ERROR_CODES.notFound, text: 'The requested resource was not found.' },
  invalidArgument: {
    status: 400,
    code: ERROR_CODES.invalidArgument,
    text: 'Invalid argument. Provide all required request parameters.',
  },
  keyMismatch: {
    status: 400,
    code: ERROR_CODES.keyMismatch,
    text: 'The API key does not match the resource type: use the live key for LIVE and the test key for TEST.',
  },
  csrf: {
    status: 403,
    code: ERROR_CODES.csrf,
    text: 'The CSRF token is missing or wrong. Fetch a new one and repeat the call.',
  },
  tooManyRequests: {
    status: 429,
    code: ERROR_CODES.tooManyRequests,
    text: `${TOO_MANY_REQUESTS} Wait and try again.`,
  },
  invalidDate: {
    status: 400,
    code: ERROR_CODES.invalidDate,
    text: "Invalid date time format. Use yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd.",
  },
  idempotencyInProgress: {
    status: 409,
    code: ERROR_CODES.idempotencyInProgress,
    text: 'A request with this idempotency key is in progress. Repeat it when that one has been answered.',
  },
  idempotencyReused: {
    status: 422,
    code: ERROR_CODES.idempotencyReused,
    text: 'This idempotency key was used with another body. Use a new key for a new message.',
  },
  tooLarge: { status: 413, code: ERROR_CODES.tooLarge, text: 'The request is too large.' },
  unsupportedType: {
    status: 415,
    code: ERROR_CODES.unsupportedType,
    text: 'This content type is not accepted. Send application/json or application/x-www-form-urlencoded.',
  },
  notAllowed: { status: 403, code: ERROR_CODES.notAllowed, text: 'Your role does not allow this.' },
  conflict: {
    status: 409,
    code: ERROR_CODES.conflict,
    text: 'This conflicts with the current state. Fetch the resource again before you repeat the call.',
  },
  unavailable: {
    status: 503,
    code: ERROR_CODES.unavailable,
    text: 'The request cannot be taken now and nothing has happened. Try again shortly.',
  },
  keyNotAllowed: {
    status: 403,
    code: ERROR_CODES.keyNotAllowed,
    text: 'This API key lacks the scope of this call or does not allow your address, so nothing was sent or charged. Use a key that has the scope and allows your address.',
  },
  invalidNumber: { status: 400, code: ERROR_CODES.invalidNumber, text: 'Invalid phone number.' },
  invalidNumberFormat: {
    status: 400,
    code: ERROR_CODES.invalidNumberFormat,
    text: 'Invalid phone number format. Use digits with the international dialing code, such as +94771234567.',
  },
  numberLacksCountryCode: {
    status: 400,
    code: ERROR_CODES.numberLacksCountryCode,
    text: 'The phone number lacks a country code. Give the full number with the international dialing code, such as +94771234567.',
  },
  invalidSender: {
    status: 400,
    code: ERROR_CODES.invalidSender,
    text: 'The from number or alpha id is not valid. Use a sender id approved for this project.',
  },
  countryBlocked: {
    status: 400,
    code: ERROR_CODES.countryBlocked,
    text: 'The project blocks this country, so nothing was sent or charged. Allow the country in Geo Permissions to send there.',
  },
  senderCapability: {
    status: 400,
    code: ERROR_CODES.senderCapability,
    text: 'The sender id does not support this: carriers of this country take no alphanumeric sender.',
  },
  optedOut: { status: 400, code: ERROR_CODES.optedOut, text: 'The recipient has opted out.' },
  bodyTooLong: {
    status: 400,
    code: ERROR_CODES.bodyTooLong,
    text: 'The SMS body is too long. The maximum is 1600 characters or 10 segments.',
  },
  emailTaken: { status: 400, code: ERROR_CODES.emailTaken, text: EMAIL_TAKEN },
  notSignedIn: { status: 401, code: ERROR_CODES.notSignedIn, text: 'Sign in first.' },
  invalidCredentials: { status: 401, code: ERROR_CODES.invalidCredentials, text: 'Invalid credentials.' },
  emailNotVerified: {
    status: 403,
    code: ERROR_CODES.emailNotVerified,
    text: 'Please verify your email address to login. Check your inbox for the verification email.',
  },
  insufficientBalance: {
    status: 400,
    code: ERROR_CODES.insufficientBalance,
    text: 'Insufficient account balance. Recharge to start sending.',
  },
  verificationNeeded: {
    status: 403,
    code: ERROR_CODES.verificationNeeded,
    text: 'Please verify your account before sending SMS',
  },
  dailyLimit: {
    status: 400,
    code: ERROR_CODES.dailyLimit,
    text: "This would exceed the project's daily limit, so nothing was sent or charged. Raise the limit, or send after midnight in the project's time zone.",
  },
  sendingPaused: {
    status: 403,
    code: ERROR_CODES.sendingPaused,
    text: 'Sending is paused for your team, so nothing was sent or charged. Pay what is owed on the Billing page, or ask the staff of this service.',
  },
  keyCap: {
    status: 400,
    code: ERROR_CODES.keyCap,
    text: "This would exceed the API key's daily cap, so nothing was sent or charged. The cap resets at midnight in the project's time zone. To send now, use a key with a higher cap.",
  },
  priceAboveMax: {
    status: 400,
    code: ERROR_CODES.priceAboveMax,
    text: 'The price is above max_price: nothing is sent or charged. Raise max_price, or shorten the text.',
  },
  verificationEnded: {
    status: 409,
    code: ERROR_CODES.verificationEnded,
    text: 'This verification has ended. Start a new one.',
  },
  verificationSends: {
    status: 429,
    code: ERROR_CODES.verificationSends,
    text: 'Too many codes were sent, so no other was sent and nothing was charged. Wait as Retry-After says.',
  },
  verificationChecks: {
    status: 429,
    code: ERROR_CODES.verificationChecks,
    text: 'Too many wrong codes were typed, so this verification has failed. Start a new one.',
  },
  verificationBlocked: {
    status: 403,
    code: ERROR_CODES.verificationBlocked,
    text: 'Too few codes sent to numbers like this one were typed in, which looks like a robot that makes you pay for messages. Nothing was sent or charged. Try again later.',
  },
  verificationChannel: {
    status: 400,
    code: ERROR_CODES.verificationChannel,
    text: 'Codes are sent by SMS only, so nothing was sent or charged. Leave out channel, or set it to sms.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** The name of an error in code. */
export type ErrorName = keyof typeof ERRORS;

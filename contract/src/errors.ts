// The error catalogue: the one list of everything a call can answer with besides success.
import { z } from 'zod';

type CatalogueEntry = { readonly status: number; readonly code: number; readonly text: string };

/**
 * Every error by name: HTTP status, public code and the text shown when a call has nothing more exact to say.
 * Codes 1000–1004, 1007, 2000–2002, 3000, 3002, 3004, 4000, 4003–4005 are the specification's; the rest are ours.
 */
export const ERRORS = {
  unexpected: { status: 500, code: 1000, text: 'Unexpected error while processing the request.' },
  notFound: { status: 404, code: 1001, text: 'The requested resource was not found.' },
  invalidArgument: {
    status: 400,
    code: 1002,
    text: 'Invalid argument. Provide all required request parameters.',
  },
  keyMismatch: {
    status: 400,
    code: 1004,
    text: 'The API key does not match the resource type: use the live key for LIVE and the test key for TEST.',
  },
  csrf: {
    status: 403,
    code: 1005,
    text: 'The CSRF token is missing or wrong. Fetch a new one and repeat the call.',
  },
  tooManyRequests: { status: 429, code: 1006, text: 'Too many requests. Wait and try again.' },
  invalidDate: {
    status: 400,
    code: 1007,
    text: "Invalid date time format. Use yyyy-MM-dd'T'HH:mm:ss or yyyy-MM-dd.",
  },
  idempotencyInProgress: {
    status: 409,
    code: 1008,
    text: 'A request with this idempotency key is in progress. Repeat it when that one has been answered.',
  },
  idempotencyReused: {
    status: 422,
    code: 1009,
    text: 'This idempotency key was used with another body. Use a new key for a new message.',
  },
  tooLarge: { status: 413, code: 1010, text: 'The request is too large.' },
  unsupportedType: {
    status: 415,
    code: 1011,
    text: 'This content type is not accepted. Send application/json or application/x-www-form-urlencoded.',
  },
  notAllowed: { status: 403, code: 1012, text: 'Your role does not allow this.' },
  conflict: { status: 409, code: 1013, text: 'This conflicts with the present state.' },
  unavailable: {
    status: 503,
    code: 1014,
    text: 'The request cannot be taken now and nothing has happened. Try again shortly.',
  },
  invalidNumber: { status: 400, code: 2000, text: 'Invalid phone number.' },
  invalidNumberFormat: {
    status: 400,
    code: 2001,
    text: 'Invalid phone number format. Use digits with the international dialing code, such as +94771234567.',
  },
  numberLacksCountryCode: {
    status: 400,
    code: 2002,
    text: 'The phone number lacks a country code. Give the full number with the international dialing code, such as +94771234567.',
  },
  invalidSender: {
    status: 400,
    code: 3000,
    text: 'The from number or alpha id is not valid. Use a sender id approved for this project.',
  },
  countryBlocked: { status: 400, code: 3001, text: 'The project blocks this country in Geo Permissions.' },
  senderCapability: {
    status: 400,
    code: 3002,
    text: 'The sender id does not support this: carriers of this country take no alphanumeric sender.',
  },
  optedOut: { status: 400, code: 3003, text: 'The recipient has opted out.' },
  bodyTooLong: {
    status: 400,
    code: 3004,
    text: 'The SMS body is too long. The maximum is 1600 characters or 10 segments.',
  },
  emailTaken: { status: 400, code: 4000, text: 'Email already exist' },
  notSignedIn: { status: 401, code: 4001, text: 'Sign in first.' },
  invalidCredentials: { status: 401, code: 4003, text: 'Invalid credentials.' },
  emailNotVerified: {
    status: 403,
    code: 4004,
    text: 'Please verify your email address to login. Check your inbox for the verification email.',
  },
  insufficientBalance: {
    status: 400,
    code: 4005,
    text: 'Insufficient account balance. Recharge to start sending.',
  },
  verificationNeeded: { status: 403, code: 4006, text: 'Please verify your account before sending SMS' },
  dailyLimit: { status: 400, code: 4007, text: "The project's daily limit is reached." },
  sendingPaused: {
    status: 403,
    code: 4008,
    text: 'Sending is paused for this team. Contact support.',
  },
} as const satisfies Record<string, CatalogueEntry>;

/** The name of an entry of the catalogue, as code refers to it. */
export type ErrorName = keyof typeof ERRORS;

/** The code of an answer, as clients refer to it. */
export type ErrorCode = (typeof ERRORS)[ErrorName]['code'];

/** What every failed call answers: the code, a sentence that says what to do, and the fields at fault, if any. */
export const errorAnswer = z.object({
  code: z.number().int(),
  description: z.string(),
  fields: z.record(z.string(), z.string()).optional(),
});
export type ErrorAnswer = z.infer<typeof errorAnswer>;

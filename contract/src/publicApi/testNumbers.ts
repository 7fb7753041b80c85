// Numbers that test every branch of an integration in TEST. The server follows this table and the reference
// shows it.
import { ERROR_CODES } from '../errorCodes.ts';
import type { ErrorName } from '../errors.ts';
import type { FailureCode } from '../messages/failures.ts';
import type { PublicStatus } from '../messages/statuses.ts';
import { compactNumber } from '../numbers/phoneNumbers.ts';
import * as api from '../sentences/api.ts';

type TestOutcome = {
  readonly ending: string;
  /** The final status of the message; null if it stays SENT. */
  readonly status: PublicStatus | null;
  readonly failure?: FailureCode;
  readonly description: string;
};

/**
 * The outcome of an accepted TEST message, by the last four digits of `to`. Other numbers are delivered
 * within about two seconds.
 */
export const TEST_OUTCOMES: readonly TestOutcome[] = [
  { ending: '0001', status: 'DELIVERED', description: api.TEST_DELIVERED },
  {
    ending: '0002',
    status: 'FAILED',
    failure: 'UNDELIVERED',
    description: api.TEST_UNDELIVERED,
  },
  { ending: '0003', status: null, description: api.TEST_NO_RECEIPT },
  { ending: '0004', status: 'FAILED', failure: 'REJECTED', description: api.TEST_REFUSED },
  { ending: '0005', status: 'DELIVERED', description: api.TEST_THROTTLED },
  { ending: '0006', status: 'DELIVERED', description: api.TEST_SLOW },
  { ending: '0007', status: 'DELIVERED', description: api.TEST_EARLY },
];

/** The errors that a number can cause. */
const TEST_ERRORS = [
  'tooManyRequests',
  'idempotencyInProgress',
  'conflict',
  'unavailable',
  'invalidNumber',
  'invalidNumberFormat',
  'numberLacksCountryCode',
  'invalidSender',
  'countryBlocked',
  'senderCapability',
  'optedOut',
  'bodyTooLong',
  'insufficientBalance',
  'verificationNeeded',
  'dailyLimit',
  'sendingPaused',
  'keyCap',
  'priceAboveMax',
] as const satisfies readonly ErrorName[];

/** The Retry-After of test numbers that return 1006 or 1014, in seconds. */
export const TEST_RETRY_AFTER_SECONDS = 1;

/**
 * The numbers that the public API refuses in TEST. Each ends with 000 and the code of its error: +94770002000
 * returns 2000. The 000 keeps other numbers from being refused by chance.
 */
export const TEST_NUMBERS: readonly { to: string; code: number; error: ErrorName }[] = TEST_ERRORS.map(
  (error) => ({
    to: `+9477000${ERROR_CODES[error]}`,
    code: ERROR_CODES[error],
    error,
  }),
);

const ERROR_OF_CODE = new Map(TEST_NUMBERS.map(({ code, error }) => [String(code), error]));

/** Returns the error of a test number in any spelling; null for other numbers. */
export function testErrorOf(to: string): ErrorName | null {
  const code = /000(\d{4})$/.exec(compactNumber(to))?.[1];
  return (code && ERROR_OF_CODE.get(code)) || null;
}

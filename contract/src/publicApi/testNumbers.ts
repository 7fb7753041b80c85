// Numbers that test every branch of an integration, in TEST only: what each does is this one table, which the
// server obeys and the reference shows.
import { ERROR_CODES } from '../errorCodes.ts';
import type { ErrorName } from '../errors.ts';
import type { FailureCode, PublicStatus } from '../messages/statuses.ts';
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
 * The outcome of an accepted TEST message, by the last four digits of `to`; any other number is delivered
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

/**
 * The errors that a number can be refused with: those that depend on the state of an account or of the
 * service.
 */
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
] as const satisfies readonly ErrorName[];

/** The seconds in Retry-After where a test number answers 1006 or 1014. */
export const TEST_RETRY_AFTER_SECONDS = 1;

/**
 * The numbers that the public API refuses in TEST; each ends with 000 and the code of its error: +94770002000
 * answers 2000. The range is 000 before the last four digits, so that no other number is refused by chance.
 */
export const TEST_NUMBERS: readonly { to: string; code: number; error: ErrorName }[] = TEST_ERRORS.map(
  (error) => ({
    to: `+9477000${ERROR_CODES[error]}`,
    code: ERROR_CODES[error],
    error,
  }),
);

const ERROR_OF_CODE = new Map(TEST_NUMBERS.map(({ code, error }) => [String(code), error]));

/** The error that a number stands for, however it is written; null for all others. */
export function testErrorOf(to: string): ErrorName | null {
  const code = /000(\d{4})$/.exec(compactNumber(to))?.[1];
  return (code && ERROR_OF_CODE.get(code)) || null;
}

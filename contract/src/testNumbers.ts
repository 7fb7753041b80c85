// Numbers that test every branch of an integration, in TEST only: what each does is this one table, which the server obeys and the reference
// shows.
import { ERROR_CODES } from './errorCodes.ts';
import type { ErrorName } from './errors.ts';
import { compactNumber } from './phoneNumbers.ts';
import type { FailureCode, PublicStatus } from './statuses.ts';

type TestOutcome = {
  readonly ending: string;
  /** Where the message ends; null where it stays SENT. */
  readonly status: PublicStatus | null;
  readonly failure?: FailureCode;
  readonly description: string;
};

/** What becomes of an accepted TEST message, by the last four digits of `to`; any other number is delivered within about two seconds. */
export const TEST_OUTCOMES: readonly TestOutcome[] = [
  { ending: '0001', status: 'DELIVERED', description: 'Delivered at once.' },
  {
    ending: '0002',
    status: 'FAILED',
    failure: 'UNDELIVERED',
    description: 'The carrier takes it and cannot deliver it.',
  },
  { ending: '0003', status: null, description: 'Sent; no receipt ever comes.' },
  { ending: '0004', status: 'FAILED', failure: 'REJECTED', description: 'Refused by the carrier.' },
  { ending: '0005', status: 'DELIVERED', description: 'The carrier asks to wait, then it is delivered.' },
  { ending: '0006', status: 'DELIVERED', description: 'Delivered after 30 seconds.' },
  { ending: '0007', status: 'DELIVERED', description: 'Delivered before the carrier has answered.' },
];

/** The errors that a number can be refused with: those that depend on the state of an account or of the service. */
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
 * What a number that ends with 000 and a code is refused with over the public API in TEST: +94770002000 answers 2000. The range is
 * 000 before the last four digits, so that no other number is refused by chance.
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

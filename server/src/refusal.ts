// Refusals: calls that a business rule declines. A refusal has the catalogue's name and, if useful, further
// advice.
import type { SkipReason } from '@godwit/contract/campaigns/rules';
import type { ErrorName } from '@godwit/contract/errors';
import { isClockWrong, isDatabaseAway, isOutcomeUnknown, isTimedOut } from './db/commit/batchCommit.ts';
import { isDamaged } from './db/pages.ts';

/** Why a call was declined. Nothing was stored or charged. `description` replaces the catalogue's text. */
export type Refusal = {
  refused: ErrorName;
  description?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
  /** The reason that a campaign notes, if not the usual one of the name. */
  skipReason?: SkipReason;
};

/** Creates a refusal. `details` add to the catalogue's text. */
export function refuse(refused: ErrorName, details: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...details };
}

/** Creates a refusal whose text also appears at a field of the input. */
export function refuseField(refused: ErrorName, field: string, description: string): Refusal {
  return { refused, description, fields: { [field]: description } };
}

/** Whether an outcome is a refusal. */
export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** Whether the same call may succeed if it is made again some time later. */
export const mayPass = ({ refused }: Refusal): boolean =>
  refused === 'unavailable' || refused === 'tooManyRequests' || refused === 'idempotencyInProgress';

/**
 * Carries a refusal through a route. Only routes throw it, and the one error handler turns it into an answer.
 */
export class RefusalError extends Error {
  readonly refusal: Refusal;

  constructor(refusal: Refusal) {
    super(refusal.description ?? refusal.refused);
    this.refusal = refusal;
  }
}

/** Returns an outcome, or throws its refusal for the error handler to answer. For routes. */
export function orThrow<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new RefusalError(outcome);
  return outcome;
}

const RETRY_AFTER_SECONDS = 5;

/**
 * The retryable refusal (1014) for an error of a database that is away, full, out of connections or too slow,
 * of a clock that is months off, or of damaged pages. Null for other errors.
 * If the connection was lost during a possible commit, the text advises to repeat the request with the same
 * Idempotency-Key.
 */
export function unavailableBy(error: unknown): Refusal | null {
  // Errors with a status come from the web server: a client that disconnects looks like a lost database.
  if (error instanceof Error && 'statusCode' in error) return null;
  if (error instanceof Error && isClockWrong(error))
    return refuse('unavailable', { retryAfterSeconds: CLOCK_AFTER_SECONDS, description: CLOCK_WRONG });
  if (isDamaged(error))
    return refuse('unavailable', { retryAfterSeconds: DAMAGE_AFTER_SECONDS, description: DAMAGED });
  if (!isDatabaseAway(error) && !isTimedOut(error)) return null;
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return refuse('unavailable', isOutcomeUnknown(error) ? { ...details, description: MAY_BE_DONE } : details);
}

const CLOCK_AFTER_SECONDS = 60;
const CLOCK_WRONG =
  'The clock of this server is wrong, so nothing has happened. Its operator has to set it; try again later.';
const DAMAGE_AFTER_SECONDS = 300;
const DAMAGED =
  'Part of the stored data is damaged, and the operator of this server has to restore it. It is unknown whether this was done: check later, or repeat it with the same Idempotency-Key.';
const MAY_BE_DONE =
  'The connection to the database was lost, so it is unknown whether this was done. Check, or repeat it with the same Idempotency-Key.';

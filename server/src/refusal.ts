// A call that business declines: the catalogue's name for it and, where there is more to say, what to do about it.
import type { ErrorName } from '@godwit/contract/errors';
import { isClockWrong, isDatabaseAway, isOutcomeUnknown, isTimedOut } from './db/together.ts';

/** Why something was declined. Nothing was stored or charged. `description` replaces the catalogue's text. */
export type Refusal = {
  refused: ErrorName;
  description?: string;
  fields?: Record<string, string>;
  retryAfterSeconds?: number;
};

/** Makes a refusal; `details` say more than the catalogue's text does. */
export function refuse(refused: ErrorName, details: Omit<Refusal, 'refused'> = {}): Refusal {
  return { refused, ...details };
}

/** Makes a refusal whose words also stand at a field of what was sent. */
export function refuseField(refused: ErrorName, field: string, description: string): Refusal {
  return { refused, description, fields: { [field]: description } };
}

/** Whether an outcome is a refusal. */
export function isRefusal(outcome: unknown): outcome is Refusal {
  return typeof outcome === 'object' && outcome !== null && 'refused' in outcome;
}

/** A refusal on its way through a route: thrown there only, and turned into an answer by the one error handler. */
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
 * How an error of a database that is away, full, out of connections or too slow, or of a clock that is months off, is answered: 1014, to be tried again. Null for all others. Where
 * the connection was lost under a statement that may have been the commit, it says so: the same Idempotency-Key shows which.
 */
export function unavailableBy(error: unknown): Refusal | null {
  // One with a status is the web server's: a client that goes away meanwhile looks as a database does that goes.
  if (error instanceof Error && 'statusCode' in error) return null;
  if (error instanceof Error && isClockWrong(error))
    return refuse('unavailable', { retryAfterSeconds: CLOCK_AFTER_SECONDS, description: CLOCK_WRONG });
  if (!isDatabaseAway(error) && !isTimedOut(error)) return null;
  const details = { retryAfterSeconds: RETRY_AFTER_SECONDS };
  return refuse('unavailable', isOutcomeUnknown(error) ? { ...details, description: MAY_BE_DONE } : details);
}

const CLOCK_AFTER_SECONDS = 60;
const CLOCK_WRONG =
  'The clock of this server is wrong, so nothing has happened. Its operator has to set it; try again later.';
const MAY_BE_DONE =
  'The connection to the database was lost meanwhile, so this may have been done or not: look, or repeat it with the same Idempotency-Key.';

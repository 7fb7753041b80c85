// A call that business declines: the catalogue's name for it and, where there is more to say, what to do about it.
import type { ErrorName } from '@godwit/contract/errors';

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

/** Gives an outcome on, or throws its refusal for the error handler to answer. For routes. */
export function orThrow<T>(outcome: T | Refusal): T {
  if (isRefusal(outcome)) throw new RefusalError(outcome);
  return outcome;
}

// Four eyes: whether one person may decide alone, or a second person has to, who is not the first.
import { type Refusal, refuse } from './refusal.ts';
import type { Settings } from './settings.ts';

/**
 * Whether a person may decide alone. `micros`: the amount, with all that they decided alone within a day. The
 * limit of each currency is `ADJUST_ALONE`.
 */
export const mayDecideAlone = (
  { adjustAlone }: Pick<Settings, 'adjustAlone'>,
  currency: string,
  micros: bigint,
): boolean => micros <= (adjustAlone.get(currency) ?? 0n);

const OWN_REQUEST = 'You asked for this: somebody else has to decide.';

/** Refuses a person who decides about their own request (1012). `description` says why in other words. */
export const refuseOwnRequest = (
  askedBy: string | null,
  staff: { id: string },
  description = OWN_REQUEST,
): Refusal | null => (askedBy === staff.id ? refuse('notAllowed', { description }) : null);

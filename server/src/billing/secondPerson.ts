// Four eyes: whether one person may decide about an amount, or a second person has to.
import type { Settings } from '../settings.ts';

/**
 * Whether a person may decide alone. `micros`: the amount, with all that they decided alone within a day. The
 * limit of each currency is `ADJUST_ALONE`.
 */
export const mayDecideAlone = (
  { adjustAlone }: Pick<Settings, 'adjustAlone'>,
  currency: string,
  micros: bigint,
): boolean => micros <= (adjustAlone.get(currency) ?? 0n);

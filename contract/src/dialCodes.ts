// Dial codes: all there are, and which of them a number belongs to.
import { CONTINENTS } from './countries.ts';

/** Every dial code of the list, each once. */
export const DIAL_CODES: ReadonlySet<string> = new Set(
  CONTINENTS.flatMap(({ countries }) => countries.map(({ dialCode }) => dialCode)),
);

const LONGEST_CODE = Math.max(...[...DIAL_CODES].map((code) => code.length));

/**
 * The dial code of the list that a number (digits with the country code, no `+`) belongs to: the longest that it begins with, so
 * 1876 and not 1 for Jamaica. Null where it belongs to no country, like satellite phones.
 */
export function dialCodeOf(digits: string): string | null {
  for (let length = LONGEST_CODE; length > 0; length--) {
    const code = digits.slice(0, length);
    if (DIAL_CODES.has(code)) return code;
  }
  return null;
}

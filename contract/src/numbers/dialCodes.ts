// Dial codes: all there are, and which of them a number belongs to.
import { CONTINENTS } from './countries.ts';

/** Every dial code of the list, each once. */
export const DIAL_CODES: ReadonlySet<string> = new Set(
  CONTINENTS.flatMap(({ countries }) => countries.map(({ dialCode }) => dialCode)),
);

const MAX_CODE_LENGTH = Math.max(...[...DIAL_CODES].map((code) => code.length));

/**
 * The dial code of the list that a number (digits with the country code, no `+`) belongs to: the longest that
 * it begins with, so 1876 and not 1 for Jamaica. Null where it belongs to no country, like satellite phones.
 */
export function dialCodeOf(digits: string): string | null {
  for (let length = MAX_CODE_LENGTH; length > 0; length--) {
    const code = digits.slice(0, length);
    if (DIAL_CODES.has(code)) return code;
  }
  return null;
}

// Codes that were added to a country that had one.
const MAIN_CODES: Readonly<Record<string, string>> = {
  1658: '1876',
  1829: '1809',
  1849: '1809',
  1939: '1787',
};

/** The one dial code that stands for the country of a code: 1809 for 1829. */
export const mainCodeOf = (dialCode: string): string => MAIN_CODES[dialCode] ?? dialCode;

// Which countries nearly all numbers of a shared code are of; the others that have it are small.
const LARGEST_COUNTRIES: Readonly<Record<string, readonly string[]>> = {
  1: ['US', 'CA'],
  7: ['RU', 'KZ'],
  39: ['IT'],
  44: ['GB'],
  47: ['NO'],
  61: ['AU'],
  212: ['MA'],
  262: ['RE', 'YT'],
  290: ['SH'],
  358: ['FI'],
  590: ['GP'],
  599: ['CW'],
};

/** The countries (ISO 3166 alpha-2) that a dial code stands for: of one that is shared the largest alone. */
export function countriesOf(dialCode: string): readonly string[] {
  const having = CONTINENTS.flatMap(({ countries }) => countries).filter((c) => c.dialCode === dialCode);
  return LARGEST_COUNTRIES[dialCode] ?? having.map(({ iso2 }) => iso2);
}

// The dial codes of all countries, and the dial code of a number.
import { CONTINENTS } from './countries.ts';

/** Every dial code, without duplicates. */
export const DIAL_CODES: ReadonlySet<string> = new Set(
  CONTINENTS.flatMap(({ countries }) => countries.map(({ dialCode }) => dialCode)),
);

const MAX_CODE_LENGTH = Math.max(...[...DIAL_CODES].map((code) => code.length));

/**
 * Returns the longest dial code with which a number (digits with the country code, without `+`) begins: 1876,
 * not 1, for Jamaica. Returns null for numbers of no country, such as satellite phones.
 */
export function dialCodeOf(digits: string): string | null {
  for (let length = MAX_CODE_LENGTH; length > 0; length--) {
    const code = digits.slice(0, length);
    if (DIAL_CODES.has(code)) return code;
  }
  return null;
}

// Later codes of countries that had one already, with their first code.
const MAIN_CODES: Readonly<Record<string, string>> = {
  1658: '1876',
  1829: '1809',
  1849: '1809',
  1939: '1787',
};

/** Returns the code that stands for the country of a code: 1809 for 1829. */
export const mainCodeOf = (dialCode: string): string => MAIN_CODES[dialCode] ?? dialCode;

/** Returns the dial code of a country by its ISO 3166 alpha-2 code; empty for an unknown one. */
export const homeDialCode = (iso2: string): string =>
  CONTINENTS.flatMap(({ countries }) => countries).find((country) => country.iso2 === iso2)?.dialCode ?? '';

// The countries with nearly all numbers of a shared code.
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

/** Returns the countries (ISO 3166 alpha-2) of a dial code; only the largest for a shared one. */
export function countriesOf(dialCode: string): readonly string[] {
  const having = CONTINENTS.flatMap(({ countries }) => countries).filter((c) => c.dialCode === dialCode);
  return LARGEST_COUNTRIES[dialCode] ?? having.map(({ iso2 }) => iso2);
}

// Parses typed phone numbers. Server and console share these rules; each passes a parser with numbering plans
// of its own size.
import { regionCode } from '../accounts/accounts.ts';

/** A number of libphonenumber-js; `number` is E.164. */
type Parsed = { number: string; isValid(): boolean };
/**
 * `parsePhoneNumberFromString` of libphonenumber-js: parses an international number, or a national one of
 * `country`.
 */
type Parse<Found, Country> = (text: string, country?: Country) => Found | undefined;

/** Why a number is refused: codes 2001, 2002 and 2000. */
export type NumberProblem = 'badFormat' | 'lacksCode' | 'badNumber';

/** No valid number is typed with more characters, whatever is between its digits. */
export const MAX_TYPED_LENGTH = 64;
/**
 * E.164 with 7 to 15 digits. Some numbering plans have shorter numbers (Iran) or longer ones (Germany), but
 * no carrier routes them.
 */
const E164 = /^\+[1-9]\d{6,14}$/;
const MAX_DIGITS = 15;

/** Numbers with more digits than a short number are E.164. */
const SHORT_NUMBER = /^\d{3,7}$/;
const LONG_NUMBER = /^\+\d{8,15}$/;

/**
 * Whether a text can be a two-way number: E.164, or the digits of a short number. Sender ids always have a
 * letter.
 */
export function isTwoWayNumber(text: string): boolean {
  return SHORT_NUMBER.test(text) || LONG_NUMBER.test(text);
}

const isWhole = (number: Parsed | undefined): boolean =>
  number !== undefined && E164.test(number.number) && number.isValid();

/** Removes what people put between digits, and replaces a leading `00` by `+`. */
export function compactNumber(typed: string): string {
  return typed.replace(/[\s.\-()[\]]/g, '').replace(/^00/, '+');
}

/** Whether a compacted number is only digits, after an optional plus sign. */
export function isDigits(compact: string): boolean {
  return /^\+?\d+$/.test(compact);
}

/**
 * Parses the number of a recipient with its country code, after `+`, `00` or neither. Returns `lacksCode` if
 * it begins with 0, or if it is a national number of a region in which accounts are registered.
 */
export function readRecipient<Found extends Parsed>(
  typed: string,
  parse: Parse<Found, (typeof regionCode.options)[number]>,
): Found | NumberProblem {
  if (typed.length > MAX_TYPED_LENGTH) return 'badNumber';
  const compact = compactNumber(typed);
  if (!isDigits(compact)) return 'badFormat';
  const digits = compact.replace('+', '');
  const number = parse(`+${digits}`);
  if (isWhole(number)) return number!;
  if (compact !== digits) return 'badNumber';
  const isNational =
    digits.startsWith('0') || regionCode.options.some((region) => parse(digits, region)?.isValid());
  return isNational ? 'lacksCode' : 'badNumber';
}

/**
 * Parses a number to store. With `+` or `00` it is international. Otherwise it is national in `country`, with
 * or without a leading 0, or else international without its sign.
 */
export function readNumberIn<Found extends Parsed, Country>(
  typed: string,
  country: Country,
  parse: Parse<Found, Country>,
): Found | 'badFormat' | 'badNumber' {
  const compact = compactNumber(typed);
  if (!isDigits(compact)) return 'badFormat';
  // One character for a plus sign, and one for the 0 of a national number.
  if (compact.length > MAX_DIGITS + 2) return 'badNumber';
  const valid = (number: Found | undefined) => (isWhole(number) ? number : null);
  const national = compact.startsWith('+') ? null : valid(parse(compact, country));
  return national ?? valid(parse(`+${compact.replace('+', '')}`)) ?? 'badNumber';
}

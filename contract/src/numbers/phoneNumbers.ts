// Phone numbers as people write them: server and console read them by the same rules, each with numbering
// plans of its own size.
import { regionCode } from '../accounts/accounts.ts';

/** A number as libphonenumber-js gives it; `number` is E.164. */
type Parsed = { number: string; isValid(): boolean };
/** Its `parsePhoneNumberFromString`: reads a number internationally, or as written inside a country. */
type Parse<Found, Country> = (text: string, country?: Country) => Found | undefined;

/** Why a number cannot be sent to: 2001, 2002 and 2000. */
export type NumberProblem = 'badFormat' | 'lacksCode' | 'badNumber';

/** No number to send to is typed with more characters, whatever stands between its digits. */
export const MAX_TYPED_LENGTH = 64;
/**
 * E.164: 7 to 15 digits. Numbering plans know shorter ones (Iran's) and longer ones (Germany's); no carrier
 * routes them.
 */
const E164 = /^\+[1-9]\d{6,14}$/;
const MAX_DIGITS = 15;

/** The digits that a short number may have; with more it is a long one, in E.164. */
const SHORT_NUMBER = /^\d{3,7}$/;
const LONG_NUMBER = /^\+\d{8,15}$/;

/**
 * Whether a text is a number that can be two-way: E.164, or a short number's digits. A sender id always has a
 * letter.
 */
export function isTwoWayNumber(text: string): boolean {
  return SHORT_NUMBER.test(text) || LONG_NUMBER.test(text);
}

const isWhole = (number: Parsed | undefined): boolean =>
  number !== undefined && E164.test(number.number) && number.isValid();

/** Without what people put between digits; `00` reads as `+`. */
export function compactNumber(typed: string): string {
  return typed.replace(/[\s.\-()[\]]/g, '').replace(/^00/, '+');
}

/** Whether a compacted number consists of digits, perhaps with a plus sign. */
export function isDigits(compact: string): boolean {
  return /^\+?\d+$/.test(compact);
}

/**
 * Reads a number to send to, which has its country code, with `+`, `00` or neither. One without it is
 * `lacksCode` where it begins with 0 or is a number of a region that accounts are registered in.
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
 * Reads a number to keep: with `+` or `00` as a whole one, else as written inside `country`, with or without
 * the leading 0, else as a whole one without its sign.
 */
export function readNumberIn<Found extends Parsed, Country>(
  typed: string,
  country: Country,
  parse: Parse<Found, Country>,
): Found | 'badFormat' | 'badNumber' {
  const compact = compactNumber(typed);
  if (!isDigits(compact)) return 'badFormat';
  // A plus sign, and in a national number a 0.
  if (compact.length > MAX_DIGITS + 2) return 'badNumber';
  const valid = (number: Found | undefined) => (isWhole(number) ? number : null);
  const national = compact.startsWith('+') ? null : valid(parse(compact, country));
  return national ?? valid(parse(`+${compact.replace('+', '')}`)) ?? 'badNumber';
}

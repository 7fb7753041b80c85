// A number as people write it, made whole with the country it is from. The server checks it again, with more knowledge.
import type { CountryCode } from 'libphonenumber-js/min';
import type { phonePlansQuery } from '../../phone.ts';

export type PhonePlans = Awaited<ReturnType<NonNullable<typeof phonePlansQuery.queryFn>>>;
export type ParseNumber = PhonePlans['parsePhoneNumberFromString'];

const DROPPED = /[\s.\-()[\]]/g;
const DIGITS = /^\+?\d+$/;

/**
 * Reads a number: with `+` or `00` as a whole one, else as written inside `country`, else as a whole one without its sign.
 * Gives E.164, or null where it is none of these.
 */
export function readNumber(typed: string, country: string, parse: ParseNumber): string | null {
  const compact = typed.replace(DROPPED, '').replace(/^00/, '+');
  if (!DIGITS.test(compact)) return null;
  const whole = () => parse(`+${compact.replace('+', '')}`);
  const readings = compact.startsWith('+') ? [whole] : [() => parse(compact, country as CountryCode), whole];
  for (const read of readings) {
    const number = read();
    if (number?.isValid()) return number.number;
  }
  return null;
}

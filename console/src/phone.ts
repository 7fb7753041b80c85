// Phone numbers, read and written. The numbering plans are large, so they load when the first number is shown.
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CountryCode } from 'libphonenumber-js/min';

/** The numbering plans of all countries, loaded once. */
export const phonePlansQuery = queryOptions({
  queryKey: ['phone plans'],
  queryFn: () => import('libphonenumber-js/min'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/** Formats E.164 internationally: `+94 77 412 8830`; until the plans are there, or for other text, gives it unchanged. */
export function useReadableNumber(): (number: string) => string {
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  return (number) => (number.startsWith('+') ? (parse?.(number)?.formatInternational() ?? number) : number);
}

type PhonePlans = Awaited<ReturnType<NonNullable<typeof phonePlansQuery.queryFn>>>;
type ParseNumber = PhonePlans['parsePhoneNumberFromString'];

const DROPPED = /[\s.\-()[\]]/g;
const DIGITS = /^\+?\d+$/;

/**
 * Reads a number as people write it, made whole with the country it is from; the server checks it again, with more knowledge: with `+` or `00` as a whole one, else as written inside `country`, else as a whole one without its sign.
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

// Phone numbers, read and written. The numbering plans are large, so they load when the first number is
// shown.
import { readNumberIn } from '@godwit/contract/numbers/phoneNumbers';
import { queryOptions, useQuery } from '@tanstack/react-query';
import type { CountryCode } from 'libphonenumber-js/min';

/** The numbering plans of all countries, loaded once. */
export const phonePlansQuery = queryOptions({
  queryKey: ['phone plans'],
  queryFn: () => import('libphonenumber-js/min'),
  staleTime: Number.POSITIVE_INFINITY,
  gcTime: Number.POSITIVE_INFINITY,
});

/**
 * Formats E.164 internationally: `+94 77 412 8830`; until the plans are there, or for other text, gives it
 * unchanged.
 */
export function useReadableNumber(): (number: string) => string {
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  return (number) => (number.startsWith('+') ? (parse?.(number)?.formatInternational() ?? number) : number);
}

type PhonePlans = Awaited<ReturnType<NonNullable<typeof phonePlansQuery.queryFn>>>;
export type ParseNumber = PhonePlans['parsePhoneNumberFromString'];

/**
 * A number as people write it, made whole with the country it is from; null where it is none. The server
 * checks it again, with more knowledge.
 */
export function readNumber(typed: string, country: string, parse: ParseNumber): string | null {
  const number = readNumberIn(typed, country as CountryCode, parse);
  return typeof number === 'string' ? null : number.number;
}

// Parses and formats phone numbers. The numbering plans are large, so they load when the first number is
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
 * Formats E.164 internationally: `+94 77 412 8830`. Returns other text unchanged, and every number until the
 * plans have loaded.
 */
export function useReadableNumber(): (number: string) => string {
  const plans = useQuery(phonePlansQuery);
  const parse = plans.data?.parsePhoneNumberFromString;
  return (number) => (number.startsWith('+') ? (parse?.(number)?.formatInternational() ?? number) : number);
}

type PhonePlans = Awaited<ReturnType<NonNullable<typeof phonePlansQuery.queryFn>>>;
export type ParseNumber = PhonePlans['parsePhoneNumberFromString'];

/**
 * Completes a number as people type it with the country code. Returns null if it is not a number. The server
 * validates it again, more strictly.
 */
export function toE164(typed: string, country: string, parse: ParseNumber): string | null {
  const number = readNumberIn(typed, country as CountryCode, parse);
  return typeof number === 'string' ? null : number.number;
}

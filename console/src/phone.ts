// Phone numbers for reading. The numbering plans are large, so they load when the first number is shown.
import { queryOptions, useQuery } from '@tanstack/react-query';

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

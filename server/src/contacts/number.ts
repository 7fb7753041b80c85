// The number of a contact: what people and spreadsheets write, to E.164.
import { isShortened, SHORTENED } from '@godwit/contract/contacts';
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { DROPPED } from '../phoneNumbers.ts';
import { type Refusal, refuse } from '../refusal.ts';

/**
 * Reads a contact's number; `country` (ISO 3166 alpha-2) is assumed where it has no country code, with or without the leading 0.
 * Refusals, with the reason at the field `number`: invalidNumberFormat, invalidNumber.
 */
export function readNumber(typed: string, country: string): string | Refusal {
  if (isShortened(typed)) return wrong('invalidNumberFormat', SHORTENED);
  const compact = typed.replace(DROPPED, '').replace(/^00/, '+');
  if (!/^\+?\d+$/.test(compact)) return wrong('invalidNumberFormat', NO_NUMBER);
  if (compact.length > LONGEST) return wrong('invalidNumber', NOT_VALID);
  const national = compact.startsWith('+') ? null : valid(compact, country as CountryCode);
  return national ?? valid(`+${compact.replace('+', '')}`) ?? wrong('invalidNumber', NOT_VALID);
}

/** What kept numbers may start with, where these digits are typed; null where no number starts so. */
export function numberPrefixes(typed: string, country: string): string[] {
  const compact = typed.replace(DROPPED, '').replace(/^00/, '+');
  if (!/^\+?\d+$/.test(compact)) return [];
  if (compact.startsWith('+')) return [compact];
  const national = `+${getCountryCallingCode(country as CountryCode)}${compact.replace(/^0/, '')}`;
  return compact.startsWith('0') ? [national] : [`+${compact}`, national];
}

/** E.164: a plus sign and at most 15 digits. A numbering plan may know longer ones (Germany's); no carrier routes them. */
const LONGEST_E164 = 16;
// A national number may have a 0 more.
const LONGEST = 17;
const NO_NUMBER = 'This is not a phone number: use digits, with or without the country code';
const NOT_VALID = 'This is not a valid phone number: check its digits and its country code';

function valid(text: string, country?: CountryCode): string | null {
  const number = parsePhoneNumberFromString(text, country);
  return number?.isValid() && number.number.length <= LONGEST_E164 ? number.number : null;
}

function wrong(refused: 'invalidNumberFormat' | 'invalidNumber', description: string): Refusal {
  return refuse(refused, { description, fields: { number: description } });
}

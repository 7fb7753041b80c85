// Phone numbers: what people type to E.164, and what is known about a number.
import { dialCodeOf } from '@godwit/contract/dialCodes';
import type { SmsObject } from '@godwit/contract/messages';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Refusal, refuse } from './refusal.ts';

/** A number that can be sent to. `dialCode` is the longest of the list of countries: 1876, not 1, for Jamaica. */
export type Recipient = { e164: string; dialCode: string; country: string | null };

/** What people put between the digits of a number. */
export const DROPPED = /[\s.\-()[\]]/g;
const DIGITS = /^\+?\d+$/;
const LONGEST_TYPED = 64;

// Where a number without a country code most likely comes from: the regions accounts are registered in.
const HOME_COUNTRIES = ['LK', 'AU'] as const;

/**
 * Reads a phone number as typed: blanks, dots, hyphens and brackets are dropped and `00` reads as `+`.
 * Refusals: invalidNumberFormat (characters no number has), numberLacksCountryCode (a national number), invalidNumber.
 */
export function parseRecipient(typed: string): Recipient | Refusal {
  if (typed.length > LONGEST_TYPED)
    return refuse('invalidNumber', at(`${typed.slice(0, 20)}… is too long to be a phone number.`));
  const compact = typed.replace(DROPPED, '').replace(/^00/, '+');
  if (!DIGITS.test(compact)) return refuse('invalidNumberFormat', { fields: { to: INVALID_FORMAT } });

  const digits = compact.startsWith('+') ? compact.slice(1) : compact;
  const number = parsePhoneNumberFromString(`+${digits}`);
  if (number?.isValid())
    return {
      e164: number.number,
      dialCode: dialCodeOf(number.number.slice(1)) ?? number.countryCallingCode,
      country: number.country ?? null,
    };
  if (compact === digits && isNational(digits))
    return refuse('numberLacksCountryCode', { fields: { to: LACKS_CODE } });
  return refuse(
    'invalidNumber',
    at(`${compact} is not a valid phone number. Check its digits and its country code.`),
  );
}

/** What the public API tells about a number kept as E.164. */
export function numberMetadata(e164: string): SmsObject['number_metadata'] {
  const number = parsePhoneNumberFromString(e164);
  if (!number) return { dial_code: '', region: null, local_number: e164.slice(1), number_type: 'UNKNOWN' };
  return {
    dial_code: number.countryCallingCode,
    region: number.country ?? null,
    local_number: number.nationalNumber,
    number_type: number.getType() ?? 'UNKNOWN',
  };
}

const INVALID_FORMAT = 'Use digits with the international dialing code, such as +94771234567.';
const LACKS_CODE = 'Give the full number with the international dialing code, such as +94771234567.';

function at(description: string) {
  return { description, fields: { to: description } };
}

function isNational(digits: string): boolean {
  return (
    digits.startsWith('0') ||
    HOME_COUNTRIES.some((country) => parsePhoneNumberFromString(digits, country)?.isValid())
  );
}

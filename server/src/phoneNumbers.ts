// Phone numbers with the numbering plans of all countries: what people and spreadsheets write to E.164, and what is known about a number.
import { isShortened, SHORTENED } from '@godwit/contract/csv';
import { dialCodeOf } from '@godwit/contract/dialCodes';
import type { SmsObject } from '@godwit/contract/messages';
import {
  compactNumber,
  isDigits,
  LONGEST_TYPED,
  type NumberProblem,
  readNumber as read,
  readRecipient,
} from '@godwit/contract/phoneNumbers';
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Refusal, refuse } from './refusal.ts';

type Metadata = SmsObject['number_metadata'];

/** A number that can be sent to. `dialCode` is the longest of the list of countries: 1876, not 1, for Jamaica. */
export type Recipient = { e164: string; dialCode: string; country: string | null; metadata: Metadata };

/**
 * Reads the number of a message as typed. Refusals: invalidNumberFormat (characters no number has), numberLacksCountryCode (a national
 * number), invalidNumber.
 */
export function parseRecipient(typed: string): Recipient | Refusal {
  const number = readRecipient(typed, parseWithType);
  if (typeof number === 'string') return refuseRecipient(number, typed);
  const { number: e164, metadata } = number;
  return {
    e164,
    dialCode: dialCodeOf(e164.slice(1)) ?? metadata.dial_code,
    country: metadata.region,
    metadata,
  };
}

/** A number with what is told about it: its type says whether it is valid too, and is looked for once. */
function parseWithType(text: string, country?: CountryCode) {
  const number = parsePhoneNumberFromString(text, country);
  if (!number) return undefined;
  const type = number.getType();
  const metadata: Metadata = {
    dial_code: number.countryCallingCode,
    region: number.country ?? null,
    local_number: number.nationalNumber,
    number_type: type ?? 'UNKNOWN',
  };
  return { number: number.number, metadata, isValid: () => type !== undefined };
}

/**
 * Reads a contact's number; `country` (ISO 3166 alpha-2) is assumed where it has no country code, with or without the leading 0.
 * Refusals, with the reason at the field `number`: invalidNumberFormat, invalidNumber.
 */
export function readNumber(typed: string, country: string): string | Refusal {
  if (isShortened(typed)) return refuseNumber('invalidNumberFormat', SHORTENED);
  const number = read(typed, country as CountryCode, parsePhoneNumberFromString);
  if (typeof number !== 'string') return number.number;
  return number === 'badFormat'
    ? refuseNumber('invalidNumberFormat', NO_NUMBER)
    : refuseNumber('invalidNumber', NOT_VALID);
}

/** What kept numbers may start with, where these digits are typed; null where no number starts so. */
export function numberPrefixes(typed: string, country: string): string[] {
  const compact = compactNumber(typed);
  if (!isDigits(compact)) return [];
  if (compact.startsWith('+')) return [compact];
  const national = `+${getCountryCallingCode(country as CountryCode)}${compact.replace(/^0/, '')}`;
  return compact.startsWith('0') ? [national] : [`+${compact}`, national];
}

/** What the public API tells about a number kept as E.164. */
export function numberMetadata(e164: string): Metadata {
  return (
    parseWithType(e164)?.metadata ?? {
      dial_code: '',
      region: null,
      local_number: e164.slice(1),
      number_type: 'UNKNOWN',
    }
  );
}

const INVALID_FORMAT = 'Use digits with the international dialing code, such as +94771234567.';
const LACKS_CODE = 'Give the full number with the international dialing code, such as +94771234567.';
const NO_NUMBER = 'This is not a phone number: use digits, with or without the country code';
const NOT_VALID = 'This is not a valid phone number: check its digits and its country code';

function refuseRecipient(problem: NumberProblem, typed: string): Refusal {
  if (problem === 'badFormat') return refuse('invalidNumberFormat', { fields: { to: INVALID_FORMAT } });
  if (problem === 'lacksCode') return refuse('numberLacksCountryCode', { fields: { to: LACKS_CODE } });
  const description =
    typed.length > LONGEST_TYPED
      ? `${typed.slice(0, 20)}… is too long to be a phone number.`
      : `${compactNumber(typed)} is not a valid phone number. Check its digits and its country code.`;
  return refuse('invalidNumber', { description, fields: { to: description } });
}

function refuseNumber(refused: 'invalidNumberFormat' | 'invalidNumber', description: string): Refusal {
  return refuse(refused, { description, fields: { number: description } });
}

// Parses phone numbers with the numbering plans of all countries: from the spellings of people and
// spreadsheets to E.164, with metadata.
import { isShortened } from '@godwit/contract/csv/cells';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { dialCodeOf } from '@godwit/contract/numbers/dialCodes';
import { isCertainlyNoMobile } from '@godwit/contract/numbers/numberTypes';
import {
  compactNumber,
  isDigits,
  MAX_TYPED_LENGTH,
  type NumberProblem,
  readNumberIn,
  readRecipient,
} from '@godwit/contract/numbers/phoneNumbers';
import { NOT_A_NUMBER, NUMBER_NOT_VALID, NUMBER_SHORTENED } from '@godwit/contract/sentences/contacts';
import { type CountryCode, getCountryCallingCode, parsePhoneNumberFromString } from 'libphonenumber-js/max';
import { type Refusal, refuse } from './refusal.ts';

type Metadata = SmsObject['number_metadata'];

/** A valid destination. `dialCode` is the longest in the list of countries: 1876, not 1, for Jamaica. */
export type Recipient = { e164: string; dialCode: string; country: string | null; metadata: Metadata };

/**
 * Parses the typed number of a message.
 * Refusals: invalidNumberFormat (characters no number has), numberLacksCountryCode (a national number),
 * invalidNumber.
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

/** A parsed number with its type, which also shows whether it is valid and is computed once. */
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
 * Parses a contact's number. Without a country code it belongs to `country` (ISO 3166 alpha-2), with or
 * without the leading 0.
 * Refusals, with the reason for the field `number`: invalidNumberFormat, invalidNumber.
 */
export function readNumber(typed: string, country: string): string | Refusal {
  if (isShortened(typed)) return refuseNumber('invalidNumberFormat', NUMBER_SHORTENED);
  const number = readNumberIn(typed, country as CountryCode, parsePhoneNumberFromString);
  if (typeof number !== 'string') return number.number;
  return number === 'badFormat'
    ? refuseNumber('invalidNumberFormat', NOT_A_NUMBER)
    : refuseNumber('invalidNumber', NUMBER_NOT_VALID);
}

/** Prefixes of stored numbers that match these typed digits, or null if no number starts so. */
export function numberPrefixes(typed: string, country: string): string[] {
  const compact = compactNumber(typed);
  if (!isDigits(compact)) return [];
  if (compact.startsWith('+')) return [compact];
  const national = `+${getCountryCallingCode(country as CountryCode)}${compact.replace(/^0/, '')}`;
  return compact.startsWith('0') ? [national] : [`+${compact}`, national];
}

/** Whether a number in E.164 certainly cannot receive SMS: a landline or a service number. */
export function cannotTakeSms(e164: string): boolean {
  return isCertainlyNoMobile(numberMetadata(e164).number_type);
}

/** The public API's metadata of a number in E.164. */
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

function refuseRecipient(problem: NumberProblem, typed: string): Refusal {
  if (problem === 'badFormat') return refuse('invalidNumberFormat', { fields: { to: INVALID_FORMAT } });
  if (problem === 'lacksCode') return refuse('numberLacksCountryCode', { fields: { to: LACKS_CODE } });
  const description =
    typed.length > MAX_TYPED_LENGTH
      ? `${typed.slice(0, 20)}… is too long to be a phone number.`
      : `${compactNumber(typed)} is not a valid phone number. Check its digits and its country code.`;
  return refuse('invalidNumber', { description, fields: { to: description } });
}

function refuseNumber(refused: 'invalidNumberFormat' | 'invalidNumber', description: string): Refusal {
  return refuse(refused, { description, fields: { number: description } });
}

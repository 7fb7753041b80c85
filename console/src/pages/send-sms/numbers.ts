// What is typed or pasted as phone numbers, taken apart and checked by the server's rules.
import {
  compactNumber,
  MAX_TYPED_LENGTH,
  type NumberProblem,
  readNumberIn,
  readRecipient,
} from '@godwit/contract/numbers/phoneNumbers';
import { acceptsAlphanumericSender } from '@godwit/contract/senders';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min';

/** Reads a number internationally, or as written inside a country; undefined where it is none. */
export type ParseNumber = (text: string, country?: CountryCode) => PhoneNumber | undefined;

/** Why a number is left out: it is none, or no sender id reaches its country. */
export type Problem = NumberProblem | 'unreachable';

export type Entry = {
  /** E.164 for a whole number, else what was typed without its dressing; tells entries apart. */
  key: string;
  /** What to show: the readable international form, or what was typed. */
  shown: string;
  problem: Problem | null;
  /** Its own full form where only the country code is missing and the rest fits `home`. */
  full: string | null;
  /** ISO 3166 alpha-2, where it is known. */
  country: CountryCode | null;
};

const BETWEEN = /[\n\r,;\t]+/;
const BEFORE_PLUS = /\s+(?=\+)/;
// Shorter groups of digits are pieces of one number written with blanks.
const WHOLE_NUMBER_DIGITS = 7;

const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Takes a pasted list or column apart. Commas, semicolons, tabs and line ends part numbers; blanks do where
 * every piece is as long as a number, so that `+94 77 412 8830` stays one.
 */
export function splitNumbers(text: string): string[] {
  const chunks = text.split(BETWEEN).flatMap((line) => line.trim().split(BEFORE_PLUS));
  return chunks.flatMap((chunk) => {
    const pieces = chunk.split(/\s+/).filter(Boolean);
    const apart = pieces.every((piece) => digitsOf(piece) >= WHOLE_NUMBER_DIGITS);
    return apart ? pieces : [chunk];
  });
}

/**
 * Whether a blank typed after this text ends the number. A blank also stands inside a number as people write
 * it, so it ends one only where the text is a number, is as long as one, or can never become one.
 */
export function endsNumber(text: string, parse: ParseNumber | undefined): boolean {
  const compact = compactNumber(text);
  if (compact === '') return false;
  if (!/^\+?\d*$/.test(compact)) return true;
  if (compact.startsWith('+')) return digitsOf(compact) >= 12 || parse?.(compact)?.isValid() === true;
  return digitsOf(compact) >= 9;
}

/**
 * Reads one number as the server does, except that it knows only each country's general pattern and the
 * server every kind of number; what passes here by that difference fails there with its reason. Without
 * `parse` (the numbering plans are still loading) every number passes: the server checks each one again.
 */
export function readNumber(typed: string, parse: ParseNumber | undefined, home: CountryCode): Entry {
  const number = readRecipient<Whole>(typed, parse ?? unchecked);
  if (typeof number !== 'string') {
    const { number: key, country = null } = number;
    const problem = country && !acceptsAlphanumericSender(country) ? 'unreachable' : null;
    return { key, shown: number.formatInternational(), problem, full: null, country };
  }
  const national = number === 'lacksCode' && parse ? readNumberIn(typed, home, parse) : number;
  return {
    key: compactNumber(typed) || typed,
    shown: typed.length > MAX_TYPED_LENGTH ? `${typed.slice(0, 20)}…` : typed,
    problem: number,
    full: typeof national === 'string' ? null : national.formatInternational(),
    country: null,
  };
}

type Whole = Pick<PhoneNumber, 'number' | 'country' | 'isValid' | 'formatInternational'>;
const unchecked = (number: string): Whole => ({
  number: number as Whole['number'],
  isValid: () => true,
  formatInternational: () => number,
});

/**
 * Every number once, in the order they came; `repeated` counts the ones that were there before, `keys` are
 * those of what was typed.
 */
export function readNumbers(typed: readonly string[], parse: ParseNumber | undefined, home: CountryCode) {
  const entries = new Map<string, Entry>();
  const keys = new Map<string, string>();
  for (const text of typed) {
    const entry = readNumber(text, parse, home);
    keys.set(text, entry.key);
    if (!entries.has(entry.key)) entries.set(entry.key, entry);
  }
  return { entries: [...entries.values()], keys, repeated: typed.length - entries.size };
}

/** The numbers with those of `lacking` in their full forms, where they have one. */
export function withFullForms(
  typed: readonly string[],
  keys: ReadonlyMap<string, string>,
  lacking: readonly Entry[],
): string[] {
  const full = new Map(lacking.map((entry) => [entry.key, entry.full]));
  return typed.map((text) => full.get(keys.get(text) ?? '') ?? text);
}

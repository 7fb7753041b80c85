// Splits typed and pasted text into phone numbers and checks them by the server's rules.
import {
  compactNumber,
  MAX_TYPED_LENGTH,
  type NumberProblem,
  readNumberIn,
  readRecipient,
} from '@godwit/contract/numbers/phoneNumbers';
import type { CountryCode, PhoneNumber } from 'libphonenumber-js/min';

/** Parses an international number, or a national one of `country`; undefined if it is neither. */
export type ParseNumber = (text: string, country?: CountryCode) => PhoneNumber | undefined;

/**
 * Why a number is left out: it is invalid, carriers in its country accept no sender id, or it is a landline
 * or a service number.
 */
export type Problem = NumberProblem | 'unreachable' | 'landline';

export type Entry = {
  /** Identifies the entry: E.164 if the number is valid, otherwise the typed text without punctuation. */
  key: string;
  /** The text on screen: the readable international form, or the typed text. */
  shown: string;
  problem: Problem | null;
  /** The international form if the number is valid in the team's country and lacks only its country code. */
  full: string | null;
  /** ISO 3166 alpha-2; null if unknown. */
  country: CountryCode | null;
};

/** Whether the message can go to this number. */
export const isValid = ({ problem }: Entry): boolean => problem === null;

const SEPARATORS = /[\n\r,;\t]+/;
const BEFORE_PLUS = /\s+(?=\+)/;
// Shorter groups of digits are parts of one number written with spaces.
const WHOLE_NUMBER_DIGITS = 7;

const digitsOf = (text: string): number => text.replace(/\D/g, '').length;

/**
 * Splits a pasted list or column at commas, semicolons, tabs and line ends. It splits at spaces only if each
 * piece is as long as a number: `+94 77 412 8830` stays one number.
 */
export function splitNumbers(text: string): string[] {
  const chunks = text.split(SEPARATORS).flatMap((line) => line.trim().split(BEFORE_PLUS));
  return chunks.flatMap((chunk) => {
    const pieces = chunk.split(/\s+/).filter(Boolean);
    const isList = pieces.every((piece) => digitsOf(piece) >= WHOLE_NUMBER_DIGITS);
    return isList ? pieces : [chunk];
  });
}

/**
 * Whether a space typed after this text ends the number. People also type spaces inside a number. So a space
 * ends it only if the text is a valid number, is as long as one, or cannot become one.
 */
export function endsNumber(text: string, parse: ParseNumber | undefined): boolean {
  const compact = compactNumber(text);
  if (compact === '') return false;
  if (!/^\+?\d*$/.test(compact)) return true;
  if (compact.startsWith('+')) return digitsOf(compact) >= 12 || parse?.(compact)?.isValid() === true;
  return digitsOf(compact) >= 9;
}

/**
 * Reads one number by the server's rules, but with less precise numbering plans. The server rejects the few
 * invalid numbers that pass here. Without `parse`, while the numbering plans load, every number passes.
 */
export function readEntry(typed: string, parse: ParseNumber | undefined, home: CountryCode): Entry {
  const number = readRecipient<FullNumber>(typed, parse ?? unchecked);
  if (typeof number !== 'string') {
    const { number: key, country = null } = number;
    return { key, shown: number.formatInternational(), problem: null, full: null, country };
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

type FullNumber = Pick<PhoneNumber, 'number' | 'country' | 'isValid' | 'formatInternational'>;
const unchecked = (number: string): FullNumber => ({
  number: number as FullNumber['number'],
  isValid: () => true,
  formatInternational: () => number,
});

type Options = {
  home: CountryCode;
  /** The countries whose networks deliver no names. */
  withoutNames: readonly string[];
  /** Whether a number in E.164 cannot receive SMS. Without it, while it loads, no number is a landline. */
  isLandline?: ((e164: string) => boolean) | undefined;
  /** Whether landlines and service numbers get the message too. */
  toLandlines?: boolean;
};

/**
 * Reads numbers in order and merges duplicates. `repeated` is the number of duplicates, `keys` maps each
 * typed text to the key of its entry, and `landlines` are the entries that cannot receive SMS.
 */
export function readEntries(
  typed: readonly string[],
  parse: ParseNumber | undefined,
  { home, withoutNames, isLandline = () => false, toLandlines = false }: Options,
) {
  const entries = new Map<string, Entry>();
  const landlines: Entry[] = [];
  const keys = new Map<string, string>();
  for (const text of typed) {
    const read = readEntry(text, parse, home);
    keys.set(text, read.key);
    if (entries.has(read.key)) continue;
    const isUnreachable = read.country !== null && withoutNames.includes(read.country);
    const cannotTakeSms = isValid(read) && !isUnreachable && isLandline(read.key);
    if (cannotTakeSms) landlines.push(read);
    const problem = isUnreachable ? 'unreachable' : cannotTakeSms && !toLandlines ? 'landline' : read.problem;
    entries.set(read.key, problem === read.problem ? read : { ...read, problem });
  }
  return { entries: [...entries.values()], keys, repeated: typed.length - entries.size, landlines };
}

/** Replaces the typed text of the `lacking` entries by their international form, if they have one. */
export function withFullForms(
  typed: readonly string[],
  keys: ReadonlyMap<string, string>,
  lacking: readonly Entry[],
): string[] {
  const full = new Map(lacking.map((entry) => [entry.key, entry.full]));
  return typed.map((text) => full.get(keys.get(text) ?? '') ?? text);
}

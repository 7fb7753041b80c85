// Whether a text names the brand of its sender. Case, spaces, punctuation and joiners do not count. Vowel
// signs do: in Sinhala and Tamil they are part of the word.

import { type ContentClass, takesCodes } from '../contentClass.ts';
import { isCodeIn } from '../messages/oneTimeCodes.ts';
import type { Mode } from '../messages/statuses.ts';

/**
 * A country's rule about a text without the brand. WARN: it is sent, and reviews say so. REFUSE: it is not
 * sent.
 */
export const BRAND_RULES = ['OFF', 'WARN', 'REFUSE'] as const;
export type BrandRule = (typeof BRAND_RULES)[number];

/** The most other names of a sender id, and the longest one in UTF-16 units. */
export const MAX_ALIASES = 5;
export const MAX_ALIAS = 60;

/** A shorter name would be found in most texts. */
const SHORTEST = 2;

/** NFKC writes some characters as 18 others, and accept must not wait for a text of them. */
const LONGEST = 3_200;
const MOST_LETTERS = 100;
const plain = (text: string) => text.normalize('NFKC').slice(0, LONGEST).toLowerCase();
/** The words of a text: runs of letters with their signs, and digits. */
const wordsOf = (text: string) => plain(text).match(/[\p{L}\p{M}\p{N}]+/gu) ?? [];
const lettersOf = (name: string) => wordsOf(name).join('').slice(0, MOST_LETTERS);

/** Whether a name has enough letters to be found in a text. */
export const isBrandName = (name: string): boolean => [...lettersOf(name)].length >= SHORTEST;

/** Words for the form of a company, which texts leave out. */
const LEGAL_FORMS = new Set(
  'private pvt proprietary pty limited ltd plc llc inc incorporated company co'.split(' '),
);
const isLegalForm = (word: string) => LEGAL_FORMS.has(word.toLowerCase().replace(/[^a-z]/g, ''));

/** The name of a business as texts have it: Lanka Retail, from the legal name Lanka Retail (Pvt) Ltd. */
export function tradingName(legalName: string): string {
  const words = legalName.trim().split(/\s+/);
  const kept = words.findLastIndex((word, at) => at === 0 || !isLegalForm(word));
  return words
    .slice(0, kept + 1)
    .join(' ')
    .replace(/,$/, '');
}

/** The names of a sender as they are looked for; null instead of none. */
export type Brand = readonly string[];

/** The brand of these names; null if none has enough letters. */
export function brandOf(names: readonly string[]): Brand | null {
  const each = names.filter(isBrandName).map(lettersOf);
  return each.length === 0 ? null : [...new Set(each)];
}

type Sent = {
  mode: Mode;
  body: string;
  contentClass: ContentClass;
  /** The text is known to bring a one-time code, which `body` may show as asterisks. */
  hasCode?: boolean;
};

/**
 * The treatment of a text by a country's rule; OFF if there is nothing to say. `brand`: of its sender, or
 * null. TEST reaches no phone, so it refuses none. A code that is refused would keep a person out, so codes
 * are never refused; senders of other classes send none.
 */
export function brandTreatment(
  rule: BrandRule,
  brand: Brand | null,
  { mode, body, contentClass, hasCode = false }: Sent,
): BrandRule {
  if (rule === 'OFF' || brand === null || hasBrand(brand, body)) return 'OFF';
  const isSpared = mode === 'TEST' || (takesCodes(contentClass) && (hasCode || isCodeIn(body)));
  return isSpared ? 'WARN' : rule;
}

/** The last text that was searched: all messages of a campaign may have the same one. */
let last: { brand: Brand; text: string; has: boolean } | null = null;

/** Whether a text has one of these names. */
export function hasBrand(brand: Brand, text: string): boolean {
  if (last?.brand !== brand || last.text !== text) last = { brand, text, has: findIn(text, brand) };
  return last.has;
}

function findIn(text: string, brand: Brand): boolean {
  const words = wordsOf(text);
  const letters = words.join('');
  const starts = new Set<number>();
  let length = 0;
  for (const word of words) {
    starts.add(length);
    length += word.length;
  }
  return brand.some((name) => {
    for (let at = letters.indexOf(name); at >= 0; at = letters.indexOf(name, at + 1))
      if ((starts.has(at) || mayBegin(name, letters[at - 1])) && !isMark(letters[at + name.length]))
        return true;
    return false;
  });
}

const LATIN = /^[a-z\d]/;
/** A name in Latin letters begins where a word begins, so ACE is not in "place". */
const mayBegin = (name: string, before = ''): boolean => !LATIN.test(name) || !LATIN.test(before);
/** No name ends before a vowel sign. */
const isMark = (after = ''): boolean => /^\p{M}/u.test(after);

// Names that only their owners may use as sender or business name, in any spelling that readers take for them
// (S51).
import { type OwnerScheme, plainNumber } from '@godwit/contract/owners';
import type { Brand } from '@godwit/contract/rules/file';
import type { RuleTable } from '@godwit/contract/rules/table';
import { SANDBOX_SENDER } from '@godwit/contract/senders';

type Protected = Pick<RuleTable, 'protectedNames' | 'brands'>;

/** The service's own names, beside those of the rules of countries. */
const OWN = ['Godwit', SANDBOX_SENDER];

/**
 * Characters that readers confuse, after lowercasing: first the pairs, then each character of `from` becomes
 * the one of `to` at its place. SQL folds names by the same lists.
 */
export const LOOK_ALIKES = {
  pairs: [
    ['rn', 'm'],
    ['vv', 'w'],
  ],
  from: '01i!|234@5$7869',
  to: 'ollllzeaasstbgg',
} as const;

/** Shorter names are part of too many words to be searched inside others. */
const MIN_INSIDE = 5;

/** The most words of a protected name. */
const MOST_WORDS = 4;

/** The brands of each folded name: none if the rules do not say who owns it. */
type Folded = {
  whole: ReadonlyMap<string, readonly Brand[]>;
  inside: readonly string[];
  /** Those of `whole` that count in texts. */
  inTexts: ReadonlyMap<string, readonly Brand[]>;
};
const known = new WeakMap<readonly Brand[], Folded>();

/** Folds all names of a table once. */
function foldedOf({ protectedNames, brands }: Protected): Folded {
  const before = known.get(brands);
  if (before) return before;
  const whole = new Map<string, Brand[]>([...OWN, ...protectedNames].map((name) => [fold(name), []]));
  for (const brand of brands)
    for (const key of new Set(brand.names.map(fold))) whole.set(key, [...(whole.get(key) ?? []), brand]);
  const inside = [...whole.keys()].filter((name) => name.length >= MIN_INSIDE);
  const counted = brands.flatMap(({ names, in_texts }) => (in_texts ?? names).map(fold));
  const folded = { whole, inside, inTexts: new Map(counted.map((key) => [key, whole.get(key)!])) };
  known.set(brands, folded);
  return folded;
}

/**
 * The protected names that a sender id is or resembles (BOC, B0C, Te1stra, ANZ_Alerts, CommBankAU): for each
 * its brands, none if the rules do not say who owns it. Empty if anybody may use the name.
 */
export function protectorsOf(table: Protected, sender: string): readonly (readonly Brand[])[] {
  const { whole, inside } = foldedOf(table);
  const folded = fold(sender);
  const pieces = [sender, ...sender.split(/[^\p{L}\p{N}@$!|]+/u), ...sender.split(/[^\p{L}\p{N}]+/u)];
  const keys = pieces.flatMap((piece) => [fold(piece), fold(piece.replace(/\d+$/, ''))]);
  const found = new Set([...inside.filter((name) => folded.includes(name)), ...keys]);
  return [...found].flatMap((key) => (whole.has(key) ? [whole.get(key)!] : []));
}

/** Words as short as this are names only in capitals: NAB, but not nab. */
const SHORT = 4;

/** Joined words are a name only if each is in capitals at the beginning, as in "Bank of Ceylon". */
const CAPITAL = /^\p{Lu}/u;
/** Words between those of a name: Bank of Ceylon, People's Bank. */
const SMALL = new Set(['of', 's']);

/**
 * The brands that a text names, in words that stand alone or are joined. Brands that look the same, such as
 * CommBank and ComBank, are one group.
 */
export function brandsIn(table: Protected, text: string): readonly (readonly Brand[])[] {
  const { inTexts } = foldedOf(table);
  const words = text.split(/[^\p{L}\p{N}@$]+/u).filter(Boolean);
  const folded = words.map((word) => unify(word.toLowerCase()));
  const found = new Set<readonly Brand[]>();
  for (const from of words.keys()) {
    let [joined, key] = ['', ''];
    for (let at = from; at < Math.min(words.length, from + MOST_WORDS); at++) {
      joined += words[at];
      // Doubled letters count as one, also where two words meet.
      key += key.endsWith(folded[at]![0] ?? ' ') ? folded[at]!.slice(1) : folded[at]!;
      const isPart = CAPITAL.test(words[at]!) || (at > from && SMALL.has(words[at]!));
      if (at > from && !(isPart && CAPITAL.test(words[from]!))) break;
      if (joined.length <= SHORT && joined !== joined.toUpperCase()) continue;
      const brands = inTexts.get(key);
      if (brands) found.add(brands);
    }
  }
  return [...found];
}

/** The number of a business, as a request names it. */
type Owner = { scheme: OwnerScheme; number: string };

/** Whether a business owns a brand. */
export const ownsBrand = (brand: Brand, owner: Owner | null): boolean =>
  owner !== null &&
  brand.owners.some(({ scheme, number }) => scheme === owner.scheme && number === plainNumber(owner.number));

/**
 * Whether words of a business's name, alone or joined, are or resemble a protected name: Bank of Ceylon,
 * Te1stra Help.
 * A protected name inside a longer word does not count, because many people's names contain one: Amana in
 * Ramanathan.
 */
export function namesProtected(table: Protected, name: string): boolean {
  const { whole } = foldedOf(table);
  const words = name.split(/[^\p{L}\p{N}]+/u).filter(Boolean);
  return words.some((_, from) =>
    words
      .slice(from, from + MOST_WORDS)
      .some((_word, more) => whole.has(fold(words.slice(from, from + more + 1).join('')))),
  );
}

/**
 * A text as its reader sees it at a glance: without case, blanks and doubled letters, and with look-alikes
 * unified.
 */
export const fold = (text: string): string => unify(text.toLowerCase().replace(/[^\p{L}\p{N}@$!|]/gu, ''));

/** Folds a word in lower case that has only letters, digits and signs: in one pass, because accept waits. */
function unify(word: string): string {
  const { pairs, from, to } = LOOK_ALIKES;
  let plain = word;
  for (const [look, as] of pairs) if (plain.includes(look)) plain = plain.replaceAll(look, as);
  let folded = '';
  let last = '';
  for (const one of plain) {
    const at = from.indexOf(one);
    const as = at < 0 ? one : to[at]!;
    if (as !== last) folded += as;
    last = as;
  }
  return folded;
}

// Names that only their owners may use as sender or business name, in any spelling that readers take for them
// (S51).
import type { RuleTable } from '@godwit/contract/rules/table';
import { SANDBOX_SENDER } from '@godwit/contract/senders';

type Protected = Pick<RuleTable, 'protectedNames'>;

/** The service's own names, beside those of the rules of countries. */
const OWN = ['Godwit', SANDBOX_SENDER];

/** Characters that readers confuse, after lowercasing; longer ones first. */
const LOOK_ALIKES: readonly (readonly [RegExp, string])[] = [
  [/rn/g, 'm'],
  [/vv/g, 'w'],
  [/0/g, 'o'],
  [/[1i!|]/g, 'l'],
  [/2/g, 'z'],
  [/3/g, 'e'],
  [/[4@]/g, 'a'],
  [/[5$]/g, 's'],
  [/7/g, 't'],
  [/8/g, 'b'],
  [/[69]/g, 'g'],
];

/** Shorter names are part of too many words to be searched inside others. */
const MIN_INSIDE = 5;

/** The most words of a protected name. */
const MOST_WORDS = 4;

type Folded = { whole: ReadonlySet<string>; inside: readonly string[] };
const known = new WeakMap<readonly string[], Folded>();

/** Folds a list of names once. */
function foldedOf(names: readonly string[]): Folded {
  const before = known.get(names);
  if (before) return before;
  const whole = new Set([...OWN, ...names].map(fold));
  const folded = { whole, inside: [...whole].filter((name) => name.length >= MIN_INSIDE) };
  known.set(names, folded);
  return folded;
}

/**
 * Whether a sender id is one of these names or resembles one: BOC, B0C, Te1stra, ANZ_Alerts, CommBankAU.
 */
export function isProtected({ protectedNames }: Protected, sender: string): boolean {
  const { whole, inside } = foldedOf(protectedNames);
  const folded = fold(sender);
  if (inside.some((name) => folded.includes(name))) return true;
  const pieces = [sender, ...sender.split(/[^\p{L}\p{N}@$!|]+/u), ...sender.split(/[^\p{L}\p{N}]+/u)];
  return pieces.some((piece) => whole.has(fold(piece)) || whole.has(fold(piece.replace(/\d+$/, ''))));
}

/**
 * Whether words of a business's name, alone or joined, are or resemble a protected name: Bank of Ceylon,
 * Te1stra Help.
 * A protected name inside a longer word does not count, because many people's names contain one: Amana in
 * Ramanathan.
 */
export function namesProtected({ protectedNames }: Protected, name: string): boolean {
  const { whole } = foldedOf(protectedNames);
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
function fold(text: string): string {
  const plain = text.toLowerCase().replace(/[^\p{L}\p{N}@$!|]/gu, '');
  const folded = LOOK_ALIKES.reduce((so, [look, as]) => so.replace(look, as), plain);
  return folded.replace(/(.)\1+/g, '$1');
}

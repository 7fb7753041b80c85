// Keywords: the words for STOP, START and HELP in each language, and how a text is matched to them or to the
// keywords of a project.
import { z } from 'zod';
import { checkBy } from './common.ts';
import type { Language } from './languages.ts';

export type BuiltIn = 'STOP' | 'START' | 'HELP';

/**
 * The words for each action, by language. Networks require STOP, START and HELP (CTIA Messaging Principles
 * 5.1.3, Australian Spam Act). People write the others. "Yes" is not among them, because it answers too many
 * other questions.
 */
const BUILT_IN: Record<BuiltIn, Record<Language, readonly string[]>> = {
  STOP: {
    en: [
      ...['stop', 'stopall', 'stop all', 'unsubscribe', 'unsub', 'cancel', 'end', 'quit'],
      ...['opt out', 'opt-out', 'optout', 'remove', 'revoke', 'stop sms', 'stop messages'],
    ],
    si: ['නවත්වන්න', 'නවත්තන්න', 'නවතන්න', 'නවතින්න', 'එපා', 'ඉවත් කරන්න', 'ඉවත් වන්න', 'ඉවත්කරන්න'],
    ta: ['நிறுத்து', 'நிறுத்தவும்', 'நிறுத்துங்கள்', 'வேண்டாம்', 'நீக்கு', 'நீக்கவும்', 'விலகு'],
  },
  START: {
    en: ['start', 'unstop', 'subscribe', 'opt in', 'opt-in', 'optin', 'resume'],
    si: ['අරඹන්න', 'පටන් ගන්න', 'පටන්ගන්න', 'ආරම්භ කරන්න'],
    ta: ['தொடங்கு', 'தொடங்கவும்', 'தொடங்குங்கள்', 'ஆரம்பி', 'ஆரம்பிக்கவும்'],
  },
  HELP: {
    en: ['help', 'info'],
    si: ['උදව්', 'උදව්වක්', 'උපකාර', 'සහාය', 'තොරතුරු'],
    ta: ['உதவி', 'தகவல்'],
  },
};

// Some keyboards insert joiners. They do not change a word.
const JOINERS = /[\u200b-\u200d\u2060\ufeff]/g;
const AROUND = /^[\p{P}\p{S}\p{Z}\p{Cc}]+|[\p{P}\p{S}\p{Z}\p{Cc}]+$/gu;
const BETWEEN = /[\p{Z}\p{Cc}]+/gu;

const byWord = new Map(
  Object.entries(BUILT_IN).flatMap(([action, languages]) =>
    Object.entries(languages).flatMap(([language, words]) =>
      words.map(
        (word) => [plain(word), { action: action as BuiltIn, language: language as Language }] as const,
      ),
    ),
  ),
);

/** The longest keyword, in UTF-16 units of its normalised form. */
const MAX_WORD = 30;
/** Longer texts are cut: a keyword comes first, after blanks and marks. */
const MAX_READ = 200;

/** Normalises a text for comparison: lower case, without joiners, and without blanks and marks around it. */
function plain(text: string): string {
  return text.normalize('NFC').replace(JOINERS, '').replace(BETWEEN, ' ').replace(AROUND, '').toLowerCase();
}

/**
 * Finds the keyword of a text. STOP, START and HELP must be the whole text: "Stop by tomorrow" is not STOP. A
 * keyword of the project may also be the first word of a longer text, as in "JOIN Kasun"; its `words` must be
 * normalised by `ownWord`. Built-in keywords take precedence. Returns null if there is none.
 */
export function readKeyword<Own extends { words: readonly string[] }>(
  text: string,
  own: readonly Own[],
): { action: BuiltIn; language: Language } | { own: Own } | null {
  const isWhole = text.length <= MAX_READ;
  const word = plain(text.slice(0, MAX_READ));
  if (word === '') return null;
  const builtIn = isWhole ? byWord.get(word) : undefined;
  if (builtIn) return builtIn;
  const first = plain(word.split(' ', 1)[0]!);
  const found = own.find(({ words }) => words.some((one) => one === first || (isWhole && one === word)));
  return found ? { own: found } : null;
}

/** A keyword of a project, normalised. Built-in keywords are refused. */
export const ownWord = z
  .string({ error: 'Keyword is required' })
  .transform(plain)
  .check(checkBy(ownWordProblem));

function ownWordProblem(word: string): string | null {
  if (word === '') return 'Keyword is required';
  if (word.length > MAX_WORD) return `Use at most ${MAX_WORD} characters`;
  return byWord.has(word) ? 'STOP, START and HELP, and words that mean the same, are answered already' : null;
}

// The rules of a new password, for the form and for the server. Common passwords are refused by the server
// alone.
import { PASSWORD_LIKE_EMAIL, PASSWORD_LIKE_SERVICE, PASSWORD_RULE } from '../sentences/access.ts';

/** A limit, so that hashing takes bounded time. */
export const MAX_PASSWORD_LENGTH = 128;

const PRODUCT_NAME = 'godwit';
// Good passwords contain shorter words by chance.
const MIN_WORD_LENGTH = 3;

export const MIN_PASSWORD_LENGTH = 8;

/** The special characters of a password. */
export const PASSWORD_SPECIALS = '@$!%*?&';

/** The parts of the rule, in the order of the form. */
export const PASSWORD_RULES = [
  { part: 'length', holds: (password: string) => password.length >= MIN_PASSWORD_LENGTH },
  { part: 'upper', holds: (password: string) => /[A-Z]/.test(password) },
  { part: 'lower', holds: (password: string) => /[a-z]/.test(password) },
  { part: 'special', holds: (password: string) => /[@$!%*?&]/.test(password) },
  { part: 'only', holds: (password: string) => /^[A-Za-z0-9@$!%*?&]*$/.test(password) },
] as const;

/**
 * Returns why a new password is refused, as a sentence; null if it is not. It must have 8 to 128 characters:
 * letters A to Z, digits and @$!%*?&, with at least one lower-case letter, one upper-case letter and one
 * special. It must not be the product name or a word of the email, plain or decorated.
 */
export function passwordProblem(
  password: string,
  { email }: { email?: string | undefined } = {},
): string | null {
  if (password.length > MAX_PASSWORD_LENGTH) return `Use at most ${MAX_PASSWORD_LENGTH} characters`;
  if (!PASSWORD_RULES.every(({ holds }) => holds(password))) return PASSWORD_RULE;

  const words = baseWords(password);
  if (words.has(PRODUCT_NAME)) {
    return PASSWORD_LIKE_SERVICE;
  }
  if (email !== undefined && wordsOfEmail(email).some((word) => words.has(word))) {
    return PASSWORD_LIKE_EMAIL;
  }
  return null;
}

/**
 * Returns the words that a password may be a decoration of, in lower case: without digits and specials around
 * it, without specials inside, and with look-alikes replaced by letters. 'P@ssw0rd!' yields 'password' among
 * others, 'Qwerty@123' yields 'qwerty'. Call it for at most MAX_PASSWORD_LENGTH characters.
 */
export function baseWords(password: string): Set<string> {
  const lower = password.toLowerCase();
  // A look-alike may begin or end the word ('Pa$$'), so each end is also kept.
  const cores = [
    lower,
    lower.replace(/^[^a-z]+/, ''),
    lower.replace(/[^a-z]+$/, ''),
    lower.replace(/^[^a-z]+|[^a-z]+$/g, ''),
    lower.replace(/[^a-z0-9]+/g, ''),
  ];
  const words = cores.flatMap((core) => [core, readLookAlikes(core, 'i'), readLookAlikes(core, 'l')]);
  return new Set(words.filter((word) => word.length >= MIN_WORD_LENGTH));
}

const LOOK_ALIKES = new Map(
  Object.entries({ '@': 'a', '4': 'a', $: 's', '5': 's', '0': 'o', '3': 'e', '7': 't' }),
);

/** Replaces digits and specials by the letters they resemble; `stroke` replaces 1 and !. */
function readLookAlikes(text: string, stroke: 'i' | 'l'): string {
  return text.replace(/[@4$5037]/g, (character) => LOOK_ALIKES.get(character)!).replace(/[1!]/g, stroke);
}

/**
 * Returns the words of an address: its mailbox, its domain without the ending, and their parts, each with and
 * without final digits.
 */
function wordsOfEmail(email: string): string[] {
  const [mailbox = '', domain = ''] = email.toLowerCase().split('@');
  const labels = domain.split('.').slice(0, -1);
  const pieces = mailbox.split(/[^a-z0-9]+/);
  const words = [pieces.join(''), `${pieces.join('')}${labels[0] ?? ''}`, ...pieces, ...labels];
  return words
    .flatMap((word) => [word, word.replace(/\d+$/, '')])
    .filter((word) => word.length >= MIN_WORD_LENGTH);
}

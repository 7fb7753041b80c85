// The rules of a new password. The screen and the server use the same rules and words. Common passwords:
// commonPasswords.ts.
import { PASSWORD_LIKE_EMAIL, PASSWORD_LIKE_SERVICE, PASSWORD_RULE } from '../sentences/access.ts';

/** The longest password, so that hashing one takes bounded time. */
export const MAX_PASSWORD_LENGTH = 128;

const PRODUCT_NAME = 'godwit';
// Shorter words than this say nothing: they turn up in good passwords by chance.
const MIN_WORD_LENGTH = 3;

export const MIN_PASSWORD_LENGTH = 8;

/** The special characters that a password may have. */
export const PASSWORD_SPECIALS = '@$!%*?&';

/** The rule part by part, in the order in which a form shows them. */
export const PASSWORD_RULES = [
  { part: 'length', holds: (password: string) => password.length >= MIN_PASSWORD_LENGTH },
  { part: 'upper', holds: (password: string) => /[A-Z]/.test(password) },
  { part: 'lower', holds: (password: string) => /[a-z]/.test(password) },
  { part: 'special', holds: (password: string) => /[@$!%*?&]/.test(password) },
  { part: 'only', holds: (password: string) => /^[A-Za-z0-9@$!%*?&]*$/.test(password) },
] as const;

/**
 * Says what is wrong with a new password, in words for its owner, or null. It must be 8 to 128 letters (A to
 * Z), digits and @$!%*?&, with a lower-case letter, an upper-case one and a special, and more than the
 * product's name or the e-mail decorated. The server also asks commonPasswordProblem.
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
 * The words that a password may be a decoration of, in lower case: without digits and specials around it,
 * without specials inside, and with look-alikes read as letters. 'P@ssw0rd!' yields 'password' among others,
 * 'Qwerty@123' yields 'qwerty'. Takes passwords of at most MAX_PASSWORD_LENGTH.
 */
export function baseWords(password: string): Set<string> {
  const lower = password.toLowerCase();
  // A look-alike may stand at either end ('Pa$$'), so each end is also kept.
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

/** Digits and specials read as the letters they stand for; `stroke` is what 1 and ! are read as. */
function readLookAlikes(text: string, stroke: 'i' | 'l'): string {
  return text.replace(/[@4$5037]/g, (character) => LOOK_ALIKES.get(character)!).replace(/[1!]/g, stroke);
}

/**
 * The words of an address: its mailbox, its domain without the ending, their pieces, with and without closing
 * digits.
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

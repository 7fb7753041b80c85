// Refuses common passwords. The list stays on the server, so browsers do not fetch it.
import { readFileSync } from 'node:fs';
import { baseWords } from '@godwit/contract/accounts/passwords';
import { PASSWORD_COMMON } from '@godwit/contract/sentences/access';

const COMMON = new Set(
  readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/**
 * Returns a sentence for the owner of a password that is one of the 3,000 most common, plain or decorated;
 * null for any other. A common password as such never meets `passwordProblem`, so its base words are
 * compared: 'P@ssw0rd!' is 'password'. Call `passwordProblem` first, because it bounds the length.
 */
export function commonPasswordProblem(password: string): string | null {
  for (const word of baseWords(password)) {
    if (COMMON.has(word)) return PASSWORD_COMMON;
  }
  return null;
}

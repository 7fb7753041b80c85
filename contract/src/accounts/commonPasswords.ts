// Refuses common passwords. Apart from passwords.ts because only the server may load it: browsers should not
// fetch the list.
import { readFileSync } from 'node:fs';
import { PASSWORD_COMMON } from '../sentences/access.ts';
import { wordsBehind } from './passwords.ts';

const COMMON = new Set(
  readFileSync(new URL('./commonPasswords.txt', import.meta.url), 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#')),
);

/**
 * Says that a password is one of the 3,000 commonest, plain or decorated, in words for its owner, or null. No
 * common password keeps the rule of passwords.ts as it stands, so what counts is the word behind it:
 * 'P@ssw0rd!' is 'password'. Ask passwordProblem first: it bounds the length.
 */
export function commonPasswordProblem(password: string): string | null {
  for (const word of wordsBehind(password)) {
    if (COMMON.has(word)) return PASSWORD_COMMON;
  }
  return null;
}

// Waits between wrong passwords, and between wrong codes of second factors. They are counted by throttle
// key: one for an account, whether there is one or not, and one for each browser that has signed in to it
// before. So guesses from a strange browser make other strange browsers wait, but not the owner's own; and a
// customer who reads their mail can sign in by a new password at any time. Mails that are asked for wait by
// the same table.
import { timingSafeEqual } from 'node:crypto';
import { TOO_MANY_EMAILS } from '@godwit/contract/sentences/access';
import { type Refusal, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../services.ts';
import { addAttempt, type Rule } from './throttleQueries.ts';
import { MAILS_PER_HOUR, randomToken } from './tokens.ts';

export { resetAttempts } from './throttleQueries.ts';

const GUESSES: Rule = { freeAttempts: 5, firstWaitSeconds: 1, longestWaitSeconds: 900, forgetHours: 24 };
/** One less than an address gets in an hour: registering sends the first. */
const MAILS: Rule = {
  freeAttempts: MAILS_PER_HOUR - 1,
  firstWaitSeconds: 3600,
  longestWaitSeconds: 3600,
  forgetHours: 1,
};
const BROWSER_TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

const WAIT_WORDS = (wait: string) => `Too many wrong attempts. Try again in ${wait}.`;

/**
 * The throttle key an attempt counts under. `known` counts for a browser that has signed in to the account
 * before.
 */
export type ThrottleKey = { id: Buffer; known: boolean };

/** The token by which a browser that has just signed in to this account is known at the next login. */
export function browserToken(secrets: Secrets, account: string): string {
  const name = randomToken();
  return `${name}.${signature(secrets, name, account)}`;
}

/**
 * The throttle key of an attempt at an account's password from a browser that keeps `token`, or keeps none.
 * A customer's account is their e-mail.
 */
export function throttleKeyOf(secrets: Secrets, account: string, token: string | null): ThrottleKey {
  const [, name, signed] = BROWSER_TOKEN.exec(token ?? '') ?? [];
  const known =
    name !== undefined &&
    signed !== undefined &&
    secrets
      .hmacs('known browser', `${name} ${account}`)
      .some((right) => timingSafeEqual(Buffer.from(signed), Buffer.from(right.toString('base64url'))));
  return { id: secrets.hmac('login throttle', known ? `browser ${name}` : `e-mail ${account}`), known };
}

/**
 * The throttle key of codes that follow a right password: those from strange browsers do not hold up the
 * owner's browser.
 */
export function codeThrottleKey(secrets: Secrets, { id, known }: ThrottleKey): ThrottleKey {
  return { id: secrets.hmac('code throttle', id), known };
}

/** The throttle key of an account that is signed in and proves itself again, by the password or a code. */
export function proofThrottleKey(secrets: Secrets, id: string): ThrottleKey {
  return { id: secrets.hmac('proof throttle', id), known: true };
}

/**
 * The throttle key of an SMPP bind. The network that bound last has its own key, so guesses from elsewhere
 * do not delay its binds.
 */
export function bindThrottleKey(secrets: Secrets, systemId: string, network: string | null): ThrottleKey {
  const id = secrets.hmac('bind throttle', network === null ? systemId : `${systemId} ${network}`);
  return { id, known: network !== null };
}

/**
 * Counts an attempt at a password or code; refused (1006, with the seconds to wait) if it comes too early.
 */
export async function countAttempt(
  db: Database,
  throttleKey: ThrottleKey,
  words: (wait: string) => string = WAIT_WORDS,
): Promise<Refusal | null> {
  const seconds = await addAttempt(db, throttleKey.id, GUESSES);
  if (seconds === 0) return null;
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return refuse('tooManyRequests', { description: words(wait), retryAfterSeconds: seconds });
}

/**
 * Counts a mail request for an address, with or without an account; refused (1006, with the seconds to
 * wait) above the limit. Each purpose counts separately: repeated requests for a mail that is never sent do
 * not block the password link.
 */
export async function countMail(
  db: Database,
  secrets: Secrets,
  { purpose, email }: { purpose: string; email: string },
): Promise<Refusal | null> {
  const seconds = await addAttempt(db, secrets.hmac('mail throttle', `${purpose} ${email}`), MAILS);
  if (seconds === 0) return null;
  const minutes = Math.ceil(seconds / 60);
  const wait = `${minutes} ${minutes === 1 ? 'minute' : 'minutes'}`;
  return refuse('tooManyRequests', {
    description: `${TOO_MANY_EMAILS} The next one can go in ${wait}.`,
    retryAfterSeconds: seconds,
  });
}

function signature(secrets: Secrets, name: string, account: string): string {
  return secrets.hmac('known browser', `${name} ${account}`).toString('base64url');
}

// Waits between wrong passwords, and between wrong codes of second factors. They are counted in lanes: one for an e-mail, whether anybody has it or not, and one for each
// browser that has signed in with it before. So a stranger who guesses makes other strangers wait, and the owner's own
// browser not; and whoever reads the owner's mail gets in by a new password at any time.
import { timingSafeEqual } from 'node:crypto';
import { type Refusal, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../services.ts';
import { countTry, deleteTries } from './throttleQueries.ts';
import { randomToken } from './tokens.ts';

const RULE = { freeTries: 5, longestWaitSeconds: 900, forgetHours: 24 };
const LOGIN_WORDS = (wait: string) =>
  `Too many login attempts. Try again in ${wait}, or reset your password.`;
const BROWSER_TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

/** What is said of too many codes, and of too many passwords of somebody who is signed in. */
export const PROOF_WORDS = (wait: string) => `Too many wrong tries. Try again in ${wait}.`;

/** Where tries count together. `known`: those of a browser that has signed in with the e-mail before. */
export type Lane = { id: Buffer; known: boolean };

/** What a browser that has just signed in with this e-mail keeps, to be known by at the next login. */
export function browserToken(secrets: Secrets, email: string): string {
  const name = randomToken();
  return `${name}.${signature(secrets, name, email)}`;
}

/** The lane of a try at an e-mail's password from a browser that keeps `token`, or keeps none. */
export function laneOf(secrets: Secrets, email: string, token: string | null): Lane {
  const [, name, signed] = BROWSER_TOKEN.exec(token ?? '') ?? [];
  const known =
    name !== undefined &&
    signed !== undefined &&
    timingSafeEqual(Buffer.from(signed), Buffer.from(signature(secrets, name, email)));
  return { id: secrets.hmac('login lane', known ? `browser ${name}` : `e-mail ${email}`), known };
}

/** The lane of codes that follow a right password: those of strangers who know it do not hold up the owner's browser. */
export function codeLane(secrets: Secrets, { id, known }: Lane): Lane {
  return { id: secrets.hmac('code lane', id), known };
}

/** The lane of a person who is signed in and proves themselves again, by the password or a code. */
export function proofLane(secrets: Secrets, userId: string): Lane {
  return { id: secrets.hmac('proof lane', userId), known: true };
}

/** Counts a try at a password or code; refused (1006, with the seconds to wait) where it comes too early. */
export async function takeTry(
  db: Database,
  lane: Lane,
  words: (wait: string) => string = LOGIN_WORDS,
): Promise<Refusal | null> {
  const seconds = await countTry(db, lane.id, RULE);
  if (seconds === 0) return null;
  const wait = `${seconds} ${seconds === 1 ? 'second' : 'seconds'}`;
  return refuse('tooManyRequests', {
    description: words(wait),
    retryAfterSeconds: seconds,
  });
}

/** Forgets a lane's tries: its last one was the right password. */
export async function forgiveTries(db: Database, lane: Lane): Promise<void> {
  await deleteTries(db, lane.id);
}

function signature(secrets: Secrets, name: string, email: string): string {
  return secrets.hmac('known browser', `${name} ${email}`).toString('base64url');
}

// Waits between wrong passwords, and between wrong codes of second factors. They are counted in lanes: one for an account, whether there is
// one or not, and one for each browser that has signed in to it before. So a stranger who guesses makes other strangers wait, and the
// owner's own browser not; and a customer who reads their mail gets in by a new password at any time.
import { timingSafeEqual } from 'node:crypto';
import { type Refusal, refuse } from '../refusal.ts';
import type { Secrets } from '../secrets.ts';
import type { Database } from '../services.ts';
import { countTry, deleteTries } from './throttleQueries.ts';
import { randomToken } from './tokens.ts';

const RULE = { freeTries: 5, longestWaitSeconds: 900, forgetHours: 24 };
const BROWSER_TOKEN = /^([\w-]{43})\.([\w-]{43})$/;

const WAIT_WORDS = (wait: string) => `Too many wrong tries. Try again in ${wait}.`;

/** Where tries count together. `known`: those of a browser that has signed in to the account before. */
export type Lane = { id: Buffer; known: boolean };

/** What a browser that has just signed in to this account keeps, to be known by at the next login. */
export function browserToken(secrets: Secrets, account: string): string {
  const name = randomToken();
  return `${name}.${signature(secrets, name, account)}`;
}

/** The lane of a try at an account's password from a browser that keeps `token`, or keeps none. A customer's account is their e-mail. */
export function laneOf(secrets: Secrets, account: string, token: string | null): Lane {
  const [, name, signed] = BROWSER_TOKEN.exec(token ?? '') ?? [];
  const known =
    name !== undefined &&
    signed !== undefined &&
    timingSafeEqual(Buffer.from(signed), Buffer.from(signature(secrets, name, account)));
  return { id: secrets.hmac('login lane', known ? `browser ${name}` : `e-mail ${account}`), known };
}

/** The lane of codes that follow a right password: those of strangers who know it do not hold up the owner's browser. */
export function codeLane(secrets: Secrets, { id, known }: Lane): Lane {
  return { id: secrets.hmac('code lane', id), known };
}

/** The lane of an account that is signed in and proves itself again, by the password or a code. */
export function proofLane(secrets: Secrets, id: string): Lane {
  return { id: secrets.hmac('proof lane', id), known: true };
}

/** Counts a try at a password or code; refused (1006, with the seconds to wait) where it comes too early. */
export async function takeTry(
  db: Database,
  lane: Lane,
  words: (wait: string) => string = WAIT_WORDS,
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

function signature(secrets: Secrets, name: string, account: string): string {
  return secrets.hmac('known browser', `${name} ${account}`).toString('base64url');
}

// Passwords: what a new one must be, and hashing, which is made slow on purpose and so is rationed.
import { availableParallelism } from 'node:os';
import { commonPasswordProblem } from '@godwit/contract/commonPasswords';
import { passwordProblem } from '@godwit/contract/passwords';
import { hash, verify } from '@node-rs/argon2';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import { randomToken } from './tokens.ts';

/** argon2id with 19 MiB and two passes: OWASP's minimum, about 10 ms of a core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More at once would take the cores that messages are sent with; of two cores one is left to them. */
const MAX_RUNNING = availableParallelism() > 2 ? 2 : 1;
/** Between one and the next in line, three times as long as a hash takes: a flood of them gets a quarter of a core at most. */
const COOLDOWN_MS = 30;
/** Less than two seconds of waiting; all further ones are refused for now. */
const MAX_WAITING = 32;

const BUSY = refuse('unavailable', { retryAfterSeconds: 2 });

let running = 0;
const waiting: (() => void)[] = [];
/** Made once, to have something to check where there is no user. */
let dummyHash: Promise<string> | undefined;

/**
 * Hashes a new password; refused (1002) where it breaks the rule, is common, or is the owner's e-mail or our name decorated, and (1014)
 * where too many wait already.
 */
export async function hashNewPassword(password: string, email: string): Promise<string | Refusal> {
  const problem = passwordProblem(password, { email }) ?? commonPasswordProblem(password);
  return problem === null ? hashPassword(password) : refuseField('invalidArgument', 'password', problem);
}

/** Hashes a password for keeping; refused (1014) where too many wait already. */
export function hashPassword(password: string): Promise<string | Refusal> {
  return inTurn(() => hash(password, ARGON2));
}

/** Whether a password is the one behind `storedHash`. Null stands for "no such user" and takes the same time. Run it in turn. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  dummyHash ??= hash(randomToken(), ARGON2);
  const matches = await verify(storedHash ?? (await dummyHash), password);
  return matches && storedHash !== null;
}

/** The refusal (1014) that there would be now; null where there is a place, or was a moment ago. */
export function busyWithPasswords(): Refusal | null {
  return waiting.length < MAX_WAITING ? null : BUSY;
}

/** Runs work that hashes a password when there is a place for it; refused (1014) where too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T | Refusal> {
  if (running < MAX_RUNNING) running++;
  else if (waiting.length < MAX_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else return BUSY;
  try {
    return await work();
  } finally {
    // The place goes to the next in line directly, so that no later one can take it.
    const next = waiting.shift();
    if (next) setTimeout(next, COOLDOWN_MS);
    else running--;
  }
}

// Passwords: the rule for new ones, and hashing, which is deliberately slow and therefore rationed.
import { availableParallelism } from 'node:os';
import { passwordProblem } from '@godwit/contract/accounts/passwords';
import { hash, verify } from '@node-rs/argon2';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import { commonPasswordProblem } from './commonPasswords.ts';
import { randomToken } from './tokens.ts';

/** argon2id with 19 MiB and two passes: OWASP's minimum, about 10 ms of a core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More at once would take cores from sending; of two cores one stays free. */
const MAX_RUNNING = availableParallelism() > 2 ? 2 : 1;
/**
 * Between one and the next in line, three times as long as a hash takes: a flood of them gets a quarter of a
 * core at most.
 */
const COOLDOWN_MS = 30;
/** Less than two seconds of waiting; all further ones are refused for now. */
const MAX_WAITING = 32;

const BUSY = refuse('unavailable', { retryAfterSeconds: 2 });

let running = 0;
const waiting: (() => void)[] = [];
/** Made once, to have something to check if there is no user. */
let dummyHash: Promise<string> | undefined;

/**
 * Hashes a new password; refused (1002) if it breaks the rule, is common, or is the owner's e-mail or our
 * name decorated, and (1014) if too many wait already.
 */
export async function hashNewPassword(password: string, email: string): Promise<string | Refusal> {
  const problem = passwordProblem(password, { email }) ?? commonPasswordProblem(password);
  return problem === null ? hashPassword(password) : refuseField('invalidArgument', 'password', problem);
}

/** Hashes a password for keeping; refused (1014) if too many wait already. */
export function hashPassword(password: string): Promise<string | Refusal> {
  return inTurn(() => hash(password, ARGON2));
}

/**
 * Returns whether a password matches `storedHash`. Null means "no such user" and takes the same time. Call
 * it within `inTurn`.
 */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  dummyHash ??= hash(randomToken(), ARGON2);
  const matches = await verify(storedHash ?? (await dummyHash), password);
  return matches && storedHash !== null;
}

/** The refusal (1014) a call would get now; null if a slot is free, or just was. */
export function busyWithPasswords(): Refusal | null {
  return waiting.length < MAX_WAITING ? null : BUSY;
}

/** Runs work that hashes a password when a slot is free; refused (1014) if too many wait. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T | Refusal> {
  if (running < MAX_RUNNING) running++;
  else if (waiting.length < MAX_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else return BUSY;
  try {
    return await work();
  } finally {
    // Hands the slot directly to the next in line, so no later caller overtakes it.
    const next = waiting.shift();
    if (next) setTimeout(next, COOLDOWN_MS);
    else running--;
  }
}

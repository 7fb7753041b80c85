// Passwords: what a new one must be, and hashing, which is made slow on purpose and so is rationed.
import { availableParallelism } from 'node:os';
import { commonPasswordProblem } from '@godwit/contract/commonPasswords';
import { passwordProblem } from '@godwit/contract/passwords';
import { hash, verify } from '@node-rs/argon2';
import { type Refusal, refuse } from '../refusal.ts';
import { randomToken } from './tokens.ts';

/** argon2id with 19 MiB and two passes: OWASP's minimum, about 25 ms of a core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };
/** More at once would take the cores that messages are sent with; of two cores one is left to them. */
const MAX_RUNNING = availableParallelism() > 2 ? 2 : 1;
/** Less than a second of waiting; whoever comes later is told to come back. */
const MAX_WAITING = 32;

const BUSY = refuse('unavailable', { retryAfterSeconds: 1 });

let running = 0;
const waiting: (() => void)[] = [];
/** Made once, to have something to check where there is no user. */
let dummyHash: Promise<string> | undefined;

/** Refuses a new password that breaks the rule, is common, or is the owner's e-mail or our name decorated; null when it's fine. */
export function checkNewPassword(password: string, email: string): Refusal | null {
  const problem = passwordProblem(password, { email }) ?? commonPasswordProblem(password);
  return problem === null
    ? null
    : refuse('invalidArgument', { description: problem, fields: { password: problem } });
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

/** Does what takes a password's hash when there is a place for it; refused (1014) where too many wait already. */
export async function inTurn<T>(work: () => Promise<T>): Promise<T | Refusal> {
  if (running < MAX_RUNNING) running++;
  else if (waiting.length < MAX_WAITING) await new Promise<void>((resolve) => waiting.push(resolve));
  else return BUSY;
  try {
    return await work();
  } finally {
    // The place goes to the next in line directly, so nobody who comes in between can take it.
    const next = waiting.shift();
    if (next) next();
    else running--;
  }
}

// Passwords: what a new one must be, and hashing, which is made slow on purpose and so is rationed.
import { once } from 'node:events';
import { availableParallelism } from 'node:os';
import { Worker } from 'node:worker_threads';
import { commonPasswordProblem } from '@godwit/contract/commonPasswords';
import { passwordProblem } from '@godwit/contract/passwords';
import { type Refusal, refuse, refuseField } from '../refusal.ts';
import type { PasswordJob } from './passwordWorker.ts';
import { randomToken } from './tokens.ts';

/** More at once would take the cores that messages are sent with; of two cores one is left to them. */
const MAX_RUNNING = availableParallelism() > 2 ? 2 : 1;
/** Between one and the next in line, three times as long as a hash takes: a flood of them gets a quarter of a core at most. */
const COOLDOWN_MS = 30;
/** Less than two seconds of waiting; all further ones are refused for now. */
const MAX_WAITING = 32;

const BUSY = refuse('unavailable', { retryAfterSeconds: 2 });

let running = 0;
const waiting: (() => void)[] = [];
/** Threads that have nothing to do; there are never more than run at once. */
const idle: Worker[] = [];
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
  return inTurn(() => inThread<string>({ password }));
}

/** Whether a password is the one behind `storedHash`. Null stands for "no such user" and takes the same time. Run it in turn. */
export async function isPassword(password: string, storedHash: string | null): Promise<boolean> {
  dummyHash ??= inThread<string>({ password: randomToken() });
  const matches = await inThread<boolean>({ password, storedHash: storedHash ?? (await dummyHash) });
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

async function inThread<Result>(job: PasswordJob): Promise<Result> {
  const thread = idle.pop() ?? new Worker(new URL('./passwordWorker.ts', import.meta.url));
  // While it has nothing to do it keeps no process from ending.
  thread.ref();
  thread.postMessage(job);
  const [result] = await once(thread, 'message');
  thread.unref();
  idle.push(thread);
  return result as Result;
}

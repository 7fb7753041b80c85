// A thread that hashes and checks passwords, of lower priority than the sending of messages.
import { parentPort } from 'node:worker_threads';
import { hashSync, verifySync } from '@node-rs/argon2';
import { lowerPriority } from '../threads.ts';

/** A password to hash or, with the hash of another, to compare with that. */
export type PasswordJob = { password: string; storedHash?: string };

/** argon2id with 19 MiB and two passes: OWASP's minimum, about 10 ms of a core. */
const ARGON2 = { memoryCost: 19_456, timeCost: 2, parallelism: 1 };

lowerPriority();
parentPort!.on('message', ({ password, storedHash }: PasswordJob) => {
  parentPort!.postMessage(
    storedHash === undefined ? hashSync(password, ARGON2) : verifySync(storedHash, password),
  );
});

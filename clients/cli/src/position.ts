// The last event that `listen` has forwarded, and the secret that signs, in a file for each project, mode and
// URL, so that a later run goes on there.
import { createHash, randomBytes } from 'node:crypto';
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';

export type Position = {
  /** There was no earlier run. */
  readonly isNew: boolean;
  /** The event to go on after; null if there has been none. */
  readonly after: string | null;
  readonly secret: string;
  /** Stores an event that was taken. */
  set(after: string | null): void;
};

/** Opens the position of a name. */
export function openPosition(name: string): Position {
  const folder = join(process.env.XDG_STATE_HOME || join(homedir(), '.local/state'), 'godwit-cli');
  const path = join(folder, `${createHash('sha256').update(name).digest('hex').slice(0, 32)}.json`);
  const stored = read(path);
  const secret = stored?.secret ?? `whsec_${randomBytes(24).toString('base64')}`;
  let after = stored?.after ?? null;
  return {
    isNew: stored === null,
    secret,
    get after() {
      return after;
    },
    set(next) {
      after = next;
      mkdirSync(folder, { recursive: true, mode: 0o700 });
      // A file is replaced whole, so a run that is killed leaves the last one.
      writeFileSync(`${path}.new`, JSON.stringify({ after, secret }), { mode: 0o600 });
      renameSync(`${path}.new`, path);
    },
  };
}

function read(path: string): { after: string | null; secret: string } | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

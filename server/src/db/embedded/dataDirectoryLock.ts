// Locks a DATA_DIR to one machine. PostgreSQL's own lock is a process id, so a second machine or container on
// the same folder would start a second server on the same files.
import { closeSync, constants, openSync, readFileSync, readlinkSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './cluster.ts';

/**
 * The heartbeat interval, and the time without a heartbeat after which another machine may take the lock
 * over.
 */
const BEAT_MS = 1_000;
const SILENT_MS = 8_000;
const POLL_MS = 50;
/** Enough for any record: a host name has at most 64 bytes. */
const LENGTH = 400;

type LockRecord = { host: string; machine: string; pid: number; beat: number };

export type DataDirectoryLock = {
  /** Ends the lock. `isFree`: no process of this machine uses the folder any more. */
  release(isFree: boolean): void;
};

/**
 * Locks a folder for this machine.
 * @throws EmbeddedDatabaseError naming the other machine if it still uses the folder
 */
export async function lockDataDirectory(
  dataDir: string,
  log: (line: string) => void,
  { silentMs = SILENT_MS, signal }: { silentMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<DataDirectoryLock> {
  const file = join(dataDir, 'holder.json');
  const before = readLock(file);
  if (before && before.machine !== MACHINE)
    await assertSilent(file, before, { dataDir, log, silentMs, signal });
  try {
    writeLock(file);
  } catch (error) {
    // Another user's process, such as root's, left the file. We cannot overwrite it, but we can delete it
    // in our own folder.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    rmSync(file, { force: true });
    writeLock(file);
  }
  const beating = setInterval(() => {
    // The folder or its disk may be missing, perhaps only for a moment.
    try {
      writeLock(file);
    } catch {}
  }, BEAT_MS);
  beating.unref();
  return {
    release(isFree) {
      clearInterval(beating);
      if (isFree) rmSync(file, { force: true });
    },
  };
}

type Watched = {
  dataDir: string;
  log(line: string): void;
  silentMs: number;
  signal: AbortSignal | undefined;
};

/** Watches for changes of the file and ignores its time, because the clocks of two machines differ. */
async function assertSilent(file: string, before: LockRecord, { dataDir, log, silentMs, signal }: Watched) {
  log(
    `${dataDir} was last used on ${before.host}: waiting ${silentMs / 1_000} s for a sign that it still is`,
  );
  const untilMs = performance.now() + silentMs;
  while (performance.now() < untilMs && !signal?.aborted) {
    const now = readLock(file);
    if (now && (now.beat !== before.beat || now.machine !== before.machine))
      throw new EmbeddedDatabaseError(
        `DATA_DIR ${dataDir} is in use by Godwit on ${now.host} (process ${now.pid}): stop it there, or name another folder. Machines that work together share a database by DATABASE_URL`,
      );
    await sleep(POLL_MS);
  }
}

/** Differs after a restart of the machine, and in another container of the same host. */
const MACHINE = machineId();

function machineId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Null if there is no readable lock. */
function readLock(file: string): LockRecord | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as LockRecord;
  } catch {
    return null;
  }
}

/**
 * Writes the same length in place, which works on a full disk too. A reader of a partial write reads again.
 */
function writeLock(file: string): void {
  const record: LockRecord = { host: hostname(), machine: MACHINE, pid: process.pid, beat: Date.now() };
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    writeSync(fd, JSON.stringify(record).padEnd(LENGTH), 0);
  } finally {
    closeSync(fd);
  }
}

// Which machine works on the embedded database of a DATA_DIR. On one machine its processes share it; a second machine, or container, that
// reaches the same folder would start a second PostgreSQL on the same files, which its own lock, a process number, does not keep it from.
import { closeSync, constants, openSync, readFileSync, readlinkSync, rmSync, writeSync } from 'node:fs';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { EmbeddedDatabaseError } from './cluster.ts';

/** How often who holds a folder says so, and how long it has to be silent before another machine takes over. */
const BEAT_MS = 1_000;
const SILENT_MS = 8_000;
const POLL_MS = 50;
/** A host's name has at most 64 bytes. */
const LENGTH = 400;

type Holder = { host: string; machine: string; pid: number; beat: number };

export type Hold = {
  /** Ends it; `isFree`: no process of this machine works there any more. */
  release(isFree: boolean): void;
};

/**
 * Holds a folder for this machine.
 * @throws EmbeddedDatabaseError naming the other machine where that still works there
 */
export async function holdFolder(
  dataDir: string,
  log: (line: string) => void,
  { silentMs = SILENT_MS, signal }: { silentMs?: number; signal?: AbortSignal | undefined } = {},
): Promise<Hold> {
  const file = join(dataDir, 'holder.json');
  const before = readHolder(file);
  if (before && before.machine !== MACHINE)
    await assertSilent(file, before, { dataDir, log, silentMs, signal });
  try {
    writeHolder(file);
  } catch (error) {
    // Left by a process of another user, as by root; what may not be written over may be taken away in a folder of one's own.
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    rmSync(file, { force: true });
    writeHolder(file);
  }
  const beating = setInterval(() => {
    // The folder may be gone, or its disk for a moment.
    try {
      writeHolder(file);
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

/** Goes by changes of the file and not by its time: clocks of two machines differ. */
async function assertSilent(file: string, before: Holder, { dataDir, log, silentMs, signal }: Watched) {
  log(
    `${dataDir} was last used on ${before.host}: waiting ${silentMs / 1_000} s for a sign that it still is`,
  );
  const untilMs = performance.now() + silentMs;
  while (performance.now() < untilMs && !signal?.aborted) {
    const now = readHolder(file);
    if (now && (now.beat !== before.beat || now.machine !== before.machine))
      throw new EmbeddedDatabaseError(
        `DATA_DIR ${dataDir} is in use by Godwit on ${now.host} (process ${now.pid}): stop it there, or name another folder. Machines that work together share a database by DATABASE_URL`,
      );
    await sleep(POLL_MS);
  }
}

/** Another one after a restart, and in another container of the same host. */
const MACHINE = machineId();

function machineId(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8').trim();
    return `${boot} ${readlinkSync('/proc/self/ns/pid')}`;
  } catch {
    return hostname();
  }
}

/** Null where there is none, or none that can be read. */
function readHolder(file: string): Holder | null {
  try {
    return JSON.parse(readFileSync(file, 'utf8')) as Holder;
  } catch {
    return null;
  }
}

/** Always as long, and over what is there: that works on a full disk too. A reader that meets half of it looks again. */
function writeHolder(file: string): void {
  const holder: Holder = { host: hostname(), machine: MACHINE, pid: process.pid, beat: Date.now() };
  const fd = openSync(file, constants.O_RDWR | constants.O_CREAT, 0o600);
  try {
    writeSync(fd, JSON.stringify(holder).padEnd(LENGTH), 0);
  } finally {
    closeSync(fd);
  }
}

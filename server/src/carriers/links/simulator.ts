// Runs the built-in carrier simulator as its own process. Like a real carrier, it survives a crash of the
// server and keeps the receipts it still owes. The next start adopts it. Processes on one DATA_DIR share it,
// and the orderly stop of the last one ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  closeSync,
  linkSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { connect } from 'node:net';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { makeDataDir } from '../../db/embedded/cluster.ts';
import { startLoop } from '../../jobs/loop.ts';

export type SimulatorProcess = { port: number; stop(): Promise<void> };

type Note = { pid: number; port: number };

const ENTRY = fileURLToPath(import.meta.resolve('@godwit/smpp/simulator/main'));
const ANY_PORT = 0;
const LOOK_EVERY_MS = 1_000;
const LOCK_POLL_MS = 20;
/** Part of the command line of every Godwit process. */
const MAIN = basename(process.argv[1] ?? '');

/**
 * Starts the simulator on a free loopback port, or adopts the one already running in this data directory. If
 * it dies, it is restarted on the same port, because the links expect it there.
 */
export async function startSimulatorProcess(dataDir: string, log: Logger): Promise<SimulatorProcess> {
  makeDataDir(dataDir);
  const users = join(dataDir, 'simulator.users');
  mkdirSync(users, { recursive: true });
  const notePath = join(dataDir, 'simulator.json');
  const ourselves = join(users, String(process.pid));
  // Written before the lookup, so a process that stops now leaves the simulator to this one.
  writeFileSync(ourselves, String(process.pid));

  /** Adopts or starts it, one process at a time, so there are never two. */
  const ensure = (onPort: number) =>
    alone(join(dataDir, 'simulator.lock'), ourselves, async () => {
      const left = readNote(notePath);
      if (left && isAlive(left.pid) && (await answers(left.port))) return left;
      const made = await launch(dataDir, onPort);
      keepNote(notePath, made);
      return made;
    });

  const { port } = await ensure(ANY_PORT);
  const loop = startLoop({
    name: 'looking after the carrier simulator',
    log,
    everyMs: LOOK_EVERY_MS,
    async round() {
      const note = readNote(notePath);
      if (note && isAlive(note.pid)) return;
      log.warn('the carrier simulator ended; starting it again');
      await ensure(port);
    },
  });

  return {
    port,
    async stop() {
      await loop.stop();
      rmSync(ourselves, { force: true });
      const others = readdirSync(users).filter((pid) => isOurKind(Number(pid)));
      const note = readNote(notePath);
      if (others.length > 0 || !note) return;
      rmSync(notePath, { force: true });
      if (isAlive(note.pid)) process.kill(note.pid, 'SIGTERM');
    },
  };
}

/** Whether a process is Godwit's. After a kill its id stays in the file, and another program may get it. */
function isOurKind(pid: number): boolean {
  if (!isAlive(pid)) return false;
  // Null if the system has no /proc.
  return read(`/proc/${pid}/cmdline`)?.includes(MAIN) ?? true;
}

/**
 * Runs work while no other process does. A dead process's lock is ignored. The lock is a hard link to
 * `ourselves`, which names this process. Unlike a new file, it cannot be left without content by a full disk
 * or a kill.
 */
async function alone<T>(lockPath: string, ourselves: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      linkSync(ourselves, lockPath);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // The id is zero if the lock has just been released.
      const holder = Number(read(lockPath));
      if (holder === 0 || holder === process.pid || !isOurKind(holder)) rmSync(lockPath, { force: true });
      await sleep(LOCK_POLL_MS);
    }
  }
  try {
    return await work();
  } finally {
    rmSync(lockPath, { force: true });
  }
}

function read(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}

async function launch(dataDir: string, onPort: number): Promise<Note> {
  const logPath = join(dataDir, 'simulator.log');
  const log = openSync(logPath, 'a', 0o600);
  const args = ['--port', String(onPort), '--host', '127.0.0.1', '--id-base', 'hex'];
  const child = spawn(process.execPath, [ENTRY, ...args], { detached: true, stdio: ['ignore', 'pipe', log] });
  closeSync(log);
  const stdout = child.stdout!;
  const line = new Promise<string>((resolve) => createInterface(stdout).once('line', resolve));
  const failed = once(child, 'exit').then(() => {
    throw new Error(`the built-in carrier simulator did not start; see ${logPath}`);
  });
  // It may end long after it started, when nothing awaits this promise.
  failed.catch(() => {});
  const { port } = JSON.parse(await Promise.race([line, failed])) as { port: number };
  stdout.destroy();
  child.unref();
  return { pid: child.pid!, port };
}

/** Records the simulator's process. If that fails, the simulator ends, since no later start could find it. */
function keepNote(path: string, made: Note): void {
  const draft = `${path}.${process.pid}`;
  try {
    writeFileSync(draft, JSON.stringify(made));
    renameSync(draft, path);
  } catch (error) {
    rmSync(draft, { force: true });
    process.kill(made.pid, 'SIGTERM');
    throw error;
  }
}

function readNote(path: string): Note | null {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Note;
  } catch {
    return null;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Whether something listens on the port. The process id alone may belong to another program. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

// The built-in carrier: a simulator in a process of its own, so that it outlives a crash of the server as a real carrier does,
// with the receipts it still owes. The next start adopts it, processes on one DATA_DIR share it, and the orderly stop of the last of
// them ends it.
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
import { makeDataDir } from '../db/cluster.ts';
import { startLoop } from '../jobs/loop.ts';

export type SimulatorProcess = { port: number; stop(): Promise<void> };

type Note = { pid: number; port: number };

const ENTRY = fileURLToPath(import.meta.resolve('@godwit/smpp/simulatorMain'));
const ANY_PORT = 0;
const LOOK_EVERY_MS = 1_000;
const LOCK_POLL_MS = 20;
/** What is in the command line of every process like this one. */
const MAIN = basename(process.argv[1] ?? '');

/**
 * Starts the simulator on a free loopback port, or adopts the one that another process, or a killed one, has in this data directory.
 * Should it die, it is started again on the same port, where the links look for it.
 */
export async function startSimulatorProcess(dataDir: string, log: Logger): Promise<SimulatorProcess> {
  makeDataDir(dataDir);
  const users = join(dataDir, 'simulator.users');
  mkdirSync(users, { recursive: true });
  const notePath = join(dataDir, 'simulator.json');
  const ourselves = join(users, String(process.pid));
  // Before it is looked for: a process that stops now leaves it to this one.
  writeFileSync(ourselves, String(process.pid));

  /** Adopts it or starts it; one process at a time does, so that there are never two. */
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

/** Whether a process is a Godwit one: a killed one leaves its number behind, and any other program may have that by now. */
function isOurKind(pid: number): boolean {
  if (!isAlive(pid)) return false;
  // Null where the system has no /proc.
  return read(`/proc/${pid}/cmdline`)?.includes(MAIN) ?? true;
}

/**
 * Runs work while no other process does; a lock whose holder has died counts for nothing. The lock is a link to `ourselves`, which names this
 * process: it is never there without its content, as a file is that a full disk or a kill cuts short.
 */
async function alone<T>(lockPath: string, ourselves: string, work: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      linkSync(ourselves, lockPath);
      break;
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
      // Zero where the lock has gone meanwhile.
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
    throw new Error(`the built-in carrier simulator did not start; ${logPath} says why`);
  });
  // It may end long after it started, when nothing waits for this any more.
  failed.catch(() => {});
  const { port } = JSON.parse(await Promise.race([line, failed])) as { port: number };
  stdout.destroy();
  child.unref();
  return { pid: child.pid!, port };
}

/** Notes who the simulator is; one that cannot be noted would be found by no later start, so it ends. */
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

/** Whether something listens there; a process id alone may belong to another program by now. */
function answers(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
      .once('connect', () => resolve(true))
      .once('error', () => resolve(false));
    socket.once('connect', () => socket.destroy());
  });
}

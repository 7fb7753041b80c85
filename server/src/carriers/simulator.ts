// The built-in carrier: a simulator in a process of its own, so that it outlives a crash of the server as a real carrier does,
// with the receipts it still owes. The next start adopts it; an orderly stop ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';

export type SimulatorProcess = { port: number; stop(): Promise<void> };

type Note = { pid: number; port: number };

const ENTRY = fileURLToPath(import.meta.resolve('@godwit/smpp/simulatorMain'));
const ANY_PORT = 0;
const LOOK_EVERY_MS = 1_000;

/**
 * Starts the simulator on a free loopback port, or adopts the one that a killed server left in this data directory. Should
 * it die, it is started again on the same port, where the links look for it.
 */
export async function startSimulatorProcess(dataDir: string, log: Logger): Promise<SimulatorProcess> {
  mkdirSync(dataDir, { recursive: true });
  const notePath = join(dataDir, 'simulator.json');
  const left = readNote(notePath);
  let note = left && isAlive(left.pid) && (await answers(left.port)) ? left : await launch(dataDir, ANY_PORT);
  writeFileSync(notePath, JSON.stringify(note));

  let stopped = false;
  let launching = false;
  const timer = setInterval(async () => {
    if (stopped || launching || isAlive(note.pid)) return;
    launching = true;
    log.warn('the carrier simulator ended; starting it again');
    try {
      note = await launch(dataDir, note.port);
      // The stop may have come meanwhile, and found the dead one.
      if (stopped) process.kill(note.pid, 'SIGTERM');
      else writeFileSync(notePath, JSON.stringify(note));
    } catch (error) {
      log.error({ err: error }, 'the carrier simulator does not start');
    } finally {
      launching = false;
    }
  }, LOOK_EVERY_MS);

  return {
    port: note.port,
    async stop() {
      stopped = true;
      clearInterval(timer);
      rmSync(notePath, { force: true });
      if (isAlive(note.pid)) process.kill(note.pid, 'SIGTERM');
    },
  };
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
  // It may end long after it started, when nobody waits for this any more.
  failed.catch(() => {});
  const { port } = JSON.parse(await Promise.race([line, failed])) as { port: number };
  stdout.destroy();
  child.unref();
  return { pid: child.pid!, port };
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

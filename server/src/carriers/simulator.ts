// The built-in carrier: a simulator in a process of its own, so that it outlives a crash of the server as a real carrier does,
// with the receipts it still owes. The next start adopts it; an orderly stop ends it.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, openSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

export type SimulatorProcess = { port: number; adopted: boolean; stop(): Promise<void> };

type Note = { pid: number; port: number };

const ENTRY = fileURLToPath(import.meta.resolve('@godwit/smpp/simulatorMain'));

/** Starts the simulator on a free loopback port, or adopts the one that a killed server left in this data directory. */
export async function startSimulatorProcess(dataDir: string): Promise<SimulatorProcess> {
  mkdirSync(dataDir, { recursive: true });
  const notePath = join(dataDir, 'simulator.json');
  const left = readNote(notePath);
  const note = left && (await answers(left.port)) ? left : await launch(dataDir);
  writeFileSync(notePath, JSON.stringify(note));
  return {
    port: note.port,
    adopted: note === left,
    async stop() {
      rmSync(notePath, { force: true });
      await end(note.pid);
    },
  };
}

async function launch(dataDir: string): Promise<Note> {
  const log = openSync(join(dataDir, 'simulator.log'), 'a', 0o600);
  const child = spawn(process.execPath, [ENTRY, '--port', '0', '--host', '127.0.0.1', '--id-base', 'hex'], {
    detached: true,
    stdio: ['ignore', 'pipe', log],
  });
  const stdout = child.stdout!;
  const line = new Promise<string>((resolve) => createInterface(stdout).once('line', resolve));
  const failed = once(child, 'exit').then(() => {
    throw new Error(
      `the built-in carrier simulator did not start; ${join(dataDir, 'simulator.log')} says why`,
    );
  });
  const { port } = JSON.parse(await Promise.race([line, failed])) as { port: number };
  failed.catch(() => {});
  stdout.destroy();
  child.unref();
  return { pid: child.pid!, port };
}

function readNote(path: string): Note | null {
  try {
    const note = JSON.parse(readFileSync(path, 'utf8')) as Note;
    process.kill(note.pid, 0);
    return note;
  } catch {
    return null;
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

async function end(pid: number): Promise<void> {
  try {
    process.kill(pid, 'SIGTERM');
  } catch {
    // It is gone already, which is what was wanted.
  }
}

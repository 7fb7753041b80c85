// Runs Kannel if it is installed (`apt-get install kannel`): another SMPP implementation to test against and
// to compare with.
import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { dirname } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

/** Print only errors on the terminal. */
const QUIET = ['-v', '4'];

/** Whether Kannel is installed. */
export function hasKannel(): boolean {
  return ['bearerbox', 'smsbox'].every((name) => spawnSync(name, ['--version']).status === 0);
}

/** Starts a bearerbox and a smsbox with this file, and waits until both listen. */
export async function runBoxes(
  file: string,
  { box, http }: { box: number; http: number },
): Promise<{ pids: number[]; stop(): Promise<void> }> {
  const boxes: ChildProcess[] = [];
  const run = (name: string) =>
    boxes.push(spawn(name, [...QUIET, file], { cwd: dirname(file), stdio: 'ignore' }));
  run('bearerbox');
  await untilOpen(box);
  run('smsbox');
  await untilOpen(http);
  return {
    pids: boxes.map(({ pid }) => pid!),
    async stop() {
      for (const process of boxes.reverse()) await end(process);
    },
  };
}

/** Kannel may be slow to stop if a link is lost. */
async function end(process: ChildProcess): Promise<void> {
  const exited = once(process, 'exit');
  process.kill('SIGTERM');
  const killed = setTimeout(() => process.kill('SIGKILL'), 3_000);
  await exited;
  clearTimeout(killed);
}

export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

async function untilOpen(port: number): Promise<void> {
  for (let tries = 0; tries < 200; tries++) {
    const socket = connect(port, '127.0.0.1');
    const isOpen = await once(socket, 'connect').then(
      () => true,
      () => false,
    );
    socket.destroy();
    if (isOpen) return;
    await sleep(50);
  }
  throw new Error('Kannel does not start');
}

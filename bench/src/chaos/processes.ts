// Supervises the processes of the run: each is restarted when it ends.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, readFileSync, readlinkSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

export type Launch = { args: string[]; env?: Record<string, string> };

export type Supervised = {
  name: string;
  /** Null between its end and its next start. */
  pid(): number | null;
  /** Sends a signal; an exit caused by it does not count as an exit of its own. */
  signal(signal: NodeJS.Signals): void;
  /** How often it exited without a signal from us. */
  endedByItself(): number;
  /** The highest resident memory of all its lives, in MB. */
  peakMegabytes(): number;
  /** Ends it for good: SIGTERM, then SIGKILL. Returns whether it exited after SIGTERM. */
  stop(): Promise<boolean>;
};

const RESTART_AFTER_MS = 1_000;
const STOP_WITHIN_MS = 20_000;
const LOOK_EVERY_MS = 500;

/**
 * Starts a Node program and restarts it when it ends; `launch` is called for each start. Logs to `<name>.log`
 * in `folder`.
 */
export function supervise(name: string, folder: string, launch: () => Launch): Supervised {
  let child: ChildProcess | null = null;
  let expected = false;
  let stopping = false;
  let unexpected = 0;
  let peak = 0;

  async function live() {
    while (!stopping) {
      expected = false;
      const { args, env } = launch();
      const log = openSync(join(folder, `${name}.log`), 'a');
      child = spawn(process.execPath, args, {
        env: { ...process.env, ...env },
        stdio: ['ignore', log, log, 'ipc'],
      });
      closeSync(log);
      // Neither process may keep the other one alive.
      child.channel?.unref();
      await once(child, 'exit');
      if (!expected && !stopping) unexpected++;
      child = null;
      if (!stopping) await sleep(RESTART_AFTER_MS);
    }
  }

  const timer = setInterval(() => {
    if (child?.pid) peak = Math.max(peak, residentMegabytes(child.pid));
  }, LOOK_EVERY_MS).unref();
  const living = live();
  const atExit = () => child?.kill('SIGKILL');
  process.once('exit', atExit);
  return {
    name,
    pid: () => child?.pid ?? null,
    signal(signal) {
      if (signal === 'SIGKILL') expected = true;
      child?.kill(signal);
    },
    endedByItself: () => unexpected,
    peakMegabytes: () => peak,
    async stop() {
      stopping = true;
      clearInterval(timer);
      let inOrder = true;
      const cut = setTimeout(() => {
        inOrder = false;
        child?.kill('SIGKILL');
      }, STOP_WITHIN_MS);
      child?.kill('SIGCONT');
      child?.kill('SIGTERM');
      await living;
      clearTimeout(cut);
      process.off('exit', atExit);
      return inOrder;
    },
  };
}

/** Returns a port that is free now. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  await once(probe, 'close');
  return port;
}

/** The embedded database's main process; null while it is down. */
export function postmasterOf(dataDir: string): number | null {
  try {
    const pid = Number.parseInt(readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10);
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** The built-in simulator that the services of a data directory share. */
export function simulatorOf(dataDir: string): number | null {
  try {
    const { pid } = JSON.parse(readFileSync(join(dataDir, 'simulator.json'), 'utf8')) as { pid: number };
    return isAlive(pid) ? pid : null;
  } catch {
    return null;
  }
}

/** A process and its children, from Linux's /proc. */
export function familyOf(pid: number): number[] {
  return [pid, ...allProcesses().filter((each) => parentOf(each) === pid)];
}

/** The processes that run in a folder, as those of PostgreSQL do in their data directory. */
export function processesIn(folder: string): number[] {
  return allProcesses().filter((pid) => {
    try {
      return readlinkSync(`/proc/${pid}/cwd`) === folder;
    } catch {
      return false;
    }
  });
}

const allProcesses = () =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number);

/** Whether the process exists and is not a zombie. */
export function isAlive(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

function parentOf(pid: number): number | null {
  try {
    return Number(/^PPid:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]);
  } catch {
    return null;
  }
}

function residentMegabytes(pid: number): number {
  try {
    return Math.round(
      Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024,
    );
  } catch {
    return 0;
  }
}

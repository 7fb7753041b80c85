// The service as an operator runs it: a process of its own with a data directory, started, killed and asked from outside.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { afterAll } from 'vitest';
import { throwawayFolder } from './throwaway.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** A running service, and what it has written so far: its log from level warn on. */
export type Service = { url: string; process: ChildProcess; exited: Promise<unknown>; lines: string[] };

/**
 * A data directory and what can be done with it; whatever still runs is stopped after the file's last test. `settings` are set for the
 * service besides those of every test.
 */
export function serviceFolder(settings: Record<string, string> = {}) {
  const dataDir = throwawayFolder();
  const env = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    LOG_LEVEL: 'warn',
    LIMIT_REGISTER: '0',
    LIMIT_LOGIN: '0',
    LIMIT_UPLOADS: '0',
    ...settings,
  };
  const started: Service[] = [];

  /** Starts the service and waits until it says where it is; `meanwhile` is done while it starts. */
  async function start(meanwhile?: (child: ChildProcess) => Promise<void>): Promise<Service> {
    const child = spawn(process.execPath, [MAIN, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
    const exited = once(child, 'exit');
    const lines: string[] = [];
    const served = new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        const found = /Godwit is at\s+(\S+)/.exec(line);
        if (found) resolve(found[1]!);
      });
      exited.then(() => reject(new Error('the service ended before it served')), reject);
    });
    await meanwhile?.(child);
    const url = await served;
    const service = { url, process: child, exited, lines };
    started.push(service);
    return service;
  }

  /** Runs a command beside it; returns what it prints with --json. Rejects when it exits with anything but 0. */
  async function godwit(...args: string[]): Promise<Record<string, unknown>> {
    const { stdout } = await promisify(execFile)(process.execPath, [MAIN, ...args, '--json'], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Runs a command that must fail with 1 or 2; returns what it prints. */
  async function fails(...args: string[]): Promise<string> {
    const outcome = await promisify(execFile)(process.execPath, [MAIN, ...args], { env }).then(
      () => null,
      (error: { code: number; stdout: string; stderr: string }) => error,
    );
    if (!outcome || ![1, 2].includes(outcome.code)) throw new Error(`godwit ${args.join(' ')} did not fail`);
    return outcome.stdout + outcome.stderr;
  }

  afterAll(async () => {
    for (const service of started) {
      if (service.process.exitCode !== null || service.process.signalCode !== null) continue;
      service.process.kill('SIGTERM');
      await service.exited;
    }
    rmSync(dataDir, { recursive: true, force: true });
  }, 30_000);

  return { dataDir, start, godwit, fails };
}

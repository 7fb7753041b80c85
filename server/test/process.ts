// The service as an operator runs it: a process with a data directory that tests start, kill and call from
// outside. Its database is the embedded one of that directory, or a new one on the server of
// TEST_DATABASE_URL.
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type pg from 'pg';
import { afterAll, inject } from 'vitest';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { openPool } from '../src/db/pool.ts';
import { makeDatabase } from './database.ts';
import { startPgBouncer } from './installed.ts';
import { throwawayFolder } from './throwaway.ts';

const MAIN = fileURLToPath(new URL('../src/main.ts', import.meta.url));

/** Options of one process; `main` is the command line of another version. */
export type ProcessOptions = { roles?: string; port?: number; main?: string; settingsFile?: string };

/** A running service and its output so far: its log from level warn on. */
export type Service = { url: string; process: ChildProcess; exited: Promise<unknown>; lines: string[] };

/** The address at which a service that logs at level info serves its metrics. */
export function metricsUrlOf({ lines }: Service): string {
  const served = lines.find((line) => line.includes('metrics are served'))!;
  return (JSON.parse(served) as { url: string }).url;
}

/** A CARRIERS_FILE with one link to a simulated carrier of this process. */
export function carriersFile({ port }: { port: number }, more: Record<string, unknown> = {}): string {
  const file = join(throwawayFolder(), 'carriers.json');
  const link = { id: 'carrier', host: '127.0.0.1', port, system_id: 'shop', password: 'practice' };
  writeFileSync(file, JSON.stringify([{ ...link, ...more }]));
  return file;
}

/**
 * A data directory and its commands. Everything still running is stopped after the file's last test.
 * `settings` extend those of every test. With 'embedded' it always has the embedded database.
 */
export function serviceFolder(settings: Record<string, string> = {}, database?: 'embedded') {
  const dataDir = throwawayFolder();
  const env: NodeJS.ProcessEnv = {
    ...process.env,
    DATA_DIR: dataDir,
    PORT: '0',
    DRAIN_SECONDS: '0',
    LOG_LEVEL: 'warn',
    LIMIT_REGISTER: '0',
    LIMIT_LOGIN: '0',
    LIMIT_UPLOADS: '0',
    LIMIT_NEW_HOME: '0',
    LIMIT_NEW_ABROAD: '0',
    ...settings,
  };
  const started: Service[] = [];
  // Tests of clients and benches have no such server.
  const server = database === 'embedded' || env.DATABASE_URL ? undefined : inject('databaseServer');
  const given = server?.url;
  let made: ReturnType<typeof makeDatabase> | undefined;
  let pooler: Awaited<ReturnType<typeof startPgBouncer>> | undefined;

  /** Creates its database if TEST_DATABASE_URL is set. */
  async function prepare(): Promise<void> {
    if (!given || made) return void (await made);
    made = makeDatabase('migrated');
    const url = new URL(given);
    const { name, config } = await made;
    url.pathname = `/${name}`;
    if (server?.pooled) pooler = await startPgBouncer(config);
    env.DATABASE_URL = pooler?.url ?? url.href;
    if (pooler) env.DATABASE_SESSION_URL = url.href;
    env.SECRET_KEY ??= 'a secret of tests with more than 32 characters';
  }

  /** Opens its database beside the service. */
  async function withDatabase<T>(work: (pool: pg.Pool) => Promise<T>): Promise<T> {
    await prepare();
    const embedded = made ? null : await startEmbedded({ dataDir, log: () => {} });
    const config = embedded?.config ?? (await made!).config;
    const pool = openPool(config, { max: 1, applicationName: 'test' });
    try {
      return await work(pool);
    } finally {
      await pool.end();
      await embedded?.stop();
    }
  }

  /**
   * Starts the service and waits until it prints its address; without the role web it prints none.
   * `duringStart` runs while it starts.
   */
  async function start(
    duringStart?: (child: ChildProcess) => Promise<void>,
    { roles = 'web,send,jobs', port = 0, main = MAIN, settingsFile }: ProcessOptions = {},
  ): Promise<Service> {
    await prepare();
    // As deploy/godwit does.
    const read = settingsFile ? [`--env-file=${settingsFile}`] : [];
    const child = spawn(process.execPath, [...read, main, 'start', `--roles=${roles}`], {
      env: {
        ...env,
        ...(port && { PORT: String(port) }),
        ...(settingsFile && { GODWIT_SETTINGS: settingsFile }),
      },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let errors = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      errors = (errors + text).slice(-2_000);
      process.stderr.write(text);
    });
    const exited = once(child, 'exit');
    const lines: string[] = [];
    const served = new Promise<string>((resolve, reject) => {
      createInterface(child.stdout).on('line', (line) => {
        lines.push(line);
        const found = /Godwit is at\s+(\S+)/.exec(line);
        if (found) resolve(found[1]!);
      });
      exited.then(
        () =>
          reject(new Error(`the service ended before it served: ${errors || lines.slice(-5).join('\n')}`)),
        reject,
      );
    });
    served.catch(() => {});
    await duringStart?.(child);
    const url = roles.includes('web') ? await served : '';
    const service = { url, process: child, exited, lines };
    started.push(service);
    return service;
  }

  /**
   * Runs a command beside the service; returns its --json output. Rejects if it exits with anything but 0.
   */
  function godwit(...args: string[]): Promise<Record<string, unknown>> {
    return godwitOf(MAIN, ...args);
  }

  /** The same with the command line of another version. */
  async function godwitOf(main: string, ...args: string[]): Promise<Record<string, unknown>> {
    await prepare();
    const { stdout } = await promisify(execFile)(process.execPath, [main, ...args, '--json'], { env });
    return JSON.parse(stdout) as Record<string, unknown>;
  }

  /** Runs a command that must fail with 1 or 2; returns its output. */
  function fails(...args: string[]): Promise<string> {
    return failsOf(MAIN, ...args);
  }

  /** The same with the command line of another version. */
  async function failsOf(main: string, ...args: string[]): Promise<string> {
    await prepare();
    const outcome = await promisify(execFile)(process.execPath, [main, ...args], { env }).then(
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
    await pooler?.stop();
    await (await made)?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  }, 30_000);

  return { dataDir, start, godwit, godwitOf, fails, failsOf, withDatabase };
}

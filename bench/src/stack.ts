// Starts a Godwit for a measurement: a new embedded database, the server as a process, and an account with a
// project.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { clusterPath } from '../../server/src/db/embedded/cluster.ts';
import { startEmbedded } from '../../server/src/db/embedded/embedded.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { openAccount } from '../../server/test/client.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export type Stack = { url: string; dataDir: string; pid: number; stop(): Promise<void> };

/**
 * Starts a server with these roles on a free port with an empty database, or with the database of `beside`.
 * `settings` override those of every bench.
 */
export async function startStack(
  roles: string,
  { beside, settings = {} }: { beside?: Stack; settings?: Record<string, string> } = {},
): Promise<Stack> {
  const dataDir = beside?.dataDir ?? throwawayFolder();
  const child = spawn(process.execPath, [MAIN, 'start', `--roles=${roles}`], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      LIMIT_REGISTER: '0',
      LIMIT_LOGIN: '0',
      LIMIT_NEW_HOME: '0',
      LIMIT_NEW_ABROAD: '0',
      ...settings,
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
    // A process without the web role prints no address.
    if (!roles.includes('web')) resolve('');
    createInterface(child.stdout).on('line', (line) => {
      const found = /Godwit is at\s+(\S+)/.exec(line);
      if (found) resolve(found[1]!);
    });
    exited.then(() => reject(new Error('the server did not start')));
  });
  return {
    url,
    dataDir,
    pid: child.pid!,
    async stop() {
      child.kill('SIGTERM');
      await exited;
      if (!beside) rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** The main process of a folder's embedded database. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(clusterPath(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

/** Opens the database of a stack or of another folder, while other processes may use it. */
export async function withDatabase<T>(dataDir: string, work: (pool: Pool) => Promise<T>): Promise<T> {
  const database = await startEmbedded({ dataDir, log: () => {} });
  const pool = openPool(database.config, { max: 2, applicationName: 'bench' });
  try {
    return await work(pool);
  } finally {
    await pool.end();
    await database.stop();
  }
}

/**
 * Registers an owner with a project. Returns the credentials of its TEST and LIVE keys and the session's
 * cookie.
 */
export async function createAccount(
  url: string,
): Promise<{ teamId: string; projectId: string; authorization: string; live: string; cookie: string }> {
  const { call, project, authorization, browser } = await openAccount(url);
  const [team] = await call<{ id: string }[]>('GET', '/v1/web/teams');
  return {
    teamId: team!.id,
    projectId: project.id,
    authorization: authorization.TEST,
    live: authorization.LIVE,
    cookie: browser.cookie,
  };
}

/** The headers of a browser before sign-in: its cookie and its CSRF token. */
export async function csrfOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/v1/web/generic/refresh_csrf`);
  const { id } = (await answer.json()) as { id: string };
  const [cookie = ''] = answer.headers.getSetCookie();
  return { cookie: cookie.split(';', 1)[0]!, 'x-csrf-token': id };
}

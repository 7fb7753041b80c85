// A Godwit of its own for a measurement: a fresh embedded database, the server as a process, an account with a project.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { clusterPath } from '../../server/src/db/cluster.ts';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { openAccount as register } from '../../server/test/client.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));

export type Stack = { url: string; dataDir: string; pid: number; stop(): Promise<void> };

/**
 * Starts a server with these roles on a free port and an empty database; or `beside` another one, where it may give way to it. `settings`
 * are set besides those of every bench.
 */
export async function startStack(
  roles: string,
  {
    beside,
    givesWay = false,
    settings = {},
  }: { beside?: Stack; givesWay?: boolean; settings?: Record<string, string> } = {},
): Promise<Stack> {
  const dataDir = beside?.dataDir ?? throwawayFolder();
  const command = [process.execPath, MAIN, 'start', `--roles=${roles}`];
  const [file = '', ...args] = givesWay ? ['nice', '-n', '10', ...command] : command;
  const child = spawn(file, args, {
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
    // One that serves no pages says nothing when it has started.
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

/** The first process of the embedded database of a folder. */
export function postmasterOf(dataDir: string): number {
  return Number.parseInt(readFileSync(join(clusterPath(dataDir), 'postmaster.pid'), 'utf8'), 10);
}

/** Opens the database of a stack, or of a folder of its own, beside other processes that use it. */
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

/** A registered owner with a project: its keys' credentials, of TEST and of LIVE, and the session's cookies. */
export async function openAccount(
  url: string,
): Promise<{ teamId: string; projectId: string; authorization: string; live: string; cookie: string }> {
  const { call, project, authorization, browser } = await register(url);
  const [team] = await call<{ id: string }[]>('GET', '/v1/web/teams');
  return {
    teamId: team!.id,
    projectId: project.id,
    authorization: authorization.TEST,
    live: authorization.LIVE,
    cookie: browser.cookie,
  };
}

/** The headers of a browser before a sign-in: its cookie and its CSRF token. */
export async function csrfOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/v1/web/generic/refresh_csrf`);
  const { id } = (await answer.json()) as { id: string };
  const [cookie = ''] = answer.headers.getSetCookie();
  return { cookie: cookie.split(';', 1)[0]!, 'x-csrf-token': id };
}

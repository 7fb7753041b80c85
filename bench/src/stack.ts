// A Godwit of its own for a measurement: a fresh embedded database, the server as a process, an account with a project.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import type { Pool } from 'pg';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const PASSWORD = 'Bar$tailed11km';

export type Stack = { url: string; dataDir: string; pid: number; stop(): Promise<void> };

/** Starts a server with these roles on a free port and an empty database. */
export async function startStack(roles: string): Promise<Stack> {
  const dataDir = throwawayFolder();
  const child = spawn(process.execPath, [MAIN, 'start', `--roles=${roles}`], {
    env: {
      ...process.env,
      DATA_DIR: dataDir,
      PORT: '0',
      LOG_LEVEL: 'warn',
      LIMIT_REGISTER: '0',
      LIMIT_LOGIN: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const exited = once(child, 'exit');
  const url = await new Promise<string>((resolve, reject) => {
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
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
}

/** Opens the database of a stack, or of a folder of its own, beside whoever else uses it. */
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

/** Registers, activates, signs in and makes a project, as a person would; gives its id, its test key's credentials and the session. */
export async function openAccount(
  url: string,
): Promise<{ teamId: string; projectId: string; authorization: string; cookie: string }> {
  const cookies = new Map<string, string>();
  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const headers: Record<string, string> = { cookie: [...cookies].map((pair) => pair.join('=')).join('; ') };
    if (body) {
      headers['content-type'] = 'application/json';
      headers['x-csrf-token'] = (await call<{ id: string }>('GET', '/v1/web/generic/refresh_csrf')).id;
      headers.cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    }
    const answer = await fetch(url + path, {
      method,
      headers,
      redirect: 'manual',
      ...(body && { body: JSON.stringify(body) }),
    });
    for (const cookie of answer.headers.getSetCookie()) {
      const [name = '', value = ''] = cookie.split(';', 1)[0]!.split('=');
      cookies.set(name, value);
    }
    if (answer.status >= 400) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    return (answer.status === 302 ? {} : await answer.json()) as Answer;
  }

  const email = `bench.${Date.now()}@example.com`;
  const person = { first_name: 'Bench', last_name: 'Mark', email, password: PASSWORD, region_code: 'LK' };
  await call('POST', '/v1/web/register', person);
  const [mail] = await call<{ links: string[] }[]>('GET', '/dev/mailbox.json');
  const link = new URL(mail!.links[0]!);
  await call('GET', link.pathname + link.search);
  await call('POST', '/v1/web/login', { user_id: email, password: PASSWORD });
  const { id } = await call<{ id: string }>('POST', '/v1/web/projects', { name: 'Bench' });
  const { api_key_test } = await call<{ api_key_test: string }>('GET', `/v1/web/projects/${id}`);
  const [team] = await call<{ id: string }[]>('GET', '/v1/web/teams');
  return {
    teamId: team!.id,
    projectId: id,
    authorization: `Basic ${Buffer.from(`${id}:${api_key_test}`).toString('base64')}`,
    cookie: [...cookies].map((pair) => pair.join('=')).join('; '),
  };
}

/** The headers of a browser that nobody has signed in with: its cookie and its CSRF token. */
export async function csrfOf(url: string): Promise<Record<string, string>> {
  const answer = await fetch(`${url}/v1/web/generic/refresh_csrf`);
  const { id } = (await answer.json()) as { id: string };
  const [cookie = ''] = answer.headers.getSetCookie();
  return { cookie: cookie.split(';', 1)[0]!, 'x-csrf-token': id };
}

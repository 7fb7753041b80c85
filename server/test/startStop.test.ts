// Starts that must fail, and leftovers after a stop. Real processes, real signals.
import { once } from 'node:events';
import { readdirSync, readFileSync, readlinkSync, writeFileSync } from 'node:fs';
import { connect, createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { waitFor } from './database.ts';
import { metricsUrlOf, serviceFolder } from './process.ts';
import { throwawayFolder } from './throwaway.ts';

const isRunning = (pid: number) => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};
const simulatorOf = (dataDir: string) =>
  (JSON.parse(readFileSync(join(dataDir, 'simulator.json'), 'utf8')) as { pid: number }).pid;
const postmasterOf = (dataDir: string) =>
  Number(readFileSync(join(dataDir, 'postgres/postmaster.pid'), 'utf8').split('\n')[0]);

describe('a failing start prints', () => {
  const sentence = /^[A-Z][^\n]+\n$/;

  it.each<[string, () => Record<string, string>, RegExp]>([
    [
      'that DATA_DIR is a file',
      () => {
        const file = join(throwawayFolder(), 'file');
        writeFileSync(file, '');
        return { DATA_DIR: file };
      },
      /DATA_DIR .* cannot be used: it is a file/,
    ],
    [
      'that no server answers at DATABASE_URL',
      () => ({ DATABASE_URL: 'postgresql://a:b@127.0.0.1:1/c', SECRET_KEY: 'x'.repeat(32) }),
      /The database of DATABASE_URL at 127\.0\.0\.1:1 cannot be used: .*ECONNREFUSED.* Start it/,
    ],
  ])('%s', async (_what, settings, message) => {
    const { fails } = serviceFolder(settings(), 'embedded');
    const output = await fails('start');
    expect(output).toMatch(sentence);
    expect(output).toMatch(message);
  });
});

/**
 * Processes that run in a folder or have a file there open, such as the database and the simulator. Works on
 * Linux only.
 */
function runningIn(folder: string): string[] {
  const pointsThere = (link: string) => {
    try {
      return readlinkSync(link).startsWith(folder);
    } catch {
      return false;
    }
  };
  return readdirSync('/proc').filter((pid) => {
    if (!/^\d+$/.test(pid)) return false;
    try {
      const fds = readdirSync(`/proc/${pid}/fd`).map((fd) => `/proc/${pid}/fd/${fd}`);
      return [`/proc/${pid}/cwd`, ...fds].some(pointsThere);
    } catch {
      return false;
    }
  });
}

/** The TCP ports a process listens on. */
function portsOf(pid: number): number[] {
  const files = readdirSync(`/proc/${pid}/fd`).map((fd) => {
    try {
      return readlinkSync(`/proc/${pid}/fd/${fd}`);
    } catch {
      return ''; // Closed since the folder was read.
    }
  });
  const rows = readFileSync(`/proc/${pid}/net/tcp`, 'utf8').trim().split('\n').slice(1);
  return rows.flatMap((row) => {
    const [, local, , state, , , , , , inode] = row.trim().split(/\s+/);
    const isOwn = state === '0A' && files.includes(`socket:[${inode}]`);
    return isOwn ? [Number.parseInt(local!.split(':')[1]!, 16)] : [];
  });
}

describe('a service', () => {
  const { dataDir, start, fails, withDatabase } = serviceFolder({}, 'embedded');

  it('that gets a SIGHUP while it starts continues, and keeps the port it chose from the beginning', async () => {
    let listening: number[] = [];
    const service = await start(async (child) => {
      const what = 'the making of the database';
      await waitFor(() => readdirSync(dataDir).length > 0, { what, timeoutMs: 60_000 });
      listening = portsOf(child.pid!);
      child.kill('SIGHUP');
    });
    expect(listening).toEqual([Number(new URL(service.url).port)]);
    expect(service.lines.filter((line) => line.includes('SIGHUP is ignored'))).toHaveLength(1);
    expect(runningIn(dataDir)).not.toEqual([]);
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual([0, null]);
  });

  it('whose port is taken prints that, connects to no carrier, and leaves nothing running', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    let calls = 0;
    const carrier = createServer(() => calls++).listen(0, '127.0.0.1');
    await Promise.all([once(taken, 'listening'), once(carrier, 'listening')]);
    const portOf = (server: Server) => (server.address() as { port: number }).port;
    const CARRIERS_FILE = join(throwawayFolder(), 'carriers.json');
    const link = { id: 'real', host: '127.0.0.1', port: portOf(carrier), system_id: 'a', password: 'b' };
    writeFileSync(CARRIERS_FILE, JSON.stringify([link]));
    const other = serviceFolder(
      { DATA_DIR: dataDir, PORT: String(portOf(taken)), CARRIERS_FILE },
      'embedded',
    );
    expect(await other.fails('start')).toMatch(
      /^Cannot listen on 127\.0\.0\.1:\d+: another program listens there/,
    );
    expect(calls).toBe(0);
    carrier.close();
    taken.close();
    await waitFor(() => runningIn(dataDir).length === 0, { what: 'the end of all that it started' });
  });

  it('leaves simulator and database to another one, and the last one ends both', async () => {
    const [one, two] = [await start(), await start()];
    const [simulator, postmaster] = [simulatorOf(dataDir), postmasterOf(dataDir)];
    // Both as a role without privileges (S50).
    await withDatabase(async (pool) => {
      const { rows } = await pool.query(
        `select distinct usename as role, has_table_privilege(usename, 'ledger_entries', 'insert') as adds,
           has_table_privilege(usename, 'ledger_entries', 'update, delete, truncate') as changes
         from pg_stat_activity where application_name like 'godwit start%'`,
      );
      expect(rows).toEqual([{ role: 'godwit_service', adds: true, changes: false }]);
    });
    one.process.kill('SIGTERM');
    expect(await one.exited).toEqual([0, null]);
    expect([isRunning(simulator), isRunning(postmaster)]).toEqual([true, true]);
    expect((await fetch(`${two.url}/readyz`)).status).toBe(200);
    two.process.kill('SIGTERM');
    expect(await two.exited).toEqual([0, null]);
    await waitFor(() => !isRunning(simulator) && !isRunning(postmaster), { what: 'the end of both' });
  });

  it('ends in order while a request never ends, and starts with an empty lock file', async () => {
    // A start on a full disk leaves such a file.
    writeFileSync(join(dataDir, 'simulator.lock'), '');
    const service = await start();
    const socket = connect(Number(new URL(service.url).port), '127.0.0.1');
    socket.on('error', () => {});
    await once(socket, 'connect');
    socket.write('POST /v1/web/login HTTP/1.1\r\nhost: localhost\r\ncontent-length: 100\r\n\r\nuser');
    // Answered on another connection: by then half of the request has arrived.
    expect((await fetch(`${service.url}/readyz`)).status).toBe(200);
    service.process.kill('SIGTERM');
    expect(await service.exited).toEqual([0, null]);
  });

  it('that is stopped while its database is away leaves nothing running', async () => {
    const service = await start();
    const simulator = simulatorOf(dataDir);
    process.kill(postmasterOf(dataDir), 'SIGKILL');
    service.process.kill('SIGTERM');
    await service.exited;
    await waitFor(() => !isRunning(simulator), { what: 'the end of the simulator' });
    const left = () => {
      try {
        return isRunning(postmasterOf(dataDir));
      } catch {
        return false;
      }
    };
    await waitFor(() => !left(), { what: 'the end of the database' });
  });

  it('is refused another SECRET_KEY than its database was created with', async () => {
    const other = serviceFolder(
      { DATA_DIR: dataDir, SECRET_KEY: 'another secret of 32 characters or more' },
      'embedded',
    );
    expect(await other.fails('start')).toMatch(/^This database was made with another SECRET_KEY/);
    expect(await fails('start', '--nonsense')).toMatch(/nonsense/);
  });
});

describe('a process', () => {
  const DRAIN_SECONDS = 4;
  const { start } = serviceFolder({
    DRAIN_SECONDS: String(DRAIN_SECONDS),
    LOG_LEVEL: 'info',
    PAYHERE_MERCHANT_ID: '1211149',
    PAYHERE_SECRET: 'a secret',
  });

  it('that takes money names what receipts lack of the seller, and drains for DRAIN_SECONDS', async () => {
    const service = await start(undefined, { roles: 'web' });
    const lacks =
      'Receipts and statements do not say who sells: set SELLER_NAME, SELLER_ADDRESS, SELLER_TAX_NUMBER';
    await waitFor(() => service.lines.some((line) => line.includes(lacks)), { what: 'the warning' });
    const stoppedAt = performance.now();
    service.process.kill('SIGTERM');
    await waitFor(async () => (await fetch(`${service.url}/readyz`)).status === 503, { what: 'a refusal' });
    expect(await service.exited).toEqual([0, null]);
    expect(performance.now() - stoppedAt).toBeGreaterThanOrEqual(DRAIN_SECONDS * 1_000);
  });

  it.each(['send', 'jobs'])('with the role %s tells its health on loopback by default', async (roles) => {
    const service = await start(undefined, { roles });
    const isServed = () => service.lines.some((line) => line.includes('metrics are served'));
    await waitFor(isServed, { what: 'the metrics', timeoutMs: 60_000 });
    const metrics = new URL(metricsUrlOf(service));
    expect([metrics.hostname, metrics.pathname]).toEqual(['127.0.0.1', '/metrics']);
    expect((await fetch(new URL('/healthz', metrics))).status).toBe(200);
    await waitFor(async () => (await fetch(new URL('/readyz', metrics))).status === 200, { what: 'ready' });
  });
});

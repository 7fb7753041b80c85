// Three web processes behind haproxy and two sending ones on one database: killed in turn, and upgraded one
// by one under load to a version that renames a column. By hand for longer: KILLS=100 runs for about five
// minutes.
import { spawn } from 'node:child_process';
import { cpSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SmsObject } from '@godwit/contract/messages/messages';
import { startSimulator } from '@godwit/smpp/simulator/simulator';
import { afterAll, describe, expect, it } from 'vitest';
import { startEmbedded } from '../src/db/embedded/embedded.ts';
import { openPool } from '../src/db/pool.ts';
import { numberOf } from './campaigns.ts';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { freePort, installed } from './installed.ts';
import { carriersFile, type ProcessOptions, type Service, serviceFolder } from './process.ts';
import { throwawayFolder } from './throwaway.ts';

const KILLS = Number(process.env.KILLS ?? 5);
const CLIENTS = 3;
/** Messages accepted by the service and by the carrier between two kills. */
const BETWEEN = 40;
const WINDOW = 10;
const STATED = { what: 'the load to go on', timeoutMs: 60_000 };
const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const haproxy = installed('haproxy');

const folder = throwawayFolder();
const simulator = await startSimulator();
const carriers = carriersFile(simulator, {
  sessions: 2,
  window: WINDOW,
  throughput: 20_000,
  message_id: 'hex',
});
const balanced = await freePort();
const url = `http://localhost:${balanced}`;
const service = serviceFolder({ CARRIERS_FILE: carriers, PUBLIC_URL: url }, 'embedded');
/** Stopped before the processes of the service are. */
const stops: (() => unknown)[] = [];
afterAll(async () => {
  for (const stop of stops.reverse()) await stop();
  await simulator.close();
});

describe.skipIf(!haproxy)('three processes for web and two that send', () => {
  it('fail no request while they are killed and upgraded in turn, and send nothing twice', {
    timeout: 180_000 + KILLS * 15_000,
  }, async () => {
    const nodes = await startNodes();
    const load = await startLoad(nodes);
    let last = '';
    try {
      for (let kill = 0; kill < KILLS; kill++) {
        await load.progresses();
        await nodes.replace(kill % 5, 'SIGKILL');
      }
      last = await upgrade(nodes, load);
    } finally {
      await load.stop();
    }
    expect(load.failures).toEqual([]);
    await nodes.hasEachOnce(load.accepted());
    expect(await nodes.godwitOf(last, 'ledger', 'check')).toEqual({ differences: [] });
  });
});

type Nodes = Awaited<ReturnType<typeof startNodes>>;
type Load = Awaited<ReturnType<typeof startLoad>>;

/**
 * Replaces each process of the old version by one of the next, whose migrations expand. The contracting
 * migration runs once no old process is left. Returns the command line of the last version.
 */
async function upgrade(nodes: Nodes, load: Load): Promise<string> {
  const { next, last, names } = makeVersions();
  // Web processes one at a time, so that the balancer always has one that serves.
  for (const step of [[0], [1], [2, 3], [4]]) {
    await load.progresses();
    await Promise.all(step.map((node) => nodes.replace(node, 'SIGTERM', next)));
    if (step[0] === 0) {
      expect(await nodes.failsOf(last, 'ledger', 'check')).toMatch(
        `Migration ${names.contract} does not work with processes of an older version, and one still runs`,
      );
    }
  }
  await load.progresses();
  // The killed processes of the old version count as running for 45 seconds.
  const what = 'the contracting migration';
  const migrated = await waitFor(() => nodes.godwitOf(last, 'migrate'), { what, timeoutMs: 60_000 });
  expect(migrated).toEqual({ applied: [names.contract] });
  await load.progresses();
  expect(await nodes.fails('ledger', 'check')).toMatch(
    `The database has migration ${names.contract}, which this version of Godwit does not: start a newer version`,
  );
  return last;
}

/** One database, a carrier that counts, five processes and the balancer; web runs on nodes 0, 2 and 4. */
async function startNodes() {
  const ports = [await freePort(), await freePort(), await freePort()];
  const options = (node: number): ProcessOptions =>
    node % 2 ? { roles: node === 1 ? 'send,jobs' : 'send' } : { roles: 'web', port: ports[node / 2]! };
  const running: Service[] = [await service.start(undefined, options(0))];
  const database = await startEmbedded({ dataDir: service.dataDir, log: () => {} });
  const pool = openPool(database.config, { max: 1, applicationName: 'test' });
  let killed = 0;
  const known: string[] = [];
  stops.push(
    () => database.stop(),
    () => pool.end(),
  );

  /** Starts a node; a sending one is ready once it reports a bound link. */
  async function start(node: number, main?: string): Promise<Service> {
    const started = await service.start(undefined, { ...options(node), ...(main && { main }) });
    // Each report of a bound link counts for one start, whichever process it is.
    const isBound = async () => {
      const { rows } = await pool.query<{ id: string }>(
        `select process_id as id from link_reports where link_id = 'carrier' and bound_sessions > 0
          and process_id <> all($1::uuid[]) limit 1`,
        [known],
      );
      known.push(...rows.map(({ id }) => id));
      return rows.length > 0;
    };
    if (node % 2) await waitFor(isBound, { what: 'the link of a new process', timeoutMs: 30_000 });
    return started;
  }
  const rest = await Promise.all([1, 2, 3, 4].map((node) => start(node)));
  running.push(...rest);
  balance(ports);
  await waitFor(async () => (await fetch(`${url}/readyz`)).ok, { what: 'the balancer' });
  return {
    ...service,
    /** The address of one web process. */
    direct: `http://localhost:${ports[0]}`,
    taken: () => simulator.stats().submits,
    /** Ends a node and restarts it, with the version of `main`. */
    async replace(node: number, signal: 'SIGKILL' | 'SIGTERM', main?: string) {
      const old = running[node]!;
      old.process.kill(signal);
      await old.exited;
      if (signal === 'SIGKILL' && node % 2) killed++;
      running[node] = await start(node, main);
    },
    /**
     * Waits until the carrier has each of these once; submits in flight of a killed process are not sent
     * again.
     */
    async hasEachOnce(numbers: readonly string[]) {
      const inDoubt = killed * 2 * WINDOW;
      const counts = new Map<string, number>();
      const count = () => {
        counts.clear();
        for (const [key, times] of simulator.stats().messages) {
          const number = `+${key.split('\n')[0]}`;
          counts.set(number, (counts.get(number) ?? 0) + times);
        }
        return numbers.filter((number) => !counts.has(number)).length <= inDoubt;
      };
      await waitFor(count, { what: 'the carrier to have all messages', timeoutMs: 60_000 });
      expect([...counts].filter(([, times]) => times > 1)).toEqual([]);
      expect(counts.size).toBeLessThanOrEqual(numbers.length);
    },
  };
}

/** Runs haproxy with deploy/haproxy.cfg on these ports. */
function balance(ports: readonly number[]): void {
  const config = readFileSync(join(ROOT, 'deploy/haproxy.cfg'), 'utf8')
    .replace('bind :80', `bind 127.0.0.1:${balanced}`)
    .replace(/^ {2}server .*\n?/gm, '')
    .concat(ports.map((own, i) => `\n  server web${i + 1} 127.0.0.1:${own}`).join(''), '\n');
  const file = join(folder, 'haproxy.cfg');
  writeFileSync(file, config);
  const balancer = spawn(haproxy!, ['-db', '-f', file], { stdio: ['ignore', 'ignore', 'inherit'] });
  stops.push(() => balancer.kill());
}

/**
 * Two later versions: the next one renames a column used for each message with a key, the one after it drops
 * the old name. Each is a copy of this version with its migrations and the changed code.
 */
function makeVersions() {
  const files = readdirSync(join(ROOT, 'server/migrations'));
  const base = Math.max(...files.flatMap((file) => Number.parseInt(file, 10) || []));
  const number = (more: number) => String(base + more).padStart(4, '0');
  const names = {
    expand: `${number(1)}_hash_of_request.sql`,
    fill: `${number(2)}_fill_hash_of_request.sql`,
    contract: `${number(3)}_drop_hash_of_body.sql`,
  };
  const [next, last] = ['next', 'last'].map((version) => {
    const copy = join(folder, version);
    for (const part of ['server/src', 'server/migrations', 'server/package.json'])
      cpSync(join(ROOT, part), join(copy, part), { recursive: true });
    for (const part of ['node_modules', 'contract', 'smpp', 'console'])
      symlinkSync(join(ROOT, part), join(copy, part));
    const queries = join(copy, 'server/src/messages/accept/queries.ts');
    const source = readFileSync(queries, 'utf8');
    expect(source).toContain('set body_hash =');
    writeFileSync(queries, source.replaceAll('body_hash', 'request_hash'));
    const write = (name: string, sql: string) => writeFileSync(join(copy, 'server/migrations', name), sql);
    write(names.expand, EXPAND.replace('BASE', number(0)));
    write(names.fill, FILL.replace('BASE', number(0)));
    if (version === 'last') write(names.contract, CONTRACT.replace('NEXT', number(2)));
    return join(copy, 'server/src/main.ts');
  });
  return { next: next!, last: last!, names };
}

/** Both columns have the same value, whichever a version writes. */
const EXPAND = `-- works with BASE
alter table idempotency_keys alter column body_hash drop not null, add column request_hash bytea;
create function same_hash() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.request_hash := coalesce(new.request_hash, new.body_hash);
  elsif new.body_hash is distinct from old.body_hash then
    new.request_hash := new.body_hash;
  end if;
  new.body_hash := new.request_hash;
  return new;
end $$;
create trigger same_hash before insert or update on idempotency_keys for each row execute function same_hash();
`;

const FILL = `-- no transaction
-- works with BASE
update idempotency_keys set request_hash = body_hash where request_hash is null;
`;

const CONTRACT = `-- works with NEXT
drop trigger same_hash on idempotency_keys;
drop function same_hash();
alter table idempotency_keys drop column body_hash, alter column request_hash set not null;
`;

/** Customers who send, repeat requests, and read; a failed request is repeated once. */
async function startLoad({ godwit, taken, direct }: Pick<Nodes, 'godwit' | 'taken' | 'direct'>) {
  const { project, email, authorization, browser } = await openAccount(url, direct);
  await godwit('team', 'verify', email);
  await godwit('team', 'credit', email, '1000000', 'for the test');
  // Promotional messages are not sent again while it is in doubt whether the carrier has them.
  await godwit('sender', 'add', project.id, 'LankaShop', '--promotional');
  const accepted: string[] = [];
  const failures: unknown[] = [];
  let isOver = false;
  const sent = authorization.LIVE;

  async function request<Answer>(path: string, init: RequestInit): Promise<Answer | null> {
    for (let tries = 1; ; tries++) {
      const answer = await fetch(url + path, init).then(
        async (got) => ({ status: got.status, body: await got.text() }),
        (error: Error) => ({ status: 0, body: String(error.cause ?? error) }),
      );
      if (answer.status >= 200 && answer.status < 300) return JSON.parse(answer.body) as Answer;
      if (tries > 1 || (answer.status > 0 && answer.status < 500)) {
        failures.push({ path, tries, ...answer });
        return null;
      }
    }
  }

  async function send(number: string): Promise<SmsObject | null> {
    const headers = {
      authorization: sent,
      'content-type': 'application/json',
      'idempotency-key': `order ${number}`,
    };
    const body = JSON.stringify({ to: number, from: 'LankaShop', body: `Order ${number}` });
    return request('/v1/messages', { method: 'POST', headers, body });
  }

  let next = 0;
  const clients = Array.from({ length: CLIENTS }, async () => {
    while (!isOver) {
      const number = numberOf(next++);
      const first = await send(number);
      if (!first) continue;
      accepted.push(number);
      const second = await send(number);
      if (second && second.id !== first.id) failures.push({ number, twice: [first.id, second.id] });
      await request(`/v1/messages/${first.id}`, { headers: { authorization: sent } });
      await request(`/v1/web/projects/${project.id}`, { headers: { cookie: browser.cookie } });
    }
  });
  return {
    failures,
    accepted: () => accepted,
    /** Waits until more messages were accepted by the service and by the carrier. */
    async progresses() {
      const before = [accepted.length, taken()] as const;
      await waitFor(
        () => failures.length > 0 || (accepted.length > before[0] + BETWEEN && taken() > before[1] + BETWEEN),
        STATED,
      );
    },
    async stop() {
      isOver = true;
      await Promise.all(clients);
    },
  };
}

// A carrier's limits over two sending processes: they share its rate and sessions, never exceed them, and one
// process uses all of them after the other is killed. By hand with LINK_SECONDS=60, the run must also use 95
// % of the rate, apart from the cost of a kill.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { afterAll, describe, expect, it } from 'vitest';
import { readProfile } from '../src/carriers/links/http/profile.ts';
import { planByNumber } from '../src/carriers/links/http/simulator/plan.ts';
import { startHttpSimulator } from '../src/carriers/links/http/simulator/simulator.ts';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { carriersFile, metricsUrlOf, type Service, serviceFolder } from './process.ts';
import { throwawayFolder } from './throwaway.ts';

const isMeasured = process.env.LINK_SECONDS !== undefined;
const SECONDS = Number(process.env.LINK_SECONDS ?? 6);
const THROUGHPUT = 100;
const SESSIONS = 3;
/** The burst of one process above its rate. */
const BURST = THROUGHPUT / 10;
const MESSAGES = THROUGHPUT * SECONDS;
/** The least use of the rate; a kill may cost at most half of the rate for five seconds. */
const LEAST_USED = 0.95;
const TAKEN_OVER_MS = 5_000;
/** At 100/s, answers this late keep all three connections busy most of the time. */
const ANSWER_DELAY_MS = 20;

describe.each([
  ['SMPP', startSmppCarrier],
  ['HTTP', startHttpCarrier],
])('a link over %s', async (_protocol, startCarrier) => {
  const carrier = await startCarrier();
  afterAll(carrier.close);
  const service = serviceFolder({ CARRIERS_FILE: carrier.carriersFile, LOG_LEVEL: 'info' });

  it(
    'is used in full by two processes and never exceeded, even if one is killed',
    {
      timeout: 180_000 + SECONDS * 10_000,
    },
    () => shareOver(carrier, service),
  );
});

async function shareOver(carrier: Carrier, service: ReturnType<typeof serviceFolder>) {
  const sharesOf = () => sharesIn(service);
  const first = await service.start();
  await waitFor(async () => (await sharesOf()).at(0)?.sessions === SESSIONS, {
    what: 'the sessions',
    timeoutMs: 30_000,
  });
  const second = await service.start(undefined, { roles: 'send' });
  const { authorization, project, email } = await openAccount(first.url);
  await service.godwit('team', 'verify', email);
  await service.godwit('team', 'credit', email, '1000000', 'for the test');
  await service.godwit('sender', 'add', project.id, 'LankaShop');
  // Each process reports once a second, so for a moment the reports are of different times.
  const reported = async () => (await sharesOf()).map(({ sessions }) => sessions).sort();
  await waitFor(async () => String(await reported()) === '1,2' && carrier.isBound(SESSIONS), {
    what: 'both processes to have a share',
    timeoutMs: 30_000,
  });
  // Both reports add up to the contract, in the metrics too.
  await waitFor(async () => (await reportedIn(service)) === `${SESSIONS} ${THROUGHPUT}`, {
    what: 'true reports',
  });
  const ofAll = new RegExp(`^godwit_link_sessions\\{link="carrier",.*\\} ${SESSIONS}$`, 'm');
  await waitFor(async () => ofAll.test(await figuresOf(first)), { what: 'true metrics', timeoutMs: 30_000 });
  // A killed process loses its share when its lease ends.
  expect(await longestLeaseMs(service)).toBeLessThan(TAKEN_OVER_MS);

  const headers = { authorization: authorization.LIVE, 'content-type': 'application/json' };
  const messages = Array.from({ length: MESSAGES }, (_, i) => ({
    to: `+9477${String(i).padStart(7, '0')}`,
    from: 'LankaShop',
    body: 'Your code is 481516',
  }));
  for (let at = 0; at < MESSAGES; at += 1_000) {
    const body = JSON.stringify({ messages: messages.slice(at, at + 1_000) });
    const answer = await fetch(`${first.url}/v1/messages/batch`, { method: 'POST', headers, body });
    expect(answer.status).toBe(200);
  }
  await waitFor(() => carrier.taken.length >= MESSAGES / 3, { what: 'a third', timeoutMs: SECONDS * 5_000 });
  second.process.kill('SIGKILL');
  const killedAt = performance.now();
  await second.exited;
  await waitFor(async () => (await sharesOf()).at(0)?.sessions === SESSIONS && carrier.isBound(SESSIONS), {
    what: 'the other process to have the whole contract',
    timeoutMs: 30_000,
  });
  const takenOverAt = performance.now();
  // Submits in flight at the kill are settled a minute later.
  await waitFor(() => carrier.taken.length >= MESSAGES - 3 * BURST, {
    what: 'all',
    timeoutMs: SECONDS * 5_000,
  });

  expect(carrier.mostSessions()).toBe(SESSIONS);
  // Submits during a pause of this test's carrier are counted after it.
  const most = Math.ceil(THROUGHPUT * (1 + carrier.lateSeconds())) + BURST;
  expect(mostInASecond(carrier.taken)).toBeLessThanOrEqual(most);
  if (!isMeasured) return;
  const [began, last] = [carrier.taken[0]!, carrier.taken.at(-1)!];
  expect(takenOverAt - killedAt).toBeLessThan(TAKEN_OVER_MS);
  for (const [from, to] of [
    [began, killedAt],
    [takenOverAt, last],
    [began, last],
  ] as const)
    expect(usedBetween(carrier.taken, from, to)).toBeGreaterThanOrEqual(LEAST_USED);
}

/** The share of the rate that was used between two instants. */
function usedBetween(times: readonly number[], from: number, to: number): number {
  const taken = times.filter((at) => at >= from && at < to).length;
  const used = taken / (((to - from) / 1_000) * THROUGHPUT);
  console.log(`${((to - from) / 1_000).toFixed(1)} s at ${(used * 100).toFixed(1)} % of the contract`);
  return used;
}

/** The most submits in any second, at any offset. */
function mostInASecond(times: readonly number[]): number {
  let [most, from] = [0, 0];
  for (const [to, at] of times.entries()) {
    while (at - times[from]! >= 1_000) from++;
    most = Math.max(most, to - from + 1);
  }
  return most;
}

type Folder = Pick<ReturnType<typeof serviceFolder>, 'withDatabase'>;

function sharesIn(service: Folder): Promise<{ sessions: number }[]> {
  return service.withDatabase(async (pool) => {
    const { rows } = await pool.query(
      `select bound_sessions as sessions from link_reports where link_id = 'carrier' and bound_sessions > 0`,
    );
    return rows;
  });
}

/** The sessions and the rate that all processes together say they have. */
function reportedIn(service: Folder): Promise<string> {
  return service.withDatabase(async (pool) => {
    const { rows } = await pool.query(
      `select concat_ws(' ', sum(sessions), sum(throughput)) as sums from link_reports where link_id = 'carrier'`,
    );
    return rows[0].sums;
  });
}

const figuresOf = async (service: Service) => (await fetch(metricsUrlOf(service))).text();

/** For how long the longest share is granted. */
function longestLeaseMs(service: Folder): Promise<number> {
  return service.withDatabase(async (pool) => {
    const { rows } = await pool.query(
      `select extract(epoch from max(lease_until) - clock_timestamp())::float8 * 1000 as ms from link_shares`,
    );
    return rows[0].ms;
  });
}

/** A carrier that takes everything at once, and notes when. */
type Carrier = {
  carriersFile: string;
  /** When each message was taken. */
  taken: number[];
  /** Whether it has this many sessions; over HTTP the carrier sees only connections with a request. */
  isBound(count: number): boolean;
  /** The most sessions at a time; over HTTP requests. */
  mostSessions(): number;
  /** The longest pause of this process. */
  lateSeconds(): number;
  close(): Promise<void>;
};

async function startSmppCarrier(): Promise<Carrier> {
  const taken: number[] = [];
  const sessions = countSessions<ServerConnection>();
  const server = await listenSmpp({
    ...{ host: '127.0.0.1', port: 0, authenticate: () => 0, onError: console.error },
    onBound: sessions.begin,
    onUnbound: sessions.end,
    async onSubmit() {
      return { status: 0, messageId: String(taken.push(performance.now())) };
    },
  });
  return {
    ...{ taken, lateSeconds: openLateness(), mostSessions: sessions.most },
    carriersFile: carriersFile(server, { sessions: SESSIONS, window: 50, throughput: THROUGHPUT }),
    isBound: (count) => sessions.now() === count,
    close: () => server.close(0),
  };
}

async function startHttpCarrier(): Promise<Carrier> {
  const taken: number[] = [];
  const sessions = countSessions<object>();
  const simulator = await startHttpSimulator({
    profile: readProfile('generic-json', '.'),
    answerDelayMs: ANSWER_DELAY_MS,
    planOf: () => ({ ...planByNumber(''), outcome: 'noReceipt' }),
    onTaken(message) {
      taken.push(performance.now());
      sessions.begin(message);
    },
    onAnswered: sessions.end,
  });
  const base = `http://127.0.0.1:${simulator.port}`;
  const link = { id: 'carrier', profile: 'generic-json', base, secrets: { key: 'practice' } };
  const file = join(throwawayFolder(), 'carriers.json');
  writeFileSync(file, JSON.stringify([{ ...link, connections: SESSIONS, throughput: THROUGHPUT }]));
  return {
    ...{ taken, carriersFile: file, lateSeconds: openLateness(), mostSessions: sessions.most },
    isBound: () => true,
    close: simulator.close,
  };
}

function countSessions<T>() {
  const open = new Set<T>();
  let most = 0;
  return {
    begin(one: T) {
      open.add(one);
      most = Math.max(most, open.size);
    },
    end: (one: T) => void open.delete(one),
    now: () => open.size,
    most: () => most,
  };
}

function openLateness(): () => number {
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  return () => late.max / 1e9;
}

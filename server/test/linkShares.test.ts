// A carrier's limits over two sending processes: they share its rate and sessions, never exceed them, and one
// process uses all of them after the other is killed. By hand with LINK_SECONDS=60, the run must also use 95
// % of the rate, apart from the cost of a kill.
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/session/server';
import { afterAll, expect, it } from 'vitest';
import { openAccount } from './client.ts';
import { waitFor } from './database.ts';
import { carriersFile, serviceFolder } from './process.ts';

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

const carrier = await startCarrier();
const service = serviceFolder({
  CARRIERS_FILE: carriersFile(carrier.server, { sessions: SESSIONS, window: 50, throughput: THROUGHPUT }),
});
afterAll(() => carrier.server.close(0));

it('is used in full by two processes and never exceeded, even if one is killed', {
  timeout: 180_000 + SECONDS * 10_000,
}, async () => {
  const first = await service.start();
  await carrier.has(SESSIONS);
  const second = await service.start(undefined, { roles: 'send' });
  const { authorization, project, email } = await openAccount(first.url);
  await service.godwit('team', 'verify', email);
  await service.godwit('team', 'credit', email, '1000000', 'for the test');
  await service.godwit('sender', 'add', project.id, 'LankaShop');
  await waitFor(async () => (await sharesOf()).length === 2 && carrier.bound() >= SESSIONS, {
    what: 'both processes to have a share',
    timeoutMs: 30_000,
  });
  expect((await sharesOf()).map(({ sessions }) => sessions).sort()).toEqual([1, 2]);
  // Both reports add up to the contract, in the metrics too.
  await waitFor(async () => (await reportedOf()) === `${SESSIONS} ${THROUGHPUT}`, { what: 'true reports' });

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
  await waitFor(async () => (await sharesOf()).at(0)?.sessions === SESSIONS && carrier.bound() === SESSIONS, {
    what: 'the other process to have the whole contract',
    timeoutMs: 30_000,
  });
  const takenOverAt = performance.now();
  // Submits in flight at the kill are settled a minute later.
  await waitFor(() => carrier.taken.length >= MESSAGES - 3 * BURST, {
    what: 'all',
    timeoutMs: SECONDS * 5_000,
  });

  expect(carrier.mostBound()).toBe(SESSIONS);
  // Submits during a pause of this test's carrier are counted after it.
  const most = Math.ceil(THROUGHPUT * (1 + carrier.lateSeconds())) + BURST;
  expect(mostInASecond(carrier.taken)).toBeLessThanOrEqual(most);
  if (!isMeasured) return;
  const [began, last] = [carrier.taken[0]!, carrier.taken.at(-1)!];
  expect(takenOverAt - killedAt).toBeLessThan(TAKEN_OVER_MS);
  expect(usedBetween(began, killedAt)).toBeGreaterThanOrEqual(LEAST_USED);
  expect(usedBetween(takenOverAt, last)).toBeGreaterThanOrEqual(LEAST_USED);
  expect(usedBetween(began, last)).toBeGreaterThanOrEqual(LEAST_USED);
});

/** The share of the rate that was used between two instants. */
function usedBetween(from: number, to: number): number {
  const taken = carrier.taken.filter((at) => at >= from && at < to).length;
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

function sharesOf(): Promise<{ sessions: number }[]> {
  return service.withDatabase(async (pool) => {
    const { rows } = await pool.query(
      `select bound_sessions as sessions from link_reports where link_id = 'carrier' and bound_sessions > 0`,
    );
    return rows;
  });
}

/** The sessions and the rate that all processes together say they have. */
function reportedOf(): Promise<string> {
  return service.withDatabase(async (pool) => {
    const { rows } = await pool.query(
      `select concat_ws(' ', sum(sessions), sum(throughput)) as sums from link_reports where link_id = 'carrier'`,
    );
    return rows[0].sums;
  });
}

/**
 * A carrier that takes everything at once, and notes when; `mostBound`: how many sessions it had at a time.
 */
async function startCarrier() {
  const taken: number[] = [];
  const connections = new Set<ServerConnection>();
  let mostBound = 0;
  const late = monitorEventLoopDelay({ resolution: 10 });
  late.enable();
  const server = await listenSmpp({
    ...{ host: '127.0.0.1', port: 0, authenticate: () => 0, onError: console.error },
    onBound(connection) {
      connections.add(connection);
      mostBound = Math.max(mostBound, connections.size);
    },
    onUnbound: (connection) => connections.delete(connection),
    async onSubmit() {
      return { status: 0, messageId: String(taken.push(performance.now())) };
    },
  });
  const bound = () => connections.size;
  return {
    ...{ server, taken, bound, mostBound: () => mostBound, lateSeconds: () => late.max / 1e9 },
    has: (count: number) =>
      waitFor(() => bound() === count, { what: `${count} sessions`, timeoutMs: 30_000 }),
  };
}

// Measures carrier links: small windows at a high round trip time, a throttling carrier beside a free one,
// and a burst of receipts while messages are sent.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { formatReceipt } from '@godwit/smpp/codec/receipt';
import { commandStatus } from '@godwit/smpp/codec/status';
import { listenSmpp, type ServerConnection, type SmppServer } from '@godwit/smpp/session/server';
import type { Pool } from 'pg';
import { openAccount } from '../../server/test/client.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { type Stack, startStack, withDatabase } from './stack.ts';
import { allowLive, SENDER } from './team.ts';

const ROUND_TRIP_MS = 40;
const LIMIT_PER_SECOND = 30;
const LINE_SECONDS = 12;
const THROTTLED = 600;
const STORM_PER_SECOND = 500;
const QUIET_SECONDS = 15;
const BATCH = 1_000;
const BARS = { used: 0.95, slower: 2, memoryMB: 512 };
/** The prefix that is routed to each link. */
const TO = { w1: '9471', w10: '9472', throttling: '9475', free: '9476', storm: '9478' };

type Submit = { at: number; to: string };
/** A carrier in this process: the submits with their times, and the delays of its responses. */
type Carrier = { server: SmppServer; taken: Submit[]; delays: number[]; release(): Promise<number> };
type Kind = { delayMs?: number; limit?: number; keepsReceipts?: boolean };

/** Measures everything on one service and prints a line for each. */
export async function links(receipts: number): Promise<void> {
  const carriers = {
    w1: await startCarrier({ delayMs: ROUND_TRIP_MS }),
    w10: await startCarrier({ delayMs: ROUND_TRIP_MS }),
    throttling: await startCarrier({ limit: LIMIT_PER_SECOND }),
    free: await startCarrier({}),
    storm: await startCarrier({ keepsReceipts: true }),
  };
  const folder = throwawayFolder();
  const CARRIERS_FILE = join(folder, 'carriers.json');
  const sizes: Record<string, object> = {
    w1: { window: 1 },
    w10: { window: 10 },
    throttling: { window: 10 },
    storm: { window: 500, sessions: 2, throughput: 20_000 },
  };
  const links = Object.entries(carriers).map(([id, { server }]) => ({
    ...{ id, host: '127.0.0.1', port: server.port, system_id: id, password: 'bench', throughput: 1_000 },
    ...{ routes: [{ prefix: TO[id as keyof typeof TO] }], ...sizes[id] },
  }));
  writeFileSync(CARRIERS_FILE, JSON.stringify(links));
  const stack = await startStack('web,send,jobs', { settings: { CARRIERS_FILE } });
  try {
    await withDatabase(stack.dataDir, async (pool) => {
      const send = await openSender(stack, pool);
      await line('window 1', carriers.w1, 1, (count) => send(TO.w1, count));
      await line('window 10', carriers.w10, 10, (count) => send(TO.w10, count));
      await throttle(pool, carriers, send);
      await storm({ pool, stack, receipts, carrier: carriers.storm, send });
    });
  } finally {
    await stack.stop();
    await Promise.all(Object.values(carriers).map(({ server }) => server.close(0)));
    rmSync(folder, { recursive: true });
  }
}

async function startCarrier({
  delayMs = 0,
  limit = Number.POSITIVE_INFINITY,
  keepsReceipts,
}: Kind): Promise<Carrier> {
  const [taken, delays]: [Submit[], number[]] = [[], []];
  const owed: { id: string; to: string; from: string }[] = [];
  const connections = new Set<ServerConnection>();
  let [second, inSecond] = [0, 0];
  const server = await listenSmpp({
    ...{ host: '127.0.0.1', port: 0, deliverWindow: 500, authenticate: () => 0, onError: console.error },
    onBound: (connection) => connections.add(connection),
    onUnbound: (connection) => connections.delete(connection),
    async onSubmit({ destinationAddr: to, sourceAddr: from }) {
      const at = performance.now();
      const now = Math.floor(at / 1_000);
      inSecond = now === second ? inSecond + 1 : 1;
      second = now;
      if (inSecond > limit) return { status: commandStatus.ESME_RTHROTTLED, messageId: '' };
      const messageId = String(taken.push({ at, to }));
      if (keepsReceipts) owed.push({ id: messageId, to, from });
      if (delayMs > 0) {
        await sleep(delayMs);
        delays.push(performance.now() - at);
      }
      return { status: 0, messageId };
    },
  });
  /** Sends all pending receipts as fast as they are accepted; returns their number. */
  async function release(): Promise<number> {
    const all = owed.splice(0);
    let [next, accepted] = [0, 0];
    const work = async (connection: ServerConnection) => {
      for (let at = next++; at < all.length; at = next++) {
        const { id, to, from } = all[at]!;
        const result = await connection.deliver({
          sourceAddr: to,
          destinationAddr: from,
          esmClass: 4,
          shortMessage: receiptOf(id),
        });
        if (result.kind === 'answered' && result.status === 0) accepted++;
        else owed.push(all[at]!);
      }
    };
    await Promise.all([...connections].flatMap((one) => Array.from({ length: 400 }, () => work(one))));
    return accepted;
  }
  return { server, taken, delays, release };
}

function receiptOf(messageId: string): Buffer {
  const now = new Date();
  const receipt = {
    messageId,
    state: 'DELIVERED' as const,
    submittedAt: now,
    doneAt: now,
    error: '000',
    text: '',
  };
  return Buffer.from(formatReceipt(receipt), 'latin1');
}

/**
 * Sends `count` messages to a prefix, at `perSecond` or at once. Resolves with their ids once the last is
 * accepted.
 */
type Send = (prefix: string, count: number, perSecond?: number) => Promise<string[]>;

async function openSender({ url }: Stack, pool: Pool): Promise<Send> {
  const { authorization, call, project } = await openAccount(url);
  const [team] = await call<{ id: string }[]>('GET', '/v1/web/teams');
  await allowLive(pool, { teamId: team!.id, projectId: project.id });
  const headers = { authorization: authorization.LIVE, 'content-type': 'application/json' };
  let numbers = 0;
  // Never an ending that the simulator knows.
  const message = (prefix: string) => ({
    to: `+${prefix}${String(numbers++ % 100_000).padStart(5, '0')}99`,
    from: SENDER,
    body: 'Your code is 481516',
  });
  const post = async (path: string, body: object) => {
    const answer = await fetch(`${url}/v1/${path}`, { method: 'POST', headers, body: JSON.stringify(body) });
    if (answer.status >= 300) throw new Error(await answer.text());
    return answer.json() as Promise<{ id: string; results: { id: string }[] }>;
  };
  return async (prefix, count, perSecond) => {
    const ids: string[] = [];
    if (perSecond === undefined) {
      for (let left = count; left > 0; left -= BATCH) {
        const messages = Array.from({ length: Math.min(BATCH, left) }, () => message(prefix));
        ids.push(...(await post('messages/batch', { messages })).results.map(({ id }) => id));
      }
      return ids;
    }
    const started = performance.now();
    const sending: Promise<unknown>[] = [];
    for (let sent = 0; sent < count; sent++) {
      const early = started + (sent / perSecond) * 1_000 - performance.now();
      if (early > 1) await sleep(early);
      sending.push(post('messages', message(prefix)).then(({ id }) => ids.push(id)));
    }
    await Promise.all(sending);
    return ids;
  };
}

const mean = (some: readonly number[]) => some.reduce((sum, one) => sum + one, 0) / some.length;
const met = (isMet: boolean) => (isMet ? '' : '  MISSED');

async function until(done: () => boolean | Promise<boolean>, withinMs = 120_000): Promise<void> {
  const end = performance.now() + withinMs;
  while (!(await done()) && performance.now() < end) await sleep(100);
}

/** The submits per second, without the beginning and the end. */
function rateOf(taken: readonly Submit[]): number {
  const middle = taken.slice(Math.floor(taken.length * 0.1), Math.ceil(taken.length * 0.95));
  return (middle.length - 1) / ((middle.at(-1)!.at - middle[0]!.at) / 1_000);
}

async function line(
  name: string,
  { taken, delays }: Carrier,
  window: number,
  send: (count: number) => Promise<unknown>,
) {
  const count = Math.round((window / ROUND_TRIP_MS) * 1_000 * LINE_SECONDS);
  await send(count);
  await until(() => taken.length >= count);
  const ideal = (window / mean(delays)) * 1_000;
  const rate = rateOf(taken);
  console.log(
    `  ${name.padEnd(12)} ${rate.toFixed(1)}/s of ${ideal.toFixed(1)}/s at ${mean(delays).toFixed(1)} ms: ${(rate / ideal).toFixed(3)}${met(rate / ideal >= BARS.used)}`,
  );
}

type Times = { p50: number; p99: number };

/** From the commit of each message to the carrier's response, once all of them are sent. */
async function timesOf(pool: Pool, ids: readonly string[]): Promise<Times> {
  let times: { ms: number | null }[] = [];
  await until(async () => {
    const { rows } = await pool.query(
      'select (extract(epoch from sent_at - accepted_at) * 1000)::float8 as ms from messages where id = any($1::uuid[])',
      [ids],
    );
    times = rows;
    return times.every(({ ms }) => ms !== null);
  });
  const sorted = times.map(({ ms }) => ms ?? Number.POSITIVE_INFINITY).sort((one, other) => one - other);
  const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
  return { p50: at(0.5), p99: at(0.99) };
}
const shown = ({ p50, p99 }: Times) => `${p50} / ${p99} ms`;

async function throttle(
  pool: Pool,
  { throttling, free }: { throttling: Carrier; free: Carrier },
  send: Send,
) {
  const perSecond = 20;
  const quiet = await timesOf(pool, await send(TO.free, perSecond * QUIET_SECONDS, perSecond));
  const ids = await send(TO.throttling, THROTTLED);
  const beside = await timesOf(pool, await send(TO.free, perSecond * QUIET_SECONDS, perSecond));
  let lost = ids.length;
  await until(async () => {
    const { rows } = await pool.query(
      "select count(*)::integer as lost from messages where id = any($1::uuid[]) and state not in ('sent', 'delivered')",
      [ids],
    );
    lost = rows[0].lost;
    return lost === 0;
  });
  const rate = rateOf(throttling.taken);
  const isMet = rate >= BARS.used * LIMIT_PER_SECOND && throttling.taken.length === THROTTLED && lost === 0;
  console.log(
    `  throttling   ${rate.toFixed(1)}/s of ${LIMIT_PER_SECOND}/s: ${(rate / LIMIT_PER_SECOND).toFixed(3)}, taken ${throttling.taken.length} of ${THROTTLED}, ${lost} not sent${met(isMet)}`,
  );
  console.log(
    `  beside it    p50 / p99 quiet ${shown(quiet)}, during it ${shown(beside)}, ${free.taken.length} taken${met(beside.p99 <= Math.max(20, quiet.p99) * BARS.slower)}`,
  );
}

type Storm = { pool: Pool; stack: Stack; receipts: number; carrier: Carrier; send: Send };

async function storm({ pool, stack, receipts, carrier, send }: Storm) {
  const old = await send(TO.storm, receipts);
  await until(() => carrier.taken.length >= receipts, 600_000);
  const perSecond = STORM_PER_SECOND;
  const quiet = await timesOf(pool, await send(TO.storm, perSecond * QUIET_SECONDS, perSecond));
  const residentMB = () =>
    Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${stack.pid}/status`, 'utf8'))?.[1]) / 1024;
  const beforeMB = residentMB();
  let mostMB = beforeMB;
  const looking = setInterval(() => {
    mostMB = Math.max(mostMB, residentMB());
  }, 200);
  const began = performance.now();
  const releasing = carrier
    .release()
    .then((accepted) => ({ accepted, seconds: (performance.now() - began) / 1_000 }));
  const during = await send(TO.storm, perSecond * QUIET_SECONDS, perSecond);
  const beside = await timesOf(pool, during);
  const { accepted, seconds } = await releasing;
  const openOf = async () => {
    const { rows } = await pool.query(
      "select count(*)::integer as open from messages where id = any($1::uuid[]) and state <> 'delivered'",
      [old],
    );
    return rows[0].open as number;
  };
  await until(async () => (await openOf()) === 0, 300_000);
  const settled = (performance.now() - began) / 1_000;
  clearInterval(looking);
  const lost = await openOf();
  const slower = beside.p99 / quiet.p99;
  console.log(
    `  storm        ${accepted} receipts accepted in ${seconds.toFixed(1)} s, stored after ${settled.toFixed(1)} s, ${lost} lost${met(lost === 0)}`,
  );
  console.log(
    `  messages     ${perSecond}/s, p50 / p99 quiet ${shown(quiet)}, in the storm ${shown(beside)}, ${slower.toFixed(1)} times${met(slower <= BARS.slower)}; memory ${Math.round(beforeMB)} MB before, ${Math.round(mostMB)} MB at most${met(mostMB <= BARS.memoryMB)}`,
  );
}

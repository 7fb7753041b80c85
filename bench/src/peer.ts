// Compares Godwit with Kannel: single messages from 50 connections to a carrier that sends each receipt at
// once. The systems alternate, so that a slow phase of the machine affects all of them. Without Kannel it
// measures Godwit alone.
import { rmSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Pool } from 'pg';
import { insertMessages } from '../../server/src/messages/accept/queries.ts';
import { hasKannel } from '../../server/test/kannel.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { messageRow } from './accept.ts';
import { cpuOf } from './cpu.ts';
import { kannelPath, startKannel } from './kannel.ts';
import { makeYear } from './past.ts';
import type { Taken } from './peerSink.ts';
import { openSink, type Sink, WINDOW, writeLink } from './sink.ts';
import { createAccount, postmasterOf, type Stack, startStack, withDatabase } from './stack.ts';
import { allowLive, SENDER } from './team.ts';

const CONNECTIONS = 50;
const ROUNDS = 3;
const EACH = 10_000;
const ACCEPTED_EACH = 10_000;
const SINGLE = 60;
/** One message is scheduled for this many past ones. */
const PLANNED_SHARE = 10;
const PLANNED_A_PIECE = 5_000;
const PLANNED_MS = 2 * 86_400_000;
/** How long CPU time is counted after a round's last receipt, in ms. */
const AFTERWARDS_MS = 1_500;
/** A round ends after this time, even if something is missing, in ms. */
const TURN_MS = 60_000;
const BODY = 'Your order 48213 is packed and leaves Colombo today. Track it at lankaretail.lk/t/48213';

type Request = { method: string; path: string; headers?: Record<string, string>; body?: string };

/** The peers; the others are printed as multiples of these. */
const KANNELS = [
  { id: 'memory', what: 'Kannel, receipts in memory', receipts: 'memory', logs: 'messages', each: EACH },
  {
    id: 'logged',
    what: 'the same, logs as they are preset',
    receipts: 'memory',
    logs: 'everything',
    each: EACH,
  },
  {
    id: 'postgres',
    what: 'Kannel, receipts in PostgreSQL',
    receipts: 'postgres',
    logs: 'messages',
    each: 1_000,
  },
] as const;

/**
 * `id` is the account at the carrier; `roots` are the system's processes by name, counted with their
 * children. `each` is its messages per round, `warmUp` those before the first.
 */
type System = {
  id: string;
  what: string;
  each: number;
  warmUp: number;
  urls: readonly string[];
  roots: Record<string, readonly number[]>;
  next(): Request;
  stop(): Promise<void>;
};

type Account = Awaited<ReturnType<typeof createAccount>>;
type Turn = { endToEnd: number; accepted: number; cpu: Record<string, number> };

/**
 * Measures all systems and prints one table per question. `alone` measures one Godwit process; `full`
 * compares it with one that has `messages` past messages, and with one that has a tenth as many scheduled
 * ones; `nodes` with two processes for web and two that send.
 */
export async function peer(only: string | undefined, messages: number): Promise<void> {
  if (only === 'full') return compareFull(messages);
  if (only === 'nodes') return compareNodes();
  const alone = only === 'alone';
  const isBeside = !alone && hasKannel();
  if (!isBeside && !alone) console.log('  Kannel is not installed (apt-get install kannel): Godwit alone');
  const sink = await openSink();
  const folder = throwawayFolder();
  const systems: System[] = [];
  try {
    for (const kannel of isBeside ? KANNELS : []) systems.push(await openKannel(sink, kannel));
    systems.push(await openGodwit(sink, folder, { id: 'one', what: 'Godwit, one process' }));
    const two = { id: 'two', what: 'Godwit, web and send apart', processes: ['web', 'send,jobs'] };
    const apart = alone ? null : await openGodwit(sink, folder, two);
    if (apart) systems.push(apart);
    await compareWhole(sink, systems, KANNELS);
    if (!apart) return;
    await compareLatency(sink, systems);
    await apart.endSending();
    await sink.close();
    await compareAccept([...systems.filter(({ id }) => id === 'memory'), apart]);
  } finally {
    for (const system of systems.reverse()) await system.stop();
    await sink.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Compares an empty database with one of a full year and one with a long queue. */
function compareFull(messages: number): Promise<void> {
  return compareGodwits([
    { id: 'empty', what: 'nothing in its tables' },
    {
      id: 'past',
      what: `${inWords(messages)} messages before`,
      fill: (pool, { teamId, projectId }) => makeYear(pool, { teamId, projectId }, messages),
    },
    {
      id: 'queue',
      what: `${inWords(messages / PLANNED_SHARE)} messages planned`,
      fill: (pool, account, url) => plan(pool, account, url, messages / PLANNED_SHARE),
    },
  ]);
}

/** Compares one process with several on one database. */
function compareNodes(): Promise<void> {
  return compareGodwits([
    { id: 'one', what: 'one process' },
    { id: 'four', what: 'two web, two send', processes: ['web', 'web', 'send,jobs', 'send,jobs'] },
  ]);
}

async function compareGodwits(given: readonly GodwitOptions[]): Promise<void> {
  const sink = await openSink();
  const folder = throwawayFolder();
  const systems: System[] = [];
  try {
    for (const one of given) systems.push(await openGodwit(sink, folder, one));
    await compareWhole(sink, systems, [{ id: given[0]!.id }]);
  } finally {
    for (const system of systems.reverse()) await system.stop();
    await sink.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Schedules one message through the API, and copies it `count` times in the queue. */
async function plan(
  pool: Pool,
  { teamId, projectId, live }: Account,
  url: string,
  count: number,
): Promise<void> {
  // A time without a zone is in the team's zone, which differs by less than a day.
  const send_at = new Date(Date.now() + PLANNED_MS).toISOString().slice(0, 19);
  const answer = await fetch(`${url}/v1/messages`, {
    method: 'POST',
    headers: { authorization: live, 'content-type': 'application/json' },
    body: JSON.stringify({ to: nextNumber(), from: SENDER, body: BODY, send_at }),
  });
  if (answer.status !== 201)
    throw new Error(`a scheduled message was answered ${answer.status}: ${await answer.text()}`);
  const { rows } = await pool.query('select link_group, priority, due_at from send_queue');
  const { link_group, priority, due_at } = rows[0];
  const queueFields = { linkGroup: link_group, priority, sendAt: new Date(due_at) };
  for (let stored = 0; stored < count; stored += PLANNED_A_PIECE) {
    const some = Array.from({ length: PLANNED_A_PIECE }, (_, i) => messageRow(_, i));
    await insertMessages(
      pool,
      some.map((row) => ({ ...row, teamId, projectId, mode: 'LIVE' as const, ...queueFields })),
    );
  }
}

/** Accept, submit and receipt, with many messages in flight. */
async function compareWhole(
  sink: Sink,
  systems: readonly System[],
  beside: readonly { id: string }[],
): Promise<void> {
  const turns = new Map(systems.map(({ id }) => [id, [] as Turn[]]));
  for (const system of systems) await takeTurn(sink, system, system.warmUp);
  for (let round = 0; round < ROUNDS; round++)
    for (const system of systems) turns.get(system.id)!.push(await takeTurn(sink, system, system.each));
  console.log(
    `  accept, submit, receipt: medians of ${ROUNDS} turns; in brackets as multiples of the first ${beside.length}, in this order`,
  );
  const sums = new Map([...turns].map(([id, all]) => [id, summary(all)]));
  const peers = beside.flatMap(({ id }) => sums.get(id) ?? []);
  const besides = (own: Turn, figure: (turn: Turn) => number) =>
    peers.length > 0 ? ` (${peers.map((other) => times(figure(own), figure(other))).join(', ')})` : '';
  for (const { id, what } of systems) {
    const sum = sums.get(id)!;
    const parts = Object.entries(sum.cpu).map(([name, ms]) => `${name} ${ms.toFixed(2)}`);
    print(what, [
      `${cpuTotal(sum).toFixed(2)} ms of CPU each${besides(sum, cpuTotal)}: ${parts.join(', ')};`,
      `${rate(sum.endToEnd)} end to end${besides(sum, ({ endToEnd }) => endToEnd)},`,
      `${rate(sum.accepted)} accepted`,
    ]);
  }
}

async function takeTurn(sink: Sink, { id, what, urls, roots, next }: System, amount: number): Promise<Turn> {
  const before = cpuOf(roots);
  const receiptsBefore = (await sink.taken()).get(id)?.receipts ?? 0;
  const startedMs = clockMs();
  const { seconds } = await load(urls, amount, next);
  const all = await untilTaken(sink, id, (taken) => taken.receipts - receiptsBefore >= amount, what);
  await sleep(AFTERWARDS_MS);
  const after = cpuOf(roots);
  const cpu = Object.entries(after).map(([name, ms]) => [name, (ms - before[name]!) / amount] as const);
  return {
    endToEnd: amount / ((all.lastReceiptMs - startedMs) / 1_000),
    accepted: amount / seconds,
    cpu: Object.fromEntries(cpu),
  };
}

/**
 * One message at a time, each after the submission of the previous one: the time from the response to the
 * carrier.
 */
async function compareLatency(sink: Sink, systems: readonly System[]): Promise<void> {
  console.log(
    `\n  one message at a time, ${SINGLE} of each: milliseconds from its answer to the carrier, p50 / p99`,
  );
  for (const { id, what, urls, next } of systems) {
    const waits: number[] = [];
    for (let one = 0; one < SINGLE; one++) {
      const { submits } = (await sink.taken()).get(id)!;
      const { path, ...request } = next();
      await (await fetch(urls[0] + path, request)).arrayBuffer();
      const answeredMs = clockMs();
      const { lastSubmitMs } = await untilTaken(sink, id, (taken) => taken.submits > submits, what);
      waits.push(Math.max(0, lastSubmitMs - answeredMs));
      await sleep(Math.random() * 60);
    }
    waits.sort((a, b) => a - b);
    const at = (share: number) => waits[Math.floor(share * SINGLE)]!.toFixed(1);
    print(what, [`${at(0.5)} / ${at(0.99)}`]);
  }
}

/** The rate of accept while nothing can be sent. */
async function compareAccept(systems: readonly System[]): Promise<void> {
  const turns = new Map<string, { perSecond: number; p99Ms: number; cpuMs: number }[]>();
  for (let round = 0; round < ROUNDS; round++) {
    for (const { id, urls, roots, next } of systems) {
      const before = total(cpuOf(roots));
      const { seconds, p99Ms } = await load(urls, ACCEPTED_EACH, next);
      const cpuMs = (total(cpuOf(roots)) - before) / ACCEPTED_EACH;
      turns.set(id, [...(turns.get(id) ?? []), { perSecond: ACCEPTED_EACH / seconds, p99Ms, cpuMs }]);
    }
  }
  console.log(`\n  accept alone: the carrier is gone, ${ACCEPTED_EACH} messages, ${ROUNDS} times each`);
  const medianOf = (id: string, figure: 'perSecond' | 'p99Ms' | 'cpuMs') =>
    median((turns.get(id) ?? []).map((turn) => turn[figure]));
  for (const { id, what } of systems) {
    const perSecond = medianOf(id, 'perSecond');
    const other =
      turns.has('memory') && id !== 'memory' ? [times(perSecond, medianOf('memory', 'perSecond'))] : [];
    print(what, [
      `${rate(perSecond)} accepted`,
      ...other,
      `p99 ${medianOf(id, 'p99Ms').toFixed(0)} ms`,
      `${medianOf(id, 'cpuMs').toFixed(2)} ms of CPU each`,
    ]);
  }
}

async function untilTaken(
  sink: Sink,
  id: string,
  isEnough: (taken: Taken) => boolean,
  what: string,
): Promise<Taken> {
  const lateMs = clockMs() + TURN_MS;
  for (;;) {
    const taken = (await sink.taken()).get(id);
    if (taken && isEnough(taken)) return taken;
    if (clockMs() > lateMs) throw new Error(`${what}: some messages or receipts are missing after a minute`);
    await sleep(2);
  }
}

async function openKannel(
  sink: Sink,
  { id, what, receipts, logs, each }: (typeof KANNELS)[number],
): Promise<System> {
  const account = { systemId: id, carrierPort: sink.port, window: WINDOW };
  const { url, roots, stop } = await startKannel({ ...account, receipts, logs });
  await untilTaken(sink, id, () => true, what);
  const next = () => ({ method: 'GET', path: kannelPath(nextNumber(), SENDER.replace(' ', ''), BODY) });
  return { id, what, each, warmUp: 500, urls: [url], roots, next, stop };
}

/**
 * `processes`: the roles of each. `fill` is called with the empty database and the address of the first.
 */
type GodwitOptions = {
  id: string;
  what: string;
  processes?: readonly string[];
  fill?: (pool: Pool, account: Account, url: string) => Promise<void>;
};

/** Starts Godwit; `endSending` stops the processes other than the first. */
async function openGodwit(
  sink: Sink,
  folder: string,
  { id, what, processes = ['web,send,jobs'], fill }: GodwitOptions,
): Promise<System & { endSending(): Promise<void> }> {
  // A session for each process that sends.
  const sessions = Math.max(1, processes.filter((roles) => roles.includes('send')).length);
  const settings = { CARRIERS_FILE: writeLink(folder, id, sink.port, sessions) };
  const [roles = '', ...others] = processes;
  const first = await startStack(roles, { settings });
  const rest: Stack[] = [];
  for (const more of others) rest.push(await startStack(more, { beside: first, settings }));
  const account = await createAccount(first.url);
  const headers = { authorization: account.live, 'content-type': 'application/json' };
  await untilTaken(sink, id, () => true, what);
  await withDatabase(first.dataDir, async (pool) => {
    await allowLive(pool, account);
    await fill?.(pool, account, first.url);
  });
  const running = new Set<Stack>([first, ...rest]);
  const stop = async (stack: Stack) => void (running.delete(stack) && (await stack.stop()));
  return {
    ...{ id, what, each: EACH, warmUp: 20_000 },
    urls: [...running].flatMap(({ url }) => url || []),
    roots: { Node: [...running].map(({ pid }) => pid), PostgreSQL: [postmasterOf(first.dataDir)] },
    next: () => ({
      ...{ method: 'POST', path: '/v1/messages', headers },
      body: JSON.stringify({ to: nextNumber(), from: SENDER, body: BODY }),
    }),
    async endSending() {
      for (const stack of rest) await stop(stack);
    },
    async stop() {
      for (const stack of [...running].reverse()) await stop(stack);
    },
  };
}

let lastNumber = 0;

function nextNumber(): string {
  lastNumber = (lastNumber + 1) % 1_000_000;
  return `+94771${String(lastNumber).padStart(6, '0')}`;
}

/** Sends `amount` requests over all connections, each once the previous one on its connection is answered. */
async function load(urls: readonly string[], amount: number, next: () => Request) {
  const started = performance.now();
  // The load generator rounds its own end up to a full second.
  let answered = started;
  const { non2xx, errors, latency } = await autocannon({
    ...{ url: [...urls], connections: CONNECTIONS, amount },
    setupClient(client) {
      const change = () => client.setRequests([next()]);
      change();
      client.on('response', () => {
        answered = performance.now();
        change();
      });
    },
  });
  const seconds = (answered - started) / 1_000;
  if (non2xx > 0 || errors > 0) throw new Error(`${non2xx} refused, ${errors} broken`);
  return { seconds, p99Ms: latency.p99 };
}

const clockMs = () => performance.timeOrigin + performance.now();
const cpuTotal = ({ cpu }: Turn) => total(cpu);
const total = (parts: Record<string, number>) => Object.values(parts).reduce((sum, one) => sum + one, 0);
const times = (one: number, other: number) => `${(one / other).toFixed(2)} ×`;
const inWords = (count: number) => count.toLocaleString('en-US');
const rate = (perSecond: number) => `${inWords(Math.round(perSecond))}/s`;

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)]!;
}

function summary(turns: readonly Turn[]): Turn {
  const names = Object.keys(turns[0]!.cpu);
  return {
    endToEnd: median(turns.map(({ endToEnd }) => endToEnd)),
    accepted: median(turns.map(({ accepted }) => accepted)),
    cpu: Object.fromEntries(names.map((name) => [name, median(turns.map(({ cpu }) => cpu[name]!))])),
  };
}

function print(what: string, parts: readonly string[]): void {
  console.log(`  ${what.padEnd(32)} ${parts.join('  ')}`);
}

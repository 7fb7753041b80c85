// Sends at a steady rate for half an hour to find unbounded growth: single LIVE messages, some with
// callbacks. The carrier sends each receipt at once, a customer's server answers each callback, and a reader
// polls the log.
import { once } from 'node:events';
import { readdirSync, readFileSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import autocannon from 'autocannon';
import type { Pool } from 'pg';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { openSink, writeLink } from './sink.ts';
import { createAccount, postmasterOf, startStack, withDatabase } from './stack.ts';
import { allowLive, SENDER } from './team.ts';

const CONNECTIONS = 20;
const SAMPLES = 12;
const READ_MS = 1_000;
/** One message in this many has callbacks, which one server receives ten at a time. */
const CALLBACK_SHARE = 10;
/** The most that a flat figure may grow from one third of the time to the end, as a factor. */
const FLAT = 1.15;
const SETTLE_MS = 60_000;

/** Sizes in MB; `tables` by name, without empty ones. */
type Sample = {
  server: number;
  database: number;
  tables: Map<string, number>;
  messages: number;
  waiting: number;
};

/** Sends `perSecond` messages a second and prints memory and table sizes at intervals. */
export async function soak(seconds: number, perSecond: number): Promise<void> {
  const sink = await openSink();
  const folder = throwawayFolder();
  const customer = createServer((request, response) => void request.resume().on('end', () => response.end()));
  await once(customer.listen(0, '127.0.0.1'), 'listening');
  const status_callback = `http://127.0.0.1:${(customer.address() as AddressInfo).port}/`;
  const stack = await startStack('web,send,jobs', {
    settings: { CARRIERS_FILE: writeLink(folder, 'soak', sink.port), CALLBACKS_ALLOW_PRIVATE: 'true' },
  });
  try {
    const account = await createAccount(stack.url);
    await withDatabase(stack.dataDir, async (pool) => {
      await allowLive(pool, account);
      const look = () => sampleOf(pool, { server: stack.pid, database: postmasterOf(stack.dataDir) });
      let sent = 0;
      const sending = autocannon({
        ...{ url: `${stack.url}/v1/messages`, connections: CONNECTIONS },
        ...{ overallRate: perSecond, duration: seconds, method: 'POST' },
        headers: { authorization: account.live, 'content-type': 'application/json' },
        setupClient(client) {
          const change = () => client.setBody(JSON.stringify(messageOf(sent++, status_callback)));
          change();
          client.on('response', change);
        },
      });
      const reading = setInterval(() => void readLog(stack.url, account.live), READ_MS);
      const samples: Sample[] = [];
      for (let i = 0; i < SAMPLES; i++) {
        await sleep((seconds * 1_000) / SAMPLES);
        samples.push(await look());
        printSample(((i + 1) * seconds) / SAMPLES, samples.at(-1)!);
      }
      const { non2xx, errors, latency } = await sending;
      clearInterval(reading);
      await untilIdle(pool);
      const end = await look();
      console.log(
        `  ${inWords(end.messages)} messages, ${non2xx} refused, ${errors} broken, answered in p50 ${latency.p50} ms, p99 ${latency.p99} ms; ${end.waiting} left waiting`,
      );
      judge(samples);
    });
  } finally {
    await stack.stop();
    await sink.close();
    customer.close();
    rmSync(folder, { recursive: true });
  }
}

/**
 * Memory and transient tables must not grow after the first third; the other tables must cost the same per
 * message.
 */
function judge(samples: readonly Sample[]): void {
  const early = samples[Math.floor(SAMPLES / 3) - 1]!;
  const late = samples.at(-1)!;
  const grown = late.messages / early.messages;
  const isFlat = (before: number, after: number) => after <= Math.max(before * FLAT, before + 8);
  const verdict = (before: number, after: number) =>
    isFlat(before, after)
      ? 'flat'
      : after <= before * grown * FLAT
        ? 'grows with what was sent'
        : 'GROWS FASTER';
  for (const name of ['server', 'database'] as const)
    console.log(
      `  memory of the ${name.padEnd(20)} ${shown(early[name])} → ${shown(late[name])}  ${isFlat(early[name], late[name]) ? 'flat' : 'GROWS'}`,
    );
  for (const [table, after] of [...late.tables].sort((a, b) => b[1] - a[1])) {
    const before = early.tables.get(table) ?? 0;
    if (after >= 1)
      console.log(`  ${table.padEnd(34)} ${shown(before)} → ${shown(after)}  ${verdict(before, after)}`);
  }
}

async function sampleOf(pool: Pool, pids: { server: number; database: number }): Promise<Sample> {
  const { rows: tables } = await pool.query<{ name: string; bytes: number }>(
    `select coalesce(parent.relname, class.relname) as name, sum(pg_total_relation_size(class.oid))::float8 as bytes
      from pg_class class
        left join pg_inherits on inhrelid = class.oid left join pg_class parent on parent.oid = inhparent
      where class.relkind = 'r' and class.relnamespace = 'public'::regnamespace group by 1`,
  );
  const { rows } = await pool.query<{ messages: number; waiting: number }>(
    `select (select count(*)::integer from messages) as messages,
      (select count(*)::integer from send_queue) + (select count(*)::integer from callback_outbox) as waiting`,
  );
  return {
    server: memoryOf(pids.server, pids.database),
    database: memoryOf(pids.database),
    tables: new Map(tables.map(({ name, bytes }) => [name, bytes / 2 ** 20])),
    ...rows[0]!,
  };
}

/**
 * Megabytes of a process and its children except `except`, from Linux's /proc. Pages shared by several
 * processes count proportionally.
 */
function memoryOf(root: number, except?: number): number {
  if (root === except) return 0;
  const own = /^Pss:\s+(\d+)/m.exec(readOrEmpty(`/proc/${root}/smaps_rollup`))?.[1] ?? 0;
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => new RegExp(`^PPid:\\s+${root}$`, 'm').test(readOrEmpty(`/proc/${name}/status`)));
  return children.reduce((sum, child) => sum + memoryOf(Number(child), except), Number(own) / 1024);
}

/** Empty if the process has ended. */
function readOrEmpty(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}

async function readLog(url: string, authorization: string): Promise<void> {
  const answer = await fetch(`${url}/v1/messages?page_size=50`, { headers: { authorization } }).catch(
    () => null,
  );
  await answer?.arrayBuffer();
}

async function untilIdle(pool: Pool): Promise<void> {
  const waits = 'select 1 from send_queue union all select 1 from callback_outbox limit 1';
  const lateMs = Date.now() + SETTLE_MS;
  while (Date.now() < lateMs && (await pool.query(waits)).rowCount) await sleep(500);
}

function printSample(second: number, { server, database, messages, waiting }: Sample): void {
  console.log(
    `  ${String(Math.round(second)).padStart(6)} s  ${inWords(messages).padStart(10)} messages, ${inWords(waiting)} waiting, memory: server ${shown(server)}, database ${shown(database)}`,
  );
}

const messageOf = (i: number, status_callback: string) => ({
  ...{ to: `+94771${String(i % 1_000_000).padStart(6, '0')}`, from: SENDER, body: `Your code is ${i}` },
  ...(i % CALLBACK_SHARE === 0 && { status_callback }),
});
const inWords = (count: number) => count.toLocaleString('en-US');
const shown = (megabytes: number) => `${megabytes.toFixed(megabytes < 10 ? 1 : 0)} MB`;

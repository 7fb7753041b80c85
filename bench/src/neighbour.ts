// Measures a noisy neighbour: one team uses all of its limits while another sends one LIVE message a second.
// Prints how long each of those waits to be accepted and to be submitted, without and with the neighbour.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { Worker } from 'node:worker_threads';
import type { Pool } from 'pg';
import { type Account, openAccount } from '../../server/test/client.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { type Attack, CASES, PREPARATIONS } from './neighbourCases.ts';
import type { Sent } from './neighbourSender.ts';
import { type Stack, startStack, withDatabase } from './stack.ts';
import { allowLive, fillGroup } from './team.ts';

const SENDER_THREAD = new URL('./neighbourSender.ts', import.meta.url);
const SIMULATOR = fileURLToPath(import.meta.resolve('@godwit/smpp/simulator/main'));
/** The rate of the link that both share, per second; a team can send more than that. */
const LINK_RATE = 500;
const LIMIT = { p99Ms: 1_000, ratio: 5 };
/** A lower time is within the machine's noise and gives no useful ratio. */
const QUIET_FLOOR_MS = 10;
/**
 * How long to wait for unsent messages at the end, in ms; a message still unsent counts with its time until
 * then.
 */
const LEFT_MS = 30_000;

/** `rows` is the size of files, groups and campaigns; `only` selects one case. */
export type NeighbourOptions = { rows: number; seconds: number; only: string | undefined };

type Times = { accept: number[]; submit: number[] };

/** Runs each case on a new service and prints its line of the table. */
export async function neighbour({ rows, seconds, only }: NeighbourOptions): Promise<void> {
  const names = Object.keys(CASES).filter((name) => only === undefined || name === only);
  if (names.length === 0) throw new Error(`Unknown case: ${only}. Choose from: ${Object.keys(CASES)}.`);
  console.log(
    `  ${rows.toLocaleString('en-US')} rows, ${seconds} s each; p50 / p99 in ms: quiet, during, times`,
  );
  console.log(`  ${'case'.padEnd(16)} ${'accepted'.padEnd(32)} ${'then submitted'.padEnd(32)} what it did`);
  for (const name of names) await runCase(name, { rows, seconds });
}

async function runCase(name: string, { rows, seconds }: Omit<NeighbourOptions, 'only'>): Promise<void> {
  const carrier = await startCarrier();
  const stack = await startStack('web,send,jobs', {
    settings: { CARRIERS_FILE: carrier.file, CALLBACKS_ALLOW_PRIVATE: 'true' },
  });
  try {
    await withDatabase(stack.dataDir, async (pool) => {
      const [quietTeam, bad] = [await openTeam(stack, pool), await openTeam(stack, pool)];
      await PREPARATIONS[name]?.({ pool, rows, ...bad });
      const groupId = await fillGroup(pool, bad, rows);
      const quiet = await watch(stack, pool, quietTeam, () => sleep((seconds / 2) * 1_000));
      let did = '';
      const during = await watch(stack, pool, quietTeam, async () => {
        did = await attack(CASES[name]!, { url: stack.url, pool, rows, groupId, ...bad }, seconds);
      });
      print(name, quiet, during, did);
    });
  } finally {
    await stack.stop();
    carrier.process.kill();
    rmSync(carrier.folder, { recursive: true });
  }
}

/** Runs the case for its time; returns a description of the load it caused. */
async function attack(
  work: (attack: Attack) => Promise<void>,
  on: Omit<Attack, 'signal' | 'did'>,
  seconds: number,
): Promise<string> {
  const counts = new Map<string, number>();
  const over = new AbortController();
  const did = (what: string, count = 1) => void counts.set(what, (counts.get(what) ?? 0) + count);
  const working = work({ ...on, signal: over.signal, did }).catch((error: Error) => {
    if (!over.signal.aborted) throw error;
  });
  await Promise.race([sleep(seconds * 1_000), working.then(() => sleep(seconds * 1_000))]);
  over.abort();
  await working;
  return [...counts].map(([what, count]) => `${count.toLocaleString('en-US')} ${what}`).join(', ');
}

type Team = { account: Account; teamId: string; projectId: string };

async function openTeam({ url }: Stack, pool: Pool): Promise<Team> {
  const account = await openAccount(url);
  const [team] = await account.call<{ id: string }[]>('GET', '/v1/web/teams');
  const project = { teamId: team!.id, projectId: account.project.id };
  await allowLive(pool, project);
  return { account, ...project };
}

/** Sends a message each second while `work` runs, without waiting for the one before. */
async function watch(
  { url }: Stack,
  pool: Pool,
  { account }: Team,
  work: () => Promise<void>,
): Promise<Times> {
  const sender = new Worker(SENDER_THREAD, {
    workerData: { url, authorization: account.authorization.LIVE },
  });
  await work();
  sender.postMessage('stop');
  const [sent] = (await once(sender, 'message')) as [Sent[]];
  const submit = await submitTimes(
    pool,
    sent.flatMap(({ id }) => (id ? [id] : [])),
  );
  return { accept: sent.map(({ ms }) => ms), submit };
}

/** From the commit of each message to the carrier's response, in ms. */
async function submitTimes(pool: Pool, ids: string[]): Promise<number[]> {
  const until = Date.now() + LEFT_MS;
  for (;;) {
    const { rows } = await pool.query<{ ms: number; sent: boolean }>(
      `select (extract(epoch from coalesce(sent_at, now()) - accepted_at) * 1000)::double precision as ms,
        sent_at is not null as sent from messages where id = any($1::uuid[])`,
      [ids],
    );
    if (rows.every(({ sent }) => sent) || Date.now() > until) return rows.map(({ ms }) => ms);
    await sleep(500);
  }
}

/** A second simulated carrier on a link with a rate that one team can exceed. */
async function startCarrier(): Promise<{ process: ChildProcess; folder: string; file: string }> {
  const child = spawn(process.execPath, [SIMULATOR, '--port', '0', '--id-base', 'hex'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(createInterface(child.stdout), 'line');
  const { port } = JSON.parse(line) as { port: number };
  const folder = throwawayFolder();
  const file = join(folder, 'carriers.json');
  const link = { id: 'carrier', host: '127.0.0.1', port, system_id: 'bench', password: 'bench' };
  writeFileSync(file, JSON.stringify([{ ...link, window: 200, throughput: LINK_RATE, message_id: 'hex' }]));
  return { process: child, folder, file };
}

function print(name: string, quiet: Times, loaded: Times, did: string): void {
  const cells = (['accept', 'submit'] as const).map((what) => {
    const [before, during] = [quiet[what], loaded[what]].map((times) => ({
      p50: quantile(times, 0.5),
      p99: quantile(times, 0.99),
    })) as [Quantiles, Quantiles];
    const ratio = during.p99 / Math.max(before.p99, QUIET_FLOOR_MS);
    const isMet = during.p99 <= LIMIT.p99Ms && ratio <= LIMIT.ratio;
    const text = `${shown(before)}, ${shown(during)}, ${ratio.toFixed(1)}${isMet ? '' : ' MISSED'}`;
    return text.padEnd(32);
  });
  console.log(`  ${name.padEnd(16)} ${cells.join(' ')} ${did}`);
}

type Quantiles = { p50: number; p99: number };
const shown = ({ p50, p99 }: Quantiles) => `${Math.round(p50)} / ${Math.round(p99)}`;

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.ceil(share * sorted.length) - 1] ?? 0;
}

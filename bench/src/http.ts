// Measures a link over HTTP beside a bare client: how much of its connections it uses if the carrier takes
// 40 ms to answer.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readProfile } from '../../server/src/carriers/links/http/profile.ts';
import { planByNumber } from '../../server/src/carriers/links/http/simulator/plan.ts';
import { startHttpSimulator } from '../../server/src/carriers/links/http/simulator/simulator.ts';
import { openAccount } from '../../server/test/client.ts';
import { waitFor } from '../../server/test/database.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { cpuOf } from './cpu.ts';
import { postmasterOf, startStack, withDatabase } from './stack.ts';
import { allowLive, SENDER } from './team.ts';

const BARE_CLIENT = fileURLToPath(new URL('bareHttpClient.ts', import.meta.url));
const ANSWER_MS = 40;
const CONNECTIONS = 50;
const POSSIBLE_PER_S = (CONNECTIONS / ANSWER_MS) * 1_000;
/** In the first ten, the process also accepts the messages and compiles what it runs. */
const SECONDS = 40;
const BARE_SECONDS = 6;
const BATCH = 1_000;
const LEAST_USED = 0.95;
const ENDS_WITHIN_MS = 300_000;

/** Sends messages through one link, and prints its rate beside that of a bare client before and after it. */
export async function http(): Promise<void> {
  const taken: number[] = [];
  const carrier = await startHttpSimulator({
    profile: readProfile('generic-json', '.'),
    answerDelayMs: ANSWER_MS,
    planOf: () => ({ ...planByNumber(''), outcome: 'noReceipt' }),
    onTaken: () => void taken.push(performance.now()),
  });
  /** The rate at the carrier while `work` ran, without its beginning and its end. */
  async function rateOf(work: () => Promise<void>): Promise<number> {
    taken.length = 0;
    await work();
    const middle = taken.slice(Math.floor(taken.length * 0.3), Math.ceil(taken.length * 0.95));
    return (middle.length - 1) / ((middle.at(-1)! - middle[0]!) / 1_000);
  }
  const bare = () => rateOf(() => sendBare(carrier.port, POSSIBLE_PER_S * BARE_SECONDS));
  try {
    const before = await bare();
    const used: string[] = [];
    const count = POSSIBLE_PER_S * SECONDS;
    const rate = await rateOf(() => sendAll(carrier.port, count, () => taken.length, used));
    const possible = (before + (await bare())) / 2;
    const ratio = rate / possible;
    console.log(
      `  ${CONNECTIONS} connections, ${ANSWER_MS} ms an answer: ${rate.toFixed(0)}/s, ${ratio.toFixed(3)} of a bare client's ${possible.toFixed(0)}/s${ratio >= LEAST_USED ? '' : '  MISSED'}`,
    );
    console.log(`  CPU a message: ${used.join(', ')}`);
  } finally {
    await carrier.close();
  }
}

async function sendBare(port: number, count: number): Promise<void> {
  const args = [BARE_CLIENT, port, CONNECTIONS, count].map(String);
  const [code] = await once(spawn(process.execPath, args, { stdio: 'inherit' }), 'exit');
  if (code !== 0) throw new Error('the bare client failed');
}

/** Sends messages through the service. Adds the CPU that each message took to `used`. */
async function sendAll(port: number, count: number, taken: () => number, used: string[]): Promise<void> {
  const folder = throwawayFolder();
  const CARRIERS_FILE = join(folder, 'carriers.json');
  const link = { id: 'http', profile: 'generic-json', base: `http://127.0.0.1:${port}` };
  const limits = { connections: CONNECTIONS, throughput: 5_000 };
  writeFileSync(CARRIERS_FILE, JSON.stringify([{ ...link, ...limits, secrets: { key: 'bench' } }]));
  const stack = await startStack('web,send,jobs', { settings: { CARRIERS_FILE } });
  const cpu = () =>
    cpuOf({ Node: [stack.pid], PostgreSQL: [postmasterOf(stack.dataDir)], carrier: [process.pid] });
  try {
    const { authorization, call, project } = await openAccount(stack.url);
    const [team] = await call<{ id: string }[]>('GET', '/v1/web/teams');
    await withDatabase(stack.dataDir, (pool) => allowLive(pool, { teamId: team!.id, projectId: project.id }));
    const before = cpu();
    await accept(stack.url, authorization.LIVE, count);
    await waitFor(() => taken() >= count, { what: 'all messages', timeoutMs: ENDS_WITHIN_MS });
    for (const [name, ms] of Object.entries(cpu()))
      used.push(`${name} ${((ms - before[name]!) / count).toFixed(2)} ms`);
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true });
  }
}

async function accept(url: string, authorization: string, count: number): Promise<void> {
  const headers = { authorization, 'content-type': 'application/json' };
  for (let sent = 0; sent < count; sent += BATCH) {
    const messages = Array.from({ length: Math.min(BATCH, count - sent) }, (_, index) => ({
      to: `+9477${String(sent + index).padStart(7, '0')}`,
      from: SENDER,
      body: 'Your code is 481516',
    }));
    const body = JSON.stringify({ messages });
    const answer = await fetch(`${url}/v1/messages/batch`, { method: 'POST', headers, body });
    if (!answer.ok) throw new Error(await answer.text());
  }
}

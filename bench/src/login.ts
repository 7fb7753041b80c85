// What the time of logins and resets shows about which accounts exist, and what a flood of logins does to sending.
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { Agent, request } from 'node:http';
import { json } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { startEmbedded } from '../../server/src/db/embedded.ts';
import { openPool } from '../../server/src/db/pool.ts';
import { hashPassword, isPassword } from '../../server/src/identity/passwords.ts';
import { newId } from '../../server/src/ids.ts';
import { orThrow } from '../../server/src/refusal.ts';
import type { Flood } from './flood.ts';
import { csrfOf, openAccount, type Stack, startStack } from './stack.ts';
import type { Result } from './table.ts';

const EMAILS = 1_000;
const LOGINS = 10_000;
const MESSAGES_PER_SECOND = 200;
const QUIET_SECONDS = 15;
const FLOOD = fileURLToPath(new URL('./flood.ts', import.meta.url));

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** A thousand e-mails with an account and a thousand without, at login and at reset, in random order. */
export async function login(): Promise<Result[]> {
  const stack = await startStack('web');
  try {
    const passwordHash = orThrow(await hashPassword('Bar$tailed11km'));
    const known = await insertPeople(stack, passwordHash);
    const unknown = known.map((email) => `nobody.${email}`);
    const password = 'Wrong$Password1';
    const logins = await compare(stack, { known, unknown }, '/v1/web/login', (user_id) => ({
      user_id,
      password,
    }));
    const resets = await compare(stack, { known, unknown }, '/v1/web/request_reset_password', (email) => ({
      email,
    }));
    const bare = await bareChecks(passwordHash, password);
    return [...rows('login', logins), ...rows('reset', resets), result('one argon2id check, bare', bare, '')];
  } finally {
    await stack.stop();
  }
}

/** Sending while ten thousand log in at once, and without them: in one process, and with the console in one of its own. */
export async function loginFlood(): Promise<Result[]> {
  return [...(await floodOf('one process', false)), ...(await floodOf('the console beside', true))];
}

async function floodOf(layout: string, hasConsoleBeside: boolean): Promise<Result[]> {
  const stack = await startStack('web,send,jobs');
  const front = hasConsoleBeside ? await startStack('web', { beside: stack, givesWay: true }) : stack;
  try {
    const { authorization } = await openAccount(stack.url);
    await send(stack.url, authorization, sleep(5_000));
    const quiet = await send(stack.url, authorization, sleep(QUIET_SECONDS * 1000));
    const before = memoryMb(front);
    const flood = startFlood(front.url);
    const during = await send(stack.url, authorization, flood);
    const { connectedMs, statuses, withRetryAfter, broken } = await flood;
    const answers = Object.entries(statuses).map(([status, count]) => `${count} × ${status}`);
    const memory = `${before} MB before, ${memoryMb(front)} MB at most`;
    const times = (during.p99 / quiet.p99).toFixed(1);
    return [
      {
        what: `${layout}: sending while ${LOGINS} log in at once`,
        perSecond: during.perSecond,
        note: `${shown(during)}, ${times} times the quiet p99; logins: connected within ${(connectedMs / 1000).toFixed(1)} s, ${answers.join(', ')}, ${withRetryAfter} with Retry-After, ${broken} broken; ${memory}`,
      },
      { what: 'the same without them', perSecond: quiet.perSecond, note: shown(quiet) },
    ];
  } finally {
    if (hasConsoleBeside) await front.stop();
    await stack.stop();
  }
}

type Emails = { known: string[]; unknown: string[] };

/** How long each kind of e-mail takes, in milliseconds, asked one after the other in random order. */
async function compare(stack: Stack, emails: Emails, path: string, bodyOf: (email: string) => object) {
  const headers = await csrfOf(stack.url);
  const times = { known: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  const asked = (['known', 'unknown'] as const)
    .flatMap((kind) => emails[kind].map((email) => ({ kind, email, at: Math.random() })))
    .sort((a, b) => a.at - b.at);
  for (const { kind, email } of asked) {
    const { ms, status, body } = await post(stack.url + path, headers, bodyOf(email));
    times[kind].push(ms);
    bodies.add(`${status} ${body}`);
  }
  if (bodies.size !== 1) throw new Error(`${path} answers differently: ${[...bodies].join(' and ')}`);
  return times;
}

function rows(what: string, { known, unknown }: { known: number[]; unknown: number[] }): Result[] {
  const difference = Math.abs(median(known) - median(unknown)).toFixed(2);
  return [
    result(`${what}, e-mails that have an account`, known, `, ${difference} ms apart from`),
    result(`${what}, e-mails that nobody has`, unknown, ''),
  ];
}

function result(what: string, times: number[], note: string): Result {
  return { what, perSecond: 1000 / median(times), note: `median ${median(times).toFixed(2)} ms${note}` };
}

function median(times: number[]): number {
  return [...times].sort((a, b) => a - b)[Math.floor(times.length / 2)]!;
}

async function bareChecks(passwordHash: string, password: string): Promise<number[]> {
  const times = [];
  for (let i = 0; i < 200; i++) {
    const started = performance.now();
    await isPassword(password, passwordHash);
    times.push(performance.now() - started);
  }
  return times;
}

/** Adds people who have proved their e-mail, past the forms; returns their e-mails. */
async function insertPeople({ dataDir }: Stack, passwordHash: string): Promise<string[]> {
  const database = await startEmbedded({ dataDir, log: () => {} });
  const pool = openPool(database.config, { max: 1, applicationName: 'bench' });
  const emails = Array.from({ length: EMAILS }, (_, i) => `person.${i}@example.com`);
  await pool.query(
    `insert into users (id, email, first_name, last_name, password_hash, email_verified_at)
     select id, email, 'Bench', 'Mark', $3, now() from unnest($1::uuid[], $2::text[]) as new (id, email)`,
    [emails.map(() => newId()), emails, passwordHash],
  );
  await pool.end();
  await database.stop();
  return emails;
}

/** How many messages were sent, and how long they took in milliseconds. */
type Sent = { count: number; perSecond: number; p50: number; p99: number };

/** Sends messages at a steady rate, each when it is due whether or not the last was answered, until `end` has come. */
async function send(url: string, authorization: string, end: Promise<unknown>): Promise<Sent> {
  const times: number[] = [];
  const open = new Set<Promise<void>>();
  let ended = false;
  const stop = () => {
    ended = true;
  };
  void end.then(stop, stop);
  const started = performance.now();
  for (let i = 0; !ended; i++) {
    const dueAt = started + (i * 1000) / MESSAGES_PER_SECOND;
    const earlyMs = dueAt - performance.now();
    if (earlyMs > 0) await sleep(earlyMs);
    const to = `+94771${String(i % 1_000_000).padStart(6, '0')}`;
    const body = { to, from: 'SANDBOX', body: 'Your order 48213 is packed' };
    const sent = post(`${url}/v1/messages`, { authorization }, body).then(({ status }) => {
      if (status !== 201) throw new Error(`A message got ${status}`);
      times.push(performance.now() - dueAt);
      open.delete(sent);
    });
    open.add(sent);
  }
  await Promise.all(open);
  const perSecond = times.length / ((performance.now() - started) / 1000);
  const sorted = times.sort((a, b) => a - b);
  const at = (share: number) => sorted[Math.floor(sorted.length * share)]!;
  return { count: times.length, perSecond, p50: at(0.5), p99: at(0.99) };
}

function shown({ count, p50, p99 }: Sent): string {
  return `${count} messages, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`;
}

/** Logins come from other machines: what makes them here takes what the server leaves of the cores. */
async function startFlood(url: string): Promise<Flood> {
  const command = [process.execPath, FLOOD, url, String(LOGINS)];
  const [file = '', ...args] =
    process.platform === 'linux' ? ['chrt', '--idle', '0', ...command] : ['nice', '-n', '19', ...command];
  const child = spawn(file, args, {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (await json(child.stdout)) as Flood;
}

function post(url: string, headers: Record<string, string>, body: object) {
  return new Promise<{ ms: number; status: number; body: string }>((resolve, reject) => {
    const started = performance.now();
    const options = { method: 'POST', agent, headers: { ...headers, 'content-type': 'application/json' } };
    const sent = request(url, options, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => {
        text += chunk;
      });
      answer.on('end', () =>
        resolve({ ms: performance.now() - started, status: answer.statusCode!, body: text }),
      );
    });
    sent.on('error', reject);
    sent.end(JSON.stringify(body));
  });
}

/** The most memory that the server has had, in megabytes; from Linux. */
function memoryMb({ pid }: Stack): number {
  if (process.platform !== 'linux') return Number.NaN;
  const [, kilobytes = ''] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

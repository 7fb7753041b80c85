// Measures whether the time of logins and resets reveals which accounts exist.
import { Agent, request } from 'node:http';
import { hashPassword, isPassword } from '../../server/src/identity/passwords.ts';
import { newId } from '../../server/src/ids.ts';
import { orThrow } from '../../server/src/refusal.ts';
import { csrfOf, type Stack, startStack, withDatabase } from './stack.ts';
import { median, type Result } from './table.ts';

const EMAILS = 1_000;

const agent = new Agent({ keepAlive: true, maxSockets: 50 });

/** Measures 1,000 e-mails with an account and 1,000 without, at login and at reset, in random order. */
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

type Emails = { known: string[]; unknown: string[] };

/** The times of each kind of e-mail in ms, one request after another in random order. */
async function compare(stack: Stack, emails: Emails, path: string, bodyOf: (email: string) => object) {
  const headers = await csrfOf(stack.url);
  const times = { known: [] as number[], unknown: [] as number[] };
  const bodies = new Set<string>();
  const order = (['known', 'unknown'] as const)
    .flatMap((kind) => emails[kind].map((email) => ({ kind, email, at: Math.random() })))
    .sort((a, b) => a.at - b.at);
  for (const { kind, email } of order) {
    const { ms, status, body } = await post(stack.url + path, headers, bodyOf(email));
    times[kind].push(ms);
    bodies.add(`${status} ${body}`);
  }
  if (bodies.size !== 1) throw new Error(`${path} has different responses: ${[...bodies].join(' and ')}`);
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

async function bareChecks(passwordHash: string, password: string): Promise<number[]> {
  const times = [];
  for (let i = 0; i < 200; i++) {
    const started = performance.now();
    await isPassword(password, passwordHash);
    times.push(performance.now() - started);
  }
  return times;
}

/** Inserts people with a verified e-mail directly; returns their e-mails. */
async function insertPeople({ dataDir }: Stack, passwordHash: string): Promise<string[]> {
  const emails = Array.from({ length: EMAILS }, (_, i) => `person.${i}@example.com`);
  await withDatabase(dataDir, (pool) =>
    pool.query(
      `insert into users (id, email, first_name, last_name, password_hash, email_verified_at)
       select id, email, 'Bench', 'Mark', $3, now() from unnest($1::uuid[], $2::text[]) as new (id, email)`,
      [emails.map(() => newId()), emails, passwordHash],
    ),
  );
  return emails;
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

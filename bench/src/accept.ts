// Measures durable accepts per second over HTTP, beside bare inserts of the same rows with the same commits.
import { rmSync } from 'node:fs';
import autocannon from 'autocannon';
import type { Pool } from 'pg';
import { migrate } from '../../server/src/db/schema/migrate.ts';
import { ensureMonths } from '../../server/src/db/schema/months.ts';
import { newId } from '../../server/src/ids.ts';
import {
  insertMessages,
  type NewMessage,
  type QueueEntry,
} from '../../server/src/messages/accept/queries.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { cpuOf } from './cpu.ts';
import { createAccount, postmasterOf, startStack, withDatabase } from './stack.ts';
import type { Result } from './table.ts';
import { allowLive, registerInAustralia, SENDER, UNREGISTERED } from './team.ts';

const CONNECTIONS = 50;
const WARM_UP = 20_000;
const REQUESTS = 80_000;
const BODY = 'Your order 48213 is packed and leaves Colombo today. Track it at lankaretail.lk/t/48213';

/** `batch` is the average number of messages per commit. */
type Load = { perSecond: number; p50Ms: number; p99Ms: number; batch: number };

/** Measures the public API in one process, then bare inserts into the same database. */
export async function accept(): Promise<Result[]> {
  await compareKinds();
  const web = await measure('web');
  const all = await measure('web,send,jobs');
  const bare = await measureBare(web.batch);
  const shown = ({ p50Ms, p99Ms }: Load) => `p50 ${p50Ms} ms, p99 ${p99Ms} ms`;
  return [
    {
      what: `POST /v1/messages, ${CONNECTIONS} connections, role web`,
      perSecond: web.perSecond,
      note: `${shown(web)}, ${web.batch.toFixed(0)} rows a commit`,
    },
    { what: 'the same while this process also sends', perSecond: all.perSecond, note: shown(all) },
    {
      what: 'bare unnest inserts, committed alike',
      perSecond: bare,
      note: `${web.batch.toFixed(0)} rows a commit, 2 at once`,
    },
  ];
}

/** A kind of request. `atLeast`: its least rate relative to `beside`, or to a single TEST message. */
type Kind = {
  what: string;
  beside?: string;
  atLeast: number;
  isKeyed?: boolean;
  batch?: number;
  /** The sender of LIVE messages. */
  from?: string;
  to?: Range;
  connections?: number;
  body?: string;
  /** The address of the customer's server, which receives the message's statuses. */
  callback?: string | undefined;
};

/** Numbers: their start, how many digits follow, and the first of these. */
type Range = { start: string; digits: number; first: number };

const SINGLE = 'single, TEST';
const SRI_LANKA = { start: '+94771', digits: 6, first: 0 };
/** A country without rules about senders, whose numbers take as long to parse as Australian ones. */
const BANGLADESH = { start: '+88018', digits: 8, first: 0 };
const AUSTRALIA = { start: '+614', digits: 8, first: 0 };
const NO_RULES = 'single, LIVE, a country without rules';
const KINDS: readonly Kind[] = [
  { what: SINGLE, atLeast: 1 },
  { what: 'single, LIVE, charged', atLeast: 0.9, from: SENDER },
  { what: NO_RULES, atLeast: 0.9, from: SENDER, to: BANGLADESH },
  { what: 'single, LIVE, registered name', beside: NO_RULES, atLeast: 0.95, from: SENDER, to: AUSTRALIA },
  {
    what: 'single, LIVE, name not registered',
    beside: NO_RULES,
    atLeast: 0.95,
    from: UNREGISTERED,
    to: AUSTRALIA,
  },
  { what: 'single, TEST, Idempotency-Key', atLeast: 0.8, isKeyed: true },
  { what: 'batch of 100, TEST', atLeast: 4, batch: 100 },
  { what: 'batch of 100, LIVE, charged', atLeast: 4, batch: 100, from: SENDER },
];
const ROUNDS = 3;
const EACH = 15_000;

/**
 * Alternates between the kinds on one service, so that a slow phase of the machine affects all of them.
 * Prints their ratios by elapsed time and by the CPU time of service and database.
 */
async function compareKinds(): Promise<void> {
  const stack = await startStack('web');
  try {
    const account = await createAccount(stack.url);
    const sums = new Map(KINDS.map(({ what }) => [what, { seconds: 0, cpuMs: 0 }]));
    const roots = { all: [stack.pid, postmasterOf(stack.dataDir)] };
    await withDatabase(stack.dataDir, async (pool) => {
      await allowLive(pool, account);
      await registerInAustralia(pool, account);
      await fire(stack.url, account.authorization, WARM_UP);
      for (let round = 0; round < ROUNDS; round++) {
        for (const kind of KINDS) {
          const authorization = kind.from ? account.live : account.authorization;
          const sum = sums.get(kind.what)!;
          const before = cpuOf(roots).all!;
          const { seconds } = await fire(stack.url, authorization, EACH / (kind.batch ?? 1), kind);
          sum.seconds += seconds;
          sum.cpuMs += cpuOf(roots).all! - before;
        }
      }
    });
    for (const { what, beside = SINGLE, atLeast } of KINDS) {
      const { seconds, cpuMs } = sums.get(what)!;
      const other = sums.get(beside)!;
      const rate = Math.round((ROUNDS * EACH) / seconds).toLocaleString('en-US');
      const each = (cpuMs / (ROUNDS * EACH)).toFixed(3);
      console.log(
        `  ${what.padEnd(38)} ${rate.padStart(8)} messages/s  ${each} ms of CPU each  ` +
          `of '${beside}': ${(other.seconds / seconds).toFixed(2)} (at least ${atLeast}), CPU ${(other.cpuMs / cpuMs).toFixed(2)}`,
      );
    }
  } finally {
    await stack.stop();
  }
}

async function measure(roles: string): Promise<Load> {
  const stack = await startStack(roles);
  try {
    const { projectId, authorization } = await createAccount(stack.url);
    await fire(stack.url, authorization, WARM_UP);
    return await withDatabase(stack.dataDir, async (pool) => {
      const before = await counters(pool, projectId);
      const { seconds, p50Ms, p99Ms } = await fire(stack.url, authorization, REQUESTS);
      const after = await counters(pool, projectId);
      // Counts the rows in the database and fails if they differ from the responses.
      const stored = after.messages - before.messages;
      if (stored !== REQUESTS) throw new Error(`${REQUESTS} answered 201, ${stored} stored`);
      return { perSecond: stored / seconds, p50Ms, p99Ms, batch: stored / (after.commits - before.commits) };
    });
  } finally {
    await stack.stop();
  }
}

/**
 * Sends `amount` requests over some connections, each once the previous one on its connection is answered.
 * @throws if one is refused or breaks
 */
export async function fire(
  url: string,
  authorization: string,
  amount: number,
  {
    batch = 1,
    isKeyed = false,
    from = 'SANDBOX',
    to = SRI_LANKA,
    connections = CONNECTIONS,
    body = BODY,
    callback,
  }: Partial<Kind> = {},
) {
  let number = 0;
  const nextMessage = () => {
    number = (number + 1) % 1_000_000;
    const recipient = to.start + String(to.first + number).padStart(to.digits, '0');
    return { to: recipient, from, body, status_callback: callback };
  };
  const headers = { authorization, 'content-type': 'application/json' };
  const started = performance.now();
  // The load generator rounds its own end up to a full second.
  let answered = started;
  const result = await autocannon({
    url: batch > 1 ? `${url}/v1/messages/batch` : `${url}/v1/messages`,
    connections,
    amount,
    method: 'POST',
    headers,
    setupClient: (client) => {
      const next = () => {
        const messages = Array.from({ length: batch }, nextMessage);
        client.setBody(JSON.stringify(batch > 1 ? { messages } : messages[0]));
        if (isKeyed) client.setHeaders({ ...headers, 'idempotency-key': newId() });
      };
      next();
      client.on('response', () => {
        answered = performance.now();
        next();
      });
    },
  });
  const seconds = (answered - started) / 1000;
  if (result.non2xx > 0 || result.errors > 0)
    throw new Error(`${result.non2xx} refused, ${result.errors} broken`);
  return { seconds, p50Ms: result.latency.p50, p99Ms: result.latency.p99 };
}

/** Inserts the same rows directly: two connections, each committing batches of this size. */
async function measureBare(batch: number): Promise<number> {
  const dataDir = throwawayFolder();
  try {
    return await withDatabase(dataDir, async (pool) => {
      await migrate(pool);
      await ensureMonths(pool);
      const size = Math.round(batch);
      const started = performance.now();
      let rows = 0;
      const insertOn = async () => {
        while (rows < REQUESTS) {
          rows += size;
          await insertMessages(pool, Array.from({ length: size }, messageRow));
        }
      };
      await Promise.all([insertOn(), insertOn()]);
      return rows / ((performance.now() - started) / 1000);
    });
  } finally {
    rmSync(dataDir, { recursive: true, force: true });
  }
}

const ids = { teamId: newId(), projectId: newId() };

/** A TEST message as accept stores it. */
export function messageRow(_: unknown, index: number): NewMessage & QueueEntry {
  return {
    ...ids,
    id: newId(),
    mode: 'TEST',
    apiType: 'MESSAGING',
    platform: 'API',
    sender: 'SANDBOX',
    senderSent: null,
    contentClass: 'TRANSACTIONAL',
    recipient: `+94771${String(index).padStart(6, '0')}`,
    body: BODY,
    encoding: 'GSM7',
    characters: BODY.length,
    segments: 1,
    costMicros: 800_000n,
    chargedMicros: 0n,
    day: new Date().toISOString().slice(0, 10),
    statusCallback: null,
    sendAt: null,
    heldSince: null,
    acceptedAt: new Date(),
    campaignId: null,
    traceparent: null,
    linkGroup: 'TEST:',
    priority: 0,
    validityMs: 86_400_000,
    linkId: null,
    leaseMs: null,
    heldFor: null,
    hidden: null,
  };
}

async function counters(pool: Pool, projectId: string) {
  // PostgreSQL publishes statistics once a session is idle for a moment.
  await pool.query('select pg_stat_force_next_flush(), pg_stat_clear_snapshot()');
  const { rows } = await pool.query(
    `select (select count(*) from messages where project_id = $1) as messages,
      (select xact_commit from pg_stat_database where datname = current_database()) as commits`,
    [projectId],
  );
  return { messages: Number(rows[0].messages), commits: Number(rows[0].commits) };
}

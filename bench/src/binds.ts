// SMPP customers send while the server is killed. Each message has a user_message_reference; a message
// without a response is sent again. Then every accepted message must be in the log exactly once and have its
// receipt.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { rmSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { type NewSmppAccount, SMPP_LIMITS } from '@godwit/contract/smppAccounts';
import { parseReceipt } from '@godwit/smpp/codec/receipt';
import { connectSession, type SmppSession } from '@godwit/smpp/session/session';
import { openAccount } from '../../server/test/client.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { withDatabase } from './stack.ts';

const MAIN = fileURLToPath(new URL('../../server/src/main.ts', import.meta.url));
const ACCOUNTS = 4;
const WINDOW = 50;
const AGAIN_MS = 20;
const REFERENCES = 65_536;
const RECEIPTS_WITHIN_MS = 120_000;
/** Numbers that the simulator delivers. */
const recipientOf = (n: number): string => `9477${String(1_000_010 + Math.floor(n / 80) * 100 + (n % 80))}`;
const textOf = (n: number): string => `bind ${n}`;

type Run = {
  messages: number;
  answered: Map<number, string>;
  receipts: Map<string, number>;
  repeated: number;
};

/**
 * Sends `messages` under `kills` kills and prints the result. Throws if a message or receipt is lost or
 * duplicated.
 */
export async function binds(messages: number, kills: number): Promise<void> {
  const server = openServer();
  try {
    const url = await server.start();
    const { project, call } = await openAccount(url);
    const accounts = await Promise.all(
      Array.from({ length: ACCOUNTS }, (_, i) =>
        call<NewSmppAccount>('POST', `/v1/web/projects/${project.id}/smpp_accounts`, {
          mode: 'TEST',
          name: `Bench ${i}`,
          throughput: String(SMPP_LIMITS.throughput),
        }),
      ),
    );
    const run: Run = { messages, answered: new Map(), receipts: new Map(), repeated: 0 };
    const startedMs = performance.now();
    const killing = killEvery(server, run, kills);
    const sessions = accounts.map((account) => bind(server.smppPort, account, run));
    await Promise.all(sessions.map((session, i) => sendShare(session, i, run)));
    const seconds = (performance.now() - startedMs) / 1000;
    await killing;
    await untilReceipts(run);
    await Promise.all(sessions.map((session) => session.close()));
    await judge(server.dataDir, run, kills, seconds);
  } finally {
    await server.stop();
  }
}

/** The server as a process that is killed and restarted on the same ports and data. */
function openServer() {
  const dataDir = throwawayFolder();
  let child: ChildProcess;
  const server = {
    dataDir,
    smppPort: 0,
    async start(): Promise<string> {
      server.smppPort ||= await freePort();
      const limits = {
        LIMIT_REGISTER: '0',
        LIMIT_LOGIN: '0',
        LIMIT_NEW_HOME: '0',
        LIMIT_NEW_ABROAD: '0',
      };
      const ports = { PORT: '0', SMPP_PORT: String(server.smppPort) };
      const env = { ...process.env, ...limits, ...ports, DATA_DIR: dataDir, LOG_LEVEL: 'error' };
      const started = spawn(process.execPath, [MAIN, 'start'], { env, stdio: ['ignore', 'pipe', 'inherit'] });
      child = started;
      return new Promise((resolve, reject) => {
        createInterface(started.stdout).on('line', (line) => {
          const found = /Godwit is at\s+(\S+)/.exec(line);
          if (found) resolve(found[1]!);
        });
        started.once('exit', () => reject(new Error('the server ended')));
      });
    },
    async kill(): Promise<void> {
      child.kill('SIGKILL');
      await once(child, 'exit');
      await server.start();
    },
    async stop(): Promise<void> {
      child.kill('SIGTERM');
      await once(child, 'exit');
      rmSync(dataDir, { recursive: true, force: true });
    },
  };
  return server;
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1');
  await once(probe, 'listening');
  const { port } = probe.address() as AddressInfo;
  probe.close();
  return port;
}

/** Kills the server each time another share of all messages is answered. */
async function killEvery(server: ReturnType<typeof openServer>, run: Run, kills: number): Promise<void> {
  for (let done = 1; done <= kills; done++) {
    const share = (run.messages * done) / (kills + 1);
    while (run.answered.size < share) await sleep(AGAIN_MS);
    await server.kill();
  }
}

function bind(port: number, { system_id, password }: NewSmppAccount, run: Run): SmppSession {
  return connectSession({
    host: '127.0.0.1',
    port,
    systemId: system_id,
    password,
    bind: 'transceiver',
    window: WINDOW,
    backoff: { minMs: 100, maxMs: 500 },
    onDeliver(pdu) {
      const id = parseReceipt(pdu)?.messageId ?? '';
      run.receipts.set(id, (run.receipts.get(id) ?? 0) + 1);
      return 0;
    },
    onError: (error) => console.error(error),
  });
}

/** Sends every n-th message until it is answered OK. */
async function sendShare(session: SmppSession, first: number, run: Run): Promise<void> {
  const waiting: number[] = [];
  for (let n = first; n < run.messages; n += ACCOUNTS) waiting.push(n);
  waiting.reverse();
  let inFlight = 0;
  while (waiting.length > 0 || inFlight > 0) {
    while (waiting.length > 0 && session.freeWindow() > 0) {
      const n = waiting.pop()!;
      inFlight++;
      void submit(session, n).then((id) => {
        inFlight--;
        if (id !== null) run.answered.set(n, id);
        else {
          run.repeated++;
          waiting.unshift(n);
        }
      });
    }
    await sleep(session.freeWindow() > 0 ? 0 : 1);
  }
}

/** Submits one message; returns its id if it was answered OK, else null. */
async function submit(session: SmppSession, n: number): Promise<string | null> {
  const result = await session.submit({
    sourceAddr: 'SANDBOX',
    destinationAddr: recipientOf(n),
    registeredDelivery: 1,
    shortMessage: Buffer.from(textOf(n)),
    tlvs: { userMessageReference: n % REFERENCES },
  });
  if (result.kind === 'answered' && result.status === 0) return result.messageId;
  await sleep(AGAIN_MS);
  return null;
}

async function untilReceipts(run: Run): Promise<void> {
  const untilMs = performance.now() + RECEIPTS_WITHIN_MS;
  while (run.receipts.size < run.messages && performance.now() < untilMs) await sleep(AGAIN_MS);
}

async function judge(dataDir: string, run: Run, kills: number, seconds: number): Promise<void> {
  const stored = await withDatabase(dataDir, async (pool) => {
    const { rows } = await pool.query<{ id: string; body: string }>('select id, body from messages');
    return rows;
  });
  const idsOf = Map.groupBy(stored, ({ body }) => body);
  const ids = new Set(stored.map(({ id }) => id));
  const twice = [...idsOf.values()].filter(({ length }) => length > 1).length;
  const missing = [...run.answered.values()].filter((id) => !ids.has(id)).length;
  const unreceipted = [...run.answered.values()].filter((id) => !run.receipts.has(id)).length;
  const again = [...run.receipts.values()].filter((count) => count > 1).length;
  const rate = Math.round(run.messages / seconds).toLocaleString('en-US');
  console.log(`  ${run.messages} messages over ${ACCOUNTS} binds, ${kills} kills: ${rate}/s`);
  console.log(`  answered OK and not in the log: ${missing}; in the log twice: ${twice}`);
  console.log(
    `  without a receipt: ${unreceipted}; receipts repeated: ${again}; submits repeated: ${run.repeated}`,
  );
  if (missing + twice + unreceipted > 0) throw new Error('Messages or receipts were lost or duplicated');
}

// A flood of what phones send: one phone writes thousands of texts a second over a real link, others a few, among them what cannot be; two that answer
// each other; and what another team sends meanwhile.
import { readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SmInput } from '@godwit/smpp/pdu';
import { listenSmpp, type ServerConnection } from '@godwit/smpp/server';
import { splitMessage } from '@godwit/smpp/split';
import { commandStatus } from '@godwit/smpp/status';
import type { Pool } from 'pg';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { cpuOf } from './cpu.ts';
import { openAccount, postmasterOf, type Stack, startStack, withDatabase } from './stack.ts';
import { allowLive, SENDER } from './team.ts';

const FLOOD_PER_SECOND = 5_000;
const OTHERS_PER_SECOND = 20;
const SENT_PER_SECOND = 50;
const QUIET_SECONDS = 15;
const EVERY_MS = 20;
const OURS = '94112300300';
const FLOODING = '94770000001';
const ANSWERING = '94770000002';
const KEYWORD = 'join';
const MOST_REPLIES = 5;
const BARS = { slower: 2, leastMs: 20, memoryMB: 512 };

const plain = (text: string): Partial<SmInput> =>
  splitMessage(text, { charset: 'gsm7', longMessages: 'udh', reference: 0 })[0]!;
const part = (reference: number, total: number, sequence: number, text: string): Partial<SmInput> => ({
  esmClass: 0x40,
  shortMessage: Buffer.concat([Buffer.from([5, 0, 3, reference, total, sequence]), Buffer.from(text)]),
});

/** What phones write besides plain texts, in turn; `ours` is whether it is to a number of a project. */
const ODD: ((i: number) => { sm: Partial<SmInput>; ours: boolean })[] = [
  (i) => ({ sm: plain(`Hello ${i}`), ours: true }),
  () => ({ sm: {}, ours: true }),
  (i) => ({ sm: part(1, 2, 3, `three of two ${i}`), ours: true }),
  // The reference of the one before, and never the other part.
  (i) => ({ sm: part(7, 2, 1, `first half ${i}`), ours: true }),
  (i) => ({ sm: plain(`To a number of no project ${i}`), ours: false }),
];

type Answers = Map<string, number>;
const count = (answers: Answers, what: string) => answers.set(what, (answers.get(what) ?? 0) + 1);
const shown = (answers: Answers) =>
  [...answers].map(([what, some]) => `${some.toLocaleString('en-US')} ${what}`).join(', ');
const met = (isMet: boolean) => (isMet ? '' : '  MISSED');

/** Floods for so many seconds and prints what was answered, what became of it, and what it did to another team. */
export async function incoming(seconds: number): Promise<void> {
  const carrier = await startCarrier();
  const folder = throwawayFolder();
  const CARRIERS_FILE = join(folder, 'carriers.json');
  const link = { id: 'flood', host: '127.0.0.1', port: carrier.port, system_id: 'flood', password: 'bench' };
  writeFileSync(CARRIERS_FILE, JSON.stringify([{ ...link, sessions: 2, window: 500, throughput: 1_000 }]));
  const stack = await startStack('web,send,jobs', { settings: { CARRIERS_FILE } });
  try {
    await withDatabase(stack.dataDir, async (pool) => {
      await openReceiving(stack, pool);
      const send = await openSending(stack, pool);
      await carrier.ready();
      const quiet = await timesOf(pool, await send(QUIET_SECONDS));
      let mostMB = 0;
      const looking = setInterval(() => {
        const resident = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${stack.pid}/status`, 'utf8'))?.[1];
        mostMB = Math.max(mostMB, Number(resident) / 1024);
      }, 200);
      const cpu = () => cpuOf({ server: [stack.pid], database: [postmasterOf(stack.dataDir)] });
      const before = cpu();
      const sending = send(seconds);
      const { flood, others, taken } = await carrier.flood(seconds);
      const after = cpu();
      const beside = await timesOf(pool, await sending);
      await emptied(pool);
      clearInterval(looking);
      const handed = [...flood.values()].reduce((sum, some) => sum + some, 0);
      console.log(
        `  one phone    ${Math.round(handed / seconds).toLocaleString('en-US')}/s over ${seconds} s: ${shown(flood)}`,
      );
      console.log(`  others       ${OTHERS_PER_SECOND}/s: ${shown(others)}`);
      await judge(pool, taken, { flood, others });
      const isSlow = beside.p99 > Math.max(BARS.leastMs, quiet.p99) * BARS.slower;
      console.log(
        `  another team sends ${SENT_PER_SECOND}/s, accepted to answered, p50 / p99: quiet ${quiet.p50} / ${quiet.p99} ms, in the flood ${beside.p50} / ${beside.p99} ms${met(!isSlow)}`,
      );
      const cores = (name: string) => ((after[name]! - before[name]!) / 1_000 / seconds).toFixed(2);
      console.log(
        `  memory       ${Math.round(mostMB)} MB${met(mostMB <= BARS.memoryMB)}; processor, in cores: service ${cores('server')}, database ${cores('database')}`,
      );
    });
  } finally {
    await stack.stop();
    await carrier.close();
    rmSync(folder, { recursive: true });
  }
}

/** A carrier in this process; a phone of its answers whatever comes to it with the keyword again. */
async function startCarrier() {
  const connections = new Set<ServerConnection>();
  let [next, ids] = [0, 0];
  const hand = async (from: string, to: string, sm: Partial<SmInput>): Promise<string> => {
    const all = [...connections];
    const connection = all[next++ % all.length];
    if (!connection) return 'not bound';
    const result = await connection.deliver({
      ...sm,
      ...{ sourceAddr: from, sourceAddrTon: 1, destinationAddr: to },
    });
    if (result.kind !== 'answered') return result.kind;
    if (result.status === commandStatus.ESME_ROK) return 'OK';
    return result.status === commandStatus.ESME_RTHROTTLED ? 'throttled' : 'refused';
  };
  const server = await listenSmpp({
    ...{ host: '127.0.0.1', port: 0, deliverWindow: 2_000, authenticate: () => 0, onError: console.error },
    onBound: (connection) => connections.add(connection),
    onUnbound: (connection) => connections.delete(connection),
    onSubmit({ destinationAddr: to }) {
      if (to === ANSWERING) void hand(ANSWERING, OURS, plain(KEYWORD));
      return Promise.resolve({ status: 0, messageId: String(++ids) });
    },
  });

  async function flood(seconds: number) {
    const [flood, others, taken]: [Answers, Answers, Map<string, number>] = [new Map(), new Map(), new Map()];
    const underWay: Promise<unknown>[] = [];
    const give = (answers: Answers, from: string, to: string, sm: Partial<SmInput>) =>
      hand(from, to, sm).then((answer) => {
        count(answers, answer);
        if (answer === 'OK') taken.set(from, (taken.get(from) ?? 0) + 1);
      });
    underWay.push(hand(ANSWERING, OURS, plain(KEYWORD)));
    const began = performance.now();
    let [written, odd] = [0, 0];
    for (let pastMs = 0; pastMs < seconds * 1_000; pastMs = performance.now() - began) {
      for (; written < (pastMs / 1_000) * FLOOD_PER_SECOND; written++)
        underWay.push(give(flood, FLOODING, OURS, plain(`Flood ${written}`)));
      for (; odd < (pastMs / 1_000) * OTHERS_PER_SECOND; odd++) {
        const { sm, ours } = ODD[odd % ODD.length]!(odd);
        const phone = String(94_771_000_000 + (odd % ODD.length));
        underWay.push(give(others, phone, ours ? OURS : '94119999999', sm));
      }
      await sleep(EVERY_MS);
    }
    await Promise.all(underWay);
    return { flood, others, taken };
  }

  async function ready(): Promise<void> {
    while (connections.size < 2 || (await hand('94779999999', OURS, plain('Ready?'))) !== 'OK')
      await sleep(100);
  }
  return { port: server.port, ready, flood, close: () => server.close(0) };
}

/** A team with a number and a keyword that is answered. */
async function openReceiving({ url }: Stack, pool: Pool): Promise<void> {
  const { teamId, projectId } = await openAccount(url);
  await allowLive(pool, { teamId, projectId });
  await pool.query(
    `insert into two_way_numbers (number, team_id, project_id, mode, assigned_by) values ($1, $2, $3, 'LIVE', 'bench')`,
    [`+${OURS}`, teamId, projectId],
  );
  await pool.query(
    `insert into keywords (team_id, project_id, id, words, reply) values ($1, $2, gen_random_uuid(), $3, 'Welcome')`,
    [teamId, projectId, [KEYWORD]],
  );
}

/** Another team, which sends for so many seconds; resolves with the ids of its messages. */
async function openSending({ url }: Stack, pool: Pool) {
  const { teamId, projectId, live } = await openAccount(url);
  await allowLive(pool, { teamId, projectId });
  const headers = { authorization: live, 'content-type': 'application/json' };
  return async (seconds: number): Promise<string[]> => {
    const began = performance.now();
    const answers: Promise<string>[] = [];
    for (let i = 0; i < seconds * SENT_PER_SECOND; i++) {
      const early = began + (i / SENT_PER_SECOND) * 1_000 - performance.now();
      if (early > 1) await sleep(early);
      const message = { to: `+9477${String(2_000_000 + i)}`, from: SENDER, body: 'Your code is 481516' };
      const posted = fetch(`${url}/v1/messages`, { method: 'POST', headers, body: JSON.stringify(message) });
      answers.push(posted.then(async (answer) => ((await answer.json()) as { id: string }).id));
    }
    return Promise.all(answers);
  };
}

/** From the acceptance of each message to the carrier's answer, once all of them are sent. */
async function timesOf(pool: Pool, ids: readonly string[]) {
  for (;;) {
    const { rows } = await pool.query<{ ms: number | null }>(
      'select (extract(epoch from sent_at - accepted_at) * 1000)::float8 as ms from messages where id = any($1::uuid[])',
      [ids],
    );
    const sorted = rows.flatMap(({ ms }) => ms ?? []).sort((one, other) => one - other);
    const at = (share: number) => Math.round(sorted[Math.ceil(share * sorted.length) - 1] ?? 0);
    if (sorted.length === ids.length) return { p50: at(0.5), p99: at(0.99) };
    await sleep(200);
  }
}

async function emptied(pool: Pool): Promise<void> {
  const open = 'select from incoming_inbox where not waits and failure is null limit 1';
  while ((await pool.query(open)).rowCount) await sleep(200);
  // What was refused is noted each second.
  await sleep(2_500);
}

/** What was answered OK is in the log once or waits for its other part; what was not is counted; the loop has ended. */
async function judge(
  pool: Pool,
  taken: ReadonlyMap<string, number>,
  { flood, others }: { flood: Answers; others: Answers },
): Promise<void> {
  const { rows: stored } = await pool.query<{ phone: string; messages: number }>(
    `select substr(phone, 2) as phone, count(*)::integer as messages from (
        select sender as phone from messages where direction = 'INCOMING' union all
        select sender from incoming_inbox) as all_of_it group by phone`,
  );
  const kept = new Map(stored.map(({ phone, messages }) => [phone, messages]));
  const lost = [...taken].filter(([phone, some]) => kept.get(phone) !== some);
  const all = [...taken.values()].reduce((sum, some) => sum + some, 0);
  console.log(
    `  answered OK  ${all.toLocaleString('en-US')} of ${taken.size} phones; not in the log as often: ${lost.length}${met(lost.length === 0)}`,
  );
  const { rows: refused } = await pool.query<{ reason: string; count: number }>(
    'select reason, sum(count)::integer as count from refused_incoming group by reason order by reason',
  );
  const answered = (what: string) => (flood.get(what) ?? 0) + (others.get(what) ?? 0);
  const noted = refused.reduce((sum, { count: some }) => sum + some, 0);
  const isNoted = noted === answered('throttled') + answered('refused');
  console.log(
    `  staff see    ${refused.map((row) => `${row.count.toLocaleString('en-US')} ${row.reason}`).join(', ')}${met(isNoted)}`,
  );
  const { rows: replies } = await pool.query<{ replies: number }>(
    `select count(*)::integer as replies from messages where platform = 'KEYWORD' and recipient = $1`,
    [`+${ANSWERING}`],
  );
  console.log(
    `  two that answer each other end after ${replies[0]!.replies} replies${met(replies[0]!.replies === MOST_REPLIES)}`,
  );
}

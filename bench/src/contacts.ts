// Measures the import of up to 500,000 contacts, beside another team's calls and a bare COPY of the same
// rows; then paging, searching, group filters and deletion over HTTP.
import { readFileSync } from 'node:fs';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ContactGroup, ImportReport } from '@godwit/contract/contacts';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { makeYear } from './past.ts';
import { createAccount, startStack, withDatabase } from './stack.ts';

const FILES = [
  { rows: 100_000, limitSeconds: 4 },
  { rows: 500_000, limitSeconds: 20 },
] as const;
const MESSAGES = 20_000;
const QUIET_MS = 8_000;
const PAUSE_MS = 10;
const ROUNDS = 60;
const PAGE_SIZE = 25;
const DELETED = 10_000;
const LIMIT = { memoryMegabytes: 150, othersRatio: 2, pageMs: 60, deleteSeconds: 3 };

type Account = Awaited<ReturnType<typeof createAccount>>;
type Stack = { url: string; pid: number };

/** Prints the time of each file, and the times of each call. */
export async function contacts(): Promise<void> {
  for (const { rows, limitSeconds } of FILES) {
    const stack = await startStack('web');
    try {
      await withDatabase(stack.dataDir, async (pool) => {
        const other = await createAccount(stack.url);
        await makeYear(pool, other, MESSAGES);
        const account = await createAccount(stack.url);
        const copySeconds = await bareCopy(pool, rows);
        await measureImport({ stack, account, other, rows, limitSeconds, copySeconds });
        if (rows !== FILES.at(-1)!.rows) return;
        await measureCalls(stack, account);
        await measureChanges(pool, stack, account);
      });
    } finally {
      await stack.stop();
    }
  }
}

/** The cells of each row: all in one of 40 groups, a fifth in a second group, a tenth without a last name. */
function cellsOf(i: number): string[] {
  // A step without a common factor with the count visits all numbers in no order.
  const number = `077${String((i * 3_999_971) % 10_000_000).padStart(7, '0')}`;
  return [
    number,
    FIRST_NAMES[i % FIRST_NAMES.length]!,
    i % 10 === 0 ? '' : `${LAST_NAMES[(i * 7) % LAST_NAMES.length]} ${i % 997}`,
    `Branch ${i % 40}`,
    i % 5 === 0 ? 'Newsletter' : '',
  ];
}
const FIRST_NAMES = [
  'Nimal',
  'Kamala',
  'Sunil',
  'Priya',
  'Ruwan',
  'Dilani',
  'Chamara',
  'Anoma',
  'Tharindu',
  'Ishara',
  'Nirmala',
];
const LAST_NAMES = [
  'Perera',
  'Silva',
  'Fernando',
  'Jayasinghe',
  'Bandara',
  'Rajapakse',
  'Wickramasinghe',
  'Kumara',
  'Dissanayake',
];

/** The text of all rows, in chunks suitable for a stream. */
function* textOf(rows: number, separator: string): Generator<string> {
  const lines: string[] = [];
  for (let i = 0; i < rows; i++) {
    lines.push(cellsOf(i).join(separator));
    if (lines.length < 1_000 && i < rows - 1) continue;
    yield `${lines.splice(0).join('\n')}\n`;
  }
}

/** Seconds that a COPY of the same rows takes, into a table without an index. */
async function bareCopy(pool: Pool, rows: number): Promise<number> {
  await pool.query(
    'create table bare (number text, first_name text, last_name text, group1 text, group2 text)',
  );
  const pieces = [...textOf(rows, '\t')];
  const client = await pool.connect();
  try {
    const started = performance.now();
    await pipeline(Readable.from(pieces), client.query(copyFrom('copy bare from stdin')));
    return (performance.now() - started) / 1000;
  } finally {
    client.release();
    await pool.query('drop table bare');
  }
}

async function measureImport({
  stack,
  account,
  other,
  rows,
  limitSeconds,
  copySeconds,
}: {
  stack: Stack;
  account: Account;
  other: Account;
  rows: number;
  limitSeconds: number;
  copySeconds: number;
}): Promise<void> {
  const file = new Blob([`Mobile,FirstName,LastName,Group1,Group2\n`, ...textOf(rows, ',')]);
  const log = logPage(stack, other);
  const before = await watch(log, () => sleep(QUIET_MS));
  const memory = watchMemory(stack.pid);
  const during = await watch(log, () => upload(stack.url, account, file));
  const { megabytesBefore, megabytesMost } = memory.stop();
  const { result: report, seconds } = during;
  if (report.created !== rows) throw new Error(`Some rows were not imported: ${JSON.stringify(report)}`);

  const count = rows.toLocaleString('en-US');
  const grown = megabytesMost - megabytesBefore;
  const ratio = during.p99 / before.p99;
  console.log(
    [
      `${count} rows (${(file.size / 1024 / 1024).toFixed(1)} MB) in ${seconds.toFixed(1)} s (limit ${limitSeconds} s); bare COPY of the same rows ${copySeconds.toFixed(2)} s, ${(seconds / copySeconds).toFixed(1)} times as long`,
      `memory ${megabytesBefore} MB before, ${megabytesMost} MB at most: +${grown} MB (limit +${LIMIT.memoryMegabytes} MB)`,
      `another's log page p99 ${before.p99.toFixed(1)} ms quiet (${before.calls} calls), ${during.p99.toFixed(1)} ms during the import (${during.calls} calls): ${ratio.toFixed(2)} times (limit ${LIMIT.othersRatio})`,
    ]
      .map((line) => `  ${line}`)
      .join('\n'),
  );
}

async function upload(url: string, { cookie }: Account, file: Blob): Promise<ImportReport> {
  const body = new FormData();
  body.set('csv', file, 'contacts.csv');
  const answer = await fetch(`${url}/v1/web/contacts_csv`, {
    method: 'POST',
    headers: { cookie, 'x-csrf-token': await csrf(url, cookie) },
    body,
  });
  if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
  return (await answer.json()) as ImportReport;
}

async function csrf(url: string, cookie: string): Promise<string> {
  const answer = await fetch(`${url}/v1/web/generic/refresh_csrf`, { headers: { cookie } });
  return ((await answer.json()) as { id: string }).id;
}

/** Returns a call for a page of another team's log. */
function logPage({ url }: Stack, { cookie, projectId }: Account): () => Promise<number> {
  const path = `/v1/web/messages?project_id=${projectId}&mode=LIVE&range=12m&page_num=2&page_size=${PAGE_SIZE}`;
  return () => timed(url + path, cookie);
}

/** Calls repeatedly while `work` runs, as a second person would. */
async function watch<T>(call: () => Promise<number>, work: () => Promise<T>) {
  const times: number[] = [];
  let isOver = false;
  const started = performance.now();
  const working = work().finally(() => {
    isOver = true;
  });
  // Awaited below. A rejection before that would end the bench without stopping its processes.
  working.catch(() => {});
  while (!isOver) {
    times.push(await call());
    await sleep(PAUSE_MS);
  }
  const result = await working;
  const seconds = (performance.now() - started) / 1000;
  return { result, seconds, calls: times.length, p99: quantile(times, 0.99) };
}

function watchMemory(pid: number) {
  const megabytesBefore = residentMegabytes(pid);
  let megabytesMost = megabytesBefore;
  const timer = setInterval(() => {
    megabytesMost = Math.max(megabytesMost, residentMegabytes(pid));
  }, 25);
  return {
    stop() {
      clearInterval(timer);
      return { megabytesBefore, megabytesMost };
    },
  };
}

/** Alternates between the calls, so that a slow phase of the machine affects all of them. */
async function measureCalls({ url }: Stack, { cookie }: Account): Promise<void> {
  const groups = (await (
    await fetch(`${url}/v1/web/groups`, { headers: { cookie } })
  ).json()) as ContactGroup[];
  const idOf = (name: string) => groups.find((group) => group.name === name)!.id;
  const [branch, newsletter] = [idOf('Branch 7'), idOf('Newsletter')];
  const calls: [string, string][] = [
    ['first page', ''],
    ['middle page', 'page_num=9999'],
    ['last page', 'page_num=19999'],
    ['group of 12,500, first page', `group_id=${branch}`],
    ['group of 100,000, first page', `group_id=${newsletter}`],
    ['group of 100,000, middle page', `group_id=${newsletter}&page_num=2000`],
    ['a whole number', 'q=0770000007'],
    ['three digits', 'q=%2B94%20771'],
    ['a number that nobody has', 'q=%2B4479'],
    ['a first name (45,000 have it)', 'q=nimal'],
    ['a first name, page 200', 'q=nimal&page_num=199'],
    ['first and last name', 'q=nimal%20perera%207'],
    ['a last name', 'q=wickrama'],
    ['a letter', 'q=k'],
    ['a name that nobody has', 'q=zoe'],
    ['a first name in a group of 12,500', `q=nimal&group_id=${branch}`],
    ['a first name in a group of 100,000', `q=nimal&group_id=${newsletter}`],
    ['no such name in a group of 100,000', `q=zoe&group_id=${newsletter}`],
  ];
  const times = new Map<string, number[]>(calls.map(([what]) => [what, []]));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [what, query] of calls) {
      const ms = await timed(`${url}/v1/web/contacts?page_size=${PAGE_SIZE}&${query}`, cookie);
      if (round >= 0) times.get(what)!.push(ms);
    }
  }
  console.log(`  median / p95 in ms, ${ROUNDS} calls each (limit of p95: ${LIMIT.pageMs} ms)`);
  for (const [what, some] of times) {
    console.log(
      `  ${what.padEnd(40)}${quantile(some, 0.5).toFixed(1).padStart(8)} / ${quantile(some, 0.95).toFixed(1)}`,
    );
  }
}

/** Deletes a list of contacts and a group of 100,000, right after the import. */
async function measureChanges(pool: Pool, { url }: Stack, { cookie }: Account): Promise<void> {
  const call = async (method: string, path: string, body?: unknown) => {
    const headers = { cookie, 'x-csrf-token': await csrf(url, cookie) };
    const json = { headers: { ...headers, 'content-type': 'application/json' }, body: JSON.stringify(body) };
    const started = performance.now();
    const answer = await fetch(url + path, { method, ...(body === undefined ? { headers } : json) });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return ((performance.now() - started) / 1000).toFixed(2);
  };
  const { rows } = await pool.query<{ id: string }>(
    `select id from contacts order by number limit ${DELETED}`,
  );
  const deleting = await call(
    'POST',
    '/v1/web/contacts/delete_multiple',
    rows.map(({ id }) => id),
  );
  const groups = (await (
    await fetch(`${url}/v1/web/groups`, { headers: { cookie } })
  ).json()) as ContactGroup[];
  const group = groups.find(({ name }) => name === 'Newsletter')!;
  const ungrouping = await call('DELETE', `/v1/web/groups/${group.id}`);
  console.log(
    `  a list of ${DELETED.toLocaleString('en-US')} deleted in ${deleting} s (limit ${LIMIT.deleteSeconds} s)`,
  );
  console.log(`  a group of ${group.contacts.toLocaleString('en-US')} deleted in ${ungrouping} s`);
}

async function timed(url: string, cookie: string): Promise<number> {
  const started = performance.now();
  const answer = await fetch(url, { headers: { cookie } });
  if (!answer.ok) throw new Error(`${url}: ${answer.status} ${await answer.text()}`);
  await answer.arrayBuffer();
  return performance.now() - started;
}

function quantile(times: readonly number[], share: number): number {
  const sorted = [...times].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length * share)]!;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

// Measures reads over HTTP with a tenth of the messages and with all of them: Home, log, search, details and
// reports. Compares them with count(*) and OFFSET on the same data.
import { readFileSync } from 'node:fs';
import type { Pool } from 'pg';
import { makeYear } from './past.ts';
import { createAccount, startStack, withDatabase } from './stack.ts';

const ROUNDS = 60;
const PLAIN_ROUNDS = 3;
const RANGES = ['1d', '7d', '4w', '3m', '12m'] as const;
const PAGE_SIZE = 25;
const PUBLIC = '/v1/messages?';

/** Times in ms. */
type Times = { median: number; p95: number };
type Figures = Map<string, Times>;
type Get = (path: string) => Promise<Response>;
type Target = { get: Get; pool: Pool; projectId: string; pid: number };

/**
 * Prints one table for a tenth of the messages and for all. `only` selects calls by the beginning of their
 * name.
 */
export async function reads(messages: number, only?: string): Promise<void> {
  const tenth = await measureWith(messages / 10, false, only);
  const all = await measureWith(messages, only === undefined, only);
  const count = (n: number) => n.toLocaleString('en-US');
  console.log(`  median / p95 in ms, ${ROUNDS} calls each; ratio of the medians`);
  console.log(
    `  ${'call'.padEnd(44)}${count(messages / 10).padStart(20)}${count(messages).padStart(20)}   ratio`,
  );
  for (const [what, times] of all.figures) {
    const before = tenth.figures.get(what);
    const ratio = before ? (times.median / before.median).toFixed(2) : '';
    console.log(
      `  ${what.padEnd(44)}${shown(before).padStart(20)}${shown(times).padStart(20)}${ratio.padStart(8)}`,
    );
  }
  for (const line of all.notes) console.log(`  ${line}`);
}

function shown(times: Times | undefined): string {
  return times ? `${times.median.toFixed(1)} / ${times.p95.toFixed(1)}` : '';
}

async function measureWith(
  messages: number,
  isWhole: boolean,
  only = '',
): Promise<{ figures: Figures; notes: string[] }> {
  const stack = await startStack('web');
  try {
    const { projectId, teamId, cookie, live } = await createAccount(stack.url);
    const get: Get = async (path) => {
      if (path.startsWith(PUBLIC)) {
        const answer = await fetch(stack.url + path, { headers: { authorization: live } });
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return answer;
      }
      const separator = path.includes('?') ? '&' : '?';
      const url = `${stack.url}/v1/web${path}${separator}project_id=${projectId}&mode=LIVE`;
      const answer = await fetch(url, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return answer;
    };
    return await withDatabase(stack.dataDir, async (pool) => {
      const started = performance.now();
      await makeYear(pool, { teamId, projectId }, messages);
      console.log(
        `  ${messages.toLocaleString('en-US')} messages made in ${Math.round((performance.now() - started) / 1000)} s`,
      );
      const target = { get, pool, projectId, pid: stack.pid };
      const figures = await measureCalls(target, only);
      return {
        figures,
        notes: isWhole ? [...(await plain(target, figures)), ...(await reports(target))] : [],
      };
    });
  } finally {
    await stack.stop();
  }
}

/** Alternates between the calls, so that a slow phase of the machine affects all of them. */
async function measureCalls({ get, pool, projectId }: Target, only: string): Promise<Figures> {
  const calls = new Map<string, string>();
  for (const range of RANGES) {
    calls.set(`overview ${range}`, `/stats/project_overview?range=${range}`);
    calls.set(`graphs ${range}`, `/stats/project_graphs?range=${range}`);
  }
  const addPages = async (what: string, query: string) => {
    if (!`log ${what}`.startsWith(only)) return;
    const { total_pages: pages } = (await (await get(`/messages?${query}`)).json()) as {
      total_pages: number;
    };
    const page = (n: number) => `/messages?${query}&page_size=${PAGE_SIZE}&page_num=${Math.max(0, n)}`;
    calls.set(`log ${what}, first page`, page(0));
    calls.set(`log ${what}, middle page`, page(Math.floor(pages / 2)));
    calls.set(`log ${what}, last page`, page(pages - 1));
  };
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000).toISOString().slice(0, 10);
  for (const [order, what, dates] of [
    ['ASC', '', ''],
    ['DESC', '', ''],
    ['ASC', ' of 90 days', `&from=${daysAgo(120)}&to=${daysAgo(30)}`],
    ['DESC', ' of 90 days', `&from=${daysAgo(120)}&to=${daysAgo(30)}`],
  ] as const) {
    const page = (n: number) => `${PUBLIC}page_num=${n}&page_size=${PAGE_SIZE}&sort_order=${order}${dates}`;
    const { total_pages: pages } = (await (await get(page(1))).json()) as { total_pages: number };
    calls.set(`public log ${order}${what}, first page`, page(1));
    calls.set(`public log ${order}${what}, middle page`, page(Math.ceil(pages / 2)));
    calls.set(`public log ${order}${what}, last page`, page(pages));
  }
  for (const range of RANGES) await addPages(range, `range=${range}`);
  for (const status of ['DELIVERED', 'FAILED', 'SENT'])
    await addPages(`12m ${status}`, `range=12m&status=${status}`);
  const { rows } = await pool.query(
    'select id, recipient from messages where project_id = $1 order by id offset 5000 limit 1',
    [projectId],
  );
  const { id, recipient } = rows[0] as { id: string; recipient: string };
  const number = encodeURIComponent(recipient);
  await addPages('12m number', `range=12m&q=${number}`);
  await addPages('12m 8 digits', `range=12m&q=${number.slice(0, 11)}`);
  await addPages('12m country', 'range=12m&q=%2B94');
  await addPages('12m sender', 'range=12m&q=lanka');
  await addPages('12m message id', `range=12m&q=${id}`);
  calls.set('details', `/messages/${id}`);

  for (const what of calls.keys()) if (!what.startsWith(only)) calls.delete(what);
  const times = new Map<string, number[]>([...calls.keys()].map((what) => [what, []]));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [what, path] of calls) {
      const started = performance.now();
      await (await get(path)).arrayBuffer();
      if (round >= 0) times.get(what)!.push(performance.now() - started);
    }
  }
  return new Map([...times].map(([what, some]) => [what, summary(some)]));
}

function summary(times: number[]): Times {
  const sorted = [...times].sort((a, b) => a - b);
  return { median: sorted[Math.floor(sorted.length / 2)]!, p95: sorted[Math.floor(sorted.length * 0.95)]! };
}

/** The same results by count(*) and OFFSET, read directly from the table. */
async function plain({ pool, projectId }: Target, figures: Figures): Promise<string[]> {
  const within = `from messages where project_id = $1 and mode = 'LIVE' and id >= uuid_floor(now() - interval '365 days')`;
  const page = (offset: string) =>
    `select id, accepted_at, sender, recipient, segments, state ${within} order by id desc offset ${offset} limit ${PAGE_SIZE}`;
  const { rows } = await pool.query(`select count(*)::integer as n ${within}`, [projectId]);
  const total = rows[0].n as number;
  const ways = [
    ['overview 12m', `select state, count(*), sum(cost_micros) ${within} group by state`],
    [
      'log 12m, first page',
      `with n as (select count(*) ${within}) select (select * from n), p.* from (${page('0')}) p`,
    ],
    [
      'log 12m, last page',
      `with n as (select count(*) ${within}) select (select * from n), p.* from (${page(String(total - PAGE_SIZE))}) p`,
    ],
  ] as const;
  const notes: string[] = [];
  for (const [what, sql] of ways) {
    const times: number[] = [];
    for (let round = 0; round < PLAIN_ROUNDS; round++) {
      const started = performance.now();
      await pool.query(sql, [projectId]);
      times.push(performance.now() - started);
    }
    const { median } = summary(times);
    const ratio = median / figures.get(what)!.median;
    notes.push(`${what} by count(*) and OFFSET: ${median.toFixed(0)} ms, ${ratio.toFixed(0)} times as long`);
  }
  return notes;
}

/** Memory of a long CSV; time of a full PDF, and how long another call waits during it. */
async function reports({ get, pid }: Target): Promise<string[]> {
  const before = residentMegabytes(pid);
  let most = before;
  const watch = setInterval(() => {
    most = Math.max(most, residentMegabytes(pid));
  }, 50);
  const csvStarted = performance.now();
  const lines = await countLines(await get('/messages/report.csv?range=12m'), 1_000_000);
  clearInterval(watch);
  const csvSeconds = (performance.now() - csvStarted) / 1000;

  let making = true;
  const waits: number[] = [];
  const others = (async () => {
    while (making) {
      const started = performance.now();
      await (await get('/stats/project_overview?range=1d')).arrayBuffer();
      waits.push(performance.now() - started);
    }
  })();
  const pdfStarted = performance.now();
  const pdf = await (await get('/messages/report.pdf?range=12m')).arrayBuffer();
  const pdfSeconds = (performance.now() - pdfStarted) / 1000;
  making = false;
  await others;
  return [
    `CSV of ${lines.toLocaleString('en-US')} rows: ${csvSeconds.toFixed(1)} s, server memory ${before} MB before, ${most} MB at most`,
    `PDF of 10,000 rows: ${pdfSeconds.toFixed(2)} s, ${Math.round(pdf.byteLength / 1024)} KiB; another call waited ${Math.max(...waits).toFixed(0)} ms at most`,
  ];
}

/** Reads this many lines, then closes the connection. */
async function countLines(answer: Response, most: number): Promise<number> {
  let lines = 0;
  for await (const chunk of answer.body!) {
    for (const byte of chunk as Uint8Array) if (byte === 10) lines++;
    if (lines >= most) break;
  }
  return lines;
}

function residentMegabytes(pid: number): number {
  const [, kilobytes] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
  return Math.round(Number(kilobytes) / 1024);
}

// What conversations cost over HTTP beside a million incoming messages: the list and its pages, searches, the count of unread threads, and
// a thread of ten thousand messages from its newest to its oldest.
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { ThreadPage } from '@godwit/contract/conversations';
import type { Pool } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import { newId } from '../../server/src/ids.ts';
import { summary, type Times } from './reads.ts';
import { openAccount, startStack, withDatabase } from './stack.ts';

const ROUNDS = 60;
const LIMIT_P95_MS = 40;
const DAYS = 365;
const THREADS = 100_000;
/** One message in so many is of the busy thread. */
const BUSY_SHARE = 100;
/** One message in so many is answered. */
const ANSWERED = 3;
const CONTACTS = 20_000;
const ROWS_A_PIECE = 2_000;
const BUSY = '+94771000000';
const OURS = '+94112300300';

type Place = { teamId: string; projectId: string };

/** Prints each call's times. */
export async function conversations(messages: number): Promise<void> {
  const stack = await startStack('web');
  try {
    const { teamId, projectId, cookie } = await openAccount(stack.url);
    await withDatabase(stack.dataDir, async (pool) => {
      const started = performance.now();
      await makeThreads(pool, { teamId, projectId }, messages);
      const seconds = Math.round((performance.now() - started) / 1000);
      console.log(`  ${messages.toLocaleString('en-US')} incoming messages made in ${seconds} s`);
      const get = async (path: string) => {
        const answer = await fetch(
          `${stack.url}/v1/web/conversations${path}project_id=${projectId}&mode=LIVE`,
          {
            headers: { cookie },
          },
        );
        if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
        return answer.json();
      };
      print(await measure(get, await callsOf(pool, projectId, get)));
    });
  } finally {
    await stack.stop();
  }
}

type Get = (path: string) => Promise<unknown>;

async function callsOf(pool: Pool, projectId: string, get: Get): Promise<Map<string, string>> {
  const { rows } = await pool.query<{ last_id: string; number: string }>(
    'select last_id, number from conversations where project_id = $1 order by last_id offset $2 limit 1',
    [projectId, THREADS / 2],
  );
  const { last_id: middle, number } = rows[0]!;
  const thread = `/thread?number=${encodeURIComponent(BUSY)}&`;
  // The cursors that scrolling up meets.
  const cursors: string[] = [];
  for (let page = (await get(thread)) as ThreadPage; page.older; ) {
    cursors.push(page.results[0]!.id);
    page = (await get(`${thread}before=${cursors.at(-1)}&`)) as ThreadPage;
  }
  return new Map([
    ['threads, first page', '?'],
    ['threads, a page of the middle', `?before=${middle}&`],
    ['threads, last page', '?before=01000000-0000-7000-8000-000000000000&'],
    ['unread threads', '/unread?'],
    ['search: whole number', `?q=${encodeURIComponent(number)}&`],
    ['search: country', '?q=%2B94&'],
    ['search: name', '?q=nimal&'],
    ['search: a letter', '?q=n&'],
    ['search: text', '?q=when%20will%20order%204&'],
    ['search: nothing', '?q=zzzz&'],
    ['thread of one number', `/thread?number=${encodeURIComponent(number)}&`],
    ['busy thread, newest', thread],
    ['busy thread, middle', `${thread}before=${cursors[Math.floor(cursors.length / 2)]}&`],
    ['busy thread, oldest', `${thread}before=${cursors.at(-1)}&`],
    ['thread of no message', '/thread?number=%2B94779999999&'],
  ]);
}

/** Goes round all calls, so that a slow moment of the machine falls on all of them. */
async function measure(get: Get, calls: Map<string, string>): Promise<Map<string, Times>> {
  const times = new Map<string, number[]>([...calls.keys()].map((what) => [what, []]));
  for (let round = -3; round < ROUNDS; round++) {
    for (const [what, path] of calls) {
      const started = performance.now();
      await get(path);
      if (round >= 0) times.get(what)!.push(performance.now() - started);
    }
  }
  return new Map([...times].map(([what, some]) => [what, summary(some)]));
}

function print(figures: Map<string, Times>): void {
  console.log(`  median / p95 in ms, ${ROUNDS} calls each; limit of the p95 ${LIMIT_P95_MS} ms`);
  for (const [what, { median, p95 }] of figures) {
    const over = p95 > LIMIT_P95_MS ? '  MISSED' : '';
    console.log(`  ${what.padEnd(36)}${`${median.toFixed(1)} / ${p95.toFixed(1)}`.padStart(16)}${over}`);
  }
}

/** Fills an empty database: messages evenly over the year that ends now, their threads, and contacts of a fifth of the numbers. */
async function makeThreads(pool: Pool, place: Place, count: number): Promise<void> {
  const now = Date.now();
  await pool.query('select ensure_message_partitions($1::date, 14)', [new Date(now - DAYS * 86_400_000)]);
  const client = await pool.connect();
  try {
    await pipeline(
      Readable.from(pieces(place, now, count)),
      client.query(
        copyFrom(`copy messages (team_id, id, project_id, mode, direction, api_type, platform, sender, promotional, recipient, body,
          encoding, characters, segments, cost_micros, charged_micros, day, state, accepted_at) from stdin`),
      ),
    );
  } finally {
    client.release();
  }
  await pool.query(`insert into conversations
    select distinct on (number) team_id, project_id, mode, number, id, id, direction, left(body, 100)
    from (select *, case direction when 'INCOMING' then sender else recipient end as number from messages) as m
    order by number, id desc`);
  // Half of the threads are read by the one who looks.
  await pool.query(`insert into conversation_reads
    select c.team_id, m.user_id, c.project_id, c.mode, c.number, c.last_id
    from conversations c join team_members m using (team_id) where right(c.number, 1) < '5'`);
  await pool.query(
    `insert into contacts (team_id, id, number, first_name, last_name)
     select $1, gen_random_uuid(), number, case when n % 50 = 0 then 'Nimal' else 'Kamala' end, 'Perera ' || n
     from (select number, row_number() over (order by number) as n from conversations limit ${CONTACTS}) as numbered`,
    [place.teamId],
  );
  // As autovacuum does in time; without statistics, which plans may not need.
  await pool.query('vacuum messages, conversations, conversation_reads, contacts');
}

/** Rows in the order of their acceptance, as text for COPY. */
function* pieces(place: Place, now: number, count: number): Generator<string> {
  const start = now - DAYS * 86_400_000;
  let rows: string[] = [];
  for (let i = 0; i < count; i++) {
    const at = Math.floor(start + ((now - start) * i) / count);
    // A step that has no factor in common with the count goes through all numbers, without an order.
    const other = `+9477${String(2_000_000 + ((i * 39_989) % THREADS)).padStart(7, '0')}`;
    const number = i % BUSY_SHARE === 0 ? BUSY : other;
    rows.push(rowOf(place, at, 'INCOMING', number, `When will order ${i} be here? It was to come today.`));
    if (i % ANSWERED === 0) rows.push(rowOf(place, at + 1, 'OUTGOING', number, 'It is on its way.'));
    if (rows.length < ROWS_A_PIECE) continue;
    yield rows.join('');
    rows = [];
  }
  yield rows.join('');
}

function rowOf({ teamId, projectId }: Place, at: number, direction: string, number: string, body: string) {
  const [sender, recipient] = direction === 'INCOMING' ? [number, OURS] : [OURS, number];
  const accepted = new Date(at);
  const instant = accepted.toISOString();
  const columns = [
    teamId,
    newId(accepted),
    projectId,
    'LIVE',
    direction,
    'MESSAGING',
    direction === 'INCOMING' ? 'CARRIER' : 'WEB',
    sender,
    'f',
    recipient,
    body,
    'GSM7',
    body.length,
    1,
    0,
    0,
    instant.slice(0, 10),
    'delivered',
    instant,
  ];
  return `${columns.join('\t')}\n`;
}

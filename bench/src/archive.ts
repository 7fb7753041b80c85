// Measures the archive: the time to move a year's old months to files, the bytes of a message there, and the
// time of pages and details that are read back over HTTP.
import { rmSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import type { Pool } from 'pg';
import { storeOf } from '../../server/src/archives/store.ts';
import { archiveMonth } from '../../server/src/archives/write.ts';
import { selectMonths } from '../../server/src/db/schema/months.ts';
import { throwawayFolder } from '../../server/test/throwaway.ts';
import { makeYear } from './past.ts';
import { createAccount, startStack, withDatabase } from './stack.ts';
import { median } from './table.ts';

const ROUNDS = 20;
const PAGE_SIZE = 100;
const OLD_ENOUGH_MS = 31 * 86_400_000;

type Get = (path: string) => Promise<{ total_pages: number; results: { id: string }[] }>;

/** Archives all but the last months of a year with so many messages, and reads from the files. */
export async function archive(messages: number): Promise<void> {
  const folder = throwawayFolder();
  const archiveUrl = pathToFileURL(folder).href;
  const stack = await startStack('web', { settings: { ARCHIVE_URL: archiveUrl } });
  try {
    const { projectId, teamId, cookie } = await createAccount(stack.url);
    const get: Get = async (path) => {
      const separator = path.includes('?') ? '&' : '?';
      const url = `${stack.url}/v1/web${path}${separator}project_id=${projectId}&mode=LIVE`;
      const answer = await fetch(url, { headers: { cookie } });
      if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
      return (await answer.json()) as Awaited<ReturnType<Get>>;
    };
    await withDatabase(stack.dataDir, async (pool) => {
      await makeYear(pool, { teamId, projectId }, messages);
      await moveMonths(pool, archiveUrl, stack.dataDir);
      await readBack(pool, get, projectId);
    });
  } finally {
    await stack.stop();
    rmSync(folder, { recursive: true, force: true });
  }
}

async function moveMonths(pool: Pool, archiveUrl: string, dataDir: string): Promise<void> {
  const bytesBefore = await sizeOf(pool);
  const store = storeOf({ archiveUrl, dataDir })!;
  const started = performance.now();
  let moved = 0;
  for (const month of await selectMonths(pool)) {
    if (month.ends.getTime() > Date.now() - OLD_ENOUGH_MS) continue;
    const parts = { pool, store, log: { info() {} }, signal: new AbortController().signal };
    const outcome = await archiveMonth(parts, month);
    if (outcome.outcome !== 'DONE') throw new Error(`${month.name}: ${outcome.outcome}`);
    moved += outcome.messages;
  }
  const seconds = (performance.now() - started) / 1_000;
  const freed = bytesBefore - (await sizeOf(pool));
  const { rows } = await pool.query<{ bytes: string; blocks: string }>(
    `select (select sum(bytes) from message_archive_files)::text as bytes,
       pg_total_relation_size('message_archive_blocks')::text as blocks`,
  );
  const each = (bytes: number) => (bytes / moved).toFixed(1);
  console.log(
    `  ${moved.toLocaleString('en-US')} messages archived in ${seconds.toFixed(0)} s: ${Math.round(moved / seconds).toLocaleString('en-US')} a second, copied, read back and compared`,
  );
  console.log(
    `  bytes of a message: ${each(freed)} in the database before, ${each(Number(rows[0]!.bytes))} in files and ${each(Number(rows[0]!.blocks))} in the database after`,
  );
}

async function sizeOf(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ bytes: string }>(
    `select sum(pg_total_relation_size(inhrelid))::text as bytes from pg_inherits where inhparent = 'messages'::regclass`,
  );
  return Number(rows[0]!.bytes);
}

/** Reads different places each time, so that blocks in memory help as little as they can. */
async function readBack(pool: Pool, get: Get, projectId: string): Promise<void> {
  const { rows } = await pool.query<{ id: string; team: string }>(
    'select last_id as id, team_id as team from message_archive_blocks where project_id = $1 order by last_id',
    [projectId],
  );
  const idAt = (round: number) => rows[Math.floor(((round + 0.5) / ROUNDS) * rows.length)]!.id;
  const calls: Record<string, (pages: number, round: number) => string> = {
    'a page of 100, any month': (pages, round) =>
      `/messages?sort_order=ASC&page_size=${PAGE_SIZE}&page_num=${Math.floor((round / ROUNDS) * pages * 0.8)}`,
    'a page of 100 failed, any month': (pages, round) =>
      `/messages?sort_order=ASC&status=FAILED&page_size=${PAGE_SIZE}&page_num=${Math.floor((round / ROUNDS) * pages * 0.8)}`,
    'the details of a message': (_pages, round) => `/messages/${idAt(round)}`,
  };
  for (const [what, pathOf] of Object.entries(calls)) {
    const { total_pages: pages } = what.startsWith('a page') ? await get(pathOf(1, 0)) : { total_pages: 0 };
    const times: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      const started = performance.now();
      await get(pathOf(pages, round));
      times.push(performance.now() - started);
    }
    const slowest = Math.max(...times);
    console.log(
      `  ${what.padEnd(34)} ${median(times).toFixed(0)} ms, the slowest of ${ROUNDS} ${slowest.toFixed(0)} ms`,
    );
  }
}

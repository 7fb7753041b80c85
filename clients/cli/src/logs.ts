// `godwit-cli logs tail`: prints the newest messages of the log, and then each new one.
import { setTimeout as sleep } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import type { Godwit, MessageRow } from '../../typescript/src/index.ts';
import { jsonLine, type Output, plain } from './output.ts';
import { UsageError } from './settings.ts';

const OPTIONS = {
  lines: { type: 'string', default: '20' },
  once: { type: 'boolean' },
  json: { type: 'boolean' },
} as const;
const PAGE_SIZE = 100;
const INTERVAL_MS = 3_000;
/** The ids to remember; a message can appear a little later than newer ones. */
const REMEMBERED = 10_000;

/** Prints the last messages, oldest first; goes on with new ones, unless `--once` is set. */
export async function tailLog(godwit: Godwit, args: string[], output: Output): Promise<void> {
  const { values } = parseArgs({ args, options: OPTIONS });
  const lines = Number(values.lines);
  if (!Number.isInteger(lines) || lines < 0 || lines > PAGE_SIZE)
    throw new UsageError(`--lines must be a whole number from 0 to ${PAGE_SIZE}.`);
  const print = (rows: readonly MessageRow[]) => {
    for (const row of rows.toReversed()) output.print(values.json ? jsonLine(row) : lineOf(row));
  };
  const first = await godwit.page({ page_size: PAGE_SIZE, sort_order: 'DESC' });
  const seen = new Set(first.results.map(({ id }) => id));
  print(first.results.slice(0, lines));
  while (!values.once) {
    await sleep(INTERVAL_MS);
    print(await unseen(godwit, seen));
    for (const id of seen) {
      if (seen.size <= REMEMBERED) break;
      seen.delete(id);
    }
  }
}

/** Reads pages, newest first, until one has a message that was seen before; adds the others to `seen`. */
async function unseen(godwit: Godwit, seen: Set<string>): Promise<MessageRow[]> {
  const rows: MessageRow[] = [];
  for (let number = 1; ; number++) {
    const page = await godwit.page({ page_num: number, page_size: PAGE_SIZE, sort_order: 'DESC' });
    const fresh = page.results.filter(({ id }) => !seen.has(id) && !rows.some((row) => row.id === id));
    rows.push(...fresh);
    if (fresh.length < page.results.length || number >= page.total_pages) break;
  }
  for (const { id } of rows) seen.add(id);
  return rows;
}

function lineOf({ accepted_at, direction, status, mode, from, to, id }: MessageRow): string {
  const arrow = direction === 'INCOMING' ? '<-' : '->';
  return `${accepted_at}  ${status.padEnd(9)}  ${mode}  ${arrow}  ${plain(from)} ${arrow} ${plain(to)}  ${id}`;
}

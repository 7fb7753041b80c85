// A whole log as a report: its rows from one end to the other in batches, the words both files have for them, and the CSV.
import { setTimeout as sleep } from 'node:timers/promises';
import { csvLines } from '@godwit/contract/csv';
import { publicStatus, statusLabel } from '@godwit/contract/statuses';
import { zonedTime } from '@godwit/contract/timezones';
import type { Pool } from 'pg';
import { isDatabaseAway } from '../db/together.ts';
import { type Following, type LogFilter, listFollowing } from './logQueries.ts';
import type { MessageListRow } from './queries.ts';

/** The columns of a report; each row has a cell for each. */
export const REPORT_COLUMNS = ['Date', 'API', 'From', 'To', 'Message ID', 'Segments', 'Status'] as const;
export type ReportRow = readonly string[] & { length: 7 };

export type ReportRows = {
  filter: LogFilter;
  order: 'ASC' | 'DESC';
  /** No more rows than this. */
  most: number;
  timezone: string;
  /** Stops a batch that is being read. */
  signal: AbortSignal;
};

const BATCH = 500;
const BATCH_MS = 30_000;
/** SQLSTATE of a statement that was stopped, as by its timeout. */
const QUERY_CANCELED = '57014';
const AGAIN_AFTER_MS = [100, 1_000, 5_000];
const DIRECTIONS = { OUTGOING: 'Outgoing', INCOMING: 'Incoming' };

/**
 * Reads a report's rows, a batch at a time and each batch by itself: a reader may take hours, and a transaction as long would
 * keep the database from clearing away what is dead. What is accepted meanwhile is not in a report that starts with the newest.
 */
export async function* readRows(
  pool: Pool,
  { filter, order, most, timezone, signal }: ReportRows,
): AsyncGenerator<ReportRow[], void> {
  let after: string | null = null;
  for (let left = most; left > 0; ) {
    const limit = Math.min(BATCH, left);
    const following: Following = { order, after, limit, signal };
    const batch = await readBatch(pool, filter, following);
    if (batch.length > 0) yield batch.map((message) => cells(message, timezone));
    if (batch.length < limit) return;
    after = batch.at(-1)!.id;
    left -= batch.length;
  }
}

/**
 * Reads a batch, and again where the database is away, as when the database is restarted meanwhile: by then a part of the report is out, and all that
 * is left to do is to break it off.
 */
async function readBatch(pool: Pool, filter: LogFilter, following: Following): Promise<MessageListRow[]> {
  for (let attempt = 0; ; attempt++) {
    const tooLong = AbortSignal.timeout(BATCH_MS);
    const signal = AbortSignal.any([following.signal, tooLong]);
    try {
      return await listFollowing(pool, filter, { ...following, signal });
    } catch (error) {
      const afterMs = AGAIN_AFTER_MS[attempt];
      // What has taken too long once would do so again.
      const isSlow = tooLong.aborted || (error as { code?: unknown }).code === QUERY_CANCELED;
      if (following.signal.aborted || isSlow || afterMs === undefined || !isDatabaseAway(error)) throw error;
      await sleep(afterMs, undefined, { signal: following.signal });
    }
  }
}

/** The same batches, after the first of them has been read: an error while reading it comes before the answer begins. */
export async function readFirst(
  rows: AsyncGenerator<ReportRow[], void>,
): Promise<AsyncGenerator<ReportRow[], void>> {
  const first = await rows.next();
  return (async function* () {
    if (first.done) return;
    yield first.value;
    yield* rows;
  })();
}

/** Writes a report as CSV of any size, a piece for each batch of its rows. The zone that times are in is named in the head. */
export async function* writeCsv(rows: AsyncIterable<ReportRow[]>, timezone: string): AsyncGenerator<string> {
  const [date, ...others] = REPORT_COLUMNS;
  yield csvLines([[`${date} (${timezone})`, ...others]]);
  for await (const batch of rows) yield csvLines(batch);
}

/** Writes an instant as `2026-11-20 14:32:08` in a time zone: in the order of time, and what spreadsheets read as a date. */
export function writeInstant(instant: Date, timezone: string): string {
  return zonedTime(instant, timezone).local.replace('T', ' ');
}

function cells(message: MessageListRow, timezone: string): ReportRow {
  const { id, acceptedAt, direction, sender, recipient, segments, state } = message;
  return [
    writeInstant(acceptedAt, timezone),
    DIRECTIONS[direction],
    sender,
    recipient,
    id,
    String(segments),
    statusLabel(publicStatus(state)),
  ];
}

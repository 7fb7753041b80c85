// A whole log as a report: its rows from one end to the other in batches, and the words both files have for them.
import { type PublicStatus, statusLabel } from '@godwit/contract/statuses';
import type { Pool } from 'pg';
import { abortable } from '../db/pool.ts';
import { type Following, type LogFilter, listFollowing } from './logQueries.ts';
import { toRow } from './present.ts';
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

const BATCH = 250;
const DIRECTIONS = { OUTGOING: 'Outgoing', INCOMING: 'Incoming' };

/**
 * Reads a report's rows, a batch at a time and each batch by itself: a reader may take hours, and a transaction as long would
 * keep the database from clearing away what is dead. What is accepted meanwhile is not in a report that starts with the newest.
 */
export async function* readRows(
  pool: Pool,
  { filter, order, most, timezone, signal }: ReportRows,
): AsyncGenerator<ReportRow[]> {
  const instant = instantFormat(timezone);
  let after: string | null = null;
  for (let left = most; left > 0; ) {
    const limit = Math.min(BATCH, left);
    const following: Following = { order, after, limit };
    const batch = await abortable(pool, signal, (client) => listFollowing(client, filter, following));
    if (batch.length > 0) yield batch.map((message) => cells(message, instant));
    if (batch.length < limit) return;
    after = batch.at(-1)!.id;
    left -= batch.length;
  }
}

/** Instants as `2026-11-20 14:32:08` in a time zone: in the order of time, and what spreadsheets read as a date. */
export function instantFormat(timezone: string): Intl.DateTimeFormat {
  return new Intl.DateTimeFormat('sv-SE', { timeZone: timezone, dateStyle: 'short', timeStyle: 'medium' });
}

function cells(message: MessageListRow, instant: Intl.DateTimeFormat): ReportRow {
  const { id, from, to, segments, direction, status } = toRow(message);
  return [
    instant.format(message.acceptedAt),
    DIRECTIONS[direction],
    from,
    to,
    id,
    String(segments),
    statusLabel(status satisfies PublicStatus),
  ];
}

// Reads a whole log in batches as a report, with the words shared by both formats, and writes the CSV.
import { setTimeout as sleep } from 'node:timers/promises';
import { csvLines } from '@godwit/contract/csv/cells';
import { shownStatusOf, statusLabel } from '@godwit/contract/messages/statuses';
import { zonedTime } from '@godwit/contract/timezones';
import type { Archive } from '../../archives/read.ts';
import { isDatabaseAway } from '../../db/commit/batchCommit.ts';
import { failureOf } from '../../explainFailure.ts';
import { fromMicros } from '../../money.ts';
import { RefusalError } from '../../refusal.ts';
import type { Reads } from '../../services.ts';
import { followAcross } from '../log/archived.ts';
import type { Following, LogFilter, ReportedRow } from '../log/queries.ts';

/** The columns of a PDF, as in the specification. */
export const PDF_COLUMNS = ['Date', 'API', 'From', 'To', 'Message ID', 'Segments', 'Status'] as const;
/** The columns of a CSV; Text is added on request. Cost: the final charge, in the team's currency. */
const CSV_COLUMNS = [...PDF_COLUMNS, 'Reason', 'Cost', 'Campaign'] as const;
/** Cells in the order of the columns. */
export type ReportRow = readonly string[];

/** The source of a report. */
export type ReportSource = { reader: Reads['long']; archive: Archive | null };

export type ReportRows = {
  filter: LogFilter;
  order: 'ASC' | 'DESC';
  /** The maximum number of rows. */
  most: number;
  timezone: string;
  withText: boolean;
  /** Stops a batch that is being read. */
  signal: AbortSignal;
};

const BATCH = 500;
const BATCH_MS = 30_000;
/** SQLSTATE of a cancelled statement, for example by its timeout. */
const QUERY_CANCELED = '57014';
const AGAIN_AFTER_MS = [100, 1_000, 5_000];
const DIRECTIONS = { OUTGOING: 'Outgoing', INCOMING: 'Incoming' };

/**
 * Reads a report's rows in batches, each in its own transaction. A reader may take hours, and one long
 * transaction would keep the database from removing dead rows.
 * A report that starts with the newest excludes messages accepted while it runs.
 */
export async function* readRows(
  { reader, archive }: ReportSource,
  { filter, order, most, timezone, withText, signal }: ReportRows,
): AsyncGenerator<ReportRow[], void> {
  let after: string | null = null;
  for (let left = most; left > 0; ) {
    const limit = Math.min(BATCH, left);
    const following: Following = { order, after, limit, withText, signal };
    const batch = await readBatch({ reader, archive }, filter, following);
    if (batch.length > 0) yield batch.map((message) => cells(message, { timezone, withText }));
    if (batch.length < limit) return;
    after = batch.at(-1)!.id;
    left -= batch.length;
  }
}

/**
 * Reads a batch, and retries while the database is away, as during a restart, or the archive is busy. Part of
 * the report is already sent, so the only alternative is to break it off.
 */
async function readBatch(
  { reader, archive }: ReportSource,
  filter: LogFilter,
  following: Following,
): Promise<ReportedRow[]> {
  for (let attempt = 0; ; attempt++) {
    const tooLong = AbortSignal.timeout(BATCH_MS);
    const signal = AbortSignal.any([following.signal, tooLong]);
    try {
      return await reader(
        (from) => followAcross({ ...from, archive }, filter, { ...following, signal }),
        signal,
      );
    } catch (error) {
      const afterMs = AGAIN_AFTER_MS[attempt];
      // A batch that took too long would do so again.
      const isSlow = tooLong.aborted || (error as { code?: unknown }).code === QUERY_CANCELED;
      const isBusy = error instanceof RefusalError && error.refusal.refused === 'unavailable';
      const mayPass = isBusy || isDatabaseAway(error);
      if (following.signal.aborted || isSlow || afterMs === undefined || !mayPass) throw error;
      await sleep(afterMs, undefined, { signal: following.signal });
    }
  }
}

/** Reads the first batch ahead, so an error in it comes before the answer begins. */
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

/**
 * Writes a report as CSV of any size, one chunk per batch of rows. The head names the time zone and the
 * currency.
 */
export async function* writeCsv(
  rows: AsyncIterable<ReportRow[]>,
  { timezone, currency, withText }: { timezone: string; currency: string; withText: boolean },
): AsyncGenerator<string> {
  const heads: Record<string, string> = { Date: `Date (${timezone})`, Cost: `Cost (${currency})` };
  const columns = [...CSV_COLUMNS, ...(withText ? ['Text'] : [])];
  yield csvLines([columns.map((column) => heads[column] ?? column)]);
  for await (const batch of rows) yield csvLines(batch);
}

/**
 * Formats an instant as `2026-11-20 14:32:08` in a time zone. This sorts by time, and spreadsheets read it as
 * a date.
 */
export function writeInstant(instant: Date, timezone: string): string {
  return zonedTime(instant, timezone).local.replace('T', ' ');
}

function cells(
  message: ReportedRow,
  { timezone, withText }: { timezone: string; withText: boolean },
): ReportRow {
  const { id, acceptedAt, direction, sender, recipient, segments, state, failure } = message;
  return [
    writeInstant(acceptedAt, timezone),
    DIRECTIONS[direction],
    sender,
    recipient,
    id,
    String(segments),
    statusLabel(shownStatusOf(state, failure)),
    failureOf(message)?.description ?? '',
    String(fromMicros(message.chargedMicros)),
    message.campaign ?? '',
    ...(withText ? [message.body] : []),
  ];
}

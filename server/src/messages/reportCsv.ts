// A report as CSV of any size.
import { csvLines } from '../csv.ts';
import { REPORT_COLUMNS, type ReportRow } from './report.ts';

/** Writes a report, a piece for each batch of its rows. The zone that times are in is named in the head. */
export async function* writeCsv(rows: AsyncIterable<ReportRow[]>, timezone: string): AsyncGenerator<string> {
  const [date, ...others] = REPORT_COLUMNS;
  yield csvLines([[`${date} (${timezone})`, ...others]]);
  for await (const batch of rows) yield csvLines(batch);
}

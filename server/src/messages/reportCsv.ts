// A report as CSV (RFC 4180) of any size, safe to open in a spreadsheet.
import { stringify } from 'csv-stringify/sync';
import { REPORT_COLUMNS, type ReportRow } from './report.ts';

// A cell that begins with = + - @ TAB or CR would be a formula to a spreadsheet. It gets an apostrophe in front, which makes it
// text there: all numbers do, as they begin with +. Whoever reads the file by program takes it off.
const OPTIONS = { escape_formulas: true, record_delimiter: '\r\n' } as const;

/** Writes a report, a piece for each batch of its rows. The zone that times are in is named in the head. */
export async function* writeCsv(rows: AsyncIterable<ReportRow[]>, timezone: string): AsyncGenerator<string> {
  const [date, ...others] = REPORT_COLUMNS;
  yield stringify([[`${date} (${timezone})`, ...others]], OPTIONS);
  for await (const batch of rows) yield stringify(batch, OPTIONS);
}

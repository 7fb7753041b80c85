// Cells as CSV (RFC 4180), safe to open in a spreadsheet.
import { stringify } from 'csv-stringify/sync';

// A cell that begins with = + - @ TAB or CR would be a formula to a spreadsheet. It gets an apostrophe in front, which makes it
// text there: all numbers do, as they begin with +. Whoever reads the file by program takes it off.
const OPTIONS = { escape_formulas: true, record_delimiter: '\r\n' } as const;

/** Writes rows as lines. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], OPTIONS);
}

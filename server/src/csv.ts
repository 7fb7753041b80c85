// Cells as CSV (RFC 4180), safe to open in a spreadsheet.
import { stringify } from 'csv-stringify/sync';

// What is a formula to a spreadsheet gets an apostrophe in front, which makes it text there: all numbers do, as they begin with +.
// So does what has one already, for `unescapeCell` of the contract to take off exactly what was put on.
const FORMULA = /^'*[=+\-@\t\r\uff1d\uff0b\uff0d\uff20]/;
const OPTIONS = {
  record_delimiter: '\r\n',
  cast: { string: (cell: string) => (FORMULA.test(cell) ? `'${cell}` : cell) },
} as const;

/** Writes rows as lines. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], OPTIONS);
}

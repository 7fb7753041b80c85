// Cells as CSV (RFC 4180), safe to open in a spreadsheet.
import { escapeCell } from '@godwit/contract/csv';
import { stringify } from 'csv-stringify/sync';

const OPTIONS = { record_delimiter: '\r\n', cast: { string: escapeCell } } as const;

/** Writes rows as lines. */
export function csvLines(rows: readonly (readonly string[])[]): string {
  return stringify(rows as string[][], OPTIONS);
}
